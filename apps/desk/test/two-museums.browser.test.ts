import { once } from 'node:events'
import { type Server, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { useDesk } from './the-desk.ts'
import { setUp } from './the-gate.ts'

const desk = useDesk()
/** A proxy that removes the first segment of each path: the museum is below `/a` and below `/b`, as two of them would be. */
let proxy: Server
const orders: string[] = []
beforeAll(async () => {
  proxy = createServer((request, response) => {
    const { method, url = '', headers } = request
    if (method === 'POST' && url.endsWith('/orders')) orders.push(url)
    const sent = httpRequest(desk.origin() + url.replace(/^\/[ab](?=\/)/, ''), { method, headers }, (received) => {
      response.writeHead(received.statusCode!, received.headers)
      received.pipe(response)
    })
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})
const urlOf = (museum: 'a' | 'b', path: string) =>
  `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/${museum}/desk/#/${path}`

/** The names of what the browser keeps for the origin, and of the channels of a page. */
const namesOf = (page: Page) =>
  page.evaluate<readonly string[]>(`Promise.all([indexedDB.databases(), navigator.locks.query(), caches.keys()]).then(
    ([databases, { held }, caches]) => [
      ...Object.keys(localStorage), ...Object.keys(sessionStorage), ...caches, ...channels,
      ...[...databases, ...held].map(({ name }) => name),
    ])`)
const watchChannels = `{
  globalThis.channels = []
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name) { super(name); channels.push(name) }
  }
}`

it('two museums on one origin, below different paths, share nothing in the browser', async () => {
  const { page: a } = await desk.open()
  const b = await a.context().newPage()
  await a.context().addInitScript(watchChannels)
  await a.route('**/a/v1.1/orders', (route) => route.abort('connectionreset'))
  await a.goto(urlOf('a', 'box-office/sell'))
  await a.locator('[name=remember]').check()
  await desk.signIn(a, 'admin')
  await a.locator('input[name=offer]:focus').waitFor()
  await a.getByLabel('Name of the till').fill('North')
  await a.keyboard.press('Enter')
  await a.getByText('Till: North').waitFor()
  await a.locator('.stepper input').first().fill('2')
  await a.getByRole('button', { name: 'Cash' }).click()
  await a.getByText('The museum has not answered yet').waitFor({ timeout: 20_000 })
  await a.goto(urlOf('a', 'gate'))
  await setUp(a, 'North A')

  await b.goto(urlOf('b', 'box-office/sell'))
  // Neither the gate nor a remembered user of the other museum.
  await desk.signIn(b, 'admin')
  await b.locator('.stepper input').first().waitFor()
  await b.getByLabel('Name of the till').waitFor()
  expect(await b.locator('.note').count()).toBe(0)
  await b.goto(urlOf('b', 'gate'))
  await setUp(b, 'North B')
  expect(orders).toEqual([])
  for (const page of [a, b]) await page.evaluate('navigator.serviceWorker.ready')

  const [namesInA, namesInB] = [await namesOf(a), await namesOf(b)]
  const kinds = (names: readonly string[], path: string) =>
    names
      .filter((name) => name.startsWith(path))
      .map((name) => name.slice(path.length).replace(/[.-][\da-f]{16,}$/, ''))
  const ofEach = ['desk', 'museum-sign-out', 'museum-gate', 'museum-gate', 'museum.open-sale']
  const ofA = ['museum-sign-in', 'museum.pending-order', 'museum.till']
  expect(kinds(namesInA, '/a/ ').toSorted()).toEqual([...ofEach, ...ofA].toSorted())
  expect(kinds(namesInB, '/b/ ').toSorted()).toEqual(ofEach.toSorted())
  expect([...namesInA, ...namesInB].filter((name) => !/^\/[ab]\/ /.test(name))).toEqual([])

  // The page itself would send the order as soon as it could.
  await a.goto('about:blank')
  await a.unrouteAll()
  await a.goto(urlOf('a', 'box-office/sell'))
  await a.getByRole('heading', { name: '2 tickets sold for €24.00' }).waitFor()
  expect(orders).toEqual(['/a/v1.1/orders'])
})

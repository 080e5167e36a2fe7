import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { screens, useBrowser } from './use-browser.ts'

describe('the browser of the tests', () => {
  const browser = useBrowser()
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<title>A page</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'),
  )
  let url = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  it.each(['desktop', 'phone'] as const)('loads a page on a %s', async (name) => {
    const { page, errors } = await browser.openPage(screens[name])
    await page.goto(url)
    expect(await page.title()).toBe('A page')
    expect(await page.evaluate('innerWidth')).toBe(screens[name].viewport.width)
    expect(errors).toEqual([])
  })

  it('reports console errors and uncaught exceptions', async () => {
    const { page, errors } = await browser.openPage()
    await page.goto(url)
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(`console.error('to the console'); setTimeout(() => { throw new Error('uncaught') })`)
    await thrown
    expect(errors).toEqual(['to the console', 'Error: uncaught'])
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page, Route } from 'playwright-core'
import { useBrowser } from '../../../tools/browser/use-browser.ts'
import { badCodes, vectorContents, vectorKeys, vectors } from '../test/admission-code-vectors.ts'
import { bundledClient } from '../test/bundled-client.ts'
import { credentials, useMuseum } from '../test/start-museum.ts'

/**
 * A web server with an empty page and the client, on another origin than the API. It redirects requests below `/moved`.
 */
const pages = createServer((request, response) => {
  if (request.url?.startsWith('/moved'))
    response.writeHead(307, { Location: museum.origin() + request.url.replace('/moved', '') }).end()
  else if (request.url === '/client.js' || request.url === '/gate.js')
    bundledClient(request.url === '/gate.js' ? 'gate/index.ts' : 'index.ts').then(
      ({ code }) => response.setHeader('Content-Type', 'text/javascript').end(code),
      () => response.destroy(),
    )
  else response.setHeader('Content-Type', 'text/html').end('<title>A page</title><link rel="icon" href="data:,">')
})
const originOf = (host: string) => `http://${host}:${(pages.address() as AddressInfo).port}`
beforeAll(async () => {
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
})
const museum = useMuseum(() => ({ MUSEUM_CORS_ORIGINS: originOf('127.0.0.1') }))
const browser = useBrowser()
afterAll(async () => {
  pages.closeAllConnections()
  pages.close()
  await once(pages, 'close')
})

let page: Page
beforeEach(async () => {
  page = (await browser.openPage()).page
  await page.goto(originOf('127.0.0.1'))
})

const order = `{ ticketType: 'general', ticketDate: '2030-05-01', email: 'visitor@example.org' }`
/** The value of an asynchronous function with this body, called in the page; `museum` is a client. */
const run = <Value>(body: string, inPage = page): Promise<Value> =>
  inPage.evaluate(`(async () => {
    const { museumClient, isProblem, isRevoked, verifyAdmissionCode } = await import('/client.js')
    const options = { baseUrl: ${JSON.stringify(museum.baseUrl())}, credentials: ${JSON.stringify(credentials)} }
    const museum = museumClient(options)
    ${body}
  })()`)

describe('the client in a page of another origin', () => {
  it('buys a ticket, whose image the browser can decode', async () => {
    const shown = await run(`
      const { ticketId, message } = await museum.buyMuseumTickets(${order})
      const bytes = await museum.getTicketCode(ticketId)
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      return { message, isWide: image.width > 100 }`)
    expect(shown).toEqual({ message: 'Museum general entry ticket purchased', isWide: true })
  })

  it('reads the headers that it needs: the next page, the length of a list, the ETag', async () => {
    const read = await run(`
      const event = { name: 'Night', location: 'Hall', eventDescription: '', price: 5 }
      for (const day of [10, 11, 12]) await museum.createSpecialEvent({ ...event, dates: ['2030-06-' + day] })
      const dates = []
      const list = museum.listSpecialEvents({ limit: 2 })
      for await (const { dates: [date] } of list) dates.push(date)
      const { items: [{ eventId }], total } = await list.page()
      const { response } = await museum.getSpecialEvent(eventId).withResponse()
      const ifMatch = response.headers.get('ETag')
      const { price } = await museum.updateSpecialEvent(eventId, { price: 7 }, { ifMatch })
      const again = await museum.updateSpecialEvent(eventId, { price: 9 }, { ifMatch }).catch(({ type }) => type)
      const ifNoneMatch = (await museum.getSpecialEvent(eventId).withResponse()).response.headers.get('ETag')
      const unchanged = await museum.getSpecialEvent(eventId, { ifNoneMatch })
      await museum.deleteSpecialEvent(eventId)
      return { dates, total, price, again, unchanged: typeof unchanged }`)
    expect(read).toEqual({
      dates: ['2030-06-10', '2030-06-11', '2030-06-12'],
      total: 3,
      price: 7,
      again: 'precondition-failed',
      unchanged: 'undefined',
    })
  })

  it.each([
    ['request', (route: Route) => route.abort('connectionreset')],
    [
      'response',
      async (route: Route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
    ],
  ])('repeats a purchase under the same key when its %s is lost, and buys one ticket', async (_, lose) => {
    const keys: (string | undefined)[] = []
    await page.route('**/tickets', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length === 1) await lose(route)
      else await route.continue()
    })
    const email = `${Math.random()}@example.org`
    const ticketId = await run<string>(
      `return (await museum.buyMuseumTickets({ ...${order}, email: '${email}' })).ticketId`,
    )
    expect(keys).toEqual([expect.any(String), keys[0]])
    await page.unroute('**/tickets')
    const found = await run(
      `return (await museum.findTickets({ email: '${email}' }).page()).items.map((t) => t.ticketId)`,
    )
    expect(found).toEqual([ticketId])
  })

  it('has problems as typed errors', async () => {
    const types = await run(`
      const typeOf = (promise) => promise.catch((error) => [isProblem(error), error.type, error.errors.length])
      const stranger = museumClient({ ...options, credentials: { username: 'x', password: 'y' } })
      const past = museum.buyMuseumTickets({ ...${order}, ticketDate: '2029-01-01' })
      return [await typeOf(past), await typeOf(stranger.listTicketKeys())]`)
    expect(types).toEqual([
      [true, 'validation-failed', 1],
      [true, 'unauthorized', 0],
    ])
  })

  it('ends a request with an abort signal', async () => {
    const name = await run(`
      const controller = new AbortController()
      const keys = museum.listTicketKeys({ signal: controller.signal })
      controller.abort()
      return keys.catch((error) => error.name)`)
    expect(name).toBe('AbortError')
  })

  it('reads the test vectors of docs/admission-code.md, and rejects other codes', async () => {
    const codes = vectors.flatMap(({ code }) => [code, ` ${code.toLowerCase()}\n`])
    const read = await run<readonly unknown[]>(`
      const codes = ${JSON.stringify([...codes, ...badCodes])}
      const contents = await Promise.all(codes.map((code) => verifyAdmissionCode(code, ${JSON.stringify(vectorKeys)})))
      return contents.map((content) => content ?? null)`)
    expect(read).toEqual([...vectorContents.flatMap((each) => [each, each]), ...badCodes.map(() => null)])
  })

  it('decides as a gate without a network', async () => {
    const [general, event] = vectors as [(typeof vectors)[number], (typeof vectors)[number]]
    const verdicts = await run(`
      const { decideOffline } = await import('/gate.js')
      const times = { entryTimes: { early: 15, late: null }, dayEnds: '00:00' }
      const museumData = { keys: () => ${JSON.stringify(vectorKeys)}, isRevoked: () => false, times: () => times }
      const facts = { museumData, at: { date: '${general.ticketDate}', timeOfDay: '12:00' }, useOf: () => undefined }
      const codes = ${JSON.stringify([general.code, event.code, badCodes[7]])}
      return Promise.all(codes.map(async (code) => (await decideOffline(code, facts)).reason ?? 'ADMITTED'))`)
    expect(verdicts).toEqual(['ADMITTED', 'wrong-date', 'bad-signature'])
  })

  it('does not follow a redirect', async () => {
    const email = `${Math.random()}@example.org`
    const [moved, found] = await run<[object, readonly unknown[]]>(`
      const moved = museumClient({ ...options, baseUrl: '/moved/v1.1' })
      const purchase = moved.buyMuseumTickets({ ...${order}, email: '${email}' })
      const error = await purchase.catch(({ name, status, message }) => ({ name, status, message }))
      return [error, (await museum.findTickets({ email: '${email}' }).page()).items]`)
    const message = `POST ${originOf('127.0.0.1')}/moved/v1.1/tickets got a response that is not of the API: 0, a redirect`
    expect(moved).toEqual({ name: 'UnexpectedResponseError', status: 0, message })
    expect(found).toEqual([])
  })

  it('gets no response when the server does not allow the origin of the page', async () => {
    const { page: other } = await browser.openPage()
    await other.goto(originOf('localhost'))
    const name = await run(
      `return museumClient({ ...options, retries: 0 }).listTicketKeys().catch((error) => error.name)`,
      other,
    )
    expect(name).toBe('NoResponseError')
  })
})

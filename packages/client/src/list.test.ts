import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { credentials, useMuseum } from '../test/start-museum.ts'
import { useUnreliableProxy } from '../test/unreliable-proxy.ts'
import { type MuseumClient, type SpecialEvent, museumClient } from './index.ts'

const museum = useMuseum()
const proxy = useUnreliableProxy(museum.origin)
const elsewhere = useUnreliableProxy(museum.origin)
const period = { startDate: '2031-01-01', endDate: '2031-12-31' }
const created: SpecialEvent[] = []
beforeAll(async () => {
  const client = museumClient({ baseUrl: museum.baseUrl(), credentials })
  for (const day of ['05', '06', '07', '08', '09'])
    created.push(
      await client.createSpecialEvent({
        name: `Event ${day}`,
        location: 'Hall',
        eventDescription: '',
        dates: [`2031-01-${day}`],
        price: 5,
      }),
    )
})
let client: MuseumClient
beforeEach(() => {
  client = museumClient({ baseUrl: proxy.baseUrl(), credentials })
})
const paths = () => proxy.requests().map(({ path }) => path)

describe('a list', () => {
  it('has the items of all pages, with one request for each page', async () => {
    const found: SpecialEvent[] = []
    for await (const event of client.listSpecialEvents({ ...period, limit: 2 })) found.push(event)
    expect(found).toEqual(created)
    expect(paths()).toEqual([
      '/v1.1/special-events?startDate=2031-01-01&endDate=2031-12-31&limit=2',
      expect.stringMatching(/^\/v1\.1\/special-events\?.*page=2/),
      expect.stringMatching(/^\/v1\.1\/special-events\?.*page=3/),
    ])
  })
  it('keeps the filters of its query on every page', async () => {
    const email = 'a+b&c@example.org'
    const order = { ticketType: 'general', ticketDate: '2030-05-01', email } as const
    for (const _ of [1, 2, 3]) await client.buyMuseumTickets(order)
    const emails = []
    for await (const ticket of client.findTickets({ email, limit: 1 })) emails.push(ticket.email)
    expect(emails).toEqual([email, email, email])
  })
  it('has pages with their items and the length of the list', async () => {
    const sizes = []
    for await (const { items, total } of client.listSpecialEvents({ ...period, page: 2, limit: 2 }).pages())
      sizes.push([items.length, total])
    expect(sizes).toEqual([
      [2, 5],
      [1, 5],
    ])
  })
  it('does not request a page before its first item is needed', async () => {
    const list = client.listSpecialEvents({ ...period, limit: 2 })
    expect(paths()).toEqual([])
    for await (const event of list) if (event.eventId === created[1]!.eventId) break
    expect(paths()).toHaveLength(1)
    expect((await list.page()).items).toEqual(created.slice(0, 2))
    expect(paths()).toHaveLength(2)
  })
  it('can be empty', async () => {
    const found = []
    for await (const event of client.listSpecialEvents({ startDate: '2040-01-01', endDate: '2040-01-31' }))
      found.push(event)
    expect(found).toEqual([])
  })
  it('repeats only the request of a page whose response is lost', async () => {
    proxy.next('forwarded', 'response lost')
    const found = []
    for await (const event of client.listSpecialEvents({ ...period, limit: 2 })) found.push(event.eventId)
    expect(found).toEqual(created.map(({ eventId }) => eventId))
    expect(paths()).toHaveLength(4)
  })
  it('rejects with the problem that the server responds with for a page', async () => {
    const list = client.listSpecialEvents({ startDate: 'today' })
    await expect(list.page()).rejects.toMatchObject({
      type: 'validation-failed',
      errors: [{ parameter: 'startDate', code: 'not-a-calendar-date' }],
    })
    const iteration = async () => {
      for await (const _ of list) return
    }
    await expect(iteration()).rejects.toMatchObject({ status: 400 })
  })
  const pageWithLink = (target: string) => ({
    status: 200,
    headers: { 'Content-Type': 'application/json', Link: `<${target}>; rel="next"` },
    body: JSON.stringify(created.slice(0, 2)),
  })
  /**
   * Iterates to the end of the list, or to the tenth page. Returns the pages, and the error that ended the iteration.
   */
  const iterate = async (query: { page?: number; limit: number } = { limit: 2 }) => {
    let pages = 0
    try {
      for await (const { items } of client.listSpecialEvents({ ...period, ...query }).pages()) {
        expect(items).toEqual(created.slice(0, 2))
        pages += 1
        if (pages === 10) return { pages, error: 'none after ten pages' }
      }
    } catch (error) {
      return { pages, error }
    }
    return { pages, error: undefined }
  }
  const notOfTheApi = (reason: string) =>
    expect.objectContaining({
      name: 'UnexpectedResponseError',
      status: 200,
      message: `GET ${proxy.baseUrl()}/special-events got a response that is not of the API: ${reason}`,
      text: JSON.stringify(created.slice(0, 2)),
    })

  it.each([
    ['the same page', undefined, ['page=1'], '1', '1'],
    ['the same page, as page 4', 4, ['page=4'], '4', '4'],
    ['an earlier page', 3, ['page=2'], '3', '2'],
    ['the first of two pages', undefined, ['page=2', 'page=1'], '2', '1'],
    ['without a number', undefined, [''], '1', 'undefined'],
  ])('ends with an error after a page whose next page is %s', async (_, page, targets, last, next) => {
    const links = targets.map((target) => pageWithLink(`/v1.1/special-events?limit=2&${target}`))
    proxy.next(...Array.from({ length: 5 }, () => links).flat())
    expect(await iterate({ ...(page && { page }), limit: 2 })).toEqual({
      pages: targets.length,
      error: notOfTheApi(`the next page of page ${last} is page ${next} on ${proxy.origin()}`),
    })
    expect(paths()).toHaveLength(targets.length)
  })
  it.each(['http', 'https', ''])(
    'ends with an error after a page whose next page is on another origin (%s), and sends nothing there',
    async (protocol) => {
      const host = new URL(elsewhere.origin()).host
      proxy.next(pageWithLink(`${protocol && `${protocol}:`}//${host}/v1.1/special-events?page=2&limit=2`))
      const origin = `${protocol || 'http'}://${host}`
      expect(await iterate()).toEqual({
        pages: 1,
        error: notOfTheApi(`the next page of page 1 is page 2 on ${origin}`),
      })
      expect(paths()).toHaveLength(1)
      expect(elsewhere.requests()).toEqual([])
    },
  )
  it('requests its next page below the base URL, also when the path of the link lacks a prefix', async () => {
    proxy.next(pageWithLink(`${proxy.origin()}/special-events?page=2&limit=2`))
    const found = []
    for await (const event of client.listSpecialEvents({ ...period, limit: 2 })) found.push(event)
    expect(paths().slice(1, 2)).toEqual(['/v1.1/special-events?page=2&limit=2'])
  })
})

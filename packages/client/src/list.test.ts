import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { credentials, useMuseum } from '../test/start-museum.ts'
import { useUnreliableProxy } from '../test/unreliable-proxy.ts'
import { type MuseumClient, type SpecialEvent, museumClient } from './index.ts'

const museum = useMuseum()
const proxy = useUnreliableProxy(museum.origin)
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
  it('has the items of all pages, of which each is one request', async () => {
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
  it('requests no page of which no item is asked for', async () => {
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
  it('repeats the request of a page whose response is lost, and no other one', async () => {
    proxy.next('forwarded', 'response lost')
    const found = []
    for await (const event of client.listSpecialEvents({ ...period, limit: 2 })) found.push(event.eventId)
    expect(found).toEqual(created.map(({ eventId }) => eventId))
    expect(paths()).toHaveLength(4)
  })
  it('rejects with the problem of a page', async () => {
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
  it('sends its requests and its credentials to the base URL, whatever place the Link header names', async () => {
    const elsewhere = {
      status: 200,
      headers: { 'Content-Type': 'application/json', Link: '<https://other.example/v9/x?page=2&limit=2>; rel="next"' },
      body: '[]',
    }
    proxy.next(elsewhere)
    const found = []
    for await (const event of client.listSpecialEvents({ ...period, limit: 2 })) found.push(event)
    expect(paths().slice(1, 2)).toEqual(['/v1.1/special-events?page=2&limit=2'])
  })
})

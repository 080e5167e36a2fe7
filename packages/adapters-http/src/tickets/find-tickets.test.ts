import { describe, expect, it } from '@jest/globals'
import { Email } from '@museum/domain'
import { sellAlone } from '@museum/testing'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { typeOn } from '../../../../tools/keyboard-layouts.ts'
import { anApiAtTheGate, asBoxOffice } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'
import { SoldTicketBody } from './sold-ticket.wire.ts'

const anApiWithTickets = async () => {
  const api = await anApiAtTheGate()
  const find = async (query: Readonly<Record<string, string>>) => {
    const response = await api.get(`/tickets?${new URLSearchParams(query).toString()}`, asBoxOffice)
    expect(response.status).toBe(200)
    const tickets = SoldTicketBody.strict()
      .array()
      .parse(await response.json())
    return { response, tickets, ids: tickets.map(({ ticketId }) => ticketId) }
  }
  return { ...api, find }
}

describe('findTickets', () => {
  it('finds a ticket by its confirmation code as a person types it', async () => {
    const { find, buy, get } = await anApiWithTickets()
    let { confirmationCode, ticketId } = await buy({})
    while (!/[yz]/.test(confirmationCode)) ({ confirmationCode, ticketId } = await buy({}))
    const spellings = [
      confirmationCode,
      confirmationCode.toUpperCase(),
      ` ${confirmationCode.replaceAll('-', ' – ')}\n`,
      `]Q1${confirmationCode}`,
      typeOn('Spanish', confirmationCode),
      typeOn('Swiss German', confirmationCode),
      confirmationCode.replace(/^ticket-[a-z]+-/, ''),
      confirmationCode
        .replace(/^ticket-[a-z]+-/, '')
        .replace('-', '')
        .toUpperCase(),
    ]
    for (const spelling of spellings) {
      const { response, tickets } = await find({ confirmationCode: spelling })
      expect(response.headers.get('X-Total-Count')).toBe('1')
      expect(tickets).toEqual([await (await get(`/tickets/${ticketId}`, asBoxOffice)).json()])
    }
  })

  it('finds nothing with a confirmation code that no ticket has', async () => {
    const { find } = await anApiWithTickets()
    for (const confirmationCode of ['ticket-event-zzzzzz-zzzzz', 'zzzzzz-zzzzz']) {
      const { response, tickets } = await find({ confirmationCode })
      expect([response.headers.get('X-Total-Count'), tickets]).toEqual(['0', []])
    }
  })

  it.each(['', 'x', 'k7m3-qx8p', 'a@example.org', 'ticket-event-000000-00000', "' or 1=1 --", '\u0000'])(
    'names the other searches for the text %j, which is no confirmation code',
    async (confirmationCode) => {
      const { get } = await anApiWithTickets()
      const query = new URLSearchParams({ confirmationCode })
      const response = await get(`/tickets?${query.toString()}`, asBoxOffice)
      expect(await faultsOf(response.clone())).toEqual([['confirmationCode', 'not-a-confirmation-code']])
      expect(await response.text()).toContain('email, the number of an order by GET /orders')
    },
  )

  it('finds the tickets of an e-mail address written in any case, in the order in which they were sold', async () => {
    const { find, buy } = await anApiWithTickets()
    const one = await buy({ email: 'Ada+gate@Example.org' })
    const two = await buy({ email: 'ada+gate@example.org' })
    const { ids, tickets } = await find({ email: 'ADA+GATE@example.ORG' })
    expect(ids).toEqual([one.ticketId, two.ticketId])
    expect(tickets.map(({ email }) => email)).toEqual(['Ada+gate@Example.org', 'ada+gate@example.org'])
    expect((await find({ email: 'ada@example.org' })).ids).toEqual([])
  })

  it('finds a ticket by an e-mail address that a purchase would refuse today', async () => {
    const { find, get, ports } = await anApiWithTickets()
    const email = 'a;=1|"<b>",@example.org'
    const ticket = aGeneralTicket({ purchaser: { email: Email.stored(email) } })
    await sellAlone(ports.tickets, ticket)
    const { tickets } = await find({ email: email.toUpperCase() })
    expect(tickets).toEqual([await (await get(`/tickets/${ticket.ticketId}`, asBoxOffice)).json()])
    expect(tickets).toMatchObject([{ ticketId: ticket.ticketId, email }])
  })

  it('finds the tickets for a date of an event, also after its deletion', async () => {
    const { find, buy, ticket, eventId, request } = await anApiWithTickets()
    const other = await buy({ ticketType: 'event', eventId, ticketDate: '2030-05-18' })
    expect((await find({ eventId: eventId.toUpperCase(), date: '2030-05-17' })).ids).toEqual([ticket.ticketId])
    expect((await find({ eventId, date: '2030-05-18' })).ids).toEqual([other.ticketId])
    expect((await find({ eventId: exampleId(77), date: '2030-05-17' })).ids).toEqual([])
    await request('DELETE', `/special-events/${eventId}`)
    const { tickets } = await find({ eventId, date: '2030-05-17' })
    expect(tickets).toMatchObject([{ ticketId: ticket.ticketId, state: 'cancelled', event: { eventId } }])
  })

  it('responds page by page, with links that keep the filter as it was sent', async () => {
    const { find, general } = await anApiWithTickets()
    const { response, ids } = await find({ email: 'Visitor@example.org', page: '2', limit: '1' })
    expect(ids).toEqual([general.ticketId])
    expect(response.headers.get('X-Total-Count')).toBe('2')
    const target = (page: number) => `</v1.1/tickets?email=Visitor%40example.org&page=${page}&limit=1>`
    expect(response.headers.get('Link')).toBe(
      `${target(1)}; rel="first", ${target(1)}; rel="prev", ${target(2)}; rel="last"`,
    )
    expect((await find({ email: 'visitor@example.org', page: '3', limit: '1' })).ids).toEqual([])
  })

  it('responds with 304 until a ticket changes, and to HEAD with the headers only', async () => {
    const { find, get, scanned, request } = await anApiWithTickets()
    const path = '/tickets?email=visitor@example.org'
    const { response } = await find({ email: 'visitor@example.org' })
    const etag = response.headers.get('ETag')!
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect((await get(path, { ...asBoxOffice, 'If-None-Match': etag })).status).toBe(304)
    const head = await request('HEAD', path, { headers: asBoxOffice })
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, etag, ''])
    await scanned()
    expect((await get(path, { ...asBoxOffice, 'If-None-Match': etag })).status).toBe(200)
  })

  it.each([
    ['', [['confirmationCode', 'filter-required']]],
    ['page=2', [['confirmationCode', 'filter-required']]],
    ['email=a@b&confirmationCode=zzzzzz-zzzzz', [['email', 'filters-combined']]],
    [
      'date=2030-05-17&email=a@b',
      [
        ['date', 'filters-combined'],
        ['eventId', 'missing'],
      ],
    ],
    [
      `confirmationCode=zzzzzz-zzzzz&email=a@b&eventId=${exampleId(1)}&date=2030-05-17`,
      [
        ['email', 'filters-combined'],
        ['eventId', 'filters-combined'],
        ['date', 'filters-combined'],
      ],
    ],
    [`eventId=${exampleId(1)}`, [['date', 'missing']]],
    ['date=2030-05-17', [['eventId', 'missing']]],
    ['email=', [['email', 'not-an-email']]],
    ['email=visitor', [['email', 'not-an-email']]],
    ['email=a+b@example.org', [['email', 'not-an-email']]],
    ['email=a@b&email=c@d', [['email', 'sent-twice']]],
    [
      'eventId=17&date=17&limit=0',
      [
        ['eventId', 'not-a-uuid'],
        ['date', 'not-a-calendar-date'],
        ['limit', 'out-of-range'],
      ],
    ],
  ])('responds with 400 to the query %j, and names the parameters: %j', async (query, faults) => {
    const { get } = await anApiAtTheGate()
    expect(await faultsOf(await get(`/tickets?${query}`, asBoxOffice))).toEqual(faults)
  })

  it('says in words which filter is missing, and which ones exclude each other', async () => {
    const { get } = await anApiAtTheGate()
    const detailOf = async (query: string) => (await problemOf(await get(`/tickets?${query}`, asBoxOffice))).detail
    expect(await detailOf('')).toBe('confirmationCode or email, or eventId and date, is required.')
    expect(await detailOf('email=a@b&confirmationCode=zzzzzz-zzzzz')).toBe(
      'email must not be sent with confirmationCode.',
    )
    expect(await detailOf(`eventId=${exampleId(1)}`)).toBe('date is required with eventId.')
  })

  it('responds with 403 to the gate, also to a faulty query', async () => {
    const { get } = await anApiAtTheGate()
    for (const query of ['', '?email=visitor@example.org'])
      expect((await problemOf(await get(`/tickets${query}`))).slug).toBe('forbidden')
  })
})

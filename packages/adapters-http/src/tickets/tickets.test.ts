import { describe, expect, it } from '@jest/globals'
import { readInMemoryTicket } from '@museum/application/in-memory'
import { CalendarDate } from '@museum/domain'
import { aMuseumApi, event, generalOrder, uuid } from '../../test/a-museum-api.ts'
import { TicketConfirmation } from './ticket.wire.ts'

const unknown = '00000000-0000-7000-8000-00000000dead'
const setUp = async () => {
  const api = aMuseumApi()
  const { eventId } = (await (await api.send('POST', '/special-events', event)).json()) as { eventId: string }
  const eventOrder = { ...generalOrder, ticketType: 'event', eventId }
  const buy = (order: object) => api.send('POST', '/tickets', order)
  const bought = async (order: object) => {
    const response = await buy(order)
    expect(response.status).toBe(201)
    return TicketConfirmation.strict().parse(await response.json())
  }
  return { ...api, eventId, eventOrder, buy, bought }
}
const problemOf = async (response: Response) => {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  const { type, errors = [] } = (await response.json()) as {
    type: string
    errors?: { pointer: string; code: string }[]
  }
  return [response.status, type.replace('/problems/', ''), errors.map(({ pointer, code }) => `${pointer} ${code}`)]
}

describe('buyMuseumTickets', () => {
  it('confirms a general ticket with exactly its members', async () => {
    const { buy } = await setUp()
    const response = await buy({ ...generalOrder, phone: '+1(234)-567-8910' })
    const body = TicketConfirmation.strict().parse(await response.json())
    expect(body).toEqual({
      message: 'Museum general entry ticket purchased',
      ticketId: expect.stringMatching(uuid),
      ticketType: 'general',
      ticketDate: '2030-05-17',
      confirmationCode: expect.stringMatching(/^ticket-general-[a-hj-km-np-z2-9]{6}-[a-hj-km-np-z2-9]{5}$/),
    })
    expect(response.headers.get('Location')).toBe(`/v1.1/tickets/${body.ticketId}/qr`)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('ETag')).toBeNull()
  })

  it('confirms an event ticket with the name of the event', async () => {
    const { bought, eventOrder } = await setUp()
    expect(await bought(eventOrder)).toEqual({
      message: 'Museum special event ticket purchased',
      eventName: event.name,
      ticketId: expect.stringMatching(uuid),
      ticketType: 'event',
      ticketDate: '2030-05-17',
      confirmationCode: expect.stringMatching(/^ticket-event-/),
    })
  })

  it('accepts null for phone, and for the eventId of a general ticket, as absent', async () => {
    const { bought } = await setUp()
    expect(await bought({ ...generalOrder, phone: null, eventId: null })).not.toHaveProperty('eventName')
  })

  it('ignores the eventId of a general ticket, but not a malformed one', async () => {
    const { bought, buy } = await setUp()
    expect(await bought({ ...generalOrder, eventId: unknown })).toMatchObject({ ticketType: 'general' })
    expect(await problemOf(await buy({ ...generalOrder, eventId: 'x' }))).toEqual([
      400,
      'validation-failed',
      ['#/eventId not-a-uuid'],
    ])
  })

  it('stores e-mail and phone as sent', async () => {
    const { bought, ports } = await setUp()
    const purchaser = { email: 'Ünal.O’Hara@例え.jp', phone: '+1(234)-567-8910' }
    const { ticketId } = await bought({ ...generalOrder, ...purchaser })
    expect((await ports.tickets.find(ticketId as never))?.purchaser).toEqual(purchaser)
  })

  it('answers 404 for an unknown or deleted event, the only 404', async () => {
    const { buy, ask, eventId, eventOrder } = await setUp()
    expect(await problemOf(await buy({ ...eventOrder, eventId: unknown }))).toEqual([404, 'event-not-found', []])
    await ask('DELETE', `/special-events/${eventId}`)
    expect(await problemOf(await buy(eventOrder))).toEqual([404, 'event-not-found', []])
  })

  it.each([
    ['event-id-required', { ticketType: 'event' }, '#/eventId'],
    ['event-id-required', { ticketType: 'event', eventId: null }, '#/eventId'],
    ['date-in-the-past', { ticketDate: '2030-04-30' }, '#/ticketDate'],
  ])('refuses with %s', async (code, but, pointer) => {
    const { buy } = await setUp()
    expect(await problemOf(await buy({ ...generalOrder, ...but }))).toEqual([
      400,
      'validation-failed',
      [`${pointer} ${code}`],
    ])
  })

  it('refuses with event-not-on-that-date', async () => {
    const { buy, eventOrder } = await setUp()
    const outcome = await problemOf(await buy({ ...eventOrder, ticketDate: '2030-05-19' }))
    expect(outcome).toEqual([400, 'validation-failed', ['#/ticketDate event-not-on-that-date']])
  })

  it('refuses with museum-closed, its own problem type', async () => {
    const { buy, bought, ports, eventOrder } = await setUp()
    await ports.museumHours.setException(CalendarDate('2030-05-17'), 'closed')
    const response = await buy(generalOrder)
    expect(await response.clone().json()).toMatchObject({
      title: 'Validation failed: the museum is closed on that date',
    })
    expect(await problemOf(response)).toEqual([400, 'museum-closed', ['#/ticketDate museum-closed']])
    // An event ticket is not checked against the hours.
    await bought(eventOrder)
  })

  it('sells for today all day', async () => {
    const { bought } = await setUp()
    await bought({ ...generalOrder, ticketDate: '2030-05-01' })
  })

  it('tells every rule that fails at once', async () => {
    const { buy } = await setUp()
    const outcome = await problemOf(await buy({ ...generalOrder, ticketType: 'event', ticketDate: '2030-01-01' }))
    expect(outcome).toEqual([
      400,
      'validation-failed',
      ['#/eventId event-id-required', '#/ticketDate date-in-the-past'],
    ])
  })

  it('tells every fault of shape at once, before any rule', async () => {
    const { buy } = await setUp()
    const outcome = await problemOf(await buy({ ticketType: 'vip', ticketDate: 'soon', eventId: 7, phone: '12' }))
    expect(outcome).toEqual([
      400,
      'validation-failed',
      [
        '#/ticketType unknown-value',
        '#/eventId wrong-type',
        '#/ticketDate not-a-calendar-date',
        '#/email missing',
        '#/phone not-a-phone',
      ],
    ])
    expect(await problemOf(await buy({ ticketType: 'event', ticketDate: '2020-01-01' }))).toEqual([
      400,
      'validation-failed',
      ['#/email missing'],
    ])
  })

  it.each([
    ['email', 'not-an-email', ['', 'a', 'a@b@c', 'a@b\r\nc', `${'x'.repeat(250)}@b.org`]],
    ['phone', 'not-a-phone', ['', '12', 'phone', '1'.repeat(33), '123\n']],
    ['ticketDate', 'not-a-calendar-date', ['', '2030-02-30', '2030-5-17', '2030-05-17T00:00:00Z']],
  ])('refuses a faulty %s with %s', async (member, code, values) => {
    const { buy } = await setUp()
    for (const value of values)
      expect(await problemOf(await buy({ ...generalOrder, [member]: value }))).toEqual([
        400,
        'validation-failed',
        [`#/${member} ${code}`],
      ])
  })
})

describe('getTicketCode', () => {
  it('answers the image as PNG, with its name and how it may be kept', async () => {
    const { bought, ask } = await setUp()
    const { ticketId, confirmationCode } = await bought(generalOrder)
    const response = await ask('GET', `/tickets/${ticketId}/qr`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/png')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(response.headers.get('ETag')).toMatch(/^"[\w-]{22}"$/)
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="${confirmationCode}.png"`)
    expect(await readInMemoryTicket(new Uint8Array(await response.arrayBuffer()))).toBe(
      `${ticketId}.${confirmationCode}`,
    )
  })

  it('answers the same bytes again, and 304 to who has them', async () => {
    const { bought, ask } = await setUp()
    const path = `/tickets/${(await bought(generalOrder)).ticketId.toUpperCase()}/qr`
    const [one, two] = [await ask('GET', path), await ask('GET', path)]
    const etag = one.headers.get('ETag')!
    expect(two.headers.get('ETag')).toBe(etag)
    expect(new Uint8Array(await one.arrayBuffer())).toEqual(new Uint8Array(await two.arrayBuffer()))
    const again = await ask('GET', path, { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('answers 410 for a cancelled ticket, whatever the asker has already', async () => {
    const { bought, ask, eventId, eventOrder } = await setUp()
    const path = `/tickets/${(await bought(eventOrder)).ticketId}/qr`
    const etag = (await ask('GET', path)).headers.get('ETag')!
    await ask('DELETE', `/special-events/${eventId}`)
    expect(await problemOf(await ask('GET', path, { headers: { 'If-None-Match': etag } }))).toEqual([
      410,
      'ticket-cancelled',
      [],
    ])
  })

  it('answers 410 for a ticket whose date was taken from the event', async () => {
    const { bought, ask, send, eventId, eventOrder } = await setUp()
    const [gone, stays] = [await bought(eventOrder), await bought({ ...eventOrder, ticketDate: '2030-05-18' })]
    await send('PATCH', `/special-events/${eventId}`, { dates: ['2030-05-18'] })
    expect((await ask('GET', `/tickets/${gone.ticketId}/qr`)).status).toBe(410)
    expect((await ask('GET', `/tickets/${stays.ticketId}/qr`)).status).toBe(200)
  })

  it('answers 404 ticket-not-found, and 400 to a malformed identifier', async () => {
    const { ask } = await setUp()
    expect(await problemOf(await ask('GET', `/tickets/${unknown}/qr`))).toEqual([404, 'ticket-not-found', []])
    const response = await ask('GET', '/tickets/ticket-general-abcdef-23456/qr')
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'ticketId', code: 'not-a-uuid' }] })
  })
})

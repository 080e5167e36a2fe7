import { describe, expect, it } from '@jest/globals'
import { CalendarDate, TicketId } from '@museum/domain'
import { changeHours } from '@museum/testing'
import { event, generalOrder, uuid } from '../../test/a-museum-api.ts'
import { anApiWithAnEvent, strictConfirmation } from '../../test/an-api-with-an-event.ts'
import { outcomeOf } from '../../test/problem-of.ts'

const unknown = '00000000-0000-7000-8000-00000000dead'

describe('buyMuseumTickets', () => {
  it('responds with 201 and the confirmation of a general ticket', async () => {
    const { buy } = await anApiWithAnEvent()
    const response = await buy({ ...generalOrder, phone: '+1(234)-567-8910' })
    const body = strictConfirmation.parse(await response.json())
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

  it('responds with the name of the event when the ticket is for an event', async () => {
    const { bought, eventOrder } = await anApiWithAnEvent()
    expect(await bought(eventOrder)).toEqual({
      message: 'Museum special event ticket purchased',
      eventName: event.name,
      ticketId: expect.stringMatching(uuid),
      ticketType: 'event',
      ticketDate: '2030-05-17',
      confirmationCode: expect.stringMatching(/^ticket-event-/),
    })
  })

  it('treats a phone of null, and an eventId of null for a general ticket, as absent', async () => {
    const { bought } = await anApiWithAnEvent()
    expect(await bought({ ...generalOrder, phone: null, eventId: null })).not.toHaveProperty('eventName')
  })

  it('ignores the eventId of a general ticket unless it is malformed', async () => {
    const { bought, buy } = await anApiWithAnEvent()
    expect(await bought({ ...generalOrder, eventId: unknown })).toMatchObject({ ticketType: 'general' })
    expect(await outcomeOf(await buy({ ...generalOrder, eventId: 'x' }))).toEqual([
      400,
      'validation-failed',
      ['#/eventId not-a-uuid'],
    ])
  })

  it('stores the e-mail address and the phone number unchanged', async () => {
    const { bought, ports } = await anApiWithAnEvent()
    const purchaser = { email: 'Ünal.O’Hara@例え.jp', phone: '+1(234)-567-8910' }
    const { ticketId } = await bought({ ...generalOrder, ...purchaser })
    expect((await ports.tickets.find(TicketId(ticketId)))?.purchaser).toEqual(purchaser)
  })

  it('responds with 404 event-not-found when the event is unknown or deleted', async () => {
    const { buy, request, eventId, eventOrder } = await anApiWithAnEvent()
    expect(await outcomeOf(await buy({ ...eventOrder, eventId: unknown }))).toEqual([404, 'event-not-found', []])
    await request('DELETE', `/special-events/${eventId}`)
    expect(await outcomeOf(await buy(eventOrder))).toEqual([404, 'event-not-found', []])
  })

  it.each([
    ['event-id-required', { ticketType: 'event' }, '#/eventId'],
    ['event-id-required', { ticketType: 'event', eventId: null }, '#/eventId'],
    ['date-in-the-past', { ticketDate: '2030-04-30' }, '#/ticketDate'],
  ])('reports the rule %s: %j', async (code, changes, pointer) => {
    const { buy } = await anApiWithAnEvent()
    expect(await outcomeOf(await buy({ ...generalOrder, ...changes }))).toEqual([
      400,
      'validation-failed',
      [`${pointer} ${code}`],
    ])
  })

  it('reports the rule event-not-on-that-date', async () => {
    const { buy, eventOrder } = await anApiWithAnEvent()
    const outcome = await outcomeOf(await buy({ ...eventOrder, ticketDate: '2030-05-19' }))
    expect(outcome).toEqual([400, 'validation-failed', ['#/ticketDate event-not-on-that-date']])
  })

  it('reports the rule museum-closed as a separate problem type, for general tickets only', async () => {
    const { buy, bought, ports, eventOrder } = await anApiWithAnEvent()
    await changeHours(ports.museumHours, { date: CalendarDate('2030-05-17'), hours: 'closed' })
    const response = await buy(generalOrder)
    expect(await response.clone().json()).toMatchObject({
      title: 'Validation failed: the museum is closed on that date',
    })
    expect(await outcomeOf(response)).toEqual([400, 'museum-closed', ['#/ticketDate museum-closed']])
    await bought(eventOrder)
  })

  it('sells a general ticket for today', async () => {
    const { bought } = await anApiWithAnEvent()
    await bought({ ...generalOrder, ticketDate: '2030-05-01' })
  })

  it('reports all rules that failed together', async () => {
    const { buy } = await anApiWithAnEvent()
    const outcome = await outcomeOf(await buy({ ...generalOrder, ticketType: 'event', ticketDate: '2030-01-01' }))
    expect(outcome).toEqual([
      400,
      'validation-failed',
      ['#/eventId event-id-required', '#/ticketDate date-in-the-past'],
    ])
  })

  it('reports all schema validation errors together, and then checks no rules', async () => {
    const { buy } = await anApiWithAnEvent()
    const outcome = await outcomeOf(await buy({ ticketType: 'vip', ticketDate: 'soon', eventId: 7, phone: '12' }))
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
    expect(await outcomeOf(await buy({ ticketType: 'event', ticketDate: '2020-01-01' }))).toEqual([
      400,
      'validation-failed',
      ['#/email missing'],
    ])
  })

  it.each([
    ['email', 'not-an-email', ['', 'a', 'a@b@c', 'a@b\r\nc', `${'x'.repeat(250)}@b.org`, 'a;b@c', '"a"@b', 'a@b(c)']],
    ['phone', 'not-a-phone', ['', '12', 'phone', '1'.repeat(33), '123\n']],
    ['ticketDate', 'not-a-calendar-date', ['', '2030-02-30', '2030-5-17', '2030-05-17T00:00:00Z']],
  ])('reports for %s the fault %s', async (member, code, values) => {
    const { buy } = await anApiWithAnEvent()
    for (const value of values)
      expect(await outcomeOf(await buy({ ...generalOrder, [member]: value }))).toEqual([
        400,
        'validation-failed',
        [`#/${member} ${code}`],
      ])
  })
})

import { describe, expect, it } from '@jest/globals'
import type { MessageContent } from '@museum/application'
import {
  EventLocation,
  EventName,
  Instant,
  type Message,
  OrderId,
  OrderLabel,
  Email,
  Percentage,
  Price,
  PriceCategoryId,
  PriceCategoryName,
  type SpecialEvent,
  TicketId,
  TimeOfDay,
  isRefusal,
  messageTypes,
} from '@museum/domain'
import { anApiAtTheGate, asBoxOffice } from '../../test/an-api-at-the-gate.ts'
import { document } from '../../test/consumer/openapi.ts'
import { faultsBySchema } from '../../test/consumer/schema-check.ts'
import { renderMessage } from './message.wire.ts'

const at = Instant(Date.UTC(2030, 4, 17, 19, 0, 0, 250))
const timestamp = '2030-05-17T19:00:00.250Z'
const parse = (text: string) => JSON.parse(text) as Record<string, unknown>

/** A museum with an order of two tickets, a cancelled one among them, whose purchaser gave an e-mail address and a phone number. */
const aMuseumWithOrder = async (
  settle?: (api: Awaited<ReturnType<typeof anApiAtTheGate>>, ticketId: string) => Promise<unknown>,
) => {
  const api = await anApiAtTheGate()
  const { send, request, museum, eventId } = api
  const order = {
    items: [
      { ticketType: 'event', eventId, ticketDate: '2030-05-17' },
      { ticketType: 'general', ticketDate: '2030-05-17' },
    ],
    email: 'family@example.org',
    phone: '12345',
    payment: { method: 'card', reference: 'receipt-4711' },
  }
  const placed = (await (await send('POST', '/orders', order, asBoxOffice)).json()) as {
    orderId: string
    tickets: { ticketId: string }[]
  }
  const { orderId } = placed
  const { ticketId } = placed.tickets[0]!
  await request('POST', `/tickets/${ticketId}/cancellation`)
  await settle?.(api, ticketId)
  const found = await museum.getOrder(OrderId(orderId))
  const ticket = await museum.getTicket(TicketId(ticketId))
  if (isRefusal(found) || isRefusal(ticket)) throw new Error('there is no such order')
  const refunds = await museum.findRefunds([ticket])
  const read = async (path: string) => parse(await (await request('GET', path, { headers: asBoxOffice })).text())
  return { ...api, orderId, ticketId, found, ticket: { ticket, refunds }, read }
}

describe('the body of a message', () => {
  it.each(messageTypes.filter((type) => type.startsWith('special-event.')))(
    'of the type %s is the special event as GET shows it, with type and timestamp',
    async (type) => {
      const { museum, eventId, read } = await aMuseumWithOrder()
      const event = (await museum.getSpecialEvent(eventId as SpecialEvent['eventId'])) as SpecialEvent
      const message = { type, event, at } as Message
      expect(parse(renderMessage({ message }, false))).toEqual({
        type,
        timestamp,
        ...(await read(`/special-events/${eventId}`)),
      })
    },
  )

  it.each(['ticket.sold', 'ticket.cancelled'] as const)(
    'of the type %s is the ticket as the box office sees it, its refund too',
    async (type) => {
      const { ticketId, ticket, read } = await aMuseumWithOrder()
      const message = { type, ticketId: TicketId(ticketId), at }
      const shown = { type, timestamp, ...(await read(`/tickets/${ticketId}`)) }
      expect(shown).toMatchObject({ refund: { state: 'due' }, email: 'family@example.org', phone: '12345' })
      expect(parse(renderMessage({ message, ticket }, true))).toEqual(shown)
      const { email: _, phone: __, confirmationCode, ...without } = shown as Record<string, unknown>
      expect(confirmationCode).toMatch(/^ticket-/)
      expect(parse(renderMessage({ message, ticket }, false))).toEqual(without)
    },
  )

  it('of the type order.created is the order as the box office sees it', async () => {
    const { orderId, found, read } = await aMuseumWithOrder()
    const message = { type: 'order.created', orderId: OrderId(orderId), at } as const
    const shown = { type: 'order.created', timestamp, ...(await read(`/orders/${orderId}`)) }
    expect(shown).toMatchObject({ email: 'family@example.org', tickets: [{ state: 'cancelled' }, { state: 'valid' }] })
    expect(parse(renderMessage({ message, order: found }, true))).toEqual(shown)
    const without = renderMessage({ message, order: found }, false)
    expect(without).not.toMatch(/family@|12345|"email"|"phone"|"confirmationCode"|"reference"|4711/)
    for (const { confirmationCode } of found.order.tickets) expect(without).not.toContain(confirmationCode)
    expect(parse(without)).toMatchObject({
      orderId,
      payment: { method: 'card' },
      tickets: [{ state: 'cancelled' }, { state: 'valid' }],
    })
  })

  it('has the entry time of a ticket, alone and in an order', async () => {
    const { ticketId, ticket, found } = await aMuseumWithOrder()
    const timed = { ...ticket.ticket, entryTime: TimeOfDay('11:30') }
    const ofTicket = { type: 'ticket.sold', ticketId: TicketId(ticketId), at } as const
    const ofOrder = { type: 'order.created', orderId: found.order.orderId, at } as const
    const order = { ...found, order: { ...found.order, tickets: [timed] as const } }
    for (const withPurchaser of [true, false]) {
      expect(
        parse(renderMessage({ message: ofTicket, ticket: { ...ticket, ticket: timed } }, withPurchaser)),
      ).toMatchObject({ entryTime: '11:30' })
      expect(parse(renderMessage({ message: ofOrder, order }, withPurchaser))).toMatchObject({
        tickets: [{ entryTime: '11:30' }],
      })
      expect(renderMessage({ message: ofTicket, ticket }, withPurchaser)).not.toContain('entryTime')
    }
  })

  it('has the label of an order, which may name a person, only with the purchaser', async () => {
    const { found } = await aMuseumWithOrder()
    const message = { type: 'order.created', orderId: found.order.orderId, at } as const
    const order = { ...found, order: { ...found.order, label: OrderLabel('Class 7b') } }
    expect(parse(renderMessage({ message, order }, true))).toMatchObject({ label: 'Class 7b' })
    expect(renderMessage({ message, order }, false)).not.toMatch(/label|Class 7b/)
  })

  it('has the reference of a refund only with the purchaser', async () => {
    const { ticketId, ticket, found } = await aMuseumWithOrder(({ send }, cancelled) =>
      send('POST', `/tickets/${cancelled}/refund`, { method: 'card', reference: 'receipt-4712' }, asBoxOffice),
    )
    const ofTicket = { message: { type: 'ticket.cancelled', ticketId: TicketId(ticketId), at }, ticket } as const
    const ofOrder = { message: { type: 'order.created', orderId: found.order.orderId, at }, order: found } as const
    for (const content of [ofTicket, ofOrder]) {
      expect(renderMessage(content, true)).toContain('receipt-4712')
      expect(renderMessage(content, false)).toContain('"settled"')
      expect(renderMessage(content, false)).not.toContain('receipt-')
    }
  })

  it.each(['museum-hours.changed', 'webhook.test'] as const)('of the type %s has nothing else', (type) => {
    expect(parse(renderMessage({ message: { type, at } }, true))).toEqual({ type, timestamp })
  })

  it('conforms to its schema in the OpenAPI document, which has an entry for each type', async () => {
    const { museum, eventId, ticketId, orderId, ticket, found: order } = await aMuseumWithOrder()
    const event = (await museum.getSpecialEvent(eventId as SpecialEvent['eventId'])) as SpecialEvent
    const contents: Record<Message['type'], MessageContent> = {
      'special-event.created': { message: { type: 'special-event.created', event, at } },
      'special-event.updated': { message: { type: 'special-event.updated', event, at } },
      'special-event.deleted': { message: { type: 'special-event.deleted', event, at } },
      'special-event.restored': { message: { type: 'special-event.restored', event, at } },
      'museum-hours.changed': { message: { type: 'museum-hours.changed', at } },
      'ticket.sold': { message: { type: 'ticket.sold', ticketId: TicketId(ticketId), at }, ticket },
      'ticket.cancelled': { message: { type: 'ticket.cancelled', ticketId: TicketId(ticketId), at }, ticket },
      'order.created': { message: { type: 'order.created', orderId: OrderId(orderId), at }, order },
      'webhook.test': { message: { type: 'webhook.test', at } },
    }
    const described = Object.entries(document.webhooks).map(([name, { post }]) => {
      const type = /`(.+)`/.exec(post!.description)![1] as Message['type']
      const { schema } = post!.requestBody!.content['application/json']!
      for (const withPurchaser of [true, false])
        expect(faultsBySchema(schema, parse(renderMessage(contents[type], withPurchaser)))).toEqual([])
      expect(faultsBySchema(schema, { type: 'other', timestamp })).not.toEqual([])
      expect(post!.parameters!.map((parameter) => [parameter.in, parameter.name])).toEqual([
        ['header', 'webhook-id'],
        ['header', 'webhook-timestamp'],
        ['header', 'webhook-signature'],
      ])
      return [type, name]
    })
    expect(Object.fromEntries(described)).toEqual({
      'special-event.created': 'publishNewEvent',
      'special-event.updated': 'publishChangedEvent',
      'special-event.deleted': 'publishDeletedEvent',
      'special-event.restored': 'publishRestoredEvent',
      'museum-hours.changed': 'publishChangedHours',
      'ticket.sold': 'publishSoldTicket',
      'ticket.cancelled': 'publishCancelledTicket',
      'order.created': 'publishNewOrder',
      'webhook.test': 'publishTest',
    })
  })

  it('has at most 131,072 bytes: the tickets of an order that would be longer are without event and purchaser', async () => {
    const { orderId, found } = await aMuseumWithOrder()
    const [ofEvent] = found.order.tickets
    if (ofEvent?.ticketType !== 'event') throw new Error('not an event ticket')
    const long = '🦣'.repeat(255)
    const ticket = {
      ...ofEvent,
      price: Price(1_000),
      entryTime: TimeOfDay('11:30'),
      event: { ...ofEvent.event, name: EventName(long), location: EventLocation(long) },
      priceCategory: {
        priceCategory: PriceCategoryId('child'),
        name: PriceCategoryName('🦣'.repeat(60)),
        percentage: Percentage(50),
      },
      purchaser: { email: Email.stored(`${'é'.repeat(200)}@example.org`) },
    }
    const bodyWithTickets = (count: number) => {
      const order = { ...found, order: { ...found.order, tickets: Array.from({ length: count }, () => ticket) } }
      return renderMessage({ message: { type: 'order.created', orderId: OrderId(orderId), at }, order }, true)
    }
    expect(bodyWithTickets(30)).toContain('"location"')
    for (let count = 30; count <= 50; count += 1)
      expect(Buffer.byteLength(bodyWithTickets(count))).toBeLessThanOrEqual(131_072)
    const largest = parse(bodyWithTickets(50)) as { email: string; tickets: object[] }
    expect([largest.email, largest.tickets.length]).toEqual([ticket.purchaser.email, 50])
    expect(largest.tickets[0]).toMatchObject({ ticketId: ticket.ticketId, price: 10 })
    for (const member of ['event', 'email', 'phone']) expect(largest.tickets[0]).not.toHaveProperty(member)
  })
})

import { changeHours } from '../in-memory/change-hours.ts'
import type { ImportedEvent, StoredWebhook } from '@museum/application'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  Email,
  EventId,
  Instant,
  type Message,
  type MessageType,
  OrderId,
  type SpecialEvent,
  type Ticket,
  TicketId,
  WebhookId,
  isRefusal,
  messageTypes,
  refuse,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, hours, someDates } from '../examples/index.ts'
import { aSale, sellAlone } from '../in-memory/a-sale.ts'
import { aWebhook } from '../in-memory/a-webhook.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { anOrderCancellation, anOrderChange } from '../in-memory/an-order-change.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const event = aSpecialEvent()
const [all, sold] = [1, 2].map((n) => WebhookId(exampleId(500 + n))) as [WebhookId, WebhookId]
const soldAt = Instant(Date.UTC(2030, 4, 1, 10))
const changedAt = Instant(Date.UTC(2030, 4, 2, 10))
const entry = anAuditEntry({ at: changedAt })
const entryOf = () => entry
const refusal = refuse('forbidden', 'because')
const idOf = (n: number) => TicketId(exampleId(1_000 + n))
const orderId = OrderId(exampleId(9_000))
const numbered = (n: number) => ({
  ticketId: idOf(n),
  confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
})
const eventTicket = (n: number) => anEventTicket(numbered(n))
const generalTicket = (n: number) => aGeneralTicket(numbered(n))
const inOrder = (ticket: Ticket): Ticket => ({ ...ticket, orderId })
const soldMessage = (n: number) => ({ type: 'ticket.sold', ticketId: idOf(n), at: soldAt })
const cancelledMessage = (n: number) => ({ type: 'ticket.cancelled', ticketId: idOf(n), at: changedAt })
const byTicket = (messages: readonly Message[]) =>
  messages.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
const failing = () => {
  throw new Error('no entry')
}

/**
 * The tests of the messages that repositories record with their changes. Every repository of events, of tickets, of orders
 * and of the museum's hours must pass them, with that of deliveries. Run them once per adapter.
 */
export const messageRecordingContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the messages that are recorded in ${adapter}`, open, ({ it, servers }) => {
    const addWebhook = async (
      webhookId: WebhookId,
      types: readonly MessageType[],
      but: Partial<StoredWebhook> = {},
    ) => {
      await servers.one.webhooks.add(aWebhook({ webhookId, types, ...but }), anAuditEntry())
    }
    const subscribeToAll = () => addWebhook(all, messageTypes)
    /** Delivers what waits for a webhook, and returns the messages in the order of their deliveryIds. */
    const take = async (webhookId = all): Promise<readonly Message[]> => {
      const { deliveries } = servers.other
      const taken = new Map<number, Message>()
      for (;;) {
        const claimed = await deliveries.claim(webhookId, 100)
        if (claimed.length === 0) break
        for (const { deliveryId, message } of claimed) taken.set(deliveryId, message as Message)
        await deliveries.settle(
          claimed.map((delivery) => ({ delivery, at: changedAt, result: 'delivered', status: 204 })),
        )
      }
      return [...taken].toSorted(([a], [b]) => a - b).map(([, message]) => message)
    }
    const addEvent = () => servers.one.specialEvents.add(event, entry)
    const cancel = (n: number) =>
      servers.one.tickets.cancel(
        idOf(n),
        () => undefined,
        () => entry,
      )
    const sellOrder = (...tickets: readonly [Ticket, ...Ticket[]]) =>
      servers.one.tickets.sell(
        ...aSale(tickets.map(inOrder) as readonly Ticket[] as typeof tickets, {
          order: { orderId },
        }),
      )
    const importEvents = async (...events: readonly ImportedEvent[]) => {
      const outcomes = []
      for await (const some of servers.one.specialEvents.addImported(events)) outcomes.push(...some)
      return outcomes
    }

    it('are recorded for created, updated, deleted and restored events, with the event after the change or before the deletion', async () => {
      await subscribeToAll()
      const [created, keyed] = [event, aSpecialEvent({ eventId: EventId(exampleId(2)) })]
      await servers.one.specialEvents.add(created, entry)
      const record = { username: 'curator', idempotencyKey: 'key', fingerprint: 'f', answer: '{}' }
      await servers.one.specialEvents.add(keyed, entry, record)
      const updated = { ...created, ...aSpecialEvent({ dates: someDates('2030-05-18') }), revision: 2 }
      await servers.one.specialEvents.update<never>(event.eventId, () => updated, entryOf)
      await servers.one.specialEvents.remove(event.eventId, () => undefined, entryOf)
      const restored = await servers.one.specialEvents.restore(event.eventId, entryOf)
      const about = (type: MessageType, of: unknown) => ({ type, event: of, at: changedAt })
      expect(await take()).toEqual([
        about('special-event.created', created),
        about('special-event.created', keyed),
        about('special-event.updated', updated),
        about('special-event.deleted', updated),
        about('special-event.restored', (restored as { event: SpecialEvent }).event),
      ])
    })

    it('are recorded for the events that an import stores', async () => {
      await subscribeToAll()
      const imported = (row: number, n = row): ImportedEvent => ({
        event: aSpecialEvent({ eventId: EventId(exampleId(n)) }),
        entry,
        importKey: `row ${row}`,
      })
      expect(await importEvents(imported(1), imported(2))).toEqual(['created', 'created'])
      expect(await importEvents(imported(1, 11), imported(2, 12), imported(3))).toEqual([
        'imported-before',
        'imported-before',
        'created',
      ])
      expect(await take()).toEqual(
        [1, 2, 3].map((n) => ({ type: 'special-event.created', event: imported(n).event, at: changedAt })),
      )
    })

    it('are one when a date is removed or an event is deleted, however many tickets that cancels', async () => {
      await addEvent()
      for (const n of [1, 2, 3]) await sellAlone(servers.one.tickets, eventTicket(n))
      await subscribeToAll()
      const later = { ...event, ...aSpecialEvent({ dates: someDates('2030-05-18') }), revision: 2 }
      await servers.one.specialEvents.update<never>(event.eventId, () => later, entryOf)
      expect(await servers.one.tickets.find(idOf(1))).toMatchObject({ state: 'cancelled' })
      await servers.one.specialEvents.remove(event.eventId, () => undefined, entryOf)
      expect((await take()).map(({ type }) => type)).toEqual(['special-event.updated', 'special-event.deleted'])
    })

    it('are recorded for changed hours of the museum', async () => {
      await subscribeToAll()
      await changeHours(servers.one.museumHours, { weekday: 'monday', hours: 'closed' }, entryOf)
      await changeHours(servers.one.museumHours, { weekday: 'monday', hours: 'closed' }, entryOf)
      await changeHours(
        servers.one.museumHours,
        { date: CalendarDate('2031-01-01'), hours: hours('10:00', '12:00') },
        entryOf,
      )
      expect(await take()).toEqual(Array.from({ length: 2 }, () => ({ type: 'museum-hours.changed', at: changedAt })))
    })

    it('are recorded for tickets that are sold alone, together or in an order, and for the order', async () => {
      await addEvent()
      await subscribeToAll()
      await sellAlone(servers.one.tickets, generalTicket(1))
      expect(await take()).toEqual([soldMessage(1)])
      const numbers = Array.from({ length: 40 }, (_, n) => 10 + n)
      await Promise.all(
        numbers.map((n) =>
          sellAlone(servers[n % 3 === 0 ? 'one' : 'other'].tickets, n % 2 === 0 ? eventTicket(n) : generalTicket(n)),
        ),
      )
      expect(byTicket(await take())).toEqual(numbers.map(soldMessage))
      await sellOrder(eventTicket(3), generalTicket(2), eventTicket(4))
      expect(await take()).toEqual([
        { type: 'order.created', orderId, at: soldAt },
        soldMessage(3),
        soldMessage(2),
        soldMessage(4),
      ])
    })

    it('are not recorded for concurrent sales that are refused', async () => {
      await addEvent()
      await servers.one.capacities.setForEvent(event.eventId, Capacity(5), entryOf)
      await subscribeToAll()
      const numbers = Array.from({ length: 12 }, (_, n) => 10 + n)
      const outcomes = await Promise.all(numbers.map((n) => sellAlone(servers.one.tickets, eventTicket(n))))
      const accepted = numbers.filter((_, n) => !isRefusal(outcomes[n]!))
      expect(accepted).toHaveLength(5)
      expect(byTicket(await take())).toEqual(accepted.map(soldMessage))
    })

    it('are recorded for tickets that are cancelled individually or with their order, each once', async () => {
      await addEvent()
      await sellAlone(servers.one.tickets, generalTicket(1))
      await sellOrder(eventTicket(2), generalTicket(3), eventTicket(4))
      await subscribeToAll()
      for (const n of [1, 3, 3]) await cancel(n)
      expect(await take()).toEqual([cancelledMessage(1), cancelledMessage(3)])
      for (let again = 0; again < 2; again += 1)
        await servers.one.orders.change(orderId, anOrderCancellation(undefined, entryOf))
      expect(byTicket(await take())).toEqual([cancelledMessage(2), cancelledMessage(4)])
    })

    it('are an e-mail with the tickets of an order that are not cancelled when its address is corrected', async () => {
      await addEvent()
      await sellOrder(eventTicket(2), generalTicket(3), eventTicket(4))
      await cancel(3)
      await servers.one.deliveries.setMailOn(true)
      const purchaser = { email: Email('visitor@example.org') }
      const correct = () =>
        servers.one.orders.change(
          orderId,
          anOrderChange(() => ({ cancelled: [], refunded: [], purchaser }), entryOf),
        )
      const mails = async () => (await servers.other.deliveries.listMails({ page: 1, limit: 9 })).items
      await correct()
      const ticketIds = [idOf(2), idOf(4)]
      expect(await mails()).toMatchObject([{ mail: { type: 'tickets.sold', at: changedAt, orderId, ticketIds } }])
      for (const n of [2, 4]) await cancel(n)
      const before = (await mails()).length
      await correct()
      expect(await mails()).toHaveLength(before)
    })

    it('have one identifier for all webhooks, which get only their types, of changes since they were added', async () => {
      await sellAlone(servers.one.tickets, generalTicket(1))
      await subscribeToAll()
      await sellAlone(servers.one.tickets, generalTicket(2))
      await addWebhook(sold, ['ticket.sold'])
      await sellAlone(servers.one.tickets, generalTicket(3))
      await cancel(3)
      const idsOf = async (webhookId: WebhookId) => {
        const { items } = await servers.other.deliveries.list(webhookId, { page: 1, limit: 10 })
        return items.map(({ messageId }) => messageId)
      }
      const [ofAll, ofSold] = [await idsOf(all), await idsOf(sold)]
      expect(new Set(ofAll).size).toBe(3)
      expect(ofSold).toEqual([ofAll[1]])
      expect(await take()).toEqual([soldMessage(2), soldMessage(3), cancelledMessage(3)])
      expect(await take(sold)).toEqual([soldMessage(3)])
    })

    it('follow changes of the webhooks at once on the server that makes them', async () => {
      await addWebhook(sold, ['museum-hours.changed'])
      const sell = (n: number) => sellAlone(servers.one.tickets, generalTicket(n))
      const update = (but: Partial<StoredWebhook>) =>
        servers.one.webhooks.update<never>(sold, (current) => ({ ...current, ...but }), entryOf)
      await sell(1)
      await update({ types: ['ticket.sold'] })
      await sell(2)
      await update({ types: ['museum-hours.changed'] })
      await sell(3)
      await update({ types: ['ticket.sold'] })
      expect(await take(sold)).toEqual([soldMessage(2)])
      await servers.one.webhooks.remove(sold, entryOf)
      await sell(4)
      expect(await servers.other.deliveries.list(sold, { page: 1, limit: 10 })).toMatchObject({ total: 1 })
    })

    it('are recorded for a disabled webhook for three days', async () => {
      const threeDaysAgo = Date.now() - 3 * 86_400_000
      await addWebhook(all, messageTypes, { disabledAt: Instant(threeDaysAgo + 600_000) })
      await addWebhook(sold, messageTypes, { disabledAt: Instant(threeDaysAgo - 600_000) })
      await sellAlone(servers.one.tickets, generalTicket(1))
      const totals = []
      for (const webhookId of [all, sold])
        totals.push((await servers.other.deliveries.list(webhookId, { page: 1, limit: 10 })).total)
      expect(totals).toEqual([1, 0])
    })

    it('are none for a change that is refused, changes nothing, is repeated or fails', async () => {
      await addEvent()
      const record = { username: 'box office', idempotencyKey: 'key', fingerprint: 'f', answer: '{}' }
      const sales = { tickets: servers.one.tickets, ticket: generalTicket(1) }
      await sellAlone(sales.tickets, sales.ticket, { record })
      await sellOrder(eventTicket(2), generalTicket(3))
      await servers.one.capacities.setForEvent(event.eventId, Capacity(1), entryOf)
      await servers.one.specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(2)) }), entry, {
        ...record,
        username: 'curator',
      })
      await subscribeToAll()
      const { specialEvents, tickets, orders, museumHours } = servers.one
      const { eventId } = event

      expect(await specialEvents.update(eventId, () => refusal, entryOf)).toEqual(refusal)
      expect(await specialEvents.update(eventId, (current) => current, entryOf)).toMatchObject(event)
      expect(await specialEvents.remove(eventId, () => refusal, entryOf)).toEqual(refusal)
      expect(await specialEvents.restore(eventId, entryOf)).toMatchObject({ isChanged: false })
      await specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(2)) }), entry, {
        ...record,
        username: 'curator',
      })
      for (const attempt of [
        specialEvents.update(eventId, (current) => ({ ...current, revision: 2 }), failing),
        specialEvents.remove(eventId, () => undefined, failing),
        changeHours(museumHours, { weekday: 'monday', hours: 'closed' }, failing),
        tickets.cancel(idOf(1), () => undefined, failing),
        orders.change(orderId, anOrderCancellation(undefined, failing)),
      ])
        await expect(attempt).rejects.toThrow('no entry')

      const sell = (ticket: Ticket, but: Parameters<typeof sellAlone>[2] = {}) => sellAlone(tickets, ticket, but)
      expect(await sell(sales.ticket, { record })).toEqual(sales.ticket)
      expect(await sell(generalTicket(4), { record })).toMatchObject({ refusal: 'request-in-progress' })
      expect(await sell({ ...eventTicket(4), occurrenceNumber: 7 })).toMatchObject({ refusal: 'validation-failed' })
      expect(await sell(eventTicket(4))).toMatchObject({ refusal: 'sold-out' })
      const taken = { ...generalTicket(4), confirmationCode: sales.ticket.confirmationCode }
      expect(await sell(taken)).toMatchObject({ refusal: 'confirmation-code-taken' })
      expect(await tickets.sell(...aSale([generalTicket(5), taken]))).toMatchObject({
        refusal: 'confirmation-code-taken',
      })
      expect(await tickets.cancel(idOf(1), () => refusal, entryOf)).toEqual(refusal)
      expect(await orders.change(orderId, () => refusal)).toEqual(refusal)
      expect((await servers.other.deliveries.list(all, { page: 1, limit: 10 })).items).toEqual([])
    })
  })

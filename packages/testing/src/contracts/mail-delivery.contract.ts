import type { ClaimedMail, DeliveryResult } from '@museum/application'
import {
  CalendarDate,
  ConfirmationCode,
  Delivery,
  Email,
  type EventMails,
  Instant,
  LanguageTag,
  MailLimits,
  type MailMessage,
  OrderId,
  type Ticket,
  TicketId,
  type TicketMail,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { aSale, sellAlone } from '../in-memory/a-sale.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { anOrderCancellation } from '../in-memory/an-order-change.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const event = aSpecialEvent({ dates: someDates('2030-05-17', '2030-05-18') })
const soldAt = Instant(Date.UTC(2030, 4, 1, 10))
const changedAt = Instant(Date.UTC(2030, 4, 2, 10))
const entry = anAuditEntry({ at: changedAt })
const entryOf = () => entry
const orderId = OrderId(exampleId(9_000))
const visitor = Email('visitor@example.org')
const other = Email('other@xn--bcher-kva.example')
const firstPage = { page: 1, limit: 10 }
const idOf = (n: number) => TicketId(exampleId(1_000 + n))
const numbered = (n: number) => ({
  ticketId: idOf(n),
  confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
})
const eventTicket = (n: number) => anEventTicket(numbered(n))
const generalTicket = (n: number) => aGeneralTicket(numbered(n))
const withoutAddress = (ticket: Ticket): Ticket => {
  const { purchaser: _, ...others } = ticket
  return others as Ticket
}
const inOrder = (ticket: Ticket): Ticket => ({ ...ticket, orderId })
const sold = (...ticketIds: readonly [TicketId, ...TicketId[]]): TicketMail => ({
  type: 'tickets.sold',
  at: soldAt,
  ticketIds,
})
const cancelled = (...ticketIds: readonly [TicketId, ...TicketId[]]): TicketMail => ({
  type: 'tickets.cancelled',
  at: changedAt,
  ticketIds,
})
const eventChanged: EventMails = { type: 'event-tickets.changed', at: changedAt, eventId: event.eventId }

/**
 * The tests of the e-mails that repositories record with their changes, and of their delivery. Every `DeliveryRepository` must
 * pass them, with the repositories of events, tickets, orders and purchaser data. Run them once per adapter.
 */
export const mailDeliveryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the e-mails that are recorded in ${adapter}`, open, ({ it, servers }) => {
    const turnOn = () => servers.one.deliveries.setMailOn(true)
    const claim = async (limit = 100) => (await servers.other.deliveries.claim('mail', limit)) as readonly ClaimedMail[]
    const settle = (delivery: ClaimedMail, result: object) =>
      servers.one.deliveries.settle([{ delivery, at: changedAt, ...result } as DeliveryResult])
    /** Delivers what waits, and returns it. */
    const take = async (): Promise<readonly MailMessage[]> => {
      const taken: MailMessage[] = []
      for (let claimed = await claim(); claimed.length > 0; claimed = await claim())
        for (const delivery of claimed) {
          taken.push(delivery.message)
          await settle(delivery, { result: 'delivered' })
        }
      return taken
    }
    const add = (mail: TicketMail, recipient = visitor) => servers.one.deliveries.addMail(mail, entry, recipient)
    const listed = async () => (await servers.other.deliveries.listMails(firstPage)).items

    it('are none until e-mails are sent, and none from when they are no longer sent', async () => {
      const { deliveries, tickets } = servers.one
      expect(await deliveries.isMailOn()).toBe(false)
      await sellAlone(tickets, generalTicket(1))
      await turnOn()
      expect([await deliveries.isMailOn(), await servers.other.deliveries.isMailOn()]).toEqual([true, true])
      await sellAlone(tickets, generalTicket(2))
      expect(await servers.other.deliveries.receivers()).toEqual(['mail'])
      await deliveries.setMailOn(false)
      await sellAlone(tickets, generalTicket(3))
      expect(await deliveries.isMailOn()).toBe(false)
      expect(await servers.other.deliveries.receivers()).toEqual([])
      expect(await claim()).toEqual([])
      await turnOn()
      expect(await take()).toEqual([sold(idOf(2))])
    })

    it('are one for a ticket that is bought alone and one for an order, if the purchaser gave an address', async () => {
      await servers.one.specialEvents.add(event, entry)
      await turnOn()
      await sellAlone(servers.one.tickets, generalTicket(1))
      await sellAlone(servers.one.tickets, withoutAddress(generalTicket(2)))
      const tickets = [inOrder(eventTicket(3)), inOrder(generalTicket(4))]
      await servers.one.tickets.sell(...aSale(tickets as [Ticket, ...Ticket[]], { order: { orderId } }))
      expect(await take()).toEqual([sold(idOf(1)), { ...sold(idOf(3), idOf(4)), orderId }])
    })

    it('are those that visitors ask for, too, after the earlier ones of their order', async () => {
      await turnOn()
      const tickets = [inOrder(generalTicket(1)), inOrder(generalTicket(2))] as const
      await servers.one.tickets.sell(...aSale(tickets, { order: { orderId } }))
      const mail = { type: 'cancellation.requested', at: changedAt, orderId, ticketIds: [idOf(2)] } as const
      await servers.one.deliveries.add('mail', mail)
      expect((await listed())[0]).toMatchObject({ mail, at: changedAt, state: 'pending', attempts: 0 })
      const [first, ...others] = await claim()
      expect([first?.message.type, others]).toEqual(['tickets.sold', []])
      await settle(first!, { result: 'delivered' })
      expect(await take()).toEqual([mail])
    })

    it('are one for a cancelled ticket and one for a cancelled order, with the tickets that it cancelled', async () => {
      const tickets = [2, 3, 4].map((n) => inOrder(generalTicket(n)))
      await servers.one.tickets.sell(...aSale(tickets as [Ticket, ...Ticket[]], { order: { orderId } }))
      for (const ticket of [generalTicket(1), withoutAddress(generalTicket(5))])
        await sellAlone(servers.one.tickets, ticket)
      await turnOn()
      for (const n of [1, 1, 5, 3])
        await servers.one.tickets.cancel(
          idOf(n),
          () => undefined,
          () => entry,
        )
      for (let again = 0; again < 2; again += 1)
        await servers.one.orders.change(orderId, anOrderCancellation(undefined, entryOf))
      expect(await take()).toEqual([
        cancelled(idOf(1)),
        { ...cancelled(idOf(3)), orderId },
        { ...cancelled(idOf(2), idOf(4)), orderId },
      ])
    })

    it('are requested once when a date is removed, and when an event is deleted or restored', async () => {
      await servers.one.specialEvents.add(event, entry)
      await turnOn()
      const { update, remove, restore } = servers.one.specialEvents
      const changed = (changes: Partial<typeof event>) => ({ ...event, ...changes })
      await update<never>(event.eventId, (current) => ({ ...current, price: event.price, revision: 2 }), entryOf)
      expect(await take()).toEqual([])
      const { occurrences } = event
      await update<never>(event.eventId, () => changed({ occurrences: occurrences.slice(1), revision: 3 }), entryOf)
      expect(await take()).toEqual([eventChanged])
      await remove(event.eventId, () => undefined, entryOf)
      expect(await take()).toEqual([eventChanged])
      await restore(event.eventId, entryOf)
      expect(await take()).toEqual([eventChanged])
    })

    it('about the tickets of events are processed one event after the other, in steps that record e-mails', async () => {
      const second = aSpecialEvent({ eventId: exampleId(2) as typeof event.eventId })
      for (const each of [event, second]) await servers.one.specialEvents.add(each, entry)
      await turnOn()
      for (const { eventId } of [event, second])
        await servers.one.specialEvents.remove(eventId, () => undefined, entryOf)
      const [first, ...others] = await claim()
      expect([first!.message, others]).toEqual([eventChanged, []])
      const position = { ticketDate: generalTicket(1).ticketDate, ticketId: idOf(1) }
      const latest = { at: changedAt, tickets: [{ ticketId: idOf(1), orderId }] }
      const message = { ...eventChanged, position, latest }
      await settle(first!, {
        result: 'continued',
        message,
        mails: [cancelled(idOf(1)), cancelled(idOf(2))],
        seconds: 60,
      })
      // A server whose claim has expired records nothing.
      await settle(first!, { result: 'continued', message, mails: [cancelled(idOf(3))], seconds: 60 })
      expect((await listed()).map(({ mail }) => mail)).toEqual([cancelled(idOf(2)), cancelled(idOf(1))])
      expect(await take()).toEqual([cancelled(idOf(1)), cancelled(idOf(2))])
      await servers.age(61)
      const [next] = await claim()
      expect(next!.message).toEqual(message)
      expect(next).toMatchObject({ deliveryId: first!.deliveryId, attempts: 0 })
      await settle(next!, { result: 'dropped' })
      expect(await take()).toEqual([{ ...eventChanged, eventId: second.eventId }])
    })

    it(`are claimed again when the claim has expired, after ${Delivery.claimSeconds.mail} seconds`, async () => {
      await turnOn()
      await sellAlone(servers.one.tickets, generalTicket(1))
      const [first] = await claim()
      await servers.age(Delivery.claimSeconds.mail - 10)
      expect(await claim()).toEqual([])
      await servers.age(11)
      const [second] = await claim()
      expect({ ...second, claim: undefined }).toEqual({ ...first, claim: undefined })
    })

    it('are recorded with the result of another one, by the server that has claimed it', async () => {
      await turnOn()
      for (const n of [1, 2]) await add(sold(idOf(n)))
      const [first, second] = await claim()
      const instead: TicketMail = { ...cancelled(idOf(1)), isFirst: true }
      await settle(first!, { result: 'dropped', mails: [instead] })
      await settle(second!, { result: 'delivered', mails: [cancelled(idOf(2))] })
      for (const late of [first!, second!]) await settle(late, { result: 'dropped', mails: [cancelled(idOf(3))] })
      expect(await take()).toEqual([instead, cancelled(idOf(2))])
    })

    it('have, once sent, only the tickets that they told of', async () => {
      await turnOn()
      await add({ ...cancelled(idOf(1), idOf(2)), orderId })
      const [delivery] = await claim()
      const mail = { ...cancelled(idOf(2)), orderId }
      await settle(delivery!, { result: 'delivered', mail })
      expect(await servers.other.deliveries.mailsAbout([{ ticketId: idOf(1), orderId }])).toEqual([
        { mail, state: 'delivered' },
      ])
      expect((await listed()).map((each) => each.mail)).toEqual([mail])
    })

    it('are removed when they have become obsolete', async () => {
      await turnOn()
      await add(sold(idOf(1)))
      await add(cancelled(idOf(1)))
      const [delivery] = await claim()
      await settle(delivery!, { result: 'dropped' })
      expect((await listed()).map(({ mail }) => mail)).toEqual([cancelled(idOf(1))])
      expect(await take()).toEqual([cancelled(idOf(1))])
    })

    it('are listed in pages, the latest first, and replayed and removed like other deliveries', async () => {
      await turnOn()
      for (const n of [1, 2, 3]) await add(sold(idOf(n)))
      const [first, second] = await claim(2)
      await settle(first!, { result: 'failed', because: 'The mailbox does not exist.' })
      await settle(second!, { result: 'delivered' })
      const { listMails, replay, removeFailed } = servers.other.deliveries
      const { items, total } = await listMails({ page: 1, limit: 2 })
      expect([items.map(({ mail }) => mail), total]).toEqual([[sold(idOf(3)), sold(idOf(2))], 3])
      expect(await listMails(firstPage, 'delivered')).toMatchObject({ items: [{ mail: sold(idOf(2)) }], total: 1 })
      const { items: failed } = await listMails(firstPage, 'failed')
      expect(failed).toMatchObject([
        {
          deliveryId: first!.deliveryId,
          messageId: first!.messageId,
          mail: sold(idOf(1)),
          at: soldAt,
          state: 'failed',
          attempts: 1,
          latest: { because: 'The mailbox does not exist.' },
        },
      ])
      expect(await replay('mail', 0, entry)).toMatchObject({ refusal: 'delivery-not-found' })
      expect(await replay('mail', first!.deliveryId, entry)).toBeUndefined()
      const again = await claim()
      expect(again.find(({ deliveryId }) => deliveryId === first!.deliveryId)).toMatchObject({
        messageId: first!.messageId,
      })
      for (const delivery of again) await settle(delivery, { result: 'failed', because: 'no' })
      expect(await removeFailed('mail')).toBe(2)
      expect(await listed()).toHaveLength(1)
    })

    it('about cancelled and restored tickets are found by their tickets and orders, with their states', async () => {
      await turnOn()
      const restored: TicketMail = { ...cancelled(idOf(1)), type: 'tickets.restored' }
      const ofOrder = { ...cancelled(idOf(3), idOf(4)), orderId }
      for (const mail of [sold(idOf(1)), cancelled(idOf(1)), cancelled(idOf(2)), ofOrder]) await add(mail)
      await take()
      await add(restored)
      const { mailsAbout } = servers.other.deliveries
      expect(await mailsAbout([])).toEqual([])
      expect(await mailsAbout([{ ticketId: idOf(1) }, { ticketId: idOf(4), orderId }, { ticketId: idOf(9) }])).toEqual([
        { mail: cancelled(idOf(1)), state: 'delivered' },
        { mail: ofOrder, state: 'delivered' },
        { mail: restored, state: 'pending' },
      ])
    })

    it('about cancellations are known for a year, others are removed 30 days after their delivery', async () => {
      await turnOn()
      for (const mail of [sold(idOf(1)), cancelled(idOf(2))]) await add(mail)
      await take()
      await servers.age(365 * 86_400)
      for (let count = -1; count !== 0;) count = await servers.one.deliveries.removeOld()
      expect((await listed()).map(({ mail }) => mail)).toEqual([cancelled(idOf(2))])
    })

    it('have another address until they have ended or it is erased, with an audit entry', async () => {
      await turnOn()
      const entries = async () => (await servers.one.audit.list({}, { page: 1, limit: 100 })).items.length
      const before = await entries()
      const toAnother = (n: number): TicketMail => ({ ...sold(idOf(n)), isToAnotherAddress: true })
      for (const n of [1, 3, 4]) await add(toAnother(n), other)
      await add(sold(idOf(2)))
      expect(await entries()).toBe(before + 4)
      const { recipientOf } = servers.other.deliveries
      const ids = (await listed()).map(({ messageId }) => messageId)
      expect(await Promise.all(ids.map(recipientOf))).toEqual([undefined, other, other, other])
      const [first] = await claim(1)
      expect(first!.message).toEqual(toAnother(1))
      await settle(first!, { result: 'retried', because: 'The mailbox is full.', seconds: 60 })
      expect(await recipientOf(first!.messageId)).toBe(other)
      const [second, third] = await claim()
      await settle(third!, { result: 'delivered' })
      expect(await recipientOf(third!.messageId)).toBeUndefined()
      await settle(second!, { result: 'failed', because: 'The mailbox does not exist.' })
      expect(await servers.other.deliveries.replay('mail', first!.deliveryId, entry)).toBeUndefined()
      expect(await servers.one.deliveries.replay('mail', second!.deliveryId, entry)).toEqual(
        Delivery.recipientRemoved(second!.deliveryId),
      )
      expect(await entries()).toBe(before + 5)
      expect(await servers.other.deliveries.listMails(firstPage, 'failed')).toMatchObject({
        items: [{ deliveryId: second!.deliveryId }],
      })
      expect(await recipientOf(second!.messageId)).toBeUndefined()
      await servers.one.purchaserData.erase({ email: Email('OTHER@bücher.example') }, () => entry)
      expect(await recipientOf(first!.messageId)).toBeUndefined()
    })

    it('about a reservation are requested, listed and claimed with its identifier', async () => {
      await turnOn()
      const mail = { type: 'reservation.payable', at: changedAt, reservationId: OrderId(exampleId(9_001)) } as const
      expect(await servers.one.deliveries.addMail(mail, entry, visitor)).toBeUndefined()
      expect(await listed()).toMatchObject([{ mail, state: 'pending' }])
      expect(await take()).toEqual([mail])
      expect(await servers.one.deliveries.replay('mail', (await listed())[0]!.deliveryId, entry)).toBeUndefined()
      expect(await take()).toEqual([mail])
    })

    it('that visitors ask for have an address until they have ended or it is erased, and are not replayed then', async () => {
      await turnOn()
      const request = { type: 'tickets.requested', at: changedAt, language: LanguageTag('fr') } as const
      const [one, second] = [servers.one.deliveries, servers.other.deliveries]
      const ask = (email: Email) => one.requestTickets(request, email)
      await ask(visitor)
      const { language: _, ...withoutLanguage } = request
      await second.requestTickets(withoutLanguage, other)
      // They have no subject in common.
      const claimed = await second.claim('mail', 10)
      expect(claimed.map(({ message }) => message)).toEqual([request, withoutLanguage])
      const recipients = () => Promise.all(claimed.map(({ messageId }) => one.recipientOf(messageId)))
      expect(await recipients()).toEqual([visitor, other])
      expect(JSON.stringify(await listed())).not.toContain('@')
      // An erasure by date leaves them, one of the address does not.
      await servers.one.purchaserData.erase({ before: CalendarDate('2031-01-01') }, () => entry)
      expect(await recipients()).toEqual([visitor, other])
      await servers.one.purchaserData.erase({ email: other }, () => entry)
      expect(await recipients()).toEqual([visitor, undefined])
      await second.settle(claimed.map((delivery) => ({ delivery, at: changedAt, result: 'delivered' })))
      expect(await recipients()).toEqual([undefined, undefined])
      for (const { deliveryId } of claimed)
        expect(await one.replay('mail', deliveryId, entry)).toMatchObject({ refusal: 'delivery-not-found' })
    })

    it('that visitors ask for are at most three an hour for an address, on all servers and in every form', async () => {
      await turnOn()
      const request = { type: 'tickets.requested', at: changedAt } as const
      const [one, second] = [servers.one.deliveries, servers.other.deliveries]
      const forms = ['visitor@bücher.example', 'VISITOR@xn--bcher-kva.example'].map((form) => Email(form))
      const ask = (n: number) => (n % 2 === 0 ? one : second).requestTickets(request, forms[n % 2]!)
      // They wait for each other.
      await Promise.all(Array.from({ length: 5 }, (_, n) => ask(n)))
      expect(await listed()).toHaveLength(MailLimits.forVisitor)
      await one.requestTickets(request, Email('third@example.org'))
      await servers.age(MailLimits.seconds / 2)
      await ask(0)
      expect(await listed()).toHaveLength(MailLimits.forVisitor + 1)
      await servers.age(MailLimits.seconds / 2)
      let removed = 0
      for (let count = -1; count !== 0; removed += count) count = await one.removeOld()
      expect(removed).toBe(MailLimits.forVisitor + 1)
      await ask(1)
      expect(await listed()).toHaveLength(MailLimits.forVisitor + 2)
    })

    it('to one address are refused beyond the limit for an address, on all servers and in every form, for an hour', async () => {
      await turnOn()
      const { one, other: second } = servers
      const toAnother = { ...sold(idOf(1)), isToAnotherAddress: true }
      const forms = [other, Email('OTHER@bücher.example')] as const
      const request = (n: number, email: Email = forms[n % 2]!) =>
        (n % 3 === 0 ? one : second).deliveries.addMail(
          n % 2 === 0 ? toAnother : sold(idOf(1)),
          anAuditEntry({ at: changedAt, actor: `clerk-${n}` }),
          email,
        )
      const entries = async () => (await one.audit.list({}, { page: 1, limit: 100 })).items.length
      const before = await entries()
      // They wait for each other, so that not more than these are accepted.
      const outcomes = await Promise.all(Array.from({ length: MailLimits.toAddress + 2 }, (_, n) => request(n)))
      const refused = outcomes.filter((each) => each !== undefined)
      expect(refused).toHaveLength(2)
      for (const { refusal, retryAfter } of refused)
        expect([refusal, retryAfter! > MailLimits.seconds - 60, retryAfter! <= MailLimits.seconds]).toEqual([
          'too-many-mails',
          true,
          true,
        ])
      expect([(await listed()).length, await entries()]).toEqual([MailLimits.toAddress, before + MailLimits.toAddress])
      expect(await request(0, Email('third@example.org'))).toBeUndefined()
      await servers.age(MailLimits.seconds / 2)
      const later = await request(0)
      expect(later!.retryAfter).toBeLessThanOrEqual(MailLimits.seconds / 2)
      await servers.age(MailLimits.seconds / 2)
      expect(await request(0)).toBeUndefined()
    })

    it('of one user are refused beyond the limit for a user, to whatever addresses', async () => {
      await turnOn()
      const request = (n: number, actor = 'clerk') =>
        servers.one.deliveries.addMail(
          sold(idOf(1)),
          anAuditEntry({ at: changedAt, actor }),
          Email(`visitor-${n}@example.org`),
        )
      for (let n = 0; n < MailLimits.byUser; n += 1) expect(await request(n)).toBeUndefined()
      expect(await request(MailLimits.byUser)).toMatchObject({ refusal: 'too-many-mails' })
      expect(await request(MailLimits.byUser, 'colleague')).toBeUndefined()
      await servers.age(MailLimits.seconds)
      let removed = 0
      for (let count = -1; count !== 0; removed += count) count = await servers.one.deliveries.removeOld()
      expect(removed).toBe(MailLimits.byUser + 1)
      expect(await request(MailLimits.byUser)).toBeUndefined()
    })

    it('to an address are no longer counted once the data of this purchaser are erased', async () => {
      await turnOn()
      const request = () => servers.one.deliveries.addMail(sold(idOf(1)), entry, other)
      for (let n = 0; n < MailLimits.toAddress; n += 1) await request()
      expect(await request()).toMatchObject({ refusal: 'too-many-mails' })
      await servers.other.purchaserData.erase({ email: Email('OTHER@bücher.example') }, () => entry)
      expect(await request()).toBeUndefined()
    })

    it('have another address no longer than their tickets have one, when the data of earlier dates are erased', async () => {
      await turnOn()
      const dates = ['2030-05-17', '2030-05-18'].map(CalendarDate)
      for (const [n, ticketDate] of dates.entries())
        await sellAlone(servers.one.tickets, { ...generalTicket(n), ticketDate: ticketDate! })
      await take()
      const ids = [[idOf(0)], [idOf(0), idOf(1)], [idOf(1)], [idOf(2)]] as const
      for (const [first, ...others] of ids) await add({ ...sold(first, ...others), isToAnotherAddress: true }, other)
      const recipients = async () => {
        const added = (await listed()).slice(0, ids.length).toReversed()
        return Promise.all(added.map(({ messageId }) => servers.other.deliveries.recipientOf(messageId)))
      }
      expect(await recipients()).toEqual([other, other, other, other])
      await servers.one.purchaserData.erase({ before: CalendarDate('2030-05-18') }, () => entry)
      // The last one is about a ticket that is not stored.
      expect(await recipients()).toEqual([undefined, other, other, undefined])
    })
  })

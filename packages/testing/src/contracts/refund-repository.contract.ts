import {
  AdmissionId,
  CalendarDate,
  type Cancellation,
  CancellationReason,
  ConfirmationCode,
  EventId,
  Instant,
  OrderId,
  type Payment,
  PaymentMethod,
  PaymentReference,
  Price,
  Refund,
  type Settlement,
  SpecialEvent,
  Ticket,
  TicketId,
  Till,
  TimeOfDay,
  isRefusal,
} from '@museum/domain'
import type { IsRemovalRefunded, ListRequest, PageRequest, RefundFilter, RefundedTicket } from '@museum/application'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { addScan } from '../in-memory/a-new-scan.ts'
import { availabilityOfGeneralEntry } from '../in-memory/availability-of-general-entry.ts'
import { aSale } from '../in-memory/a-sale.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { anOrderCancellation } from '../in-memory/an-order-change.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const [event, otherEvent] = [aSpecialEvent(), aSpecialEvent({ eventId: EventId(exampleId(2)) })]
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1_000 + n)),
  confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
})
const eventTicket = (n: number, ticketDate = first, { eventId, name, location } = event) =>
  anEventTicket({ ...numbered(n), ticketDate, event: { eventId, name, location } })
const generalTicket = (n: number, ticketDate = first) => aGeneralTicket({ ...numbered(n), ticketDate, price: Price(1) })
const free = <T extends Ticket>(ticket: T): T => ({ ...ticket, price: Price(0) })
const cancelled = <T extends Ticket>(ticket: T): T => ({ ...ticket, state: 'cancelled' })
const range = (length: number) => Array.from({ length }, (_, n) => n)
const serverOf = (n: number) => (n % 2 === 0 ? 'one' : 'other')
const both = ['one', 'other'] as const
type Server = (typeof both)[number]
const entryOf = () => anAuditEntry()
const findRefusal = () => undefined
const dateOf = (moment: Instant) => CalendarDate(new Date(moment).toISOString().slice(0, 10))
const idsOf = (refunds: readonly RefundedTicket[]) => refunds.map(({ ticket }) => ticket.ticketId)
const firstPage = { page: 1, limit: 100 }
const [cash, card] = [
  { method: PaymentMethod('cash') },
  { method: PaymentMethod('card'), reference: PaymentReference('0815') },
]

/**
 * The tests that every `RefundRepository` must pass, together with the repositories of the same store. Run them once per
 * adapter.
 */
export const refundRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the refund repository in ${adapter}`, open, ({ describe, it, servers }) => {
    const addEvents = async () => {
      for (const each of [event, otherEvent]) await servers.one.specialEvents.add(each, anAuditEntry())
    }
    const sell = async (...tickets: readonly Ticket[]) => {
      for (const ticket of tickets) expect(await servers.one.tickets.sell(...aSale(ticket))).toEqual([ticket])
    }
    /** Sells tickets as an order, which is paid so. */
    const sellOrder = async (orderId: OrderId, payment: Payment | undefined, ...tickets: [Ticket, ...Ticket[]]) => {
      const inOrder = (ticket: Ticket): Ticket => ({ ...ticket, orderId })
      const [one, ...others] = tickets.map(inOrder)
      const outcome = await servers.one.tickets.sell(
        ...aSale([one!, ...others], { order: { orderId, ...(payment && { payment }) } }),
      )
      expect(outcome).toEqual([one, ...others])
      return [one!, ...others]
    }
    const cancel = (ticket: Ticket, reason?: CancellationReason, server: Server = 'one') =>
      servers[server].tickets.cancel(ticket.ticketId, findRefusal, entryOf, reason)
    const setDates = (...dates: string[]) =>
      servers.other.specialEvents.update(
        event.eventId,
        (current) => SpecialEvent.update(current, { dates: someDates(...dates) }),
        entryOf,
      )
    const remove = (eventId = event.eventId) => servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
    const restore = (eventId = event.eventId) => servers.other.specialEvents.restore(eventId, entryOf)
    const list = (
      state: RefundFilter['state'],
      but: Partial<Omit<RefundFilter, 'state'> & PageRequest> = {},
      isRefunded: IsRemovalRefunded = () => true,
      server: Server = 'other',
    ) => {
      const { page = 1, limit = 100, ...filter } = but
      return servers[server].refunds.list({ state, ...filter }, { page, limit }, isRefunded)
    }
    const due = async (...args: [but?: Parameters<typeof list>[1], isRefunded?: IsRemovalRefunded]) =>
      (await list('due', ...args)).items
    const expectDue = async (...tickets: readonly Ticket[]) => {
      for (const server of both) {
        const { items, total } = await list('due', {}, undefined, server)
        expect([idsOf(items), total]).toEqual([tickets.map(({ ticketId }) => ticketId), tickets.length])
      }
    }
    const cancellationOf = async (ticket: Ticket): Promise<Cancellation | undefined> => {
      const current = (await servers.one.tickets.find(ticket.ticketId))!
      return (await servers.other.refunds.cancellationsOf([current])).get(ticket.ticketId)
    }
    const about = ({ ticketId }: Ticket) => ({ kind: 'ticket', id: ticketId }) as const
    const settlementBy = (settledBy: string, payment: Payment & Pick<Settlement, 'till'> = cash): Settlement => ({
      ...payment,
      settledAt: Instant(Date.UTC(2030, 4, 2, 10)),
      settledBy,
    })
    /** Settles as the rules of the domain say. */
    const settle = (ticket: Ticket, settlement = settlementBy('box office'), server: Server = 'one') =>
      servers[server].refunds.settle(
        ticket.ticketId,
        (current, cancellation) => Refund.settle(current, cancellation, settlement, dateOf),
        ({ method }) =>
          anAuditEntry({ operation: 'settleRefund', subject: about(ticket), before: null, after: { method } }),
      )
    const settlements = async (ticket: Ticket) =>
      (await servers.one.audit.list({ about: about(ticket) }, firstPage)).items.filter(
        ({ operation }) => operation === 'settleRefund',
      )
    /** The numbers of sold tickets of both dates of the event, and for general entry on the first. */
    const sold = async () => {
      const places = await servers.other.capacities.availabilityOfEvent(event.eventId)
      const [general] = await availabilityOfGeneralEntry(servers.other.capacities, [first])
      return [...(isRefusal(places) ? [] : places.map((each) => each.sold)), general!.sold]
    }
    const aTime = expect.any(Number)

    it('has no refunds while no ticket is cancelled', async () => {
      await addEvents()
      await sell(eventTicket(1), generalTicket(2))
      for (const state of ['due', 'settled'] as const) expect(await list(state)).toEqual({ items: [], total: 0 })
      expect(await servers.one.refunds.cancellationsOf([])).toEqual(new Map())
      expect(await servers.one.refunds.cancellationsOf([eventTicket(1), generalTicket(2)])).toEqual(new Map())
    })

    describe('a refund', () => {
      it('is due for a ticket that was cancelled individually, with its reason, and with the payment of its order', async () => {
        await addEvents()
        const alone = [eventTicket(1), generalTicket(2)]
        await sell(...alone)
        const paid = { method: PaymentMethod('m'.repeat(30)), reference: PaymentReference('№'.repeat(100)) }
        const orderId = (n: number) => OrderId(exampleId(9_000 + n))
        const ordered = [
          ...(await sellOrder(orderId(1), paid, eventTicket(3), generalTicket(4))),
          ...(await sellOrder(orderId(2), undefined, eventTicket(5, second, otherEvent))),
        ]
        const tickets: readonly Ticket[] = [...alone, ...ordered]
        const reason = CancellationReason('旅行中止 🦣'.padEnd(500, 'é'))
        for (const ticket of tickets) await cancel(ticket, ticket === alone[1] ? undefined : reason)
        const cancellation = { cause: 'ticket', at: aTime }
        const expected = tickets.map((ticket, n) => ({
          ticket: cancelled(ticket),
          cancellation: n === 1 ? cancellation : { ...cancellation, reason },
          ...((n === 2 || n === 3) && { payment: paid }),
        }))
        // They may have been cancelled in different seconds.
        expect((await due()).toSorted((a, b) => (a.ticket.ticketId < b.ticket.ticketId ? -1 : 1))).toEqual(expected)
        expect(await servers.one.refunds.cancellationsOf(tickets.map(cancelled))).toEqual(
          new Map(expected.map(({ ticket: { ticketId }, cancellation: of }) => [ticketId, of])),
        )
      })

      it('has the entry time of its ticket, whatever cancelled that', async () => {
        await addEvents()
        const [ten, three] = [TimeOfDay('10:00'), TimeOfDay('15:00')]
        const rule = { times: [ten, three], length: 60 }
        const withSessions = (current: SpecialEvent) => SpecialEvent.setEntryTimes(current, { rule, capacity: null })
        await servers.one.specialEvents.update(event.eventId, withSessions, entryOf)
        const tickets = [
          { ...eventTicket(1), entryTime: ten },
          { ...eventTicket(2), entryTime: three },
          { ...eventTicket(3, second), entryTime: three },
        ] as const
        await sell(...tickets)
        await cancel(tickets[0])
        await setDates('2030-05-18')
        await remove()
        const causes = ['ticket', 'date', 'event'] as const
        const expected = tickets.map((ticket, n) => ({
          ticket: cancelled(ticket),
          cancellation: { cause: causes[n], at: aTime },
        }))
        expect(await list('due')).toEqual({ items: expected, total: 3 })
        expect(await settle(tickets[1])).toMatchObject({ ticket: { entryTime: three } })
        expect((await list('settled')).items).toMatchObject([{ ticket: { entryTime: three } }])
      })

      it('is due for the tickets of a cancelled order, but not for those that were used', async () => {
        await addEvents()
        const orderId = OrderId(exampleId(9_001))
        const tickets = await sellOrder(orderId, card, eventTicket(1), generalTicket(2), free(generalTicket(3)))
        await scan(tickets[1]!)
        await servers.one.orders.change(orderId, anOrderCancellation(CancellationReason('ill')))
        expect(await due()).toEqual([
          {
            ticket: cancelled(tickets[0]!),
            cancellation: { cause: 'ticket', at: aTime, reason: 'ill' },
            payment: card,
          },
        ])
      })

      const scan = ({ ticketId }: Ticket) =>
        addScan(servers.one.admissions, {
          admissionId: AdmissionId(exampleId(5_000)),
          at: Instant(Date.UTC(2030, 4, 17, 10)),
          date: first,
          ticketId,
          scannedBy: 'scanner',
          isOffline: false,
        })

      it('is due after the removal of its date, and after the deletion of its event, until that is restored', async () => {
        await addEvents()
        const [ofDate, ofEvent, kept] = [eventTicket(1), eventTicket(2, second), eventTicket(3, second, otherEvent)]
        await sell(ofDate, ofEvent, kept)
        await setDates('2030-05-18')
        const dueOfDate = { ticket: cancelled(ofDate), cancellation: { cause: 'date', at: aTime } }
        expect(await list('due')).toEqual({ items: [dueOfDate], total: 1 })
        await remove()
        const dueOfEvent = { ticket: cancelled(ofEvent), cancellation: { cause: 'event', at: aTime } }
        expect(await due()).toEqual([dueOfDate, dueOfEvent])
        const cancellations = await servers.one.refunds.cancellationsOf([cancelled(ofDate), cancelled(ofEvent), kept])
        expect([...cancellations.keys()]).toEqual([ofDate.ticketId, ofEvent.ticketId])
        expect(cancellations.get(ofDate.ticketId)).toEqual(dueOfDate.cancellation)
        expect(cancellations.get(ofEvent.ticketId)).toEqual(dueOfEvent.cancellation)
        await restore()
        expect(await list('due')).toEqual({ items: [dueOfDate], total: 1 })
        expect(await cancellationOf(ofEvent)).toBeUndefined()
        await setDates('2030-05-17', '2030-05-18')
        await expectDue(ofDate)
      })

      it('has the cause by which the occurrence of its ticket ended, while the event exists and when it is deleted', async () => {
        await addEvents()
        const tickets = [eventTicket(1), { ...eventTicket(2), occurrenceNumber: 3 }, eventTicket(3, second)]
        const expectCauses = async (...causes: readonly (Cancellation['cause'] | undefined)[]) => {
          const all = await Promise.all(tickets.map(async (ticket) => (await cancellationOf(ticket))?.cause))
          expect(all).toEqual(causes)
          const listed = new Map((await due()).map((refund) => [refund.ticket.ticketId, refund.cancellation.cause]))
          expect(tickets.map(({ ticketId }) => listed.get(ticketId))).toEqual(causes)
        }
        await sell(tickets[0]!, tickets[2]!)
        await setDates('2030-05-18')
        await setDates('2030-05-17', '2030-05-18')
        await sell(tickets[1]!)
        await expectCauses('date', undefined, undefined)
        await remove()
        await expectCauses('date', 'event', 'event')
        await restore()
        await expectCauses('date', undefined, undefined)
        await setDates('2030-05-18')
        await expectCauses('date', 'date', undefined)
        await remove()
        await expectCauses('date', 'date', 'event')
      })

      it('is not due for free tickets, admitted ones, and those of removals that isRefunded rejects', async () => {
        await addEvents()
        const [used, alone, gone] = [eventTicket(1), eventTicket(2), eventTicket(3)]
        const ofSecond = eventTicket(4, second)
        await sell(used, alone, gone, ofSecond, free(eventTicket(5)), free(eventTicket(6)), free(generalTicket(7)))
        await scan(used)
        for (const ticket of [alone, eventTicket(6), generalTicket(7)]) await cancel(ticket)
        await expectDue(alone)
        await setDates('2030-05-18')
        await expectDue(alone, gone)
        await remove()
        const asked = new Map<CalendarDate, Cancellation>()
        const onlySecond: IsRemovalRefunded = (ticketDate, removal) => {
          asked.set(ticketDate, removal)
          return ticketDate === second
        }
        expect(idsOf(await due({}, onlySecond))).toEqual([alone.ticketId, ofSecond.ticketId])
        expect((await list('due', {}, onlySecond)).total).toBe(2)
        expect(await list('due', {}, () => false)).toMatchObject({ items: [{ ticket: cancelled(alone) }], total: 1 })
        expect([...asked.keys()].toSorted()).toEqual([first, second])
        expect(asked.get(first)?.at).toBe((await cancellationOf(gone))!.at)
        expect(asked.get(second)?.at).toBe((await cancellationOf(ofSecond))!.at)
        for (const { cause } of asked.values()) expect(cause).not.toBe('ticket')
        expect(await cancellationOf(used)).toBeUndefined()
      })

      it('stays due for a ticket that is cancelled individually after its date was removed', async () => {
        await addEvents()
        await sell(eventTicket(1))
        await remove()
        await cancel(eventTicket(1), CancellationReason('asked for'))
        expect(await cancellationOf(eventTicket(1))).toEqual({ cause: 'ticket', at: aTime, reason: 'asked for' })
        await expectDue(eventTicket(1))
        await restore()
        await expectDue(eventTicket(1))
      })
    })

    describe('settling a refund', () => {
      it('stores the settlement, with one audit entry, and makes the refund no longer due', async () => {
        await addEvents()
        const [ticket, other] = await sellOrder(OrderId(exampleId(9_001)), cash, eventTicket(1), generalTicket(2))
        for (const each of [ticket!, other!]) await cancel(each, CancellationReason('ill'))
        const before = (await cancellationOf(ticket!))!
        const settlement = settlementBy(`Ōmura 🗝️ ${'é'.repeat(240)}`, {
          method: PaymentMethod('m'.repeat(30)),
          reference: PaymentReference('№ 👩‍👧'.padEnd(100, 'ß')),
          till: Till('Kasse 1 🎟'),
        })
        const settled = { ticket: cancelled(ticket!), cancellation: { ...before, settlement } }
        expect(await settle(ticket!, settlement)).toMatchObject(settled)
        for (const server of both)
          expect(await list('settled', {}, undefined, server)).toEqual({
            items: [{ ...settled, payment: cash }],
            total: 1,
          })
        expect(await cancellationOf(ticket!)).toEqual(settled.cancellation)
        await expectDue(other!)
        expect(await settlements(ticket!)).toMatchObject([{ before: null, after: { method: settlement.method } }])
        expect(await sold()).toEqual([0, 0, 0])
        await settle(other!, settlementBy('box office', cash), 'other')
        expect((await cancellationOf(other!))?.settlement).toEqual(settlementBy('box office', cash))
        await expectDue()
      })

      it('changes nothing when it is repeated with the same payment, or refused with another', async () => {
        await addEvents()
        await sell(eventTicket(1))
        await cancel(eventTicket(1))
        const outcome = await settle(eventTicket(1), settlementBy('one desk', card))
        for (const server of both) {
          expect(await settle(eventTicket(1), settlementBy('another desk', card), server)).toEqual(outcome)
          expect(await settle(eventTicket(1), settlementBy('one desk', cash), server)).toMatchObject({
            refusal: 'refund-settled',
          })
        }
        expect((await cancellationOf(eventTicket(1)))?.settlement).toEqual(settlementBy('one desk', card))
        expect(await settlements(eventTicket(1))).toHaveLength(1)
      })

      it('gives the current ticket and its cancellation to the rule, and stores nothing when it refuses', async () => {
        await addEvents()
        const [valid, ofDate, alone] = [eventTicket(1, second), eventTicket(2), generalTicket(3)]
        await sell(valid, ofDate, alone)
        await setDates('2030-05-18')
        await cancel(alone, CancellationReason('ill'))
        const asked: unknown[] = []
        const refusal = { refusal: 'nothing-due', because: 'No.' } as const
        for (const { ticketId } of [valid, ofDate, alone]) {
          const outcome = await servers.one.refunds.settle(
            ticketId,
            (ticket, cancellation) => {
              asked.push([ticket, cancellation])
              return refusal
            },
            () => anAuditEntry({ subject: about(ofDate) }),
          )
          expect(outcome).toEqual(refusal)
        }
        expect(asked).toEqual([
          [valid, undefined],
          [cancelled(ofDate), { cause: 'date', at: aTime }],
          [cancelled(alone), { cause: 'ticket', at: aTime, reason: 'ill' }],
        ])
        for (const ticket of [valid, ofDate, alone]) expect(await settlements(ticket)).toEqual([])
        expect(await list('settled')).toEqual({ items: [], total: 0 })
        expect(await settle(valid)).toMatchObject({ refusal: 'ticket-not-cancelled' })
        expect(await servers.other.tickets.find(valid.ticketId)).toEqual(valid)
      })

      it('returns ticket-not-found for a ticket that does not exist', async () => {
        expect(await settle(eventTicket(1))).toEqual(Ticket.notFound(eventTicket(1).ticketId))
      })

      it('stores nothing when the audit entry cannot be made', async () => {
        await addEvents()
        await sell(eventTicket(1), eventTicket(2))
        await cancel(eventTicket(1))
        await remove()
        for (const ticket of [eventTicket(1), eventTicket(2)]) {
          const failing = servers.one.refunds.settle(
            ticket.ticketId,
            () => settlementBy('box office'),
            () => {
              throw new Error('no entry')
            },
          )
          await expect(failing).rejects.toThrow('no entry')
        }
        expect(await list('settled')).toEqual({ items: [], total: 0 })
        await restore()
        expect(await sold()).toEqual([1, 0, 0])
        await expectDue(eventTicket(1))
      })

      it('cancels individually a ticket of a removed date or a deleted event, and gives its place back once', async () => {
        await addEvents()
        const [ofDate, ofEvent, kept] = [eventTicket(1), eventTicket(2, second), eventTicket(3, second)]
        await sell(ofDate, ofEvent, kept)
        await setDates('2030-05-18')
        await servers.age(100)
        await remove()
        const before = [await cancellationOf(ofDate), await cancellationOf(ofEvent)]
        expect(before.map((each) => each?.cause)).toEqual(['date', 'event'])
        for (const server of both)
          for (const [n, ticket] of [ofDate, ofEvent].entries()) {
            const settlement = settlementBy('box office')
            const expected = { ticket: cancelled(ticket), cancellation: { ...before[n], settlement } }
            expect(await settle(ticket, settlement, server)).toMatchObject(expected)
            expect(await cancellationOf(ticket)).toEqual(expected.cancellation)
          }
        await expectDue(kept)
        expect(idsOf((await list('settled')).items)).toEqual([ofDate.ticketId, ofEvent.ticketId])
        await restore()
        for (const ticket of [ofDate, ofEvent]) {
          expect(await servers.other.tickets.find(ticket.ticketId)).toEqual(cancelled(ticket))
          expect(await settlements(ticket)).toHaveLength(1)
          expect((await servers.other.ticketRevocations.list(first, Instant(0))).tickets).toContain(ticket.ticketId)
        }
        expect(await servers.other.tickets.find(kept.ticketId)).toEqual(kept)
        expect(await sold()).toEqual([1, 0])
        expect((await cancel(ofEvent)) as Ticket).toEqual(cancelled(ofEvent))
        expect(await sold()).toEqual([1, 0])
        expect(idsOf((await list('settled')).items)).toEqual([ofDate.ticketId, ofEvent.ticketId])
      })

      it('takes effect once when two servers settle at the same time', async () => {
        await addEvents()
        const [ofEvent, kept, alone] = [eventTicket(1), eventTicket(2), generalTicket(3)]
        await sell(ofEvent, kept, alone)
        await cancel(alone)
        await remove()
        for (const ticket of [ofEvent, alone]) {
          const outcomes = await Promise.all(
            range(8).map((n) => settle(ticket, settlementBy(`desk ${n}`), serverOf(n))),
          )
          const { settlement } = (await cancellationOf(ticket))!
          for (const outcome of outcomes) expect(outcome).toMatchObject({ cancellation: { settlement } })
          expect(await settlements(ticket)).toHaveLength(1)
        }
        await restore()
        expect(await sold()).toEqual([1, 0, 0])
      })

      it('in different ways at the same time takes effect in one of them', async () => {
        await addEvents()
        const tickets = range(6).map((n) => eventTicket(n))
        await sell(...tickets)
        await remove()
        for (const ticket of tickets) {
          const outcomes = await Promise.all([
            settle(ticket, settlementBy('one', cash)),
            settle(ticket, settlementBy('other', card), 'other'),
          ])
          const refusals = outcomes.flatMap((outcome) => (isRefusal(outcome) ? outcome.refusal : []))
          expect(refusals).toEqual(['refund-settled'])
          const { settlement } = (await cancellationOf(ticket))!
          expect(settlement?.settledBy).toBe(isRefusal(outcomes[0]) ? 'other' : 'one')
        }
      })

      it('and the cancellation of the ticket at the same time give its place back once', async () => {
        await addEvents()
        const tickets = range(12).map((n) => eventTicket(n))
        await sell(...tickets)
        await remove()
        for (const [n, ticket] of tickets.entries()) {
          const both = [settle(ticket), cancel(ticket, undefined, 'other')] as const
          for (const outcome of await Promise.all(n % 2 === 0 ? both : both.toReversed()))
            expect(isRefusal(outcome as object)).toBe(false)
          expect((await cancellationOf(ticket))?.settlement).toEqual(settlementBy('box office'))
        }
        await restore()
        expect(await sold()).toEqual([0, 0, 0])
      })

      it('while the event is restored is either refused or keeps the ticket cancelled', async () => {
        await addEvents()
        const tickets = range(10).map((n) => eventTicket(n))
        await sell(...tickets)
        let count = tickets.length
        for (const ticket of tickets) {
          await remove()
          const [outcome] = await Promise.all([settle(ticket), restore()])
          if (isRefusal(outcome)) expect(outcome.refusal).toBe('ticket-not-cancelled')
          else count -= 1
          expect(await servers.one.tickets.find(ticket.ticketId)).toEqual(
            isRefusal(outcome) ? ticket : cancelled(ticket),
          )
          expect(await sold()).toEqual([count, 0, 0])
        }
      })
    })

    describe('the list', () => {
      /** Cancels these tickets at three times: the first ones 200 s, the next ones 100 s before the last. */
      const cancelAtThreeTimes = async () => {
        await addEvents()
        const [alone1, alone2, alone3] = [eventTicket(9), generalTicket(5), eventTicket(2, second, otherEvent)]
        const [ofDate1, ofDate2] = [eventTicket(8), eventTicket(3)]
        const [ofEvent1, ofEvent2] = [eventTicket(7, second), eventTicket(1, second)]
        await sell(alone1, alone2, alone3, ofDate1, ofDate2, ofEvent1, ofEvent2, eventTicket(4, first, otherEvent))
        await cancel(alone1)
        await servers.age(100)
        await setDates('2030-05-18')
        await servers.age(100)
        await cancel(alone2)
        await servers.age(100)
        await remove()
        await servers.age(100)
        await cancel(alone3)
        return [alone1, ofDate2, ofDate1, alone2, ofEvent2, ofEvent1, alone3].map(({ ticketId }) => ticketId)
      }
      const [one, two, three, five, seven, eight, nine] = [1, 2, 3, 5, 7, 8, 9].map((n) => numbered(n).ticketId)
      const settleAll = async (ticketIds: readonly TicketId[]) => {
        for (const ticketId of ticketIds) await settle((await servers.one.tickets.find(ticketId))!)
      }

      it('of due and of settled refunds is in the order of the time of the cancellation, then of the ticketId', async () => {
        const ids = await cancelAtThreeTimes()
        expect(ids).toEqual([nine, three, eight, five, one, seven, two])
        const asDue = await due()
        expect(idsOf(asDue)).toEqual(ids)
        expect(asDue.map(({ cancellation }) => cancellation.cause)).toEqual([
          'ticket',
          'date',
          'date',
          'ticket',
          'event',
          'event',
          'ticket',
        ])
        const times = asDue.map(({ cancellation }) => cancellation.at!)
        for (const [later, earlier] of [
          [1, 0],
          [3, 2],
          [4, 3],
          [6, 5],
        ] as const)
          expect(times[later]! - times[earlier]!).toBeGreaterThanOrEqual(100_000)
        expect([times[2], times[5]]).toEqual([times[1], times[4]])
        for (const time of times) expect(time % 1_000).toBe(0)
        // In another order than they were cancelled.
        await settleAll(ids.toReversed())
        expect(await due()).toEqual([])
        expect((await list('settled')).items).toEqual(
          asDue.map(({ ticket, cancellation }) => ({
            ticket,
            cancellation: { ...cancellation, settlement: settlementBy('box office') },
          })),
        )
      })

      it('can be filtered by the event and by the date of the tickets', async () => {
        const ids = await cancelAtThreeTimes()
        const filtered = [
          [{ eventId: event.eventId }, [nine, three, eight, one, seven]],
          [{ eventId: otherEvent.eventId }, [two]],
          [{ eventId: EventId(exampleId(3)) }, []],
          [{ date: first }, [nine, three, eight, five]],
          [{ date: second }, [one, seven, two]],
          [{ date: CalendarDate('2030-05-19') }, []],
          [{ eventId: event.eventId, date: first }, [nine, three, eight]],
          [{ eventId: otherEvent.eventId, date: first }, []],
        ] as const
        const expectFiltered = async (state: RefundFilter['state'], settled: readonly unknown[]) => {
          for (const [filter, expected] of filtered) {
            const listed = await list(state, filter)
            const wanted = expected.filter((id) => settled.includes(id) === (state === 'settled'))
            expect([idsOf(listed.items), listed.total]).toEqual([wanted, wanted.length])
          }
        }
        await expectFiltered('due', [])
        const some = ids.filter((_id, n) => n % 2 === 0)
        await settleAll(some)
        for (const state of ['due', 'settled'] as const) await expectFiltered(state, some)
      })

      it('has pages, and a total on each', async () => {
        const ids = await cancelAtThreeTimes()
        const expectPages = async (state: RefundFilter['state']) => {
          for (const limit of [1, 2, 3, 7, 8])
            for (let page = 1; page <= 9; page += 1) {
              const listed = await list(state, { page, limit })
              expect([idsOf(listed.items), listed.total]).toEqual([ids.slice((page - 1) * limit, page * limit), 7])
            }
        }
        await expectPages('due')
        await settleAll(ids)
        await expectPages('settled')
      })

      it('has the items after one that was listed, without a total', async () => {
        const ids = await cancelAtThreeTimes()
        const expectParts = async (state: RefundFilter['state']) => {
          const { items } = await list(state)
          for (const limit of [1, 2, 3, 7])
            for (const [n, item] of items.entries()) {
              const part = await servers.other.refunds.list({ state }, { after: item, limit }, () => true)
              expect([n, part]).toEqual([n, { items: items.slice(n + 1, n + 1 + limit) }])
            }
        }
        await expectParts('due')
        await settleAll(ids)
        await expectParts('settled')
      })

      it('that is read in parts has each refund once that is due all the time, while others are settled and restored', async () => {
        const ids = await cancelAtThreeTimes()
        const added = [eventTicket(20, first, otherEvent), generalTicket(21)]
        await sell(...added)
        const read: TicketId[] = []
        for (let request: ListRequest<RefundedTicket> = { page: 1, limit: 2 }; ;) {
          const { items } = await servers.other.refunds.list({ state: 'due' }, request, () => true)
          read.push(...idsOf(items))
          // Nine and three are read: nine is settled, and the tickets of the second date are restored.
          if ('page' in request) {
            await settleAll([nine!])
            await restore()
            for (const ticket of added) await cancel(ticket)
          }
          if (items.length < 2) break
          request = { after: items.at(-1)!, limit: 2 }
        }
        expect(new Set(read).size).toBe(read.length)
        const always = ids.filter((id) => ![nine, one, seven].includes(id))
        expect(read.filter((id) => always.includes(id))).toEqual(always)
      })
    })
  })

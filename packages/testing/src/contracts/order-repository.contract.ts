import { changeHours } from '../in-memory/change-hours.ts'
import type { ListRequest, OrderFilter } from '@museum/application'
import {
  AdmissionId,
  CalendarDate,
  CancellationReason,
  Capacity,
  ConfirmationCode,
  Email,
  EventId,
  Instant,
  Order,
  OrderChange,
  OrderId,
  OrderNumber,
  type OrderState,
  PaymentMethod,
  PaymentReference,
  Phone,
  Price,
  RefundId,
  type Settlement,
  SpecialEvent,
  type Ticket,
  TicketId,
  Till,
  VatRate,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { availabilityOfGeneralEntry } from '../in-memory/availability-of-general-entry.ts'
import { aSale } from '../in-memory/a-sale.ts'
import { addScan } from '../in-memory/a-new-scan.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { anOrderCancellation, anOrderChange } from '../in-memory/an-order-change.ts'
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
const idOf = (n: number) => OrderId(exampleId(9_000 + n))
const eventTicket = (n: number, ticketDate = first, { eventId, name, location } = event) =>
  anEventTicket({ ...numbered(n), ticketDate, event: { eventId, name, location } })
const generalTicket = (n: number, ticketDate = first) => aGeneralTicket({ ...numbered(n), ticketDate, price: Price(1) })
const range = (length: number, from = 0) => Array.from({ length }, (_, n) => from + n)
const serverOf = (n: number) => (n % 2 === 0 ? 'one' : 'other')
const both = ['one', 'other'] as const
const cancelled = <T extends Ticket>(ticket: T): T => ({ ...ticket, state: 'cancelled' })
const entryOf = () => anAuditEntry()
const findRefusal = () => undefined
type Tickets = readonly [Ticket, ...Ticket[]]
const payment = { method: PaymentMethod('card'), reference: PaymentReference('0815') }

/**
 * The tests that every `OrderRepository` must pass, and those of `tickets.sell` for several tickets, which stores orders. Run
 * them once per adapter.
 */
export const orderRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the order repository in ${adapter}`, open, ({ describe, it, servers }) => {
    const addEvents = async () => {
      for (const each of [event, otherEvent]) await servers.one.specialEvents.add(each, anAuditEntry())
    }
    const limit = async (places: number, ofGeneralEntry = places) => {
      for (const { eventId } of [event, otherEvent])
        await servers.one.capacities.setForEvent(eventId, Capacity(places), entryOf)
      await servers.one.capacities.setForGeneralEntry(Capacity(ofGeneralEntry), entryOf)
    }
    const soldOf = async ({ eventId }: SpecialEvent = event) => {
      const places = await servers.other.capacities.availabilityOfEvent(eventId)
      if (isRefusal(places)) throw new Error(JSON.stringify(places))
      return places.map(({ sold }) => sold)
    }
    /** The numbers of sold tickets of both dates of the event, and for general entry on them. */
    const sold = async () => {
      const general = await availabilityOfGeneralEntry(servers.other.capacities, [first, second])
      return [...(await soldOf()), ...general.map((each) => each.sold)]
    }
    /** The tickets of an order, as they are stored. */
    const ordered = <T extends readonly Ticket[]>(n: number, tickets: T) =>
      tickets.map((ticket) => ({ ...ticket, orderId: idOf(n) })) as readonly Ticket[] as T
    const sell = (
      n: number,
      tickets: Tickets,
      but: Parameters<typeof aSale>[1] = {},
      server: (typeof both)[number] = 'one',
    ) => servers[server].tickets.sell(...aSale(ordered(n, tickets), { order: { orderId: idOf(n) }, ...but }))
    const sellAll = async (n: number, ...tickets: Tickets) => {
      expect(await sell(n, tickets)).toEqual(ordered(n, tickets))
      return ordered(n, tickets)
    }
    const find = (n: number, server: (typeof both)[number] = 'other') => servers[server].orders.find(idOf(n))
    const statesOf = async (n: number) => (await find(n))?.tickets.map(({ state }) => state)
    const expectNothingStored = async (n: number, tickets: Tickets) => {
      for (const server of both) expect(await find(n, server)).toBeUndefined()
      for (const { ticketId } of tickets) expect(await servers.other.tickets.find(ticketId)).toBeUndefined()
    }

    it('returns exactly the order that was sold, with its tickets in the order of the sale, also on another server', async () => {
      await addEvents()
      const long = {
        method: PaymentMethod('m'.repeat(30)),
        reference: PaymentReference('№ 児 👩‍👧 '.padEnd(100, 'ß')),
      }
      const { soldBy: _, ...unknownSeller } = generalTicket(8)
      const till = Till('Kasse 1 🎟'.padEnd(100, 'é'))
      const vatRates = { general: VatRate(0), event: VatRate(10_000) }
      const orders: readonly (readonly [Tickets, Partial<Pick<Order, 'payment' | 'till' | 'vatRates'>>])[] = [
        [
          [eventTicket(3), generalTicket(1), eventTicket(4, second), eventTicket(2, first, otherEvent)],
          { payment: long, till, vatRates },
        ],
        [[generalTicket(5)], { payment: { method: PaymentMethod('cash') }, vatRates: { general: VatRate(810) } }],
        [[generalTicket(7), eventTicket(6)], {}],
        [[unknownSeller], { payment, vatRates: { event: VatRate(1) } }],
      ]
      for (const [n, [tickets, but]] of orders.entries()) {
        const order = { orderId: idOf(n), ...but }
        expect(await sell(n, tickets, { order })).toEqual(ordered(n, tickets))
        const stored = {
          ...order,
          tickets: ordered(n, tickets),
          total: tickets.reduce((sum, { price }) => sum + price, 0),
          currency: 'EUR',
          soldAt: tickets[0].soldAt,
          ...(tickets[0].soldBy !== undefined && { soldBy: tickets[0].soldBy }),
        }
        for (const server of both) expect(await find(n, server)).toEqual(stored)
        for (const ticket of ordered(n, tickets))
          expect(await servers.other.tickets.find(ticket.ticketId)).toEqual(ticket)
      }
    })

    it('stores an order of 50 tickets for 5 dates', async () => {
      await addEvents()
      const dates = [
        (n: number) => eventTicket(n),
        (n: number) => eventTicket(n, second),
        (n: number) => eventTicket(n, second, otherEvent),
        (n: number) => generalTicket(n),
        (n: number) => generalTicket(n, second),
      ]
      const tickets = range(50).map((n) => dates[n % 5]!(n)) as [Ticket, ...Ticket[]]
      await sellAll(1, ...tickets)
      expect((await find(1))?.tickets).toEqual(ordered(1, tickets))
      expect([...(await sold()), ...(await soldOf(otherEvent))]).toEqual([10, 10, 10, 10, 0, 10])
    })

    it('finds no order that was never sold, and none of a ticket that was sold alone', async () => {
      const ticket = generalTicket(1)
      await servers.one.tickets.sell(...aSale(ticket))
      expect(await find(1)).toBeUndefined()
      expect(await servers.other.tickets.find(ticket.ticketId)).toEqual(ticket)
    })

    it('returns each ticket of an order in its current state', async () => {
      await addEvents()
      const tickets = await sellAll(1, eventTicket(1), generalTicket(2), generalTicket(3), eventTicket(4, second))
      await servers.one.tickets.cancel(tickets[1]!.ticketId, findRefusal, entryOf)
      await scan(tickets[2]!, 1)
      await setDates('2030-05-18')
      expect(await statesOf(1)).toEqual(['cancelled', 'cancelled', 'admitted', 'valid'])
      await servers.one.specialEvents.remove(event.eventId, findRefusal, entryOf)
      expect(await statesOf(1)).toEqual(['cancelled', 'cancelled', 'admitted', 'cancelled'])
    })

    const scan = ({ ticketId }: Ticket, n: number, server: (typeof both)[number] = 'one') =>
      addScan(servers[server].admissions, {
        admissionId: AdmissionId(exampleId(5_000 + n)),
        at: Instant(Date.UTC(2030, 4, 17, 10)),
        date: first,
        ticketId,
        scannedBy: 'scanner',
        isOffline: false,
      })
    const setDates = (...dates: string[]) =>
      servers.other.specialEvents.update(
        event.eventId,
        (current) => SpecialEvent.update(current, { dates: someDates(...dates) }),
        entryOf,
      )

    describe('selling several tickets', () => {
      it('counts each ticket for its date, under a capacity and without', async () => {
        await addEvents()
        await sellAll(1, eventTicket(1), eventTicket(2), eventTicket(3, second), generalTicket(4))
        expect(await sold()).toEqual([2, 1, 1, 0])
        await limit(4, 3)
        await sellAll(2, generalTicket(5), generalTicket(6), eventTicket(7), eventTicket(8), eventTicket(9, second))
        expect(await sold()).toEqual([4, 2, 3, 0])
      })

      it('is refused as a whole when one date has too few places left', async () => {
        await addEvents()
        await limit(3, 2)
        await sellAll(1, eventTicket(1), generalTicket(2), eventTicket(3, second))
        const taken = [1, 1, 1, 0]
        expect(await sold()).toEqual(taken)
        const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }
        const refused: readonly Tickets[] = [
          [generalTicket(10), eventTicket(11), eventTicket(12), eventTicket(13)],
          [eventTicket(10), generalTicket(11), eventTicket(12, second), generalTicket(13)],
          [generalTicket(10), generalTicket(11)],
          [eventTicket(10), eventTicket(11), eventTicket(12)],
        ]
        for (const tickets of refused)
          for (const server of both) {
            expect(await sell(2, tickets, { record }, server)).toMatchObject({ refusal: 'sold-out' })
            await expectNothingStored(2, tickets)
            expect(await sold()).toEqual(taken)
            expect(await servers.other.idempotencyRecords.find('admin', 'a')).toBeUndefined()
          }
        const fits = [eventTicket(10), eventTicket(11), eventTicket(12, second), generalTicket(13)] as const
        expect(await sell(2, fits, { record })).toEqual(ordered(2, fits))
        expect(await sold()).toEqual([3, 2, 2, 0])
        expect(await servers.other.idempotencyRecords.find('admin', 'a')).toEqual(record)
      })

      it('gives the places to the first of the orders that are sold at the same time, and to a later one that fits', async () => {
        await addEvents()
        await limit(5)
        const sizes = [2, 4, 2, 2, 1, 1]
        const orders = sizes.map((size, n) => range(size, 10 * n).map((k) => eventTicket(k)) as [Ticket, ...Ticket[]])
        const outcomes = await Promise.all(orders.map((tickets, n) => sell(n, tickets)))
        expect(outcomes.map((outcome) => isRefusal(outcome))).toEqual([false, true, false, true, false, true])
        expect(await sold()).toEqual([5, 0, 0, 0])
      })

      it('is decided on its events as they are, also on one that another server has changed since it was sold last', async () => {
        await addEvents()
        const ofOther = (n: number) => eventTicket(n, second, otherEvent)
        for (const [n, server] of both.entries())
          expect(
            isRefusal(await sell(n, [generalTicket(10 * n), eventTicket(10 * n + 1), ofOther(10 * n + 2)], {}, server)),
          ).toBe(false)
        await servers.other.specialEvents.update(
          otherEvent.eventId,
          (current) => SpecialEvent.update(current, { price: Price(7) }),
          entryOf,
        )
        const prices = (n: number, server: (typeof both)[number]) => {
          const [wanted, decide] = aSale(ordered(n, [generalTicket(10 * n), ofOther(10 * n + 1)] as const), {
            order: { orderId: idOf(n) },
          })
          return servers[server].tickets.sell(wanted, (offered) => {
            const sale = decide(offered)
            if (isRefusal(sale)) return sale
            const [one, other] = sale.tickets
            return { ...sale, tickets: [one, { ...other!, price: offered[1]!.event!.price }] }
          })
        }
        const outcomes = [await prices(4, 'one'), ...(await Promise.all([prices(5, 'one'), prices(6, 'other')]))]
        for (const outcome of outcomes) expect(outcome).toMatchObject([{}, { price: 7 }])
        expect(await soldOf(otherEvent)).toEqual([0, 5])
      })

      it('is refused as a whole when one event lacks the date, or does not exist, or the hours have changed', async () => {
        await addEvents()
        const [general, ofEvent] = [generalTicket(1), eventTicket(2)]
        const gone = aSpecialEvent({ eventId: EventId(exampleId(3)) })
        const expectRefused = async (refusal: string, ...tickets: Tickets) => {
          expect(await sell(1, tickets)).toMatchObject({ refusal })
          await expectNothingStored(1, tickets)
          expect(await sold()).toEqual([0, 0, 0, 0])
        }
        await expectRefused('validation-failed', general, ofEvent, eventTicket(3, CalendarDate('2031-01-01')))
        await expectRefused('event-not-found', general, eventTicket(3, first, gone), ofEvent)
        await expectRefused('event-not-found', eventTicket(3, first, gone))
        await changeHours(servers.one.museumHours, { date: first, hours: 'closed' }, entryOf)
        await expectRefused('museum-closed', ofEvent, general)
        await sellAll(1, ofEvent, eventTicket(3, second))
      })

      it('is refused as a whole when another ticket has one of the confirmation codes', async () => {
        await addEvents()
        const taken = generalTicket(1)
        await servers.one.tickets.sell(...aSale(taken))
        const same = { ...eventTicket(3), confirmationCode: taken.confirmationCode }
        for (const tickets of [[eventTicket(2), same, generalTicket(4)] as const, [same] as const]) {
          expect(await sell(1, tickets, {}, 'other')).toMatchObject({
            refusal: 'confirmation-code-taken',
            because: `Another ticket has the confirmation code ${taken.confirmationCode}.`,
          })
          await expectNothingStored(1, tickets)
        }
        expect(await sold()).toEqual([0, 0, 1, 0])
      })

      it('stores the record of a key once, and is refused as a whole when the key is taken', async () => {
        await addEvents()
        const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold 🦣' }
        const tickets = [eventTicket(1), generalTicket(2)] as const
        expect(await sell(1, tickets, { record })).toEqual(ordered(1, tickets))
        expect(await servers.other.idempotencyRecords.find('admin', 'a')).toEqual(record)
        const others = [eventTicket(3), generalTicket(4), eventTicket(5, second)] as const
        for (const server of both) {
          const outcome = await sell(2, others, { record: { ...record, answer: 'other' } }, server)
          expect(outcome).toMatchObject({ refusal: 'request-in-progress' })
          await expectNothingStored(2, others)
        }
        expect(await sold()).toEqual([1, 0, 1, 0])
        expect(await servers.other.idempotencyRecords.find('admin', 'a')).toEqual(record)
      })

      it('stores one of the orders that two servers sell under one key at the same time', async () => {
        await addEvents()
        const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }
        const orders = range(8).map((n) => [eventTicket(10 * n), generalTicket(10 * n + 1)] as const)
        const outcomes = await Promise.all(orders.map((tickets, n) => sell(n, tickets, { record }, serverOf(n))))
        const refused = outcomes.filter((outcome) => isRefusal(outcome))
        expect(refused.map(({ refusal }) => refusal)).toEqual(range(7).map(() => 'request-in-progress'))
        expect(await sold()).toEqual([1, 0, 1, 0])
        for (const [n, tickets] of orders.entries())
          if (isRefusal(outcomes[n])) await expectNothingStored(n, tickets)
          else expect((await find(n))?.tickets).toEqual(ordered(n, tickets))
      })

      it('returns the tickets of an order that is stored already, and stores nothing, also when its dates are full', async () => {
        await addEvents()
        const tickets = [eventTicket(1), eventTicket(2), generalTicket(3), generalTicket(4)] as const
        const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }
        for (const places of [10, 2]) {
          await limit(places)
          for (const but of [{}, { record }])
            for (const server of both) {
              expect(await sell(1, tickets, but, server)).toEqual(ordered(1, tickets))
              expect(await sold()).toEqual([2, 0, 2, 0])
            }
        }
        const another = [eventTicket(11), generalTicket(12)] as const
        const [again, refused] = await Promise.all([sell(1, tickets), sell(2, another)])
        expect(again).toEqual(ordered(1, tickets))
        expect(refused).toMatchObject({ refusal: 'sold-out' })
        expect(await statesOf(1)).toEqual(['valid', 'valid', 'valid', 'valid'])
        expect(await servers.other.idempotencyRecords.find('admin', 'a')).toBeUndefined()
      })

      for (const [what, capacity, dates] of [
        ['one date', 40, [(n: number) => eventTicket(n)]],
        ['general entry', 40, [(n: number) => generalTicket(n)]],
        [
          'several dates and general entry',
          24,
          [
            (n: number) => eventTicket(n),
            (n: number) => generalTicket(n),
            (n: number) => eventTicket(n, second),
            (n: number) => eventTicket(n, second, otherEvent),
            (n: number) => generalTicket(n, second),
          ],
        ],
      ] as const)
        it(`sells orders of 1 to 6 tickets for ${what} on two servers while they fit, and never more`, async () => {
          await addEvents()
          await limit(capacity)
          // The tickets of an order begin at different dates, in both directions.
          const orders = range(60).map((n) => {
            const tickets = range(1 + ((n * 7) % 6)).map((k) =>
              dates[(n + (n % 2 === 0 ? k : 60 - k)) % dates.length]!(10 * n + k),
            )
            return tickets as [Ticket, ...Ticket[]]
          })
          const outcomes = await Promise.all(orders.map((tickets, n) => sell(n, tickets, {}, serverOf(n))))
          const counts = async () => [...(await sold()), ...(await soldOf(otherEvent))]
          const placeOf = (ticket: Ticket) =>
            ticket.ticketType === 'general'
              ? 2 + Number(ticket.ticketDate === second)
              : (ticket.event.eventId === otherEvent.eventId ? 4 : 0) + Number(ticket.ticketDate === second)
          const wantedOf = (tickets: readonly Ticket[]) =>
            range(6).map((place) => tickets.filter((ticket) => placeOf(ticket) === place).length)
          const stored = await Promise.all(orders.map((_order, n) => find(n)))
          const final = await counts()
          expect(final).toEqual(wantedOf(stored.flatMap((order) => order?.tickets ?? [])))
          for (const count of final) expect(count).toBeLessThanOrEqual(capacity)
          for (const [n, tickets] of orders.entries())
            if (isRefusal(outcomes[n])) {
              expect(outcomes[n]).toMatchObject({ refusal: 'sold-out' })
              await expectNothingStored(n, tickets)
              // Places were only taken meanwhile, so what did not fit then does not fit now.
              expect(wantedOf(tickets).some((wanted, place) => wanted > capacity - final[place]!)).toBe(true)
            } else expect(stored[n]?.tickets).toEqual(ordered(n, tickets))
          // The places that are left go to orders of one ticket.
          const late = dates.flatMap((date, d) => range(capacity, 1_000 * (d + 1)).map((n): Ticket => date(n)))
          await Promise.all(late.map((ticket, n) => sell(100 + n, [ticket], {}, serverOf(n))))
          const full = new Set(late.map(placeOf))
          expect(await counts()).toEqual(range(6).map((place) => (full.has(place) ? capacity : 0)))
        })

      it('counts exactly while orders are cancelled on two servers', async () => {
        await addEvents()
        await limit(12)
        const ticketsOf = (n: number): Tickets => [
          eventTicket(10 * n),
          ...(n % 2 === 0
            ? [generalTicket(10 * n + 1), eventTicket(10 * n + 2, second)]
            : [eventTicket(10 * n + 1, second), generalTicket(10 * n + 2)]),
        ]
        const outcomes = await Promise.all(
          range(48).map(async (n) => {
            const outcome = await sell(n, ticketsOf(n), {}, serverOf(n))
            if (!isRefusal(outcome) && n % 3 > 0)
              expect(await servers[serverOf(n + 1)].orders.change(idOf(n), anOrderCancellation())).toMatchObject({
                orderId: idOf(n),
              })
            return outcome
          }),
        )
        for (const outcome of outcomes) if (isRefusal(outcome)) expect(outcome.refusal).toBe('sold-out')
        const valid = (await Promise.all(range(48).map(statesOf))).filter((states) => states?.[0] === 'valid')
        for (const states of valid) expect(states).toEqual(['valid', 'valid', 'valid'])
        expect(await sold()).toEqual([valid.length, valid.length, valid.length, 0])
      })
    })

    describe('cancelling an order', () => {
      const about = (n: number) => ({ kind: 'order', id: idOf(n) }) as const
      const cancel = (n: number, server: (typeof both)[number] = 'one', reason?: CancellationReason) =>
        servers[server].orders.change(
          idOf(n),
          anOrderCancellation(reason, (change) =>
            anAuditEntry({
              operation: 'cancelOrder',
              subject: about(n),
              before: null,
              after: { cancelled: change.cancelled.map(({ ticketId }) => ticketId) },
            }),
          ),
        )
      const entries = async (n: number) =>
        (await servers.one.audit.list({ about: about(n) }, { page: 1, limit: 100 })).items
      const entryOfCancelled = (...tickets: readonly Ticket[]) => ({
        operation: 'cancelOrder',
        before: null,
        after: { cancelled: tickets.map(({ ticketId }) => ticketId) },
      })

      it('cancels all its tickets and no other, and gives their places back', async () => {
        await addEvents()
        await limit(4)
        const tickets = await sellAll(
          1,
          eventTicket(3),
          eventTicket(1),
          generalTicket(2),
          eventTicket(4, second),
          generalTicket(7),
        )
        const kept = await sellAll(2, eventTicket(5), generalTicket(6))
        expect(await sold()).toEqual([3, 1, 3, 0])
        const before = await find(1)
        const after = { ...before, tickets: tickets.map(cancelled) }
        expect(await cancel(1, 'other')).toEqual(after)
        for (const server of both) expect(await find(1, server)).toEqual(after)
        expect((await find(2))?.tickets).toEqual(kept)
        expect(await sold()).toEqual([1, 0, 1, 0])
        expect(await entries(1)).toMatchObject([entryOfCancelled(...tickets)])
        expect((await servers.other.ticketRevocations.list(first, Instant(0))).tickets).toEqual(
          tickets.map(({ ticketId }) => ticketId).toSorted(),
        )
      })

      it('a cancelled order keeps its used tickets, and the reasons of tickets that were cancelled before', async () => {
        await addEvents()
        const tickets = await sellAll(1, eventTicket(1), eventTicket(2), eventTicket(3), generalTicket(4))
        const [used, alone, ...open] = tickets
        await scan(used, 1)
        const [earlier, reason] = [CancellationReason('The visitor is ill.'), CancellationReason('旅行中止 🦣')]
        await servers.one.tickets.cancel(alone!.ticketId, findRefusal, entryOf, earlier)
        expect(await cancel(1, 'one', reason)).toMatchObject({ orderId: idOf(1) })
        expect(await statesOf(1)).toEqual(['admitted', 'cancelled', 'cancelled', 'cancelled'])
        expect(await sold()).toEqual([1, 0, 0, 0])
        expect(await entries(1)).toMatchObject([entryOfCancelled(...open)])
        const { tickets: now } = (await find(1))!
        const cancellations = await servers.other.refunds.cancellationsOf(now)
        expect(now.map(({ ticketId }) => cancellations.get(ticketId)?.reason)).toEqual([
          undefined,
          earlier,
          reason,
          reason,
        ])
      })

      it('takes effect once, with one audit entry, when 8 cancellations run at once on two servers', async () => {
        await addEvents()
        await limit(10)
        const tickets = await sellAll(1, eventTicket(1), generalTicket(2), eventTicket(3, second), eventTicket(4))
        await sellAll(2, eventTicket(5), generalTicket(6))
        const outcomes = await Promise.all(range(8).map((n) => cancel(1, serverOf(n))))
        for (const outcome of outcomes) expect(outcome).toMatchObject({ tickets: tickets.map(cancelled) })
        expect(await sold()).toEqual([1, 0, 1, 0])
        expect(await entries(1)).toHaveLength(1)
      })

      it('gives a place back once when its tickets are cancelled by themselves at the same time on another server', async () => {
        await addEvents()
        for (const n of range(6, 1)) {
          const tickets = await sellAll(n, eventTicket(10 * n), eventTicket(10 * n + 1), generalTicket(10 * n + 2))
          const alone = tickets.map(({ ticketId }) => servers.other.tickets.cancel(ticketId, findRefusal, entryOf))
          const outcomes = await Promise.all([...alone, cancel(n)])
          expect(outcomes.filter((outcome) => isRefusal(outcome))).toEqual([])
          expect(await statesOf(n)).toEqual(['cancelled', 'cancelled', 'cancelled'])
        }
        expect(await sold()).toEqual([0, 0, 0, 0])
      })

      it('and a scan of one of its tickets at the same time never both succeed', async () => {
        await addEvents()
        for (const n of range(12)) {
          const tickets = await sellAll(n, eventTicket(10 * n), eventTicket(10 * n + 1))
          const scanned = tickets[1]!
          const [order, admission] = await Promise.all(
            n % 2 === 0 ? [cancel(n), scan(scanned, n, 'other')] : [scan(scanned, n, 'other'), cancel(n)].toReversed(),
          )
          const isAdmitted = (admission as { isAdmitted: boolean }).isAdmitted
          const states = ['cancelled', isAdmitted ? 'admitted' : 'cancelled']
          expect((order as Order).tickets.map(({ state }) => state)).toEqual(states)
          expect(await statesOf(n)).toEqual(states)
          expect(await entries(n)).toMatchObject([entryOfCancelled(...(isAdmitted ? tickets.slice(0, 1) : tickets))])
        }
      })

      it('changes nothing, and has no entry, when every ticket was used', async () => {
        await addEvents()
        const tickets = await sellAll(1, eventTicket(1), generalTicket(2))
        for (const [n, ticket] of tickets.entries()) await scan(ticket, n)
        for (const server of both) expect(await cancel(1, server)).toMatchObject({ refusal: 'ticket-admitted' })
        expect(await statesOf(1)).toEqual(['admitted', 'admitted'])
        expect(await sold()).toEqual([1, 0, 1, 0])
        expect(await entries(1)).toEqual([])
      })

      it('changes nothing when its rule, which gets the current order, refuses it', async () => {
        await addEvents()
        const tickets = await sellAll(1, eventTicket(1), generalTicket(2))
        await servers.one.tickets.cancel(tickets[0].ticketId, findRefusal, entryOf)
        const refusal = { refusal: 'ticket-admitted', because: 'Not this one.' } as const
        const asked: OrderState[] = []
        const outcome = await servers.one.orders.change(idOf(1), (current) => {
          asked.push(current)
          return refusal
        })
        expect(outcome).toEqual(refusal)
        const order = (await find(1))!
        expect(asked).toEqual([{ order, cancellations: await servers.one.refunds.cancellationsOf(order.tickets) }])
        expect(await statesOf(1)).toEqual(['cancelled', 'valid'])
        expect(await sold()).toEqual([0, 0, 1, 0])
        expect(await entries(1)).toEqual([])
      })

      it('has no second entry when it is repeated, or when every ticket is used or cancelled', async () => {
        await addEvents()
        const reasons = [CancellationReason('first'), CancellationReason('second')]
        const tickets = await sellAll(1, eventTicket(1), generalTicket(2))
        const cancelledOrder = await cancel(1, 'one', reasons[0])
        expect(await cancel(1, 'other', reasons[1])).toEqual(cancelledOrder)
        expect(await entries(1)).toHaveLength(1)
        expect(await sold()).toEqual([0, 0, 0, 0])
        const now = tickets.map(cancelled)
        const cancellations = await servers.other.refunds.cancellationsOf(now)
        expect(now.map(({ ticketId }) => cancellations.get(ticketId)?.reason)).toEqual([reasons[0], reasons[0]])
        const [used, alone] = await sellAll(2, eventTicket(3), generalTicket(4))
        await scan(used, 1)
        await servers.one.tickets.cancel(alone!.ticketId, findRefusal, entryOf)
        expect(await cancel(2)).toEqual(await find(2))
        expect(await statesOf(2)).toEqual(['admitted', 'cancelled'])
        expect(await entries(2)).toEqual([])
      })

      it('cancels individually the tickets of a removed date or a deleted event, so that no restoration makes them valid', async () => {
        await addEvents()
        const ofDeleted = [eventTicket(1, second), generalTicket(2)] as const
        const kept = await sellAll(2, eventTicket(3, second))
        await sellAll(1, ...ofDeleted)
        await servers.one.specialEvents.remove(event.eventId, findRefusal, entryOf)
        expect(await statesOf(1)).toEqual(['cancelled', 'valid'])
        expect(await cancel(1)).toMatchObject({ orderId: idOf(1) })
        expect(await entries(1)).toMatchObject([entryOfCancelled(...ofDeleted)])
        await servers.other.specialEvents.restore(event.eventId, entryOf)
        expect(await statesOf(1)).toEqual(['cancelled', 'cancelled'])
        expect((await find(2))?.tickets).toEqual(kept)
        expect(await sold()).toEqual([0, 1, 0, 0])
      })

      it('returns order-not-found for an order that does not exist', async () => {
        expect(await cancel(1)).toEqual(Order.notFound(idOf(1)))
      })

      it('stores nothing when the audit entry cannot be made', async () => {
        await addEvents()
        await sellAll(1, eventTicket(1), generalTicket(2))
        const failing = anOrderCancellation(undefined, () => {
          throw new Error('no entry')
        })
        await expect(servers.one.orders.change(idOf(1), failing)).rejects.toThrow('no entry')
        expect(await statesOf(1)).toEqual(['valid', 'valid'])
        expect(await sold()).toEqual([1, 0, 1, 0])
        expect((await servers.other.ticketRevocations.list(first, Instant(0))).tickets).toEqual([])
      })
    })

    describe('changing an order', () => {
      const settlement: Settlement = {
        method: PaymentMethod('card'),
        reference: PaymentReference('0815'),
        settledAt: Instant(Date.UTC(2030, 4, 2, 12, 0, 0, 7)),
        settledBy: 'クロード',
      }
      type Change = Partial<Omit<OrderChange, 'cancelled' | 'refunded'>> &
        Readonly<{ cancelled?: readonly number[]; refunded?: readonly number[] }>
      /** Changes an order; tickets are named by their places in it. */
      const change = (
        n: number,
        { cancelled: c = [], refunded = [], ...others }: Change,
        server: (typeof both)[number] = 'one',
      ) =>
        servers[server].orders.change(
          idOf(n),
          anOrderChange(({ order: { tickets } }) => ({
            cancelled: c.map((k) => tickets[k]!),
            refunded: refunded.map((k) => tickets[k]!),
            ...others,
          })),
        )
      const settlementsOf = async (n: number) => {
        const { tickets } = (await find(n))!
        const cancellations = await servers.other.refunds.cancellationsOf(tickets)
        return tickets.map(({ ticketId }) => cancellations.get(ticketId)?.settlement)
      }

      it('cancels tickets, settles their refunds and those of tickets that were cancelled before, and stores one entry', async () => {
        await addEvents()
        const tickets = await sellAll(1, eventTicket(1), eventTicket(2), generalTicket(3), eventTicket(4, second))
        await servers.one.tickets.cancel(tickets[1]!.ticketId, findRefusal, entryOf)
        const outcome = await change(1, { cancelled: [0, 2], refunded: [0, 1, 2], settlement }, 'other')
        expect(outcome).toEqual(await find(1))
        expect(await statesOf(1)).toEqual(['cancelled', 'cancelled', 'cancelled', 'valid'])
        expect(await settlementsOf(1)).toEqual([settlement, settlement, settlement, undefined])
        expect(await sold()).toEqual([0, 1, 0, 0])
      })

      it('settles refunds of tickets that were cancelled with their event, which stay cancelled when it is restored', async () => {
        await addEvents()
        await sellAll(1, eventTicket(1), eventTicket(2, second), eventTicket(3))
        await servers.one.specialEvents.remove(event.eventId, findRefusal, entryOf)
        await change(1, { refunded: [0, 1], settlement })
        expect(await settlementsOf(1)).toEqual([settlement, settlement, undefined])
        await servers.other.specialEvents.restore(event.eventId, entryOf)
        expect(await statesOf(1)).toEqual(['cancelled', 'cancelled', 'valid'])
        expect(await sold()).toEqual([1, 0, 0, 0])
      })

      it('replaces the payment, with its reference or without', async () => {
        await sell(1, [generalTicket(1)], { order: { orderId: idOf(1), payment } })
        await sellAll(2, generalTicket(2))
        const cash = { method: PaymentMethod('cash') }
        for (const [n, other] of [
          [1, cash],
          [2, payment],
        ] as const) {
          expect(await change(n, { payment: other })).toEqual(await find(n))
          expect((await find(n))?.payment).toEqual(other)
        }
      })

      it('replaces the purchaser of the tickets that have one, by whom alone they are found and erased then', async () => {
        await addEvents()
        const { purchaser: _, ...unknown } = generalTicket(3)
        const [wrong, right] = [
          Email('Vistor@example.org'),
          { email: Email('Visitor@example.org'), phone: Phone('123') },
        ]
        const ticket = (n: number) => ({ ...eventTicket(n), purchaser: { email: wrong } })
        const tickets = await sellAll(1, ticket(1), ticket(2), unknown)
        const foundBy = async (email: Email) =>
          (await servers.other.orders.list({ email }, { page: 1, limit: 9 })).items.map(({ orderId }) => orderId)
        const [first, second] = tickets
        await servers.one.tickets.cancel(second!.ticketId, findRefusal, entryOf)
        // With a stored hash of the address, and without.
        expect(await foundBy(wrong)).toEqual([idOf(1)])
        await sellAll(2, ticket(4))
        for (const n of [1, 2]) {
          const changed = await change(n, { purchaser: right }, serverOf(n))
          expect(changed).toEqual(await find(n))
        }
        expect((await find(1))?.tickets).toEqual([
          { ...first, purchaser: right },
          { ...second, state: 'cancelled', purchaser: right },
          tickets[2],
        ])
        expect(await foundBy(wrong)).toEqual([])
        expect(await foundBy(Email('visitor@EXAMPLE.org'))).toEqual([idOf(2), idOf(1)])
        const { purchaserData } = servers.other
        expect(await purchaserData.erase({ email: wrong }, entryOf)).toMatchObject({ tickets: 0 })
        expect(await purchaserData.erase({ email: right.email }, entryOf)).toMatchObject({ tickets: 3 })
        await change(1, { purchaser: right })
        expect((await find(1))?.tickets.map(({ purchaser }) => purchaser)).toEqual([undefined, undefined, undefined])
      })

      it('changes nothing, and has no entry, when its rule has nothing to change', async () => {
        await sellAll(1, generalTicket(1))
        expect(await servers.one.orders.change(idOf(1), () => undefined)).toEqual(await find(1))
      })

      it('is made once when the same reversal runs 8 times at once on two servers, beside cancellations and a correction', async () => {
        await addEvents()
        for (const n of range(4, 1)) {
          const order = { orderId: idOf(n), payment }
          const [first] = [eventTicket(10 * n), eventTicket(10 * n + 1), generalTicket(10 * n + 2)] as const
          await sell(n, [first, eventTicket(10 * n + 1), generalTicket(10 * n + 2)], { order })
          const made: OrderChange[] = []
          const reversal = { refundId: RefundId(exampleId(700)), at: settlement.settledAt, by: settlement.settledBy }
          const reverse = (server: (typeof both)[number]) =>
            servers[server].orders.change(
              idOf(n),
              anOrderChange(
                (current) => OrderChange.reverse(current, reversal, () => first.ticketDate),
                (decided) => {
                  made.push(decided)
                  return anAuditEntry()
                },
              ),
            )
          const outcomes = await Promise.all([
            ...range(8).map((k) => reverse(serverOf(k))),
            servers.one.tickets.cancel(first.ticketId, findRefusal, entryOf),
            servers.other.orders.change(idOf(n), anOrderCancellation()),
          ])
          expect(outcomes.filter((outcome) => isRefusal(outcome))).toEqual([])
          expect(await statesOf(n)).toEqual(['cancelled', 'cancelled', 'cancelled'])
          const { method, settledAt, settledBy } = settlement
          expect(await settlementsOf(n)).toEqual(range(3).map(() => ({ method, settledAt, settledBy })))
          // A transaction that is repeated after a conflict decides again; what is stored is settled once for each ticket.
          const due = new Set(made.flatMap(({ refunded }) => refunded.map(({ ticketId }) => ticketId)))
          expect(due.size).toBe(3)
        }
        expect(await sold()).toEqual([0, 0, 0, 0])
      })

      it('settles a reversal with the payment that the order has at that moment, beside a correction on another server', async () => {
        const cash = { method: PaymentMethod('cash') }
        for (const n of range(10, 1)) {
          await sell(n, [generalTicket(n)], { order: { orderId: idOf(n), payment } })
          const reverse = servers.one.orders.change(
            idOf(n),
            anOrderChange((current) =>
              OrderChange.reverse(
                current,
                { refundId: RefundId(exampleId(700)), at: settlement.settledAt, by: 'clerk' },
                () => first,
              ),
            ),
          )
          const methods: (string | undefined)[] = []
          const correct = servers.other.orders.change(
            idOf(n),
            anOrderChange(({ cancellations }) => {
              methods.push([...cancellations.values()][0]?.settlement?.method)
              return { cancelled: [], refunded: [], payment: cash }
            }),
          )
          await Promise.all([reverse, correct])
          // What the correction that took effect saw: the reversal came first, or not yet.
          expect((await settlementsOf(n))[0]?.method).toBe(methods.at(-1) ?? 'cash')
        }
      })
    })

    describe('the list of orders', () => {
      const [noon, evening] = [Instant(Date.UTC(2030, 4, 1, 12)), Instant(Date.UTC(2030, 4, 1, 18))]
      const placed = (n: number, soldAt: Instant, but: Partial<Ticket> = {}) =>
        sellAll(
          n,
          { ...generalTicket(2 * n), soldAt, ...but } as Ticket,
          { ...generalTicket(2 * n + 1), soldAt, ...but } as Ticket,
        )
      const list = async (filter: OrderFilter, request: ListRequest<Order> = { page: 1, limit: 100 }) => {
        const listed = await servers.other.orders.list(filter, request)
        for (const order of listed.items) expect(order).toEqual(await servers.one.orders.find(order.orderId))
        return { ...listed, items: listed.items.map(({ orderId }) => Number(orderId.slice(-12)) - 9_000) }
      }

      it('has the orders that were sold last first, those of one moment by descending orderId, in pages', async () => {
        for (const [n, at] of [
          [1, noon],
          [2, evening],
          [3, noon],
          [4, Instant(noon + 1)],
          [5, noon],
        ] as const)
          await placed(n, at)
        expect(await list({})).toEqual({ items: [2, 4, 5, 3, 1], total: 5 })
        expect(await list({}, { page: 2, limit: 2 })).toEqual({ items: [5, 3], total: 5 })
        expect(await list({}, { page: 4, limit: 2 })).toEqual({ items: [], total: 5 })
        for (const [n, following] of [
          [2, [4, 5, 3]],
          [5, [3, 1]],
          [1, []],
        ] as const) {
          const after = (await find(n))!
          expect(await list({}, { after, limit: 3 })).toEqual({ items: following })
        }
      })

      it('is filtered by moment and by seller, whose name is compared exactly', async () => {
        await placed(1, noon)
        await placed(2, evening, { soldBy: 'クロード' })
        await placed(3, evening, { soldBy: 'Box Office' })
        expect(await list({ from: noon, end: evening })).toEqual({ items: [1], total: 1 })
        expect(await list({ from: Instant(noon + 1), end: Instant(evening + 1) })).toEqual({ items: [3, 2], total: 2 })
        expect(await list({ soldBy: 'クロード' })).toEqual({ items: [2], total: 1 })
        expect(await list({ soldBy: 'box office' })).toEqual({ items: [1], total: 1 })
        expect(await list({ soldBy: 'nobody' })).toEqual({ items: [], total: 0 })
      })

      it('finds the orders with a number, of which there may be two', async () => {
        const ids = ['007fffffffff', '00ffffffffff', '007ffffffffe'].map((end) =>
          OrderId(`01940000-0000-7000-8000-${end}`),
        )
        for (const [n, orderId] of ids.entries())
          await servers.one.tickets.sell(
            ...aSale([{ ...generalTicket(n), orderId, soldAt: noon }], { order: { orderId } }),
          )
        const found = await servers.other.orders.list({ number: OrderNumber.of(ids[0]!) }, { page: 1, limit: 10 })
        expect(found.items.map(({ orderId }) => orderId)).toEqual([ids[1], ids[0]])
        expect(found.total).toBe(2)
      })

      it('finds the orders of a purchaser by an address in any case, also those that were sold since the last search', async () => {
        const purchaser = { email: Email('Visitor.Name@Example.org') }
        await placed(1, noon, { purchaser })
        await placed(2, evening, { purchaser: { email: Email('other@example.org') } })
        const { purchaser: _, ...unknown } = generalTicket(50)
        await sellAll(4, unknown)
        expect(await list({ email: Email('visitor.name@example.org') })).toEqual({ items: [1], total: 1 })
        await placed(3, evening, { purchaser })
        expect(await list({ email: Email('visitor.name@example.org') })).toEqual({ items: [3, 1], total: 2 })
        expect(await list({ email: Email('visitor.name@example.org'), end: evening })).toEqual({ items: [1], total: 1 })
      })

      it('does not have tickets that were bought alone', async () => {
        await servers.one.tickets.sell(...aSale(generalTicket(1)))
        expect(await list({})).toEqual({ items: [], total: 0 })
      })
    })
  })

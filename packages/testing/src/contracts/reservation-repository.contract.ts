import type { ClaimedDelivery, IdempotencyRecord, ReservationChange, ReservationFilter } from '@museum/application'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  Email,
  Instant,
  LanguageTag,
  OnlinePayment,
  type OnlineRefund,
  type OrderDraft,
  OrderId,
  OrderChange,
  OrderLabel,
  OrderNumber,
  PaymentId,
  PaymentMethod,
  PaymentReference,
  Phone,
  Price,
  type PurchaseContext,
  PriceCategoryId,
  Quantity,
  type QuotedItem,
  Refund,
  RefundId,
  type RefundRun,
  type RefundState,
  type Refusal,
  Reservation,
  type ReservationDraft,
  type ReservationSale,
  SpecialEvent,
  type SpecialEventChanges,
  TicketId,
  TimeOfDay,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aPurchaseContext, aSpecialEvent, exampleId, someDates } from '../examples/index.ts'
import { aSale, sellAlone } from '../in-memory/a-sale.ts'
import { anOrderCancellation, anOrderChange } from '../in-memory/an-order-change.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { changeHours } from '../in-memory/change-hours.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

type Server = 'one' | 'other'

const event = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const minute = 60
const day = 24 * 60 * minute
/** When a refund at the payment provider ends. */
const anEnd = Instant(Date.UTC(2030, 4, 9, 10))
const idOf = (n: number) => OrderId(exampleId(7_000 + n))
const purchaser = { email: Email('teacher@example.org'), phone: Phone('+1(234)-567-8910') }
const range = (length: number) => Array.from({ length }, (_, n) => n)
const serverOf = (n: number): Server => (n % 2 === 0 ? 'one' : 'other')

type Items = OrderDraft['items']
const general = (quantity: number, ticketDate = first) => ({
  ticketType: 'general' as const,
  ticketDate,
  quantity: Quantity(quantity),
})
const ofEvent = (quantity: number, ticketDate = first) => ({
  ...general(quantity, ticketDate),
  ticketType: 'event' as const,
  eventId: event.eventId,
})

/** The tests that every `ReservationRepository` must pass. Run them once per adapter. */
export const reservationRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the reservation repository in ${adapter}`, open, ({ describe, it, servers }) => {
    let lastTicket = 0
    const addEvent = () => servers.one.specialEvents.add(event, anAuditEntry())
    const changeEvent = (changes: SpecialEventChanges) =>
      servers.one.specialEvents.update(
        event.eventId,
        (before) => SpecialEvent.update(before, changes),
        () => anAuditEntry(),
      )
    const limitGeneralEntry = (capacity: number) =>
      servers.one.capacities.setForGeneralEntry(Capacity(capacity), () => anAuditEntry())
    const limitEvent = (capacity: number) =>
      servers.one.capacities.setForEvent(event.eventId, Capacity(capacity), () => anAuditEntry())

    const reserve = (
      n: number,
      items: Items,
      but: Partial<ReservationDraft> = {},
      { server = 'one', once }: Readonly<{ server?: Server; once?: Omit<IdempotencyRecord, 'answer'> }> = {},
    ) =>
      servers[server].reservations.add(
        { items, today: CalendarDate('2030-05-01'), orderId: idOf(n), ...(once && { once }) },
        (offered, lockedAt) => {
          const contexts = offered.map((item) => aPurchaseContext({ ...item, soldBy: 'Kasse 1 🎟' }))
          const draft = { items, ...but }
          const reservation = Reservation.hold(idOf(n), draft, contexts, {
            now: lockedAt ?? Instant(0),
            isOfShop: n === 2,
          })
          return isRefusal(reservation) ? reservation : { reservation, renderAnswer: () => `"${n}"` }
        },
      )
    const reserved = async (...of: Parameters<typeof reserve>): Promise<Reservation> => {
      const outcome = await reserve(...of)
      if (isRefusal(outcome)) throw new Error(outcome.because)
      return outcome
    }
    const find = async (n: number, server: Server = 'other') => {
      const found = await servers[server].reservations.find(idOf(n))
      if (found === undefined) throw new Error(`reservation ${n} was not found`)
      return found
    }
    const stateOf = async (n: number) => (await find(n)).state

    /** Sells a reservation, and returns the order, or undefined where nothing was decided. */
    const sell = async (
      n: number,
      sale: ReservationSale = {},
      server: Server = 'one',
      codes: readonly string[] = [],
    ) => {
      const identities = range(60).map((ticket) => ({
        ticketId: TicketId(exampleId(50_000 + (lastTicket += 1))),
        confirmationCode: ConfirmationCode(codes[ticket] ?? `ticket-${String(lastTicket).padStart(6, '0')}-xxxxx`),
      }))
      return servers[server].reservations.change<Refusal>(
        idOf(n),
        (current, offered): ReservationChange | Refusal | undefined => {
          if (current.state === 'sold') return undefined
          const contexts = offered.map((item) => aPurchaseContext({ ...item, soldBy: 'Kasse 2' }))
          const order = Reservation.sell(current, sale, contexts, identities)
          return isRefusal(order) ? order : { sale: { tickets: order.tickets as never, order } }
        },
      )
    }
    const release = (n: number, server: Server = 'one') =>
      servers[server].reservations.change<never>(idOf(n), ({ state }) =>
        state === 'sold' || state === 'released' ? undefined : { state: 'released', entry: anAuditEntry() },
      )
    const holdUntil = (n: number, ownLimit: Instant) =>
      servers.one.reservations.change<never>(idOf(n), () => ({ ownLimit, entry: anAuditEntry() }))
    /** What is taken of general entry on a date, and of the event. */
    const takenOf = async (date = first) => {
      const { taken } = await servers.other.capacities.placesOfGeneralEntry({ startDate: date, endDate: date })
      return taken.get(date)?.get(undefined) ?? { sold: 0 }
    }
    const takenOfEvent = async (date = first) => {
      const dates = await servers.other.capacities.availabilityOfEvent(event.eventId)
      if (isRefusal(dates)) throw new Error(dates.because)
      const { sold, held } = dates.find((each) => each.date === date)!
      return { sold, ...(held !== undefined && { held }) }
    }
    const buyOne = (n: number, server: Server = 'one') =>
      sellAlone(
        servers[server].tickets,
        aGeneralTicket({
          ticketId: TicketId(exampleId(90_000 + n)),
          confirmationCode: ConfirmationCode(`ticket-general-${String(n).padStart(6, '0')}-yyyyy`),
          ticketDate: first,
        }),
      )

    const firstPage = { page: 1, limit: 5 }
    const attended = { at: anEnd, by: 'Büro 🎟' }
    /** Records that a person has dealt with the first payment of a reservation, unless one has before. */
    const attend = (n: number, server: Server = 'one') =>
      servers[server].reservations.change<never>(idOf(n), ({ payments: [payment] }) =>
        payment!.attended === undefined
          ? {
              payment: { ...payment!, attended },
              entry: anAuditEntry({ operation: 'attendToPayment', subject: { kind: 'reservation', id: idOf(n) } }),
            }
          : undefined,
      )

    it('stores a reservation as it was decided, and finds it', async () => {
      await addEvent()
      const draft = { purchaser, label: OrderLabel('Klasse 7b ‐ 二年'), language: LanguageTag('de-CH') }
      const items = [{ ...general(2), priceCategory: PriceCategoryId('child') }, ofEvent(3, second)]
      const created = await reserved(1, items, draft)
      expect(created).toMatchObject({
        state: 'held',
        hasGivenEnd: false,
        createdBy: 'Kasse 1 🎟',
        total: 7_170,
        ...draft,
      })
      expect(created.heldUntil).toBe(created.createdAt + 15 * minute * 1_000)
      expect(await find(1)).toEqual(created)
      expect(await find(1, 'one')).toEqual(created)
      const plain = await reserved(2, [general(1)], { until: Instant(created.heldUntil + day * 1_000) })
      expect(plain).toMatchObject({ hasGivenEnd: true, heldUntil: created.heldUntil + day * 1_000 })
      expect(await find(2)).toEqual(plain)
      expect(await servers.one.reservations.find(idOf(3))).toBe(undefined)
    })

    it('takes the places of a reservation, which are not sold to others', async () => {
      await addEvent()
      await limitGeneralEntry(3)
      await limitEvent(2)
      await reserved(1, [general(2), ofEvent(2)])
      expect([await takenOf(), await takenOfEvent()]).toEqual([
        { sold: 0, held: 2 },
        { sold: 0, held: 2 },
      ])
      expect(await reserve(2, [ofEvent(1)])).toMatchObject({ refusal: 'sold-out' })
      expect(await reserve(2, [general(1), ofEvent(1)])).toMatchObject({ refusal: 'sold-out' })
      expect(isRefusal(await buyOne(1))).toBe(false)
      expect(await buyOne(2, 'other')).toMatchObject({ refusal: 'sold-out' })
      expect(await reserve(3, [general(1)], {}, { server: 'other' })).toMatchObject({ refusal: 'sold-out' })
      expect(await takenOf()).toEqual({ sold: 1, held: 2 })
    })

    it('reserves and sells, at once on two servers, as many places as there are', async () => {
      await limitGeneralEntry(10)
      const outcomes = await Promise.all(
        range(24).map((n) =>
          n % 3 === 0 ? buyOne(n, serverOf(n)) : reserve(n, [general(1)], {}, { server: serverOf(n) }),
        ),
      )
      expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(10)
      const { sold, held = 0 } = await takenOf()
      expect(sold + held).toBe(10)
    })

    it('stores the response under a key, once', async () => {
      const once = { username: 'shop', idempotencyKey: 'k', fingerprint: 'f' }
      await reserved(1, [general(1)], {}, { once })
      expect(await reserve(2, [general(1)], {}, { server: 'other', once })).toMatchObject({
        refusal: 'request-in-progress',
      })
      expect(await servers.other.idempotencyRecords.find('shop', 'k')).toEqual({ ...once, answer: '"1"' })
      expect(await takenOf()).toEqual({ sold: 0, held: 1 })
    })

    it('refuses what is not offered, and stores nothing', async () => {
      expect(await reserve(1, [ofEvent(1)])).toMatchObject({ refusal: 'event-not-found' })
      expect(await servers.one.reservations.find(idOf(1))).toBe(undefined)
    })

    it('refuses one whose end is over when its slots are locked', async () => {
      const { createdAt } = await reserved(1, [general(1)])
      expect(await reserve(2, [general(1)], { until: Instant(createdAt - minute * 1_000) })).toMatchObject({
        refusal: 'validation-failed',
        faults: [{ member: 'until', code: 'not-in-the-future' }],
      })
      expect(await takenOf()).toEqual({ sold: 0, held: 1 })
    })

    describe('a sale', () => {
      it('makes an order of the reservation, at its prices, and takes the places once', async () => {
        await addEvent()
        const label = OrderLabel('Class 7b')
        const language = LanguageTag('fr')
        const items = [{ ...general(2), priceCategory: PriceCategoryId('child') }, ofEvent(1)]
        const { total } = await reserved(1, items, { purchaser, label, language })
        // The event costs more, and has another name.
        await changeEvent({ price: Price(9_900) })
        const outcome = await sell(1)
        expect(outcome).toMatchObject({ state: 'sold', reservationId: idOf(1) })
        expect('purchaser' in outcome || 'label' in outcome).toBe(false)
        const order = (await servers.other.orders.find(idOf(1)))!
        expect(order).toMatchObject({ orderId: idOf(1), total, label, language, soldBy: 'Kasse 2' })
        expect(order.tickets.map(({ price, purchaser: buyer, orderId }) => [price, buyer, orderId])).toEqual([
          [600, purchaser, idOf(1)],
          [600, purchaser, idOf(1)],
          [1_990, purchaser, idOf(1)],
        ])
        expect([await takenOf(), await takenOfEvent()]).toEqual([{ sold: 2 }, { sold: 1 }])
        expect(await find(1)).toEqual(outcome)
        expect(await sell(1, {}, 'other')).toEqual(outcome)
        expect((await servers.one.orders.find(idOf(1)))!.tickets).toHaveLength(3)
        const { items: found } = await servers.one.orders.list(
          { number: OrderNumber.of(idOf(1)) },
          { page: 1, limit: 5 },
        )
        expect(found).toHaveLength(1)
      })

      it('gives back the places of those who did not come', async () => {
        await limitGeneralEntry(28)
        await reserved(1, [general(20), general(8)])
        await sell(1, { quantities: [20, 5] })
        expect(await takenOf()).toEqual({ sold: 25 })
        expect((await servers.one.orders.find(idOf(1)))!.tickets).toHaveLength(25)
      })

      it('is made once when both servers sell, and either sells or releases', async () => {
        await limitGeneralEntry(60)
        for (const n of range(4)) {
          await reserved(n, [general(3)])
          const outcomes = await Promise.all([
            sell(n),
            sell(n, {}, 'other'),
            n % 2 === 0 ? sell(n) : release(n, 'other'),
          ])
          const { state } = await find(n)
          for (const outcome of outcomes)
            if (isRefusal(outcome)) expect(outcome).toMatchObject({ refusal: 'reservation-ended' })
            else expect(outcome.state).toBe(state)
          const order = await servers.one.orders.find(idOf(n))
          expect(order?.tickets.length).toBe(state === 'sold' ? 3 : undefined)
        }
        const sold = await Promise.all(range(4).map(stateOf))
        expect(await takenOf()).toEqual({ sold: 3 * sold.filter((state) => state === 'sold').length })
      })

      it('is refused, with nothing stored, where a code is taken', async () => {
        await reserved(1, [general(2)])
        await sell(1, {}, 'one', ['ticket-a', 'ticket-b'])
        await reserved(2, [general(2)])
        expect(await sell(2, {}, 'one', ['ticket-c', 'ticket-b'])).toMatchObject({ refusal: 'confirmation-code-taken' })
        expect([await stateOf(2), await takenOf()]).toEqual(['held', { sold: 2, held: 2 }])
        expect(isRefusal(await sell(2))).toBe(false)
      })

      it('is refused for a reservation that is unknown', async () => {
        expect(await sell(1)).toMatchObject({ refusal: 'reservation-not-found' })
        expect(await release(1)).toMatchObject({ refusal: 'reservation-not-found' })
      })
    })

    describe('a reservation whose time is over', () => {
      it('is expired, holds its places until they are needed, and can be sold until then', async () => {
        await limitGeneralEntry(2)
        await reserved(1, [general(1)])
        await reserved(2, [general(1)])
        await servers.age(16 * minute)
        expect([await stateOf(1), await stateOf(2)]).toEqual(['expired', 'expired'])
        expect(await sell(1)).toMatchObject({ state: 'sold' })
        expect(await takenOf()).toEqual({ sold: 1, held: 1 })
        expect(isRefusal(await buyOne(1, 'other'))).toBe(false)
        expect(await takenOf()).toEqual({ sold: 2 })
        expect(await sell(2)).toMatchObject({ refusal: 'reservation-ended' })
        expect(await stateOf(2)).toBe('expired')
      })

      it('is sold again where its places are free again, at its price', async () => {
        await limitGeneralEntry(2)
        await reserved(1, [general(2)])
        await servers.age(16 * minute)
        await reserved(2, [general(2)])
        expect(await sell(1)).toMatchObject({ refusal: 'reservation-ended' })
        await release(2)
        expect(await sell(1)).toMatchObject({ state: 'sold' })
        expect(await takenOf()).toEqual({ sold: 2 })
      })

      it('gives its places to another sale that needs them, though others still hold theirs', async () => {
        await limitGeneralEntry(3)
        await reserved(1, [general(1)])
        await servers.age(16 * minute)
        await reserved(2, [general(1)])
        expect(isRefusal(await buyOne(1))).toBe(false)
        expect(isRefusal(await buyOne(2))).toBe(false)
        expect(await buyOne(3)).toMatchObject({ refusal: 'sold-out' })
        expect(await takenOf()).toEqual({ sold: 2, held: 1 })
      })

      it('gives its places back although the sale that found them is refused', async () => {
        await limitGeneralEntry(2)
        await reserved(1, [general(1)])
        await servers.age(16 * minute)
        const tickets = range(3).map((n) =>
          aGeneralTicket({
            ticketId: TicketId(exampleId(91_000 + n)),
            confirmationCode: ConfirmationCode(`ticket-z${n}`),
          }),
        )
        expect(await servers.one.tickets.sell(...aSale(tickets as never))).toMatchObject({ refusal: 'sold-out' })
        expect(await takenOf()).toEqual({ sold: 0 })
      })

      it('gives its places to reservations on both servers at once, once each', async () => {
        await limitGeneralEntry(6)
        for (const n of range(6)) await reserved(n, [general(1)])
        await servers.age(16 * minute)
        const outcomes = await Promise.all(
          range(12).map((n) => reserve(100 + n, [general(1)], {}, { server: serverOf(n) })),
        )
        expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(6)
        expect(await takenOf()).toEqual({ sold: 0, held: 6 })
      })

      it('is swept, slot by slot, and only it', async () => {
        await addEvent()
        expect(await servers.one.reservations.giveBackEnded()).toBe(false)
        await reserved(1, [general(2), ofEvent(1)])
        await servers.age(16 * minute)
        await reserved(2, [general(1), ofEvent(1)])
        expect(await servers.one.reservations.giveBackEnded()).toBe(true)
        expect(await servers.other.reservations.giveBackEnded()).toBe(true)
        expect(await servers.one.reservations.giveBackEnded()).toBe(false)
        expect([await takenOf(), await takenOfEvent()]).toEqual([
          { sold: 0, held: 1 },
          { sold: 0, held: 1 },
        ])
        expect(await stateOf(1)).toBe('expired')
      })

      it('is held longer once its end is moved, and found by it', async () => {
        await limitGeneralEntry(1)
        const { heldUntil } = await reserved(1, [general(1)])
        const later = Instant(heldUntil + 15 * minute * 1_000)
        expect(await holdUntil(1, later)).toMatchObject({ state: 'held', heldUntil: later })
        await servers.age(16 * minute)
        expect(await stateOf(1)).toBe('held')
        expect(await buyOne(1)).toMatchObject({ refusal: 'sold-out' })
        await servers.age(15 * minute)
        expect(isRefusal(await buyOne(2))).toBe(false)
      })
    })

    describe('a release', () => {
      it('gives the places back for good, again without an effect', async () => {
        await limitGeneralEntry(2)
        await reserved(1, [general(2)], { purchaser })
        const released = await release(1)
        expect(released).toMatchObject({ state: 'released', purchaser })
        expect(await takenOf()).toEqual({ sold: 0 })
        expect(await release(1, 'other')).toEqual(released)
        expect(await find(1)).toEqual(released)
        expect(await sell(1)).toMatchObject({ refusal: 'reservation-ended' })
        const { items } = await servers.one.audit.list({}, { page: 1, limit: 10 })
        expect(items).toHaveLength(2)
      })

      it('leaves a reservation sold', async () => {
        await reserved(1, [general(1)])
        await sell(1)
        expect(await release(1, 'other')).toMatchObject({ state: 'sold' })
        expect(await takenOf()).toEqual({ sold: 1 })
      })
    })

    describe('a reservation of which a date was removed', () => {
      it('has ended as a whole, and gives its other places back by its release', async () => {
        await addEvent()
        await reserved(1, [general(1), ofEvent(2)])
        await changeEvent({ dates: someDates('2030-05-18') })
        expect(await stateOf(1)).toBe('expired')
        expect(await servers.one.reservations.list({ state: 'held' }, { page: 1, limit: 5 })).toMatchObject({
          items: [],
          total: 0,
        })
        expect(await sell(1)).toMatchObject({ refusal: 'reservation-ended' })
        expect(await takenOf()).toEqual({ sold: 0, held: 1 })
        expect(await release(1)).toMatchObject({ state: 'released' })
        expect(await takenOf()).toEqual({ sold: 0 })
      })

      it('is held as before once its event is restored', async () => {
        await addEvent()
        await reserved(1, [ofEvent(2)])
        await servers.one.specialEvents.remove(
          event.eventId,
          () => undefined,
          () => anAuditEntry(),
        )
        expect(await stateOf(1)).toBe('expired')
        await servers.one.specialEvents.restore(event.eventId, () => anAuditEntry())
        expect([await stateOf(1), await takenOfEvent()]).toEqual(['held', { sold: 0, held: 2 }])
        expect(await sell(1)).toMatchObject({ state: 'sold' })
      })
    })

    it('sells what is held although the museum is closed on the day since', async () => {
      await reserved(1, [general(1)])
      await reserved(2, [general(1)])
      await changeHours(servers.one.museumHours, { date: first, hours: 'closed' }, () => anAuditEntry())
      expect(await sell(1)).toMatchObject({ state: 'sold' })
      await servers.age(16 * minute)
      await servers.one.reservations.giveBackEnded()
      expect(await sell(2)).toMatchObject({ refusal: 'reservation-ended' })
    })

    it('counts places by entry time', async () => {
      const { revision } = await servers.one.museumHours.schedule(first, first)
      const rule = { every: 60, lastEntry: 60 }
      await servers.one.museumHours.replaceEntryTimes(
        { rule, capacity: Capacity(2), exceptions: [], early: 15, late: null },
        revision,
        anAuditEntry(),
      )
      const at = (entryTime: string, quantity: number) => ({ ...general(quantity), entryTime: TimeOfDay(entryTime) })
      const created = await reserved(1, [at('10:00', 2), at('11:00', 1)])
      expect(await find(1)).toEqual(created)
      expect(await reserve(2, [at('10:00', 1)])).toMatchObject({ refusal: 'sold-out' })
      expect(await reserve(2, [at('11:00', 1)])).toMatchObject({ state: 'held' })
      await sell(1)
      const { taken } = await servers.one.capacities.placesOfGeneralEntry({ startDate: first, endDate: first })
      expect([taken.get(first)!.get(TimeOfDay('10:00')), taken.get(first)!.get(TimeOfDay('11:00'))]).toEqual([
        { sold: 2 },
        { sold: 1, held: 1 },
      ])
    })

    describe('the list', () => {
      it('has the held ones by their end, by date, and by label in any case', async () => {
        await addEvent()
        const { createdAt } = await reserved(1, [general(1)], { label: OrderLabel('Classe ÉLÉMENTAIRE 7b') })
        const later = (days: number) => Instant(createdAt + days * day * 1_000)
        await reserved(2, [general(1, second)], { until: later(3), label: OrderLabel('Class 7B') })
        await reserved(3, [general(1), ofEvent(1, second)], { until: later(2) })
        await reserved(4, [general(1)])
        await release(4)
        await reserved(5, [general(1)])
        await sell(5)
        const list = async (filter: Omit<ReservationFilter, 'state'>, page = { page: 1, limit: 2 }) => {
          const { items, total } = await servers.other.reservations.list({ state: 'held', ...filter }, page)
          return [items.map(({ reservationId }) => range(6).find((n) => idOf(n) === reservationId)), total]
        }
        expect(await list({})).toEqual([[1, 3], 3])
        expect(await list({}, { page: 2, limit: 2 })).toEqual([[2], 3])
        expect(await list({ date: second })).toEqual([[3, 2], 2])
        expect(await list({ search: '7b' })).toEqual([[1, 2], 2])
        expect(await list({ search: 'élémentaire' })).toEqual([[1], 1])
        expect(await list({ search: '%' })).toEqual([[], 0])
        const after = await servers.one.reservations.list({ state: 'held' }, { after: await find(3), limit: 5 })
        expect(after.items.map(({ reservationId }) => reservationId)).toEqual([idOf(2)])
        await servers.age(16 * minute)
        expect(await list({})).toEqual([[3, 2], 2])
      })

      it('is searched by e-mail address, by phone number as it may be written, and by number', async () => {
        const [by] = [{ purchaser: { ...purchaser, email: Email('Lehrerin@Bücher.example') } }]
        await reserved(1, [general(1)], by)
        await reserved(2, [general(1)], { label: OrderLabel('Meier · 0234 567 89 10') })
        await reserved(3, [general(1)], { purchaser })
        await release(3)
        await reserved(4, [general(1)], { purchaser })
        await sell(4)
        const found = async (search: string) => {
          const { items, total } = await servers.other.reservations.list({ state: 'held', search }, firstPage)
          expect(total).toBe(items.length)
          return items.map(({ reservationId }) => range(6).find((n) => idOf(n) === reservationId)).toSorted()
        }
        expect(await found('LEHRERIN@xn--bcher-kva.example')).toEqual([1])
        expect(await found('lehrerin@')).toEqual([])
        expect(await found('teacher@example.org')).toEqual([])
        for (const phone of ['+1(234)-567-8910', '01 234 5678910']) expect(await found(phone)).toEqual([1])
        for (const phone of ['0234/5678910', '5678']) expect(await found(phone)).toEqual([1, 2])
        expect(await found('00')).toEqual([])
        const numberOf = (n: number) => OrderNumber.of(idOf(n)).toUpperCase().replace('-', ' ')
        expect(await found(numberOf(1))).toEqual([1])
        await servers.age(day + 16 * minute)
        while (await servers.one.reservations.giveBackEnded());
        expect(await found('5678')).toEqual([])
        // Without the data of a person.
        await servers.one.reservations.removeEnded()
        expect([await found(numberOf(1)), await found(numberOf(3)), await found(numberOf(4))]).toEqual([[1], [3], []])
      })

      it('has an expired one by its label for a day, also for its date, and when its places were given back', async () => {
        await addEvent()
        const label = OrderLabel('Class 7b')
        const { createdAt } = await reserved(1, [general(1)], { label })
        const until = Instant(createdAt + 3 * day * 1_000)
        await reserved(2, [general(1, second)], { until, label })
        await reserved(3, [ofEvent(1, second)], { until, label })
        await reserved(4, [general(1)])
        await reserved(5, [general(1)], { label })
        await release(5)
        await changeEvent({ dates: someDates(first) })
        const found = async (filter: Omit<ReservationFilter, 'state'>) => {
          const { items, total } = await servers.other.reservations.list({ state: 'held', ...filter }, firstPage)
          expect(total).toBe(items.length)
          return items.map(({ reservationId, state }) => [range(6).find((n) => idOf(n) === reservationId), state])
        }
        await servers.age(16 * minute)
        while (await servers.one.reservations.giveBackEnded());
        expect(await found({})).toEqual([[2, 'held']])
        expect(await found({ search: '7b' })).toEqual([
          [1, 'expired'],
          [2, 'held'],
          [3, 'expired'],
        ])
        expect(await found({ search: '7b', date: first })).toEqual([[1, 'expired']])
        await servers.age(day)
        expect(await found({ search: '7b' })).toEqual([
          [2, 'held'],
          [3, 'expired'],
        ])
      })
    })

    it('erases the data of purchasers a day after the end, and removes the reservation after seven', async () => {
      const label = OrderLabel('Class 7b')
      await reserved(1, [general(1)], { purchaser, label })
      await reserved(2, [general(1)], { purchaser, label })
      await release(2)
      await reserved(3, [general(1)], { purchaser })
      await sell(3)
      expect(await servers.one.reservations.removeEnded()).toBe(0)
      await servers.age(day + 16 * minute)
      // The places of the other one are given back first.
      expect(await servers.one.reservations.removeEnded()).toBe(1)
      expect(await find(1)).toMatchObject({ purchaser, label })
      while (await servers.one.reservations.giveBackEnded());
      expect(await servers.other.reservations.removeEnded()).toBe(1)
      expect(await servers.one.reservations.removeEnded()).toBe(0)
      for (const n of [1, 2]) {
        const found = await find(n)
        expect(['purchaser' in found, 'label' in found]).toEqual([false, false])
      }
      await servers.age(6 * day)
      expect(await servers.one.reservations.removeEnded()).toBe(2)
      expect(await servers.one.reservations.find(idOf(1))).toBe(undefined)
      expect(await stateOf(3)).toBe('sold')
    })

    describe('a payment', () => {
      const paymentId = PaymentId(exampleId(600))
      const opened = (reservation: Reservation, minutes: number, but: Partial<OnlinePayment> = {}): OnlinePayment => ({
        paymentId,
        reservationId: reservation.reservationId,
        state: 'open',
        amount: reservation.total,
        currency: reservation.currency,
        openedAt: reservation.createdAt,
        expiresAt: Instant(reservation.createdAt + minutes * minute * 1_000),
        heldUntil: Instant(reservation.createdAt + (minutes + 5) * minute * 1_000),
        lines: [{ name: 'Museum · Ω', quantity: 1, price: 1_200 }],
        returnUrl: 'https://museum.example/thanks?order=1',
        ...but,
      })
      const change = (n: number, changed: ReservationChange, server: Server = 'one') =>
        servers[server].reservations.change<never>(idOf(n), () => changed)
      const questions = async () => {
        const found = await servers.other.deliveries.receivers()
        const claimed = found.includes('payments') ? await servers.other.deliveries.claim('payments', 10) : []
        return claimed.map(({ message }) => message)
      }

      it('is stored with its reservation, holds the places longer, and is asked about', async () => {
        await limitGeneralEntry(1)
        const created = await reserved(1, [general(1)])
        const payment = opened(created, 31, { language: LanguageTag('ja') })
        const paying = await change(1, { payment })
        expect(paying).toEqual({ ...created, payments: [payment], heldUntil: payment.heldUntil })
        expect(await find(1)).toEqual(paying)
        expect(await servers.other.reservations.findByPayment(paymentId)).toEqual(paying)
        expect(await servers.one.reservations.findByPayment(PaymentId(exampleId(601)))).toBe(undefined)
        expect(await questions()).toEqual([{ type: 'payment.opened', at: payment.openedAt, paymentId }])
        const known = { ...payment, providerId: 'cs_1', url: 'https://pay.example/1' }
        await change(1, { payment: known }, 'other')
        expect((await find(1)).payments).toEqual([known])
        await servers.age(20 * minute)
        expect(await stateOf(1)).toBe('held')
        expect(await buyOne(1)).toMatchObject({ refusal: 'sold-out' })
        expect(await servers.one.reservations.list({ state: 'held' }, { page: 1, limit: 5 })).toMatchObject({
          total: 1,
        })
      })

      it('that is returned is found by a search for a day after the release of its reservation', async () => {
        const created = await reserved(1, [general(1)], { purchaser })
        const payment = opened(created, 31)
        await change(1, { payment })
        await release(1)
        const found = async () =>
          (await servers.other.reservations.list({ state: 'held', search: purchaser.email }, firstPage)).items
        expect(await found()).toEqual([])
        const reference = PaymentReference('pi_1')
        await change(1, { payment: { ...payment, state: 'returned', reference, returned: 'released' } })
        expect(await found()).toMatchObject([{ reservationId: idOf(1), state: 'released' }])
        await servers.age(day)
        expect(await found()).toEqual([])
      })

      it('that is closed leaves the reservation its own limit', async () => {
        const created = await reserved(1, [general(1)])
        const payment = opened(created, 31)
        await change(1, { payment })
        expect(await change(1, { payment: { ...payment, state: 'closed' } })).toMatchObject({
          state: 'held',
          heldUntil: created.heldUntil,
        })
        const second = opened(created, 40, {
          paymentId: PaymentId(exampleId(601)),
          openedAt: Instant(created.createdAt + 1),
        })
        expect((await change(1, { payment: second })) as Reservation).toMatchObject({ heldUntil: second.heldUntil })
        expect((await find(1)).payments.map(({ state }) => state)).toEqual(['closed', 'open'])
        await servers.age(20 * minute)
        expect(await change(1, { payment: { ...second, state: 'closed' } })).toMatchObject({ state: 'expired' })
        expect(await stateOf(1)).toBe('expired')
      })

      /** Pays a reservation of two tickets. */
      const pay = async (item: Items[number] = general(2), context: Partial<PurchaseContext> = {}) => {
        const created = await reserved(1, [item], { purchaser })
        const payment = opened(created, 31)
        await change(1, { payment })
        const reference = PaymentReference('pi_1')
        const order = Reservation.sell(
          created,
          { payment: { method: PaymentMethod('online'), reference } },
          [aPurchaseContext(context)],
          range(2).map((n) => ({
            ticketId: TicketId(exampleId(60_000 + n)),
            confirmationCode: ConfirmationCode(`ticket-paid-${n}`),
          })),
        )
        if (isRefusal(order)) throw new Error(order.because)
        const paid = { ...payment, state: 'paid', reference } as const
        const outcome = await change(1, { payment: paid, sale: { tickets: order.tickets as never, order } })
        return { paid, reference, order, outcome }
      }

      it('that is paid is stored with the order, in one transaction', async () => {
        const { paid, reference, outcome } = await pay()
        expect(outcome).toMatchObject({ state: 'sold', payments: [paid] })
        expect(await find(1)).toEqual(outcome)
        expect(await servers.other.orders.find(idOf(1))).toMatchObject({ payment: { method: 'online', reference } })
        expect(await takenOf()).toEqual({ sold: 2 })
        await servers.age(8 * day)
        expect(await servers.one.reservations.removeEnded()).toBe(0)
      })

      describe('that is paid', () => {
        const dateOf = (moment: Instant) => CalendarDate(new Date(moment).toISOString().slice(0, 10))
        const [asked, third] = [Instant(Date.UTC(2030, 4, 2, 10)), Instant(Date.UTC(2030, 4, 3))]
        const aTime = expect.any(Number)
        const refundIdOf = (n: number) => RefundId(exampleId(700 + n))
        const giveBack = (n: number, ticketIds: readonly TicketId[], server: Server = 'one') =>
          servers[server].orders.change(
            idOf(1),
            anOrderChange((current) =>
              OrderChange.refundOnline(
                current,
                { refundId: refundIdOf(n), at: asked, by: 'clerk' },
                dateOf,
                ({ ticketId }) => ticketIds.includes(ticketId),
              ),
            ),
          )
        const refundsIn = async (state: RefundState) => {
          const { items } = await servers.other.refunds.list({ state }, { page: 1, limit: 10 }, () => true)
          return items.map(({ ticket, cancellation: { settlement, failure } }) => [
            ticket.ticketId,
            failure ?? settlement?.online,
          ])
        }
        const cancel = () => servers.one.orders.change(idOf(1), anOrderCancellation())
        /** Pays, and cancels the order. */
        const cancelled = async () => {
          const { order, paid } = await pay()
          await questions()
          await cancel()
          return { paid, ticketIds: order.tickets.map(({ ticketId }) => ticketId) }
        }
        const sumsOf = async (from: Instant, end: Instant, user?: string) =>
          (await servers.other.sales.sumRefunds({ from, end, user })).map(({ user: by, method, tickets, amount }) => [
            by,
            method,
            tickets,
            amount,
          ])

        it('is given back with the tickets of its order, once', async () => {
          const { paid, ticketIds } = await cancelled()
          const [one, other] = ticketIds as [TicketId, TicketId]
          const outcomes = await Promise.all(range(6).map((n) => giveBack(n, [one], serverOf(n))))
          expect(outcomes.filter((outcome) => isRefusal(outcome))).toEqual([])
          const [[, sent]] = (await refundsIn('sending')) as [[TicketId, { refundId: RefundId }]]
          expect(await refundsIn('sending')).toEqual([[one, { refundId: sent.refundId, state: 'sending' }]])
          expect(await refundsIn('due')).toEqual([[other, undefined]])
          const refund = {
            refundId: sent.refundId,
            paymentId: paid.paymentId,
            reference: paid.reference,
            state: 'sending',
            amount: 1_200,
            currency: 'EUR',
            requestedAt: asked,
            requestedBy: 'clerk',
          }
          expect(await servers.other.onlineRefunds.find(sent.refundId)).toEqual(refund)
          expect(await questions()).toMatchObject([{ type: 'refund.requested', refundId: sent.refundId }])
          expect((await find(1)).payments).toEqual([{ ...paid, refunded: 1_200 }])
          await giveBack(7, ticketIds)
          expect((await find(1)).payments).toEqual([{ ...paid, refunded: 2_400 }])
          await servers.one.onlineRefunds.end({ refundId: sent.refundId, state: 'settled', at: anEnd })
          expect(await servers.other.onlineRefunds.find(sent.refundId)).toEqual({ ...refund, state: 'settled' })
          expect(await refundsIn('settled')).toEqual([[one, { refundId: sent.refundId, state: 'settled' }]])
          expect(await refundsIn('sending')).toEqual([[other, { refundId: refundIdOf(7), state: 'sending' }]])
          expect(await sumsOf(asked, third)).toEqual([['clerk', 'online', 2, 2_400n]])
          expect(await sumsOf(third, Instant(anEnd + 1))).toEqual([])
        })

        it('is due again where the provider could not give it back, and no earlier sum changes', async () => {
          const { paid, ticketIds } = await cancelled()
          await giveBack(0, ticketIds)
          const before = await sumsOf(asked, third)
          await servers.one.onlineRefunds.end({
            refundId: refundIdOf(0),
            state: 'failed',
            at: anEnd,
            failure: 'closed',
          })
          expect(await refundsIn('due')).toEqual(ticketIds.map((ticketId) => [ticketId, 'closed']))
          expect(await refundsIn('sending')).toEqual([])
          expect((await find(1)).payments).toEqual([paid])
          const { items } = await servers.one.reservations.list({ state: 'attention' }, { page: 1, limit: 5 })
          expect(items).toEqual([])
          const ended = [anEnd, Instant(anEnd + 1)] as const
          const negative = [['clerk', 'online', -2, -2_400n]]
          expect([before, await sumsOf(asked, third)]).toEqual([
            [['clerk', 'online', 2, 2_400n]],
            [['clerk', 'online', 2, 2_400n]],
          ])
          expect(await sumsOf(...ended)).toEqual(negative)
          expect(await sumsOf(...ended, 'clerk')).toEqual(negative)
          expect(await sumsOf(...ended, 'another')).toEqual([])
          expect(await sumsOf(asked, ended[1])).toEqual([])
          // Again, and one of them in cash: the reason of the failure is gone.
          await giveBack(1, ticketIds.slice(0, 1))
          const settlement = { method: PaymentMethod('cash'), settledAt: anEnd, settledBy: 'clerk' }
          const settled = await servers.other.refunds.settle(
            ticketIds[1]!,
            (ticket, cancellation) => Refund.settle(ticket, cancellation, settlement, dateOf),
            () => anAuditEntry(),
          )
          expect(!isRefusal(settled) && settled.cancellation).toEqual({ cause: 'ticket', at: aTime, settlement })
          expect(await refundsIn('due')).toEqual([])
          await servers.one.onlineRefunds.end({ refundId: refundIdOf(1), state: 'failed', at: anEnd, failure: 'again' })
          expect(await refundsIn('due')).toEqual([[ticketIds[0], 'again']])
          expect(await refundsIn('settled')).toEqual([[ticketIds[1], undefined]])
        })

        it('leaves the difference of the amounts where as many other tickets of another price are given back on that day', async () => {
          const { ticketIds } = await cancelled()
          await giveBack(0, ticketIds)
          await servers.one.onlineRefunds.end({
            refundId: refundIdOf(0),
            state: 'failed',
            at: anEnd,
            failure: 'closed',
          })
          const settlement = { method: PaymentMethod('online'), settledAt: anEnd, settledBy: 'clerk' }
          for (const n of range(2)) {
            const ticket = aGeneralTicket({
              ticketId: TicketId(exampleId(61_000 + n)),
              confirmationCode: ConfirmationCode(`ticket-alone-${n}`),
              price: Price(1_500),
            })
            await servers.one.tickets.sell(...aSale(ticket))
            await servers.one.tickets.cancel(
              ticket.ticketId,
              () => undefined,
              () => anAuditEntry(),
            )
            await servers.one.refunds.settle(
              ticket.ticketId,
              () => settlement,
              () => anAuditEntry(),
            )
          }
          expect(await sumsOf(anEnd, Instant(anEnd + 1))).toEqual([['clerk', 'online', 0, 600n]])
        })

        it('has tickets that stay cancelled once it was sent back, when that failed and their event is restored', async () => {
          await addEvent()
          const { order } = await pay(ofEvent(2), { event })
          const ticketIds = order.tickets.map(({ ticketId }) => ticketId)
          await servers.one.specialEvents.remove(
            event.eventId,
            () => undefined,
            () => anAuditEntry(),
          )
          await giveBack(0, ticketIds)
          await servers.one.onlineRefunds.end({
            refundId: refundIdOf(0),
            state: 'failed',
            at: anEnd,
            failure: 'closed',
          })
          await servers.other.specialEvents.restore(event.eventId, () => anAuditEntry())
          expect(await cancel()).toMatchObject({ tickets: [{ state: 'cancelled' }, { state: 'cancelled' }] })
          expect(await refundsIn('due')).toEqual(ticketIds.map((ticketId) => [ticketId, 'closed']))
          expect(isRefusal(await giveBack(1, ticketIds))).toBe(false)
          expect(await refundsIn('due')).toEqual([])
          expect(await takenOfEvent()).toEqual({ sold: 0 })
        })
      })

      /** Returns a payment of a reservation. */
      const returnPayment = async (n: number, payment: OnlinePayment) => {
        const reference = PaymentReference(`pi_${n}`)
        const refund: OnlineRefund = {
          refundId: RefundId(exampleId(700 + n)),
          paymentId: payment.paymentId,
          reference,
          state: 'sending',
          amount: 1_200,
          currency: 'EUR',
          requestedAt: Instant(payment.openedAt + 1_000),
        }
        await change(n, { payment: { ...payment, state: 'returned', reference, returned: 'released' }, refund })
        return refund
      }
      const payFor = async (n: number, but: Partial<ReservationDraft> = {}) => {
        const payment = opened(await reserved(n, [general(1)], but), 31, { paymentId: PaymentId(exampleId(600 + n)) })
        await change(n, { payment })
        return payment
      }
      const mails = async () => (await servers.other.deliveries.listMails({ page: 1, limit: 10 })).items

      it('that is returned has an e-mail recorded with it, to a purchaser, while e-mails are on', async () => {
        const before = await payFor(0, { purchaser })
        await returnPayment(0, before)
        expect(await mails()).toEqual([])
        await servers.one.deliveries.setMailOn(true)
        const [named, unnamed, closed] = [
          await payFor(1, { purchaser }),
          await payFor(2),
          await payFor(3, { purchaser }),
        ]
        const { requestedAt: at } = await returnPayment(1, named)
        await returnPayment(2, unnamed)
        await change(3, { payment: { ...closed, state: 'closed' } })
        const mail = { type: 'payment.returned', at, reservationId: idOf(1), paymentId: named.paymentId }
        expect(await mails()).toMatchObject([{ at, state: 'pending', attempts: 0, mail }])
        const [claimed, ...others] = await servers.other.deliveries.claim('mail', 10)
        expect([claimed!.message, others]).toEqual([mail, []])
        await servers.other.deliveries.settle([{ delivery: claimed!, at, result: 'delivered' }])
        expect(await mails()).toMatchObject([{ state: 'delivered', mail }])
        const about = { ticketId: TicketId(exampleId(1)), orderId: idOf(1) }
        expect(await servers.one.deliveries.mailsAbout([about])).toEqual([])
      })

      it('that is returned is told after the tickets of the reservation, which another payment has sold', async () => {
        await servers.one.deliveries.setMailOn(true)
        const payment = await payFor(1, { purchaser })
        await sell(1)
        await returnPayment(1, payment)
        expect((await mails()).map(({ mail }) => mail.type)).toEqual(['payment.returned', 'tickets.sold'])
        const claimed = await servers.one.deliveries.claim('mail', 10)
        expect(claimed.map(({ message }) => message.type)).toEqual(['tickets.sold'])
      })

      it('that is returned is stored with the refund, which is sent and ends once', async () => {
        const created = await reserved(1, [general(1)])
        const payment = opened(created, 31)
        await change(1, { payment })
        await release(1)
        await questions()
        const reference = PaymentReference('pi_1')
        const refund: OnlineRefund = {
          refundId: RefundId(exampleId(700)),
          paymentId,
          reference,
          state: 'sending',
          amount: 1_200,
          currency: 'EUR',
          requestedAt: Instant(created.createdAt + 1_000),
        }
        const returned = {
          ...payment,
          state: 'returned',
          reference,
          returned: 'another-amount',
          needsAttention: true,
        } as const
        await change(1, { payment: returned, refund })
        const withRefund = { ...returned, refund: { state: 'sending', amount: 1_200, currency: 'EUR' } }
        expect(await find(1)).toMatchObject({ state: 'released', payments: [withRefund] })
        expect(await servers.other.onlineRefunds.find(refund.refundId)).toEqual(refund)
        expect(await questions()).toMatchObject([{ type: 'refund.requested', refundId: refund.refundId }])
        const { refundId } = refund
        await servers.one.onlineRefunds.end({ refundId, state: 'failed', at: anEnd, failure: 'The account is closed.' })
        await servers.other.onlineRefunds.end({ refundId, state: 'settled', at: anEnd })
        expect(await servers.one.onlineRefunds.find(refundId)).toEqual({
          ...refund,
          state: 'failed',
          failure: 'The account is closed.',
        })
        expect(await servers.one.onlineRefunds.find(RefundId(exampleId(701)))).toBe(undefined)
        await servers.age(8 * day)
        expect(await servers.one.reservations.removeEnded()).toBe(0)
      })

      it('is listed where a person must look at it', async () => {
        const listed = async () => {
          const { items } = await servers.other.reservations.list({ state: 'attention' }, { page: 1, limit: 5 })
          return items.map(({ reservationId }) => range(6).find((n) => idOf(n) === reservationId))
        }
        const made = await Promise.all(range(4).map((n) => reserved(n, [general(1)])))
        const payments = made.map((reservation, n) =>
          opened(reservation, 31, { paymentId: PaymentId(exampleId(600 + n)) }),
        )
        for (const [n, payment] of payments.entries()) await change(n, { payment })
        expect(await listed()).toEqual([])
        const counts = () => servers.other.reservations.counts()
        const { expiresAt: earliestEnd } = payments[0]!
        expect(await counts()).toEqual({ held: 4, attention: 0, places: 4, earliestEnd, sending: 0 })
        await change(1, { payment: { ...payments[1]!, needsAttention: true } })
        await change(2, {
          payment: { ...payments[2]!, state: 'returned', returned: 'expired' },
          refund: {
            refundId: RefundId(exampleId(700)),
            paymentId: payments[2]!.paymentId,
            reference: PaymentReference('pi_1'),
            state: 'sending',
            amount: 1_200,
            currency: 'EUR',
            requestedAt: made[2]!.createdAt,
          },
        })
        await change(3, { payment: { ...payments[3]!, state: 'closed' } })
        await sell(3)
        expect(await listed()).toEqual([1])
        const earliestRequest = made[2]!.createdAt
        expect(await counts()).toEqual({ held: 3, attention: 1, places: 3, earliestEnd, sending: 1, earliestRequest })
        await servers.one.onlineRefunds.end({
          refundId: RefundId(exampleId(700)),
          state: 'failed',
          at: anEnd,
          failure: 'no',
        })
        expect((await listed()).toSorted()).toEqual([1, 2])
        await servers.age(45 * minute)
        expect((await listed()).toSorted()).toEqual([1, 2])
        await servers.age(2 * minute)
        expect((await listed()).toSorted()).toEqual([0, 1, 2])
        expect(await counts()).toMatchObject({ held: 0, attention: 3, places: 0, sending: 0 })
        for (const n of [0, 1]) await change(n, { payment: { ...payments[n]!, state: 'closed' } })
        expect(await counts()).toEqual({ held: 0, attention: 1, places: 0, sending: 0 })
      })

      it('is listed where it is being given back for three days, until a person has dealt with that', async () => {
        const needing = async () => {
          const { items, total } = await servers.other.reservations.list({ state: 'attention' }, firstPage)
          expect(await servers.other.reservations.counts()).toMatchObject({ attention: total })
          return items.map(({ reservationId }) => reservationId).toSorted()
        }
        const returnedAgo = async (n: number, seconds: number) => {
          const payment = await payFor(n)
          return returnPayment(n, { ...payment, openedAt: Instant(payment.openedAt - seconds * 1_000) })
        }
        await returnedAgo(0, 3 * day - 5 * minute)
        await returnedAgo(1, 3 * day + minute)
        const { refundId, requestedAt } = await returnedAgo(2, 3 * day + minute)
        const [payment] = (await find(2)).payments
        expect(payment!.refund).toEqual({ state: 'sending', amount: 1_200, currency: 'EUR', requestedAt })
        // What a person has dealt with meanwhile was something else.
        await change(2, { payment: { ...payment!, attended: { ...attended, at: Instant(requestedAt + 1_000) } } })
        expect(await needing()).toEqual([idOf(1), idOf(2)])
        await attend(1)
        expect(await needing()).toEqual([idOf(2)])
        await servers.one.onlineRefunds.end({ refundId, state: 'settled', at: anEnd })
        expect(await needing()).toEqual([])
      })

      it('is listed no more once a person has dealt with it, until giving it back fails', async () => {
        const disputed = await payFor(1)
        await change(1, {
          payment: { ...disputed, state: 'paid', reference: PaymentReference('pi_disputed'), needsAttention: true },
        })
        const { refundId } = await returnPayment(2, { ...(await payFor(2)), needsAttention: true })
        const needing = async () => {
          const { items, total } = await servers.other.reservations.list({ state: 'attention' }, firstPage)
          expect(await servers.other.reservations.counts()).toMatchObject({ attention: total })
          return items.map(({ reservationId }) => reservationId).toSorted()
        }
        expect(await needing()).toEqual([idOf(1), idOf(2)])
        for (const n of [1, 2]) {
          const [payment] = (await find(n)).payments
          expect(await attend(n)).toMatchObject({ payments: [{ ...payment, attended }] })
          expect((await find(n)).payments).toEqual([{ ...payment, attended }])
        }
        expect(await needing()).toEqual([])
        await servers.one.onlineRefunds.end({ refundId, state: 'failed', at: anEnd, failure: 'closed' })
        expect(await needing()).toEqual([idOf(2)])
        await attend(2)
        await servers.other.onlineRefunds.end({ refundId, state: 'failed', at: anEnd, failure: 'again' })
        expect(await needing()).toEqual([])
      })
    })

    describe('a payment that only the provider knows', () => {
      const found = Instant(Date.UTC(2030, 4, 9, 10))
      const unknownOf = (n: number, at = found) =>
        OnlinePayment.unknown(
          {
            paymentId: PaymentId(exampleId(600 + n)),
            reservationId: idOf(n),
            providerId: `cs_${n}`,
            state: 'paid',
            amount: 2_400,
            currency: 'EUR',
            reference: PaymentReference(`pi_${n}`),
          },
          at,
        )
      const listed = (server: Server = 'other') =>
        servers[server].reservations.list({ state: 'attention' }, { page: 1, limit: 5 })

      it('is listed once, without items, in the order of all others, and ends when it was given back', async () => {
        const payments = [unknownOf(1, Instant(found + 1)), unknownOf(2)]
        await Promise.all(
          [...payments, ...payments].map((payment, n) => servers[serverOf(n)].reservations.addUnknownPayment(payment)),
        )
        await servers.one.reservations.addUnknownPayment({ ...payments[0]!, amount: 1 })
        const rows = [Reservation.ofUnknownPayment(payments[1]!), Reservation.ofUnknownPayment(payments[0]!)]
        expect(await listed()).toMatchObject({ items: rows, total: 2 })
        expect(await servers.one.reservations.list({ state: 'attention' }, { page: 2, limit: 1 })).toMatchObject({
          items: [rows[1]],
        })
        expect(await find(2)).toEqual(rows[0])
        expect(await servers.one.reservations.findByPayment(payments[1]!.paymentId)).toEqual(rows[0])
        expect(await servers.other.reservations.unknownPayments()).toEqual([payments[1], payments[0]])
        await servers.one.reservations.endUnknownPayment(payments[1]!.paymentId)
        await servers.one.reservations.addUnknownPayment(payments[1]!)
        expect(await listed()).toMatchObject({ items: [rows[1]], total: 1 })
        expect(await servers.one.reservations.unknownPayments()).toEqual([payments[0]])
        const { needsAttention: _, ...known } = payments[1]!
        expect((await find(2)).payments).toEqual([{ ...known, state: 'returned' }])
      })

      it('is listed no more once a person has dealt with it, which is recorded once', async () => {
        await servers.one.reservations.addUnknownPayment(unknownOf(1))
        const dealtWith = { ...unknownOf(1), attended }
        const before = Reservation.ofUnknownPayment(unknownOf(1))
        // What both servers know, they change at the same time.
        for (const server of ['one', 'other'] as const) expect(await find(1, server)).toEqual(before)
        const after = { ...before, payments: [dealtWith] }
        const outcomes = await Promise.all(range(6).map((n) => attend(1, serverOf(n))))
        expect(outcomes).toEqual(range(6).map(() => after))
        await servers.other.reservations.addUnknownPayment(unknownOf(1))
        expect((await find(1)).payments).toEqual([dealtWith])
        expect(await listed()).toMatchObject({ items: [], total: 0 })
        expect(await servers.other.reservations.counts()).toMatchObject({ attention: 0 })
        expect(await servers.other.reservations.unknownPayments()).toEqual([])
        const about = { kind: 'reservation', id: idOf(1) } as const
        const { items: entries } = await servers.other.audit.list({ about }, firstPage)
        expect(entries.map(({ operation }) => operation)).toEqual(['attendToPayment'])
      })

      it('stands with its reservation where that is stored, which stays as it is', async () => {
        const { payments: _, ...created } = await reserved(1, [general(2)])
        await servers.one.reservations.addUnknownPayment(unknownOf(1))
        const rows = [{ ...created, payments: [unknownOf(1)] }]
        expect(await listed()).toMatchObject({ items: rows, total: 1 })
        expect(await takenOf()).toEqual({ sold: 0, held: 2 })
        expect(await sell(1)).toMatchObject({ state: 'sold', payments: [unknownOf(1)] })
      })

      it('without a reservation is not sold, released, or removed', async () => {
        await servers.one.reservations.addUnknownPayment(unknownOf(1, Instant(0)))
        const before = await find(1)
        expect(await sell(1)).toMatchObject({ refusal: 'reservation-ended' })
        expect(await release(1)).toEqual(before)
        expect(await servers.one.reservations.giveBackEnded()).toBe(false)
        expect(await servers.one.reservations.removeEnded()).toBe(0)
        expect(await find(1)).toEqual(before)
      })
    })

    describe('a refund run', () => {
      it('is recorded with its audit entry, goes on in steps, and is the only one of its event that does', async () => {
        const { eventId } = event
        const subject = { kind: 'special-event', id: eventId } as const
        const run: RefundRun = { type: 'refund-run.requested', at: anEnd, eventId, requestedBy: 'Büro 🎟' }
        const ofDate: RefundRun = { ...run, date: second }
        await servers.one.onlineRefunds.addRun(run, anAuditEntry({ operation: 'createRefundRun', subject }))
        await servers.other.onlineRefunds.addRun(ofDate, anAuditEntry({ operation: 'createRefundRun', subject }))
        const { items } = await servers.other.audit.list({ about: subject }, { page: 1, limit: 5 })
        expect(items.map(({ operation }) => operation)).toEqual(['createRefundRun', 'createRefundRun'])
        const claim = (server: Server) => servers[server].deliveries.claim('payments', 10)
        const [delivery, ...others] = (await claim('one')) as [ClaimedDelivery]
        expect([delivery.message, others]).toEqual([run, []])
        const continued: RefundRun = {
          ...run,
          after: { ticketId: TicketId(exampleId(1_000)), cancelledAt: Instant(Date.UTC(2030, 4, 3)) },
        }
        const step = { delivery, at: anEnd, result: 'continued', message: continued, seconds: 10 } as const
        await servers.other.deliveries.settle([step])
        expect(await claim('other')).toEqual([])
        await servers.age(11)
        const [next] = (await claim('other')) as [ClaimedDelivery]
        expect(next.message).toEqual(continued)
        await servers.one.deliveries.settle([{ delivery: next, at: anEnd, result: 'dropped' }])
        expect((await claim('one')).map(({ message }) => message)).toEqual([ofDate])
      })
    })

    it('keeps the items as they were reserved', async () => {
      await addEvent()
      const items = [{ ...ofEvent(1), priceCategory: PriceCategoryId('full') }, general(2)]
      const created = await reserved(1, items)
      const withoutQuote = ({ quote: _quote, ...item }: QuotedItem) => item
      expect((await find(1)).items.map(withoutQuote)).toEqual(items)
      expect((await find(1)).items.map(({ quote }) => quote.slot)).toEqual(created.items.map(({ quote }) => quote.slot))
    })
  })

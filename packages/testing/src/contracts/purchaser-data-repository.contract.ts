import {
  AdmissionId,
  CalendarDate,
  CancellationReason,
  ConfirmationCode,
  Email,
  Instant,
  OrderId,
  OrderLabel,
  PaymentMethod,
  PaymentReference,
  Phone,
  Quantity,
  type ReservationDraft,
  type Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '../examples/index.ts'
import type { ErasedCount, NewAuditEntry, PurchaserDataFilter } from '@museum/application'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { anOrderCancellation } from '../in-memory/an-order-change.ts'
import type { OpenAdapters } from './adapters.ts'
import { addScan } from '../in-memory/a-new-scan.ts'
import { aReservation, aReservationSale } from '../in-memory/a-reservation.ts'
import { aSale, sellAlone } from '../in-memory/a-sale.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'
import { addressForms } from './ticket-list.contract.ts'

const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
})
/** The n-th ticket, to the example's event when n is even, otherwise for general entry. */
const ticketOf = (n: number, email: string, ticketDate = first): Ticket => {
  const sold = { ...numbered(n), ticketDate, purchaser: { email: Email.stored(email), phone: Phone(`+49 555 ${n}`) } }
  return n % 2 === 0 ? anEventTicket(sold) : aGeneralTicket(sold)
}
const erased = (sold: Ticket) => {
  const { purchaser: _, ...ticket } = sold
  return ticket
}
const filterOf = (email: string): PurchaserDataFilter => ({ email: Email.stored(email) })
const entryOf = (erased: ErasedCount): NewAuditEntry =>
  anAuditEntry({
    operation: 'erasePurchaserData',
    subject: { kind: 'purchaser-data', id: 'one-purchaser' },
    before: null,
    after: erased,
  })
const page = { page: 1, limit: 100 }
const findRefusal = () => undefined

/** The tests that every `PurchaserDataRepository` must pass. Run them once per adapter. */
export const purchaserDataRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the erasure of purchaser data in ${adapter}`, open, ({ describe, it, servers }) => {
    const addAll = async (...tickets: readonly Ticket[]) => {
      for (const ticket of tickets) expect(await sellAlone(servers.one.tickets, ticket)).toEqual(ticket)
    }
    const addEvent = () => servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const stored = (...tickets: readonly Ticket[]) =>
      Promise.all(tickets.map(({ ticketId }) => servers.other.tickets.find(ticketId)))
    const foundBy = async (email: string) =>
      (await servers.other.tickets.list({ email: Email.stored(email) }, page)).items.map(({ ticketId }) => ticketId)
    /** The numbers of tickets in the audit entries, the latest first. */
    const audited = async () => {
      const { items } = await servers.other.audit.list({ about: { kind: 'purchaser-data' } }, page)
      return items.map(({ after }) => after?.['tickets'])
    }

    it('erases the reasons and references of a ticket with its data, and those of an order with the last data on its tickets', async () => {
      await addEvent()
      const orderId = OrderId(exampleId(300))
      const alone = ticketOf(1, 'ada@example.org')
      const ordered: readonly [Ticket, Ticket] = [
        { ...ticketOf(2, 'ada@example.org'), orderId },
        { ...ticketOf(3, 'ada@example.org', second), orderId },
      ]
      await addAll(alone)
      const payment = { method: PaymentMethod('card'), reference: PaymentReference('of Ada') }
      await servers.one.tickets.sell(...aSale(ordered, { order: { orderId, payment } }))
      const reason = CancellationReason('Ada is ill')
      const cancellation = (id: string) =>
        anAuditEntry({
          operation: 'cancelTicket',
          subject: { kind: 'ticket', id },
          after: { state: 'cancelled', reason },
        })
      for (const { ticketId } of [alone, ordered[0]])
        await servers.one.tickets.cancel(ticketId, findRefusal, () => cancellation(ticketId), reason)
      const settlement = { ...payment, settledAt: Instant(1_000), settledBy: 'desk' }
      for (const { ticketId } of [alone, ordered[0]])
        await servers.other.refunds.settle(
          ticketId,
          () => settlement,
          () => anAuditEntry(),
        )
      const found = async ({ ticketId }: Ticket) => {
        const ticket = await servers.other.tickets.find(ticketId)
        const written = (await servers.other.refunds.cancellationsOf([ticket!])).get(ticketId)!
        const { items } = await servers.other.audit.list({ about: { id: ticketId } }, page)
        const audited = items.find(({ operation }) => operation === 'cancelTicket')?.after
        return [written.reason, written.settlement?.method, written.settlement?.reference, audited]
      }
      const [kept, gone] = [
        [reason, 'card', 'of Ada', { state: 'cancelled', reason }],
        [undefined, 'card', undefined, { state: 'cancelled' }],
      ]
      // The tickets of the first date: one of the order keeps its data.
      await servers.one.purchaserData.erase({ before: second }, entryOf)
      expect([await found(alone), await found(ordered[0])]).toEqual([gone, kept])
      expect((await servers.other.orders.find(orderId))!.payment).toEqual(payment)
      await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf)
      expect(await found(ordered[0])).toEqual(gone)
      expect((await servers.other.orders.find(orderId))!.payment).toEqual({ method: 'card' })
    })

    it('erases the reason of the cancellation of an order with the last data on its tickets, also from the audit log', async () => {
      await addEvent()
      const orderId = OrderId(exampleId(300))
      const tickets = [ticketOf(2, 'ada@example.org'), ticketOf(3, 'bea@example.org', second)] as const
      const [one, other] = tickets.map((ticket): Ticket => ({ ...ticket, orderId }))
      await servers.one.tickets.sell(...aSale([one!, other!], { order: { orderId } }))
      const reason = CancellationReason('Ada is ill')
      const subject = { kind: 'order', id: orderId } as const
      const after = { cancelled: tickets.map(({ ticketId }) => ticketId) }
      const entry = anAuditEntry({ operation: 'cancelOrder', subject, after: { ...after, reason } })
      await servers.one.orders.change(
        orderId,
        anOrderCancellation(reason, () => entry),
      )
      const found = async () => {
        const { items } = await servers.other.audit.list({ about: subject }, page)
        const cancellations = await servers.other.refunds.cancellationsOf(
          (await stored(...tickets)).map((ticket) => ticket!),
        )
        return [items.map((item) => item.after), tickets.map(({ ticketId }) => cancellations.get(ticketId)?.reason)]
      }
      await servers.other.purchaserData.erase(filterOf('ada@example.org'), entryOf)
      expect(await found()).toEqual([[{ ...after, reason }], [reason, reason]])
      await servers.other.purchaserData.erase(filterOf('bea@example.org'), entryOf)
      expect(await found()).toEqual([[after], [undefined, undefined]])
    })

    it('erases the address and the phone number from every ticket of an address, and changes nothing else', async () => {
      await addEvent()
      const own = [
        ticketOf(1, 'Ada@Example.org'),
        ticketOf(2, 'ada@example.org'),
        ticketOf(3, 'ADA@EXAMPLE.ORG', second),
      ]
      const others = [ticketOf(4, 'ada@example.com'), ticketOf(5, 'bada@example.org')]
      await addAll(...own, ...others)
      expect(await servers.one.purchaserData.erase(filterOf('aDa@example.org'), entryOf)).toEqual({
        tickets: 3,
        reservations: 0,
        isOverwritten: true,
      })
      expect(await stored(...own, ...others)).toEqual([...own.map(erased), ...others])
      expect(await foundBy('ada@example.org')).toEqual([])
      expect(await foundBy('ada@example.com')).toEqual([others[0]!.ticketId])
      expect(await audited()).toEqual([3])
      const { eventId, name } = aSpecialEvent()
      const attendance = await servers.one.tickets.countAttendance(first)
      expect(attendance).toHaveLength(2)
      for (const subject of [{ ticketType: 'general' }, { ticketType: 'event', eventId, eventName: name }])
        expect(attendance).toContainEqual({ ...subject, sold: 2, admitted: 0 })
      expect(await servers.other.tickets.countValid(second)).toEqual({ date: second, general: 1, event: 0 })
    })

    it('finds the tickets of an address that was searched before, and those that were sold since then', async () => {
      await addAll(ticketOf(1, 'zoë@example.org'))
      expect(await foundBy('ZOË@example.org')).toHaveLength(1)
      await addAll(ticketOf(3, 'Zoë@example.org'))
      expect((await servers.other.purchaserData.erase(filterOf('ZOË@example.org'), entryOf)).tickets).toBe(2)
      expect(await foundBy('zoë@example.org')).toEqual([])
    })

    for (const forms of addressForms)
      it(`finds the tickets of ${forms[0]} in every form in which a search finds them`, async () => {
        await addAll(...forms.map((email, n) => ticketOf(2 * n + 1, email)))
        const wanted = filterOf(forms.at(-1)!)
        const { length } = forms
        expect(await servers.other.purchaserData.count(wanted, first)).toEqual({
          tickets: length,
          upcoming: length,
          reservations: 0,
        })
        expect((await servers.other.purchaserData.erase(wanted, entryOf)).tickets).toBe(length)
        expect(await servers.other.purchaserData.count({ before: second }, first)).toEqual({
          tickets: 0,
          upcoming: 0,
          reservations: 0,
        })
      })

    it('changes nothing and adds no audit entry when no ticket has the data, and erases those of a later purchase', async () => {
      await addAll(ticketOf(1, 'ada@example.org'))
      expect((await servers.one.purchaserData.erase(filterOf('ben@example.org'), entryOf)).tickets).toBe(0)
      await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf)
      expect((await servers.other.purchaserData.erase(filterOf('ada@example.org'), entryOf)).tickets).toBe(0)
      expect(await audited()).toEqual([1])
      const later = ticketOf(3, 'ada@example.org')
      await addAll(later)
      expect(await foundBy('ada@example.org')).toEqual([later.ticketId])
      expect((await servers.other.purchaserData.erase(filterOf('ada@example.org'), entryOf)).tickets).toBe(1)
      expect(await audited()).toEqual([1, 1])
    })

    it('erases the data of the tickets for the dates before one, whatever their type and state', async () => {
      await addEvent()
      const past = [1, 2, 3, 4, 5, 6].map((n) => ticketOf(n, `visitor${n}@example.org`))
      const later = [ticketOf(7, 'visitor1@example.org', second), ticketOf(8, 'visitor8@example.org', second)]
      await addAll(...past, ...later)
      await servers.one.tickets.cancel(past[0]!.ticketId, findRefusal, () => anAuditEntry())
      // Searches store the hashes of some addresses.
      await foundBy('visitor2@example.org')
      const unsearched = ticketOf(9, 'visitor9@example.org')
      await addAll(unsearched)
      expect((await servers.one.purchaserData.erase({ before: first }, entryOf)).tickets).toBe(0)
      expect((await servers.other.purchaserData.erase({ before: second }, entryOf)).tickets).toBe(7)
      expect(await stored(...later)).toEqual(later)
      const [cancelled, ...others] = past
      expect(await stored(...past, unsearched)).toEqual([
        erased({ ...cancelled!, state: 'cancelled' }),
        ...[...others, unsearched].map(erased),
      ])
      expect(await foundBy('visitor1@example.org')).toEqual([later[0]!.ticketId])
      expect(await audited()).toEqual([7])
    })

    it('counts no tickets that were sold without an address, before and after a search', async () => {
      await addAll(erased(ticketOf(1, 'ada@example.org')), ticketOf(3, 'ben@example.org'))
      const count = () => servers.other.purchaserData.count({ before: second }, first)
      expect(await count()).toEqual({ tickets: 1, upcoming: 1, reservations: 0 })
      await foundBy('ada@example.org')
      expect(await count()).toEqual({ tickets: 1, upcoming: 1, reservations: 0 })
    })

    it('counts the tickets with data, and those that are valid for today or later', async () => {
      await addEvent()
      const email = 'ada@example.org'
      const tickets = [1, 2, 3, 4].map((n) => ticketOf(n, email))
      await addAll(...tickets, ticketOf(5, email, second), ticketOf(6, email, second), ticketOf(7, 'ben@example.org'))
      await servers.one.tickets.cancel(tickets[0]!.ticketId, findRefusal, () => anAuditEntry())
      const count = (filter: PurchaserDataFilter, today: CalendarDate) =>
        servers.other.purchaserData.count(filter, today)
      expect(await count(filterOf('ADA@example.org'), first)).toEqual({ tickets: 6, upcoming: 5, reservations: 0 })
      expect(await count(filterOf(email), second)).toEqual({ tickets: 6, upcoming: 2, reservations: 0 })
      expect(await count({ before: second }, second)).toEqual({ tickets: 5, upcoming: 0, reservations: 0 })
      expect(await count({ before: first }, second)).toEqual({ tickets: 0, upcoming: 0, reservations: 0 })
      await servers.one.specialEvents.remove(aSpecialEvent().eventId, findRefusal, () => anAuditEntry())
      expect(await count(filterOf(email), second)).toEqual({ tickets: 6, upcoming: 1, reservations: 0 })
      await servers.one.purchaserData.erase(filterOf(email), entryOf)
      expect(await count(filterOf(email), first)).toEqual({ tickets: 0, upcoming: 0, reservations: 0 })
      expect(await count({ before: second }, second)).toEqual({ tickets: 1, upcoming: 0, reservations: 0 })
    })

    it('cancels and admits an erased ticket, and finds it by its code', async () => {
      const [one, other] = [ticketOf(1, 'ada@example.org'), ticketOf(3, 'ada@example.org')]
      await addAll(one, other)
      await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf)
      const { confirmationCode } = one
      expect(await servers.one.tickets.findByConfirmationCode(confirmationCode)).toEqual(erased(one))
      expect(await servers.one.tickets.cancel(one.ticketId, findRefusal, () => anAuditEntry())).toEqual(
        erased({ ...one, state: 'cancelled' }),
      )
      const scan = { at: Instant(Date.UTC(2030, 4, 17, 10)), date: first, scannedBy: 'scanner', isOffline: false }
      const admissionId = AdmissionId(exampleId(2001))
      await addScan(servers.other.admissions, { ...scan, admissionId, ticketId: other.ticketId })
      expect(await stored(other)).toEqual([
        { ...erased(other), state: 'admitted', admission: { admissionId, at: scan.at } },
      ])
    })

    describe('of reservations', () => {
      const label = OrderLabel('Class 7b')
      const [ada, ben] = [
        { email: Email('Ada@Example.org'), phone: Phone('+49 555 1') },
        { email: Email('ben@example.org') },
      ]
      const idOf = (n: number) => OrderId(exampleId(7_000 + n))
      const reserve = async (n: number, dates: readonly CalendarDate[], but: Partial<ReservationDraft>) => {
        const items = dates.map((ticketDate) => ({ ticketType: 'general' as const, ticketDate, quantity: Quantity(2) }))
        const made = await servers.one.reservations.add(...aReservation(idOf(n), { items, ...but }))
        expect(isRefusal(made)).toBe(false)
      }
      let lastTicket = 0
      const sell = async (n: number) => {
        const newIdentity = () => numbered(500 + (lastTicket += 1))
        expect(await servers.one.reservations.change(idOf(n), aReservationSale(newIdentity))).toMatchObject({
          state: 'sold',
        })
      }
      const release = (n: number) => servers.one.reservations.change<never>(idOf(n), () => ({ state: 'released' }))
      /** The data of a reservation and of its order. */
      const dataOf = async (n: number) => {
        const found = (await servers.other.reservations.find(idOf(n)))!
        const order = await servers.other.orders.find(idOf(n))
        return [
          found.purchaser?.email,
          found.purchaser?.phone,
          found.label,
          ...(order ? [order.label, order.tickets[0]!.purchaser?.email] : []),
        ]
      }
      const entries = async () => {
        const { items } = await servers.other.audit.list({ about: { kind: 'purchaser-data' } }, page)
        return items.map(({ after }) => after)
      }

      it('erases the notes about their payments from the audit log', async () => {
        const ofPayment = { paymentId: exampleId(600) }
        const note = (n: number) => {
          const subject = { kind: 'reservation', id: idOf(n) } as const
          const after = { ...ofPayment, note: 'Ada was given it back.' }
          return servers.one.reservations.change<never>(idOf(n), () => ({
            entry: anAuditEntry({ operation: 'attendToPayment', subject, before: null, after }),
          }))
        }
        for (const [n, purchaser] of [ada, ben, ada].entries()) await reserve(n, [first], { purchaser })
        await sell(2)
        for (const n of [0, 1, 2]) await note(n)
        await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf)
        const { items } = await servers.other.audit.list({ about: { kind: 'reservation' } }, page)
        expect(items.map(({ after }) => after)).toEqual([
          ofPayment,
          { ...ofPayment, note: 'Ada was given it back.' },
          ofPayment,
        ])
      })

      it('erases those of an address, also where it is held, and the label of an order with its last address', async () => {
        await reserve(1, [first], { purchaser: ada, label })
        await reserve(2, [second], { purchaser: { email: Email('ADA@example.org') } })
        await release(2)
        await reserve(3, [first], { purchaser: ben, label })
        await reserve(4, [first], { purchaser: ada, label })
        await sell(4)
        await reserve(5, [first], { label })
        const before = await Promise.all([3, 5].map(dataOf))
        expect(await servers.other.purchaserData.count(filterOf('ada@example.org'), first)).toEqual({
          tickets: 2,
          upcoming: 2,
          reservations: 2,
        })
        expect(await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf)).toEqual({
          tickets: 2,
          reservations: 2,
          isOverwritten: true,
        })
        expect(await Promise.all([1, 2].map(dataOf))).toEqual([
          [undefined, undefined, undefined],
          [undefined, undefined, undefined],
        ])
        expect(await dataOf(4)).toEqual(Array.from({ length: 5 }, () => undefined))
        expect(await Promise.all([3, 5].map(dataOf))).toEqual(before)
        expect(await entries()).toEqual([{ tickets: 2, reservations: 2 }])
        await sell(1)
        expect(await dataOf(1)).toEqual(Array.from({ length: 5 }, () => undefined))
      })

      it('erases by date those that ended for earlier dates only, and the labels of orders without an address', async () => {
        await reserve(1, [first], { purchaser: ada })
        await reserve(2, [first], { label })
        await release(2)
        await reserve(3, [first, second], { purchaser: ada, label })
        await reserve(4, [first], { purchaser: ben, until: Instant(Date.now() + 2 * 86_400_000) })
        await reserve(5, [first], { label })
        await sell(5)
        await reserve(6, [first, second], { label })
        await sell(6)
        await reserve(7, [first], { purchaser: ben, label })
        await sell(7)
        await servers.age(16 * 60)
        const kept = await Promise.all([3, 4, 6].map(dataOf))
        expect(await servers.other.purchaserData.count({ before: first }, first)).toMatchObject({ reservations: 0 })
        expect(await servers.other.purchaserData.count({ before: second }, second)).toEqual({
          tickets: 2,
          upcoming: 0,
          reservations: 3,
        })
        expect(await servers.one.purchaserData.erase({ before: second }, entryOf)).toMatchObject({
          tickets: 2,
          reservations: 3,
        })
        for (const n of [1, 2, 5, 7]) expect((await dataOf(n)).every((value) => value === undefined)).toBe(true)
        expect(await Promise.all([3, 4, 6].map(dataOf))).toEqual(kept)
        expect(await servers.one.purchaserData.erase({ before: second }, entryOf)).toMatchObject({ reservations: 0 })
        expect(await entries()).toEqual([{ tickets: 2, reservations: 3 }])
        const third = CalendarDate.plusDays(second, 1)
        expect(await servers.one.purchaserData.erase({ before: third }, entryOf)).toMatchObject({
          tickets: 0,
          reservations: 2,
        })
        expect(await dataOf(4)).toEqual(kept[1])
      })

      it('erases none when it is ended', async () => {
        await reserve(1, [first], { purchaser: ada })
        const ended = { isAborted: () => true }
        expect(await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf, ended)).toMatchObject({
          reservations: 0,
        })
        expect((await dataOf(1))[0]).toBe(ada.email)
      })
    })

    it('counts each ticket once when two servers erase at the same time, during purchases and cancellations', async () => {
      await addEvent()
      const tickets = Array.from({ length: 40 }, (_, n) => ticketOf(n, 'ada@example.org'))
      await addAll(...tickets)
      const more = Array.from({ length: 10 }, (_, n) => ticketOf(100 + n, 'ben@example.org'))
      const [one, other] = await Promise.all([
        servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf),
        servers.other.purchaserData.erase(filterOf('ada@example.org'), entryOf),
        ...more.map((ticket) => sellAlone(servers.one.tickets, ticket)),
        ...tickets
          .slice(0, 10)
          .map(({ ticketId }) => servers.other.tickets.cancel(ticketId, findRefusal, () => anAuditEntry())),
      ])
      expect(one.tickets + other.tickets).toBe(40)
      const numbers = await audited()
      expect(numbers.toSorted()).toEqual([one.tickets, other.tickets].filter((n) => n > 0).toSorted())
      expect(await stored(...tickets)).toEqual(
        tickets.map((ticket, n) => erased(n < 10 ? { ...ticket, state: 'cancelled' } : ticket)),
      )
      expect(await stored(...more)).toEqual(more)
    })

    it('reports its progress, and erases nothing more when it is ended', async () => {
      await addAll(ticketOf(1, 'ada@example.org'))
      const ended = { isAborted: () => true }
      expect((await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf, ended)).tickets).toBe(0)
      expect(await foundBy('ada@example.org')).toHaveLength(1)
      const progress: number[] = []
      await servers.one.purchaserData.erase(filterOf('ada@example.org'), entryOf, {
        onProgress: (n) => progress.push(n),
      })
      expect(progress).toEqual([1])
    })
  })

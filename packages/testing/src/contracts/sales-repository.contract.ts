import type { RefundSum, SaleSum, SalesPeriod, TicketSale } from '@museum/application'
import {
  AdmissionId,
  CalendarDate,
  ConfirmationCode,
  Currency,
  type EventTicket,
  EventId,
  EventName,
  type GeneralTicket,
  Instant,
  OrderId,
  PaymentMethod,
  Price,
  PriceCategoryId,
  PriceCategoryName,
  SpecialEvent,
  type Ticket,
  TicketId,
  Till,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { addScan } from '../in-memory/a-new-scan.ts'
import { aSale } from '../in-memory/a-sale.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { anOrderCancellation, anOrderChange } from '../in-memory/an-order-change.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const hour = 3_600_000
const day = 24 * hour
/** The period of the tests, a day that has ended, so that its sums can be stored. */
const [from, end] = [Instant(Date.UTC(2020, 4, 1)), Instant(Date.UTC(2020, 4, 2))]
const noon = from + day / 2
const now = Instant(Date.UTC(2024, 0, 1))
const [cash, card] = [PaymentMethod('cash'), PaymentMethod('card')]
const child = { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child') }
const { eventId, name: eventName } = aSpecialEvent()
const second = CalendarDate('2030-05-18')
const findRefusal = () => undefined
const entryOf = () => anAuditEntry()

/** The n-th identifier that was made at a moment: the first 48 bits are its milliseconds. */
const idAt = (moment: number, n: number) => {
  const time = Math.max(0, moment).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`
}
/** What identifies the n-th ticket, and when it was sold. The server made the identifier just before. */
const soldAt = (n: number, moment: number) => ({
  ticketId: TicketId(idAt(moment - 1, n)),
  confirmationCode: ConfirmationCode(`ticket-sales-${String(n).padStart(6, '0')}-xxxxx`),
  soldAt: Instant(moment),
})
const general = (n: number, but: Partial<GeneralTicket> = {}, moment = noon): Ticket =>
  aGeneralTicket({ price: Price(1_200), ...soldAt(n, moment), ...but })
const forEvent = (n: number, but: Partial<EventTicket> = {}, moment = noon): Ticket =>
  anEventTicket({ ...soldAt(n, moment), ...but })

/** The tests that every `SalesRepository` must pass. Run them once per adapter. */
export const salesRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the sales repository in ${adapter}`, open, ({ it, servers }) => {
    const sell = async (tickets: readonly Ticket[], but: Pick<TicketSale, 'order'> = {}) => {
      const sale = aSale(tickets as readonly [Ticket, ...Ticket[]], but)
      expect(isRefusal(await servers.one.tickets.sell(...sale))).toBe(false)
    }
    const order = (n: number, tickets: readonly Ticket[], method?: PaymentMethod, till?: Till) => {
      const orderId = OrderId(idAt(noon, n))
      return sell(
        tickets.map((ticket) => ({ ...ticket, orderId })),
        { order: { orderId, ...(method && { payment: { method } }), ...(till && { till }) } },
      )
    }
    const addEvent = () => servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const setDates = (...dates: string[]) =>
      servers.one.specialEvents.update(
        eventId,
        (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
        entryOf,
      )
    const cancel = ({ ticketId }: Ticket) => servers.one.tickets.cancel(ticketId, findRefusal, entryOf)
    const settle = async ({ ticketId }: Ticket, moment: number, method = card, settledBy = 'curator', till?: Till) => {
      const settlement = { method, settledAt: Instant(moment), settledBy, till }
      const settled = await servers.one.refunds.settle(ticketId, () => settlement, entryOf)
      expect(isRefusal(settled)).toBe(false)
    }
    const scan = (n: number, { ticketId, ticketDate }: Ticket) =>
      addScan(servers.one.admissions, {
        admissionId: AdmissionId(exampleId(5_000 + n)),
        at: Instant(Date.UTC(2030, 4, 17, 10)),
        date: ticketDate,
        ticketId,
        scannedBy: 'scanner',
        isOffline: false,
      })

    const inOrder = <Sum extends RefundSum>(sums: readonly Sum[]) =>
      sums.toSorted((one, other) => (rowKey(one) < rowKey(other) ? -1 : 1))
    const rowKey = ({ user, method, till, eventId, eventName, priceCategory, currency }: RefundSum) =>
      JSON.stringify([eventId, eventName, user, method, till, priceCategory, currency])
    const sales = async (but: Partial<SalesPeriod> = {}): Promise<readonly SaleSum[]> => {
      const period = { from, end, ...but }
      const sums = inOrder(await servers.other.sales.sumSales(period))
      expect(inOrder(await servers.one.sales.sumSales(period))).toEqual(sums)
      // Sums of occurrences that were just removed are not stored.
      for (const seconds of [0, 1_200]) {
        await servers.age(seconds)
        await servers.one.sales.storeSums(period, now)
        expect(inOrder(await servers.other.sales.sumSales(period))).toEqual(sums)
      }
      return sums
    }
    const refunds = async (but: Partial<SalesPeriod> = {}) =>
      inOrder(await servers.other.sales.sumRefunds({ from, end, ...but }))
    const sum = (tickets: number, price: number, but: Partial<RefundSum> = {}): RefundSum => ({
      user: 'box office',
      method: null,
      ticketType: 'general',
      priceCategory: PriceCategoryId('full'),
      currency: Currency('EUR'),
      tickets,
      amount: BigInt(tickets) * BigInt(price),
      ...but,
    })
    const sale = (tickets: number, price: number, but: Partial<SaleSum> = {}): SaleSum => ({
      ...sum(tickets, price, but),
      cancelled: 0,
      cancelledAmount: 0n,
      ...but,
    })
    const ofEvent = { ticketType: 'event', eventId, eventName } as const
    /** How many tickets were sold, and how many of them are cancelled. */
    const counts = async () => (await sales()).map(({ tickets, cancelled }) => [tickets, cancelled])

    it('has no sums without sales', async () => {
      expect(await sales()).toEqual([])
      expect(await refunds()).toEqual([])
    })

    it('adds up the tickets that have seller, method, type, event, name of the event, category and currency in common', async () => {
      const another = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      await addEvent()
      await servers.one.specialEvents.add(another, anAuditEntry())
      const { soldBy: _, ...unknownSeller } = general(9)
      const renamed = { ...anEventTicket().event, name: EventName('Nuit au musée 🦣') }
      await sell([general(1)])
      await order(1, [general(2), general(3), general(4, { priceCategory: child, price: Price(600) })], cash)
      await order(2, [general(5), forEvent(6), forEvent(7, { ticketDate: second, price: Price(2_500) })], card)
      await order(3, [general(8)])
      await sell([unknownSeller])
      await sell([general(10, { soldBy: 'Zoë ' }), general(11, { currency: Currency('JPY'), price: Price(150_000) })])
      await sell([
        forEvent(12, { event: renamed }),
        forEvent(13, { event: { ...renamed, eventId: another.eventId } }),
        forEvent(14, { price: Price(0) }),
      ])
      const expected = [
        sale(2, 1_200),
        sale(2, 1_200, { method: cash }),
        sale(1, 600, { method: cash, priceCategory: child.priceCategory }),
        sale(1, 1_200, { method: card }),
        sale(2, 0, { ...ofEvent, method: card, amount: 4_490n }),
        sale(1, 1_200, { user: null }),
        sale(1, 1_200, { user: 'Zoë ' }),
        sale(1, 150_000, { currency: Currency('JPY') }),
        sale(1, 1_990, { ...ofEvent, eventName: renamed.name }),
        sale(1, 1_990, { ...ofEvent, eventId: another.eventId, eventName: renamed.name }),
        sale(1, 0, ofEvent),
      ]
      expect(await sales()).toEqual(inOrder(expected))
    })

    it('adds up what was sold from the beginning of a period on and before its end, by a user if one is named', async () => {
      await sell([general(1, {}, from - 1)])
      await sell([general(2, { soldBy: 'cashier' }, from)])
      await sell([general(3, {}, end - 1)])
      await sell([general(4, {}, end)])
      expect(await sales()).toEqual(inOrder([sale(1, 1_200), sale(1, 1_200, { user: 'cashier' })]))
      expect(await sales({ user: 'cashier' })).toEqual([sale(1, 1_200, { user: 'cashier' })])
      expect(await sales({ user: 'Cashier' })).toEqual([])
      expect(await sales({ from: Instant(from - 1), end: from })).toEqual([sale(1, 1_200)])
      expect(await sales({ from, end: from })).toEqual([])
      expect(await sales({ from: Instant(end - 1), end: Instant(end + 1) })).toEqual([sale(2, 1_200)])
    })

    it('finds the tickets whose identifiers were made up to an hour before or after their sale, at any time of the day', async () => {
      const margin = hour - 1
      await sell([general(1, { ticketId: TicketId(idAt(from - margin, 1)) }, from)])
      await sell([general(2, { ticketId: TicketId(idAt(end + margin, 2)) }, end - 1)])
      for (let n = 0; n < 24; n += 1) await sell([general(3 + n, {}, from + n * hour)])
      expect(await sales()).toEqual([sale(26, 1_200)])
    })

    it('adds up each till by itself, and what was sold and refunded at a till if one is named', async () => {
      const [one, two] = [Till('Kasse 1 🎟'), Till('kasse 1 🎟')]
      await addEvent()
      const tickets = [general(1), general(2), forEvent(3)]
      await order(1, tickets, cash, one)
      await order(2, [general(4)], cash, two)
      await order(3, [general(5)], cash)
      await sell([general(6)])
      const atOne = [
        sale(2, 1_200, { method: cash, till: one, cancelled: 1, cancelledAmount: 1_200n }),
        sale(1, 1_990, { ...ofEvent, method: cash, till: one, cancelled: 1, cancelledAmount: 1_990n }),
      ]
      await cancel(tickets[0]!)
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      const others = [sale(1, 1_200, { method: cash, till: two }), sale(1, 1_200, { method: cash }), sale(1, 1_200)]
      expect(await sales()).toEqual(inOrder([...atOne, ...others]))
      expect(await sales({ till: one })).toEqual(inOrder(atOne))
      expect(await sales({ till: one, user: 'nobody' })).toEqual([])
      await settle(tickets[0]!, noon, cash, 'curator', two)
      await settle(tickets[2]!, noon)
      const refunded = { user: 'curator', method: cash, till: two }
      expect(await refunds()).toEqual(
        inOrder([sum(1, 1_200, refunded), sum(1, 1_990, { ...ofEvent, user: 'curator', method: card })]),
      )
      expect(await refunds({ till: two })).toEqual([sum(1, 1_200, refunded)])
      expect(await refunds({ till: one })).toEqual([])
    })

    it('says, when it stores sums, whether tickets were sold before the period', async () => {
      await sell([general(1, {}, from - 2 * hour)])
      expect(await servers.one.sales.storeSums({ from, end }, now)).toBe(true)
      expect(await servers.one.sales.storeSums({ from: Instant(from - 2 * hour), end: from }, now)).toBe(false)
    })

    it('leaves out the tickets whose time of sale is not known', async () => {
      const { soldAt: _, ...unknown } = general(1)
      await sell([unknown, general(2)])
      expect(await sales()).toEqual([sale(1, 1_200)])
      expect(await sales({ from: Instant(0), end: Instant(Date.UTC(9999, 11, 31)) })).toEqual([sale(1, 1_200)])
    })

    it('says which tickets of a sale are cancelled: individually, with their order, with its date, and with its event until that is restored', async () => {
      await addEvent()
      const [byItself, ofSecond, another] = [forEvent(1), forEvent(2, { ticketDate: second }), forEvent(3)]
      await sell([byItself, ofSecond, another])
      expect(await sales()).toEqual([sale(3, 1_990, ofEvent)])
      await cancel(byItself)
      expect(await sales()).toEqual([sale(3, 1_990, { ...ofEvent, cancelled: 1, cancelledAmount: 1_990n })])
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await counts()).toEqual([[3, 3]])
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect(await counts()).toEqual([[3, 1]])
      await setDates('2030-05-17')
      expect(await counts()).toEqual([[3, 2]])
      // A date that is added again is another occurrence.
      await setDates('2030-05-17', '2030-05-18')
      expect(await counts()).toEqual([[3, 2]])
      await order(1, [general(4), general(5)])
      await servers.one.orders.change(OrderId(idAt(noon, 1)), anOrderCancellation())
      expect(await counts()).toEqual([
        [3, 2],
        [2, 2],
      ])
    })

    it('has the corrected payment of an order, also in sums that are stored already', async () => {
      await order(1, [general(1), general(2)], card)
      await order(2, [general(3)])
      expect(await sales()).toEqual([sale(2, 1_200, { method: card }), sale(1, 1_200)])
      const voucher = PaymentMethod('voucher')
      for (const n of [1, 2])
        await servers.one.orders.change(
          OrderId(idAt(noon, n)),
          anOrderChange(() => ({ cancelled: [], refunded: [], payment: { method: voucher } })),
        )
      expect(await sales()).toEqual([sale(3, 1_200, { method: voucher })])
    })

    it('adds up each ticket once after its date was removed and added again, with tickets for each occurrence', async () => {
      await addEvent()
      await sell([forEvent(1), forEvent(2)])
      for (const occurrenceNumber of [3, 5]) {
        await setDates('2030-05-18')
        await setDates('2030-05-17', '2030-05-18')
        await sell([forEvent(occurrenceNumber, { occurrenceNumber })])
      }
      expect(await sales()).toEqual([sale(4, 1_990, { ...ofEvent, cancelled: 3, cancelledAmount: 5_970n })])
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await counts()).toEqual([[4, 4]])
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect(await counts()).toEqual([[4, 3]])
    })

    it('never says that a ticket is cancelled that was used', async () => {
      await addEvent()
      const [used, unused] = [forEvent(1), forEvent(2)]
      await sell([used, unused])
      await scan(1, used)
      await setDates('2030-05-18')
      expect(await sales()).toEqual([sale(2, 1_990, { ...ofEvent, cancelled: 1, cancelledAmount: 1_990n })])
      await servers.one.admissions.revert(AdmissionId(exampleId(5_001)), entryOf)
      expect(await counts()).toEqual([[2, 2]])
    })

    it('counts no ticket as cancelled that was used after its event was restored, also when the event is deleted again', async () => {
      await addEvent()
      const [used, unused] = [forEvent(1), forEvent(2)]
      await sell([used, unused])
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await counts()).toEqual([[2, 2]])
      await servers.one.specialEvents.restore(eventId, entryOf)
      await scan(1, used)
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await counts()).toEqual([[2, 1]])
    })

    it('adds up the refunds in the period of their settlement, under who settled them and with the method of the refund', async () => {
      await addEvent()
      const tickets = [general(1), general(2), general(3, { priceCategory: child }), forEvent(4), forEvent(5)]
      await order(1, tickets, cash)
      for (const ticket of tickets.slice(0, 3)) await cancel(ticket)
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      const later = { from: end, end: Instant(end + day) }
      expect([await refunds(), await refunds(later)]).toEqual([[], []])
      await settle(tickets[0]!, end)
      await settle(tickets[1]!, end + day - 1)
      await settle(tickets[2]!, end, cash, 'Zoë ')
      await settle(tickets[3]!, end - 1)
      await settle(tickets[4]!, end + day)
      const refundedChild = sum(1, 1_200, { user: 'Zoë ', method: cash, priceCategory: child.priceCategory })
      expect(await refunds(later)).toEqual(inOrder([sum(2, 1_200, { user: 'curator', method: card }), refundedChild]))
      expect(await refunds({ ...later, user: 'Zoë ' })).toEqual([refundedChild])
      expect(await refunds()).toEqual([sum(1, 1_990, { ...ofEvent, user: 'curator', method: card })])
      // The event is restored: a ticket that was refunded stays cancelled.
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect((await sales()).reduce((all, { cancelled }) => all + cancelled, 0)).toBe(5)
    })
  })

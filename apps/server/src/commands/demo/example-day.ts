import type { Actor } from '@museum/application'
import {
  type CalendarDate,
  type Order,
  type OrderItem,
  type PriceCategories,
  type SpecialEvent,
  type Ticket,
  CancellationReason,
  Capacity,
  Email,
  Gate,
  Instant,
  PaymentMethod,
  Quantity,
  ScannedCode,
  isRefusal,
} from '@museum/domain'
import type { OpenMuseum } from '../../command-line/open-museum.ts'
import { boxOffice, gateStaff, presale } from './demo-sellers.ts'
import { eveningTimes, openForAnEvening } from './example-evening.ts'

const [cash, card] = [PaymentMethod('cash'), PaymentMethod('card')]
const [north, south] = [Gate('North door'), Gate('South door')]
const familiesToday = 18
/** How many of them enter: the first ones. Of the others, the first four return tickets. */
const familiesInside = 12

/** An order; none if the museum refused it, for example since its capacity for general entry is sold. */
type PerhapsOrder = Order | undefined
type Admission = Pick<OrderItem, 'ticketType' | 'eventId' | 'ticketDate' | 'entryTime'>

/**
 * Sells orders for the first events, one of which is then cancelled, for an evening with entry times, and for today. Some of the
 * families of today return tickets, others come to two gates. Returns the number of orders, and the date of the evening.
 */
export const exampleDay = async (
  open: OpenMuseum,
  [tonight, ...others]: readonly (SpecialEvent | undefined)[],
  categories: PriceCategories,
): Promise<Readonly<{ orders: number; evening: CalendarDate | undefined }>> => {
  const sell = seller(open, categories)
  const inAdvance = await sellInAdvance(open, others, sell)
  const evening = await openForAnEvening(open)
  if (evening !== undefined) inAdvance.push(...(await sellEvening(evening, sell)))
  const today = await sellToday(open, tonight, sell)
  const outside = today.slice(familiesInside)
  await returnTickets(open, outside)
  await comeToGates(open, today.slice(0, familiesInside), [inAdvance[0], outside[0]])
  return { orders: [...inAdvance, ...today].filter((order) => order !== undefined).length, evening }
}

/** The visitors of an order: how many adults, and how many of each reduced category. */
type Visitors = readonly [adults: number, ...others: readonly number[]]
type Sell = (admissions: readonly Admission[], visitors: Visitors, actor: Actor) => Promise<PerhapsOrder>

/** Sells orders, paid in turn in cash and by card. */
const seller = ({ museum }: OpenMuseum, categories: PriceCategories): Sell => {
  const reduced = categories.filter(({ percentage }) => percentage < 100)
  let sold = 0
  return async (admissions, visitors, actor) => {
    sold += 1
    // In a museum without reduced categories, all pay the full price.
    const items = admissions.flatMap((admission) =>
      visitors.flatMap((count, n) => {
        const priceCategory = reduced[n - 1]?.priceCategory
        return count === 0 ? [] : [{ ...admission, priceCategory, quantity: Quantity(count) }]
      }),
    )
    const order = await museum.placeOrder(
      {
        items,
        // A visitor at the desk need not give an address.
        ...(sold % 3 > 0 && { purchaser: { email: Email(`family-${sold}@example.org`) } }),
        payment: { method: sold % 5 < 3 ? cash : card },
      },
      { actor },
    )
    return isRefusal(order) ? undefined : order
  }
}

/** For the first date of each event, orders of three. The refunds of the cancelled event are due. */
const sellInAdvance = async (
  { museum, principal }: OpenMuseum,
  [soldOut, cancelled, almostSoldOut]: readonly (SpecialEvent | undefined)[],
  sell: Sell,
): Promise<PerhapsOrder[]> => {
  const sold: PerhapsOrder[] = []
  for (const [event, orders] of [
    [soldOut, 4],
    [almostSoldOut, 3],
    [cancelled, 4],
  ] as const)
    if (event !== undefined) {
      await museum.setEventCapacity(event.eventId, Capacity(12), principal)
      for (let n = 0; n < orders; n += 1) sold.push(await sell([admissionTo(event)], [2, 1], presale))
    }
  if (cancelled !== undefined) await museum.deleteSpecialEvent(cancelled.eventId, principal)
  return sold
}

/** For the first entry time, which is then sold out, and for the second one, orders of three. */
const sellEvening = async (ticketDate: CalendarDate, sell: Sell) => {
  const sold: PerhapsOrder[] = []
  for (const [n, orders] of [4, 1].entries())
    for (let order = 0; order < orders; order += 1)
      sold.push(await sell([{ ticketType: 'general', ticketDate, entryTime: eveningTimes[n] }], [2, 1], presale))
  return sold
}

/** At the desk, for the event of today, and for general entry if the museum is open. */
const sellToday = async (
  { museum, principal, today }: OpenMuseum,
  tonight: SpecialEvent | undefined,
  sell: Sell,
): Promise<readonly PerhapsOrder[]> => {
  const admissions: Admission[] = []
  if (tonight !== undefined) {
    await museum.setEventCapacity(tonight.eventId, Capacity(80), principal)
    admissions.push(admissionTo(tonight))
  }
  const { items: openDays } = await museum.getMuseumHours({ startDate: today, endDate: today }, { page: 1, limit: 1 })
  if (openDays.length > 0) admissions.push({ ticketType: 'general', ticketDate: today })
  const families: PerhapsOrder[] = []
  for (let n = 0; n < familiesToday && admissions.length > 0; n += 1) {
    // Those who return tickets buy both, since general entry may be free.
    const chosen = n % 3 === 2 || n >= familiesInside ? admissions : [admissions[n % admissions.length]!]
    families.push(await sell(chosen, [1 + (n % 2), n % 3, (n + 1) % 2], boxOffice))
  }
  return families
}

/** Two families return all tickets, two return one. The second and the fourth have not got their money back yet. */
const returnTickets = async (
  { museum }: OpenMuseum,
  [one, two, three, four]: readonly PerhapsOrder[],
): Promise<void> => {
  const refund = async (tickets: readonly Ticket[], { payment }: Order) => {
    for (const { ticketId, price } of tickets)
      if (price > 0) await museum.settleRefund(ticketId, payment ?? { method: cash }, boxOffice)
  }
  for (const order of [one, two])
    if (order !== undefined)
      await museum.cancelOrder(order.orderId, CancellationReason('The family is ill.'), boxOffice)
  if (one !== undefined) await refund(one.tickets, one)
  for (const order of [three, four])
    if (order !== undefined)
      await museum.cancelTicket(order.tickets[0]!.ticketId, CancellationReason('One visitor fewer.'), boxOffice)
  if (three !== undefined) await refund(three.tickets.slice(0, 1), three)
}

/** The families enter. Tickets for another date, cancelled ones, copies and a code that is no ticket are refused. */
const comeToGates = async (
  { museum, today, config }: OpenMuseum,
  families: readonly PerhapsOrder[],
  [ofAnotherDate, cancelled]: readonly PerhapsOrder[],
): Promise<void> => {
  if (families.length === 0) return
  const scan = async (ticket: Ticket | undefined, gate: Gate, offlineAt?: Instant) => {
    if (ticket === undefined) return
    const offline = offlineAt === undefined ? {} : { isOffline: true, scannedAt: offlineAt }
    await museum.admitTicket({ code: ScannedCode(ticket.confirmationCode), gate, ...offline }, gateStaff)
  }
  for (const [n, order] of families.entries())
    for (const ticket of order?.tickets ?? []) await scan(ticket, n % 3 === 0 ? south : north)
  const [copied, alsoCopied, enteredTwice] = families.map((order) => order?.tickets[0])
  await scan(copied, north)
  await scan(alsoCopied, north)
  await scan(ofAnotherDate?.tickets[0], south)
  await scan(cancelled?.tickets[0], north)
  await museum.admitTicket({ code: ScannedCode('https://example.org/a-train-ticket'), gate: south }, gateStaff)

  // The north door has admitted this ticket, and so had the other one a while ago, without a network.
  const now = Temporal.Now.zonedDateTimeISO(config.timeZone)
  const aWhileAgo = Math.max(now.startOfDay().epochMilliseconds, now.epochMilliseconds - 12 * 60_000)
  // Not in a museum whose date is fixed: offline scans have the date of the clock.
  if (now.toPlainDate().toString() === today) await scan(enteredTwice, south, Instant(aWhileAgo))
}

/** The admission to the first date of an event. */
const admissionTo = ({ eventId, occurrences: [first] }: SpecialEvent): Admission => ({
  ticketType: 'event',
  eventId,
  ticketDate: first!.date,
})

import type { Actor } from '@museum/application'
import {
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

export const operationsOfDay = [
  'getMuseumHours',
  'setEventCapacity',
  'deleteSpecialEvent',
  'placeOrder',
  'cancelTicket',
  'cancelOrder',
  'settleRefund',
  'admitTicket',
] as const

/** Who sells and scans today. */
export const [boxOffice, gateStaff] = [{ username: 'demo-box-office' }, { username: 'demo-gate' }] as const

const [cash, card] = [PaymentMethod('cash'), PaymentMethod('card')]
const [north, south] = [Gate('North door'), Gate('South door')]
const familiesToday = 18
/** How many of them enter: the first ones. */
const familiesInside = 12

/**
 * Sells orders for the first events, one of which is then cancelled, and for today. Some of the families of today return
 * tickets, the others come to two gates. Returns the number of orders.
 */
export const exampleDay = async (
  { museum, principal, today, config }: OpenMuseum<(typeof operationsOfDay)[number]>,
  [tonight, soldOut, cancelled, almostSoldOut]: readonly (SpecialEvent | undefined)[],
  categories: PriceCategories,
): Promise<number> => {
  const reduced = categories.filter(({ percentage }) => percentage < 100).slice(0, 2)
  let orders = 0
  /** Returns no order if the museum refuses it, for example since its capacity for general entry is sold. */
  const sell = async (items: readonly OrderItem[], seller: Actor): Promise<Order | undefined> => {
    const order = await museum.placeOrder(
      {
        items,
        // A visitor at the desk need not give an address.
        ...(orders % 3 > 0 && { purchaser: { email: Email(`family-${orders}@example.org`) } }),
        payment: { method: orders % 5 < 3 ? cash : card },
      },
      seller,
    )
    if (isRefusal(order)) return undefined
    orders += 1
    return order
  }
  /** Items for this number of adults, and of visitors of each reduced category. */
  const itemsFor = (admission: Admission, adults: number, others: readonly number[]): readonly OrderItem[] =>
    [adults, ...others.slice(0, reduced.length)].flatMap((count, n) => {
      const category = reduced[n - 1]
      const priced = category === undefined ? {} : { priceCategory: category.priceCategory }
      return count === 0 ? [] : [{ ...admission, ...priced, quantity: Quantity(count) }]
    })

  // In advance, for the first date of each event. Without a reduced category, three adults come.
  const threes = (event: SpecialEvent) => itemsFor(admissionTo(event), reduced.length === 0 ? 3 : 2, [1])
  const inAdvance: (Order | undefined)[] = []
  for (const [event, capacity, count] of [
    [soldOut, 12, 4],
    [almostSoldOut, 12, 3],
    [cancelled, 40, 4],
  ] as const)
    if (event !== undefined) {
      await museum.setEventCapacity(event.eventId, Capacity(capacity), principal)
      for (let n = 0; n < count; n += 1) inAdvance.push(await sell(threes(event), principal))
    }
  if (cancelled !== undefined) await museum.deleteSpecialEvent(cancelled.eventId, principal)

  // Today, at the desk.
  const { items: openDays } = await museum.getMuseumHours({ startDate: today, endDate: today }, { page: 1, limit: 1 })
  if (tonight !== undefined) await museum.setEventCapacity(tonight.eventId, Capacity(80), principal)
  const admissions: readonly Admission[] = [
    ...(tonight === undefined ? [] : [admissionTo(tonight)]),
    ...openDays.map(() => ({ ticketType: 'general', ticketDate: today }) as const),
  ]
  if (admissions.length === 0) return orders
  const families: (Order | undefined)[] = []
  for (let n = 0; n < familiesToday; n += 1) {
    // General entry may be free: those who return tickets have some for the event too.
    const chosen = n % 3 === 2 || n >= familiesInside ? admissions : [admissions[n % admissions.length]!]
    families.push(
      await sell(
        chosen.flatMap((admission) => itemsFor(admission, 1 + (n % 2), [n % 3, (n + 1) % 2])),
        boxOffice,
      ),
    )
  }

  // Some return tickets: two families everything, two families one ticket. One refund of each kind is given at once.
  const [allReturned, allDue, oneReturned, oneDue] = families.slice(familiesInside)
  const giveBack = async ({ tickets, payment }: Order) => {
    for (const { ticketId, price } of tickets)
      if (price > 0) await museum.settleRefund(ticketId, payment ?? { method: cash }, boxOffice)
  }
  for (const order of [allReturned, allDue])
    if (order !== undefined)
      await museum.cancelOrder(order.orderId, CancellationReason('The family is ill.'), boxOffice)
  if (allReturned !== undefined) await giveBack(allReturned)
  for (const order of [oneReturned, oneDue])
    if (order !== undefined)
      await museum.cancelTicket(order.tickets[0]!.ticketId, CancellationReason('One visitor fewer.'), boxOffice)
  if (oneReturned !== undefined) await giveBack({ ...oneReturned, tickets: oneReturned.tickets.slice(0, 1) })

  // At the gates: the first families enter, some tickets are refused.
  const scan = async (ticket: Ticket | undefined, gate: Gate, scannedAt?: Instant) => {
    if (ticket === undefined) return
    const code = ScannedCode(ticket.confirmationCode)
    await museum.admitTicket({ code, gate, scannedAt, isOffline: scannedAt !== undefined }, gateStaff)
  }
  const gateOf = (n: number) => (n % 3 === 0 ? south : north)
  for (const [n, order] of families.slice(0, familiesInside).entries())
    for (const ticket of order?.tickets ?? []) await scan(ticket, gateOf(n))
  await scan(families[0]?.tickets[0], north)
  await scan(families[1]?.tickets[0], north)
  await scan(inAdvance[0]?.tickets[0], south)
  await scan(allDue?.tickets[0], north)
  await museum.admitTicket({ code: ScannedCode('https://example.org/a-train-ticket'), gate: south }, gateStaff)

  // A scan that the other gate made a while ago, without a network: somebody entered twice with this ticket.
  const now = Temporal.Now.zonedDateTimeISO(config.timeZone)
  const startOfDay = now.startOfDay().epochMilliseconds
  const whileAgo = Instant(Math.max(startOfDay, now.epochMilliseconds - 12 * 60_000))
  // The clock has another date than a museum whose date is fixed.
  if (now.toPlainDate().toString() === today) await scan(families[4]?.tickets[0], south, whileAgo)
  return orders
}

type Admission = Pick<OrderItem, 'ticketType' | 'eventId' | 'ticketDate'>

/** The admission to the first date of an event. */
const admissionTo = ({ eventId, occurrences: [first] }: SpecialEvent): Admission => ({
  ticketType: 'event',
  eventId,
  ticketDate: first!.date,
})

import { type Violation, checkAttempts, createFindings } from './findings.ts'
import { type Attempt, type Outage, hasUnknownOutcome, isCreated, isDone, isProblem, isRefusal } from './history.ts'

/** An item of a reservation or an order. */
export type Item = Readonly<{
  ticketType: 'general' | 'event'
  ticketDate: string
  eventId?: string
  quantity: number
}>

/** A reservation with a label of its own, and what was sent to change it. */
export type RequestedReservation = Readonly<{
  label: string
  items: readonly Item[]
  /** Whether its time was over soon after it was made, unless it was prolonged. */
  isShort: boolean
  attempts: Attempt[]
  sales: Readonly<{ quantities?: readonly number[]; attempts: Attempt[] }>[]
  releases: Readonly<{ attempts: Attempt[] }>[]
}>

/** An order that was sold at once, with an e-mail address of its own. */
export type RequestedOrder = Readonly<{ email: string; items: readonly Item[]; attempts: Attempt[] }>

export type ReservationHistory = Readonly<{
  reservations: RequestedReservation[]
  orders: RequestedOrder[]
  /** The places on each date, by `offerOf`; they never change. */
  capacities: Map<string, number>
  /** Whose dates were removed, or that were deleted, for a while. */
  removedEvents: Set<string>
  /** Prolongations, and changes of events. */
  others: Attempt[]
  outages: Outage[]
}>

export const emptyReservationHistory = (): ReservationHistory => ({
  reservations: [],
  orders: [],
  capacities: new Map(),
  removedEvents: new Set(),
  others: [],
  outages: [],
})

/** The eventId, or `general`. */
export const offerOf = ({ eventId }: Readonly<{ eventId?: string | null }>): string => eventId ?? 'general'

/** The slot of a row: without entry times, one for each offer, date and number of the date. */
type StoredSlot = Readonly<{ offer: string; date: string; number: number }>

/** What is stored while no client sends anything, and no reservation is about to end. */
export type StoredReservations = Readonly<{
  reservations: readonly Readonly<{ reservationId: string; state: string; label: string | null; heldUntil: number }>[]
  heldPlaces: readonly (StoredSlot & Readonly<{ reservationId: string; places: number; expiresAt: number }>)[]
  slots: readonly (StoredSlot & Readonly<{ sold: number; held: number }>)[]
  tickets: readonly (StoredSlot &
    Readonly<{ ticketId: string; orderId: string | null; price: number; email: string }>)[]
  orders: readonly Readonly<{ orderId: string; ticketIds: readonly string[]; label: string | null }>[]
  /** When it was read, in milliseconds since 1970. */
  now: number
}>

type ReservationBody = Readonly<{
  reservationId: string
  state: string
  items: readonly Readonly<{ price: number }>[]
  total: number
}>
type OrderBody = Readonly<{ orderId: string; total: number; tickets: readonly Readonly<{ ticketId: string }>[] }>

/** The longest time of a response, in milliseconds. */
const maxResponseTime = 15_000

const slotText = ({ offer, date, number }: StoredSlot) => `${offer} on ${date}, number ${number}`
const bodyOf = <Body>({ body }: Attempt) => JSON.parse(body) as Body
const sumOf = <Item>(items: readonly Item[], number: (item: Item) => number) =>
  items.reduce((sum, item) => sum + number(item), 0)

/** Checks that places are held or sold once, and that a reservation becomes one order or none, as clients were told. */
export const checkReservations = (history: ReservationHistory, stored: StoredReservations) => {
  const findings = createFindings(
    'reserved',
    'refused',
    'sold',
    'released',
    'expired',
    'unanswered',
    'lost',
    'doubled',
    'half',
    'oversold',
    'expected5xx',
    'unexpected5xx',
  )
  const { count, violations, addViolation, addCounted } = findings
  const reservationById = new Map(stored.reservations.map((row) => [row.reservationId, row]))
  const orderById = new Map(stored.orders.map((row) => [row.orderId, row]))
  const ticketsByOrder = Map.groupBy(stored.tickets, ({ orderId }) => orderId)
  const heldBy = Map.groupBy(stored.heldPlaces, ({ reservationId }) => reservationId)

  const checkSlots = () => {
    const slots = new Map<string, StoredSlot & { sold: number; held: number }>()
    for (const slot of stored.slots) slots.set(slotText(slot), slot)
    for (const slot of [...stored.tickets, ...stored.heldPlaces])
      if (!slots.has(slotText(slot))) slots.set(slotText(slot), { ...slot, sold: 0, held: 0 })
    const tickets = Map.groupBy(stored.tickets, slotText)
    const places = Map.groupBy(stored.heldPlaces, slotText)
    for (const [name, slot] of slots) {
      const counted = {
        tickets: tickets.get(name)?.length ?? 0,
        places: sumOf(places.get(name) ?? [], (row) => row.places),
      }
      if (slot.sold !== counted.tickets) addViolation('sold differs from the tickets', counted, slot)
      if (slot.held !== counted.places) addViolation('held differs from the rows', counted, slot)
      const capacity = history.capacities.get(slot.offer)
      if (capacity !== undefined && Math.max(slot.sold + slot.held, counted.tickets + counted.places) > capacity)
        addCounted('oversold', `sold and held are above the capacity of ${capacity}`, counted, slot)
    }
  }

  /** The rows of each reservation, also of those whose creation no response told. */
  const checkRows = () => {
    for (const row of stored.reservations) {
      const { reservationId, state, heldUntil } = row
      const held = heldBy.get(reservationId) ?? []
      const tickets = ticketsByOrder.get(reservationId) ?? []
      const order = orderById.get(reservationId)
      if (state === 'sold') count.sold += 1
      else if (state === 'released') count.released += 1
      else if (heldUntil <= stored.now) count.expired += 1
      if (state !== 'held' && held.length > 0) addViolation(`a reservation that is ${state} holds places`, row, held)
      if (held.some(({ expiresAt }) => expiresAt !== heldUntil))
        addViolation('places that are held until another time than their reservation', row, held)
      if (state !== 'sold' && (tickets.length > 0 || order !== undefined))
        addViolation(`a reservation that is ${state} has tickets`, row, { order, tickets })
      if (state === 'sold' && order === undefined) addCounted('half', 'a reservation that is sold has no order', row)
    }
    for (const [reservationId, held] of heldBy)
      if (!reservationById.has(reservationId)) addViolation('places of a reservation that is missing', undefined, held)
    for (const { orderId, ticketIds } of stored.orders) {
      const tickets = (ticketsByOrder.get(orderId) ?? []).map(({ ticketId }) => ticketId)
      if (ticketIds.toSorted().join() !== tickets.toSorted().join())
        addCounted('half', 'an order whose tickets are others', { orderId, ticketIds }, tickets)
    }
    for (const orderId of ticketsByOrder.keys())
      if (orderId === null || !orderById.has(orderId))
        addCounted('half', 'tickets without an order', { orderId }, ticketsByOrder.get(orderId))
  }

  /** The number of tickets for each offer and date, with their prices. */
  const wantedTickets = (items: readonly Item[], prices: readonly number[], quantities?: readonly number[]) =>
    items
      .flatMap((item, n) =>
        Array.from(
          { length: quantities?.[n] ?? item.quantity },
          () => `${offerOf(item)} on ${item.ticketDate} for ${prices[n]}`,
        ),
      )
      .toSorted()
      .join()

  const checkSales = (request: RequestedReservation, { reservationId, items }: ReservationBody) => {
    const state = reservationById.get(reservationId)?.state
    const attempts = request.sales.flatMap((sale) => sale.attempts)
    const acknowledged = attempts.filter((attempt) => isCreated(attempt) || isDone(attempt))
    const tickets = ticketsByOrder.get(reservationId) ?? []
    if (acknowledged.length > 0 && state !== 'sold')
      addCounted('lost', 'a sale of a reservation is not stored', request, state)
    if (attempts.filter(isCreated).length > 1) addCounted('doubled', 'a reservation was sold twice', request)
    const ids = tickets.map(({ ticketId }) => ticketId).toSorted()
    for (const { orderId, total, tickets: confirmed } of acknowledged.map(bodyOf<OrderBody>)) {
      const isSame =
        orderId === reservationId &&
        confirmed
          .map(({ ticketId }) => ticketId)
          .toSorted()
          .join() === ids.join()
      if (!isSame) addViolation('a sale of a reservation is confirmed otherwise than it is stored', request, tickets)
      if (Math.round(total * 100) !== sumOf(tickets, ({ price }) => price))
        addViolation('a sale of a reservation has another total than its tickets', request, tickets)
    }
    if (state === 'sold') {
      const found = tickets
        .map(({ offer, date, price }) => `${offer} on ${date} for ${price}`)
        .toSorted()
        .join()
      const prices = items.map(({ price }) => Math.round(price * 100))
      if (!request.sales.some(({ quantities }) => wantedTickets(request.items, prices, quantities) === found))
        addViolation('a reservation is sold otherwise than it was requested, or at other prices', request, tickets)
    }
    // Whoever learnt the identifier can find the reservation.
    for (const attempt of attempts.filter(isRefusal))
      if (!isProblem(attempt, 'reservation-ended')) addViolation('a sale that is refused without a reason', request)
    const mayHaveEnded =
      request.isShort ||
      request.releases.length > 0 ||
      request.items.some(({ eventId }) => eventId !== undefined && history.removedEvents.has(eventId))
    if (!mayHaveEnded && attempts.some(isRefusal)) addViolation('a sale of a held reservation is refused', request)
  }

  const checkReleases = (request: RequestedReservation, reservationId: string) => {
    const state = reservationById.get(reservationId)?.state
    for (const { attempts } of request.releases)
      for (const attempt of attempts.filter(isDone)) {
        const told = bodyOf<ReservationBody>(attempt).state
        if (told !== state) addViolation(`a release was answered ${told} and the reservation is ${state}`, request)
      }
  }

  /** The rows with a label, which goes from the reservation to its order. */
  const rowsByLabel = Map.groupBy(
    [...stored.reservations, ...stored.orders].filter(({ label }) => label !== null),
    ({ label }) => label,
  )
  const checkReservation = (request: RequestedReservation) => {
    const { label, items, attempts } = request
    const rows = rowsByLabel.get(label) ?? []
    if (rows.length > 1) addCounted('doubled', 'a reservation is stored twice', request, rows)
    const confirmed = attempts.filter(isCreated).map(bodyOf<ReservationBody>)
    if (attempts.some(isRefusal)) count.refused += 1
    const [first] = confirmed
    if (first === undefined) {
      if (rows.length > 0 && !attempts.some(hasUnknownOutcome))
        addViolation('a reservation was refused and is stored', request, rows)
      return
    }
    count.reserved += 1
    if (confirmed.some(({ reservationId }) => reservationId !== first.reservationId))
      addCounted('doubled', 'a reservation has two identifiers', request)
    if (!reservationById.has(first.reservationId)) addCounted('lost', 'a reservation is not stored', request)
    if (Math.round(first.total * 100) !== Math.round(100 * sumOf(items, priced(first))))
      addViolation('a reservation has another total than its items', request)
    checkSales(request, first)
    checkReleases(request, first.reservationId)
  }
  const priced = (body: ReservationBody) => {
    let n = 0
    return ({ quantity }: Item) => quantity * body.items[n++]!.price
  }

  const ticketsByEmail = Map.groupBy(stored.tickets, ({ email }) => email)
  const checkOrder = (request: RequestedOrder) => {
    const tickets = ticketsByEmail.get(request.email) ?? []
    const orderIds = new Set(tickets.map(({ orderId }) => orderId))
    if (orderIds.size > 1) addCounted('doubled', 'an order is stored twice', request, tickets)
    const confirmed = request.attempts.find(isCreated)
    if (confirmed !== undefined) {
      const { orderId } = bodyOf<OrderBody>(confirmed)
      const wanted = sumOf(request.items, ({ quantity }) => quantity)
      if (!orderIds.has(orderId) || tickets.length !== wanted)
        addCounted('lost', 'an order is not stored as it was confirmed', request, tickets)
    } else if (tickets.length > 0 && !request.attempts.some(hasUnknownOutcome))
      addViolation('an order was refused and is stored', request, tickets)
  }

  checkSlots()
  checkRows()
  for (const request of history.reservations) checkReservation(request)
  for (const request of history.orders) checkOrder(request)
  const attempts = [
    ...history.reservations.flatMap((request) => [
      ...request.attempts,
      ...[...request.sales, ...request.releases].flatMap((change) => change.attempts),
    ]),
    ...history.orders.flatMap((request) => request.attempts),
    ...history.others,
  ]
  count.unanswered = attempts.filter(({ status }) => status === 0).length
  checkAttempts(attempts, findings, { outages: history.outages, maxResponseTime })
  return {
    figures: { requests: attempts.length, tickets: stored.tickets.length, ...count },
    violations: violations as readonly Violation[],
  }
}

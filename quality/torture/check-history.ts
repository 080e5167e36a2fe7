import { type CapacityPeriods, capacityPeriodsOf } from './capacity-periods.ts'
import { type DatePeriods, datePeriodsOf } from './date-periods.ts'
import type { Period } from './effects.ts'
import { type StoredCounter, checkAttempts, checkCounters, createFindings } from './findings.ts'
import {
  type Attempt,
  type History,
  type Purchase,
  type SpecialEvent,
  eventIdIn,
  firstConfirmed,
  firstSent,
  hasUnknownOutcome,
  isCreated,
  isRefusal,
  isSoldOut,
  periodOf,
  ticketIdIn,
} from './history.ts'
import { slotKey, visitKey } from './slots.ts'

type StoredTicket = Readonly<{
  ticketId: string
  ticketType: string
  ticketDate: string
  eventId: string | null
  eventName: string | null
  email: string
  confirmationCode: string
  /** Null for a general ticket. */
  occurrenceNumber: number | null
  /** As the service reads it. */
  state: string
  /** Whether the ticket itself was cancelled. */
  isCancelled: boolean
}>
type StoredEvent = Readonly<{ eventId: string; name: string; dates: readonly string[]; capacity: number | null }>

/** The stored rows after a round. */
export type Stored = Readonly<{
  tickets: readonly StoredTicket[]
  events: readonly StoredEvent[]
  /** The capacity of general entry. */
  generalEntryCapacity: number | null
  counters: readonly StoredCounter[]
}>

/** The service answers within 10 seconds; these are milliseconds. */
const usualMaxResponseTime = 15_000

type Confirmation = Readonly<{
  ticketId: string
  ticketType: string
  ticketDate: string
  eventName?: string
  confirmationCode: string
}>

/**
 * Compares the clients' records with the stored rows; does no input or output itself. `cancelledBefore`: the tickets that were
 * already cancelled at an earlier check.
 */
export const checkHistory = (history: History, stored: Stored, cancelledBefore: ReadonlySet<string> = new Set()) => {
  const { purchases, specialEvents, generalEntryCapacities, outages, mayMissResponses } = history
  const { maxResponseTime = usualMaxResponseTime } = history
  const findings = createFindings(
    'acknowledged',
    'refused',
    'unconfirmed',
    'lost',
    'doubled',
    'soldOut',
    'oversold',
    'leftValid',
    'cancelledWithoutReason',
    'expected5xx',
    'unexpected5xx',
  )
  const { count, violations, addViolation, addCounted } = findings
  const ticketsByEmail = Map.groupBy(stored.tickets, ({ email }) => email)
  const eventsByName = Map.groupBy(stored.events, ({ name }) => name)
  const eventById = new Map(stored.events.map((event) => [event.eventId, event]))
  const periodsOf = new Map(specialEvents.map((event) => [event, datePeriodsOf(event)]))
  const recordedById = new Map(
    specialEvents.flatMap((event) =>
      event.attempts.filter(isCreated).map(({ body }) => [eventIdIn(body), event] as const),
    ),
  )
  const periodsById = (eventId: string | null | undefined) => periodsOf.get(recordedById.get(eventId ?? '')!)

  const capacityPeriods = new Map(specialEvents.map((event) => [event, capacityPeriodsOf(event.capacities)]))
  const generalEntryPeriods = capacityPeriodsOf(generalEntryCapacities)
  const capacityPeriodsFor = (eventId: string | null | undefined): CapacityPeriods | undefined =>
    (eventId ?? undefined) === undefined ? generalEntryPeriods : capacityPeriods.get(recordedById.get(eventId!)!)
  const purchaseByEmail = new Map(purchases.map((purchase) => [purchase.email, purchase]))
  /** The period in which a stored ticket was sold; `until` is infinite without a response that confirms the sale. */
  const saleOf = ({ email }: StoredTicket): Period => {
    const attempts = purchaseByEmail.get(email)?.attempts ?? []
    return { from: firstSent(attempts), until: firstConfirmed(attempts) }
  }
  const soldByDate = Map.groupBy(
    stored.tickets.map((ticket) => ({ ...ticket, sale: saleOf(ticket) })),
    visitKey,
  )
  /** Whether all places may have been taken. Tickets for removed occurrences of the date count, too. */
  const maySellOut = (purchase: Purchase, { sentAt, receivedAt }: Attempt) => {
    const places = capacityPeriodsFor(purchase.eventId)?.smallestDuring({ from: sentAt, until: receivedAt })
    const sold = (soldByDate.get(visitKey(purchase)) ?? []).filter(({ sale }) => sale.from <= receivedAt)
    return places !== undefined && sold.length >= places
  }
  /**
   * When a ticket is sold, the number of tickets must not exceed the capacity in force. It is enough to check the last sale in
   * each period of a capacity: all other tickets of the period, and those sold before it, count then.
   */
  const checkCapacities = () => {
    const sold = stored.tickets.filter(({ isCancelled }) => !isCancelled)
    for (const tickets of Map.groupBy(sold, slotKey).values()) {
      const sales = tickets.map((ticket) => ({ ticket, sale: saleOf(ticket) }))
      for (const { places, from, until } of capacityPeriodsFor(tickets[0]!.eventId)?.certain ?? []) {
        const during = sales.filter(({ sale }) => sale.from >= from && sale.until <= until)
        const before = sales.filter(({ sale }) => sale.until < from)
        if (during.length === 0 || during.length + before.length <= places) continue
        addCounted(
          'oversold',
          `oversold: ${during.length} tickets, after ${before.length} others, for ${places} places`,
          { from, until, event: recordedById.get(tickets[0]!.eventId ?? '') },
          [...before, ...during].map(({ ticket }) => ({ ticket, purchase: purchaseByEmail.get(ticket.email) })),
        )
      }
    }
  }

  const checkPurchase = (purchase: Purchase) => {
    const rows = ticketsByEmail.get(purchase.email) ?? []
    const { attempts } = purchase
    const sold = attempts.filter(isCreated)
    const confirmations = new Map(
      sold.map(({ body }) => {
        const confirmation = JSON.parse(body) as Confirmation
        return [confirmation.ticketId, confirmation] as const
      }),
    )
    if (sold.length > 0) count.acknowledged += 1
    if (rows.length > 1 || confirmations.size > 1)
      addCounted('doubled', 'doubled: one purchase, several tickets', purchase, rows)
    for (const confirmation of confirmations.values()) {
      const row = rows.find(({ ticketId }) => ticketId === confirmation.ticketId)
      if (row === undefined) addCounted('lost', 'lost: sold, and not stored', purchase, rows)
      else if (!matchesConfirmation(row, purchase, confirmation))
        addViolation('changed: stored otherwise than confirmed', purchase, row)
    }
    const soldBy = firstConfirmed(attempts)
    const isReplayed =
      sold.filter(({ isReplay }) => !isReplay).length <= 1 &&
      sold.every(({ isReplay, sentAt }) => isReplay || sentAt <= soldBy)
    if (new Set(sold.map(({ body }) => body)).size > 1 || !isReplayed)
      addViolation('changed: a repeated purchase answered otherwise, or not marked as a replay', purchase)
    if (purchase.reusesKey && sold.length > 0)
      addViolation('sold with a key that another purchase used', purchase, rows)

    if (sold.length === 0 && rows.length > 0) {
      if (attempts.some(hasUnknownOutcome)) count.unconfirmed += 1
      else addViolation('stored, although every response said that nothing was', purchase, rows)
    }
    const named = attempts
      .map(({ status, body }) => (status === 503 ? ticketIdIn(body) : undefined))
      .filter((ticketId) => ticketId !== undefined)
    if (
      purchase.idempotencyKey === undefined &&
      named.length > 0 &&
      rows.some(({ ticketId }) => !named.includes(ticketId))
    )
      addViolation('changed: stored under another ticketId than outcome-unknown named', purchase, rows)

    const refusals = attempts.filter(isRefusal)
    if (refusals.length > 0) count.refused += 1
    const periods = periodsById(purchase.eventId)
    // A refusal is not stored under the key. So a refused purchase may succeed later, but only if its date was added again or,
    // after `sold-out`, another capacity was set.
    const maySellAfter = (refusal: Attempt) => {
      const since = { from: refusal.sentAt, until: soldBy }
      return (
        ((refusal.status === 400 || isSoldOut(refusal)) &&
          periods?.mayBeAddedDuring(purchase.ticketDate, since) === true) ||
        (isSoldOut(refusal) && capacityPeriodsFor(purchase.eventId)?.mayChangeDuring(since) === true)
      )
    }
    if (sold.length > 0 && !refusals.every(maySellAfter))
      addViolation('refused and sold under the same key', purchase, rows)
    if (refusals.some(isSoldOut)) count.soldOut += 1
    const isJustified = (refusal: Attempt) =>
      isSoldOut(refusal) ? maySellOut(purchase, refusal) : isRefusalJustified(refusal, purchase, periods)
    if (!refusals.every(isJustified)) addViolation('refused without a reason', purchase)

    const sentFrom = firstSent(attempts)
    const isStored = sold.length > 0 || rows.length > 0
    if (isStored && periods?.lackedDate(purchase.ticketDate, { from: sentFrom, until: soldBy }))
      addViolation('sold for a date that the event did not have', purchase, rows)
    else for (const row of rows) checkState(row, purchase, { sentFrom, soldBy })
  }

  const checkState = (
    row: StoredTicket,
    purchase: Purchase,
    { sentFrom, soldBy }: Readonly<{ sentFrom: number; soldBy: number }>,
  ) => {
    const leftValid = (fault: string, recorded: unknown) => addCounted('leftValid', fault, recorded, row)
    const event = recordedById.get(row.eventId ?? '')
    const periods = periodsById(row.eventId)
    if (row.state === 'valid') {
      if (row.ticketType === 'general') return
      if (eventById.get(row.eventId ?? '')?.dates.includes(row.ticketDate) !== true)
        leftValid('left valid: its event or date is gone', { purchase, event })
      else if (periods?.wasRemovedAfter(row.ticketDate, soldBy))
        leftValid('left valid: its date or its event was removed after it was sold', { purchase, event })
      else if (cancelledBefore.has(row.ticketId)) leftValid('left valid: it was cancelled before', { purchase, event })
    } else if (row.ticketType === 'general' || periods?.mayBeRemovedAfter(row.ticketDate, sentFrom) === false)
      addCounted('cancelledWithoutReason', 'cancelled without a reason', { purchase, event }, row)
  }

  const checkEvent = (event: SpecialEvent, periods: DatePeriods) => {
    const rows = eventsByName.get(event.name) ?? []
    const eventIds = new Set(event.attempts.filter(isCreated).map(({ body }) => eventIdIn(body)))
    const changes = [...event.updates, ...event.capacities, ...event.deletions]
    if (rows.length > 1 || eventIds.size > 1)
      addCounted('doubled', 'doubled: one special event, stored several times', event, rows)
    if (event.attempts.some(isRefusal)) addViolation('a creation refused without a reason', event)
    const refusals = changes.flatMap(({ attempts }) => attempts).filter(isRefusal)
    if (!refusals.every(({ status, receivedAt }) => status === 404 && periods.mayBeDeletedBy(receivedAt)))
      addViolation('a change refused without a reason', event)
    if (eventIds.size === 0 && rows.length > 0 && !event.attempts.some(hasUnknownOutcome))
      addViolation('stored, although every response said that nothing was', event, rows)

    const lost = (fault: string) => addCounted('lost', fault, event, rows)
    const end = Number.POSITIVE_INFINITY
    for (const eventId of eventIds) {
      const row = eventById.get(eventId)
      if (row === undefined) {
        if (!periods.mayBeDeletedBy(end)) lost('lost: an event that was created, and is not stored')
        continue
      }
      if (periods.isDeletedBy(end)) {
        lost('lost: a deletion; the event is stored')
        continue
      }
      if (!capacityPeriods.get(event)!.last.includes(row.capacity)) lost(`lost: a capacity; it is ${row.capacity}`)
      for (const date of periods.dates) {
        const isStored = row.dates.includes(date)
        if (!isStored && periods.hadDate(date, { from: end, until: end })) lost(`lost: the date ${date}`)
        if (isStored && periods.lackedDate(date, { from: end, until: end })) lost(`lost: the removal of ${date}`)
      }
    }
  }

  for (const purchase of purchases) checkPurchase(purchase)
  for (const [event, periods] of periodsOf) checkEvent(event, periods)
  checkCapacities()
  for (const { attempts } of generalEntryCapacities)
    if (attempts.some(isRefusal)) addViolation('a capacity refused without a reason', attempts)
  if (!generalEntryPeriods.last.includes(stored.generalEntryCapacity))
    addCounted(
      'lost',
      'lost: a capacity of general entry',
      generalEntryCapacities.slice(-3),
      stored.generalEntryCapacity,
    )
  checkCounters(stored.counters, findings)
  const emails = new Set(purchases.map(({ email }) => email))
  for (const row of stored.tickets)
    if (!emails.has(row.email)) addViolation('a ticket that no client requested', undefined, row)
  const names = new Set(specialEvents.map(({ name }) => name))
  for (const row of stored.events)
    if (!names.has(row.name)) addViolation('an event that no client created', undefined, row)

  const attempts = [...purchases, ...specialEvents.flatMap(requestsOf), ...generalEntryCapacities].flatMap(
    (request) => request.attempts,
  )
  checkAttempts(attempts, findings, { outages, maxResponseTime })
  const unanswered = attempts.filter(({ status }) => status === 0)
  if (!mayMissResponses)
    for (const attempt of unanswered) addViolation('no response, although no connection was dropped', attempt)
  return { figures: { requests: attempts.length, unanswered: unanswered.length, ...count }, violations }
}

/** The creation of an event, and every change of it. */
const requestsOf = (event: SpecialEvent): readonly Readonly<{ attempts: readonly Attempt[] }>[] => [
  event,
  ...event.updates,
  ...event.capacities,
  ...event.deletions,
]

const isRefusalJustified = (refusal: Attempt, { reusesKey, ticketDate }: Purchase, periods: DatePeriods | undefined) =>
  (refusal.status === 422 && reusesKey) ||
  (refusal.status === 404 && periods?.mayBeDeletedBy(refusal.receivedAt) === true) ||
  (refusal.status === 400 && periods?.hadDate(ticketDate, periodOf(refusal)) === false)

const matchesConfirmation = (row: StoredTicket, purchase: Purchase, confirmation: Confirmation) =>
  row.ticketType === confirmation.ticketType &&
  row.ticketType === purchase.ticketType &&
  row.ticketDate === confirmation.ticketDate &&
  row.ticketDate === purchase.ticketDate &&
  row.confirmationCode === confirmation.confirmationCode &&
  row.eventId === (purchase.eventId ?? null) &&
  row.eventName === (confirmation.eventName ?? null)

import {
  type DecideReservation,
  type DecideSale,
  IdempotencyRecord,
  type NewReservation,
  OutcomeUnknown,
  type ReservationRepository,
  SaleOutcomeUnknown,
  type SaleRefusal,
  type TicketRepository,
  type TicketSale,
  Unavailable,
  type WantedTickets,
} from '@museum/application'
import {
  ConfirmationCode,
  Instant,
  type MailMessage,
  type Message,
  type Refusal,
  Reservation,
  Slot,
  Ticket,
  TicketMail,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import {
  type Decision,
  type LockingTransaction,
  groupedOrAlone,
  lockQueue,
  millisecondsLeft,
  notDone,
  type WriteKind,
} from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { isKeyLocked, selectRecord } from '../idempotency/kysely-idempotency-record-repository.ts'
import type { MessageRecorder } from '../messages/record-messages.ts'
import { type HeldPlaces, givenBack, heldPlacesStatements, placesBySlot, sumBySlot } from '../places/held-places.ts'
import { type LockedPlaces, type TakenInSlot, placesStatements } from '../places/places-statements.ts'
import { type ReservationRow, reservationOf, selectReservationsById } from '../reservations/reservation-rows.ts'
import { type TicketAndOccurrenceRow, type TicketStatements, ticketOf } from '../tickets/ticket-rows.ts'
import { type StoredOffer, offerKey, storedOffers } from './offers.ts'
import { groupMilliseconds, slotQueue, slotsText } from './slot-queue.ts'
import { type Accepted, saleStatements } from './sale-statements.ts'

/** What is stored of a sale or a reservation. */
type Stored = readonly Ticket[] | Reservation
type Outcome = Stored | Refusal
/** What an item is for has changed: its slot is another one than the locked one, or does not take place any more. */
const slotsChanged = Symbol('slots changed')
/** `notDone`: another transaction has locked a slot of the sale, or a slot may have no row yet. */
type Attempt = Outcome | typeof slotsChanged | typeof notDone
type Result = Exclude<Attempt, typeof notDone>

/** A sale, or a reservation, which has no tickets and the identifier of the order. */
type Sale = WantedTickets &
  Readonly<{
    decide: (...decides: Parameters<DecideReservation<Refusal>>) => TicketSale | NewReservation | Refusal
    isReservation: boolean
    /** What was offered to the items when their slots were determined. */
    offers: readonly StoredOffer[]
    slots: readonly Slot[]
    /** The keys of the slots. */
    keys: readonly string[]
    /** The number of tickets; 0 for a reservation. */
    size: number
  }>

/** The number of slots that a server knows to have a row: an entry takes about 150 bytes. */
const maxKnownSlots = 20_000

/** Places of reservations whose time is over, which a transaction gives back. */
type Ended = Readonly<{ rows: readonly HeldPlaces[]; places: ReadonlyMap<string, number> }>
const noneEnded: Ended = { rows: [], places: new Map() }

/**
 * Sells tickets and reserves places. A transaction makes one sale or more: it locks their slots, and then reads the capacities and the
 * revisions of what is offered. An offer whose revision has changed is read again. The rules of the domain decide on each sale; the accepted
 * ones are counted and inserted. Every transaction that sells, reserves, cancels or removes the same places writes the same row of
 * `slot`. If too few places are left, those of reservations whose time is over are given back, and the rules decide again.
 *
 * Sales at the same time share a transaction. If they have different slots, or the lock queue is full, those sales are left out
 * whose slots are locked, or may have no row, so that a locked slot delays only its own sales: each waits in the queue, and shares
 * the next transaction with all that wait for the same slots.
 */
export const sellAndReserve = (
  database: MuseumDatabase,
  { selectTickets, findTickets, findTakenCode }: TicketStatements,
  messages: MessageRecorder,
): Readonly<{ sell: TicketRepository['sell']; reserve: ReservationRepository['add'] }> => {
  const { kysely, lockThenWrite, engine, observer } = database
  const { lockPlaces, takePlaces, changePlaces } = placesStatements(kysely, engine)
  const { selectEnded, deleteHeldPlaces } = heldPlacesStatements(kysely, engine)
  const storeSales = saleStatements(kysely, engine)
  const offers = storedOffers(database)
  /** The keys of slots that have a row: those that a transaction has locked without adding them, or in which a sale was committed. */
  const known = new LRUCache<string, true>({ max: maxKnownSlots })
  const { isFull } = lockQueue(database)

  /** Decides the sales in their order, in which they also get the places. `changed` has the offers that were read again. */
  const decide = (
    sales: readonly Sale[],
    { places, lockedAt }: LockedPlaces,
    changed: ReadonlyMap<string, StoredOffer>,
    ended: Ended,
    skipsLocked: boolean,
  ) => {
    /** The number of places that accepted sales take, by slot. */
    const taken = new Map<string, number>()
    const placesIn = (key: string) => {
      const { capacity, sold, held } = places.get(key)!
      return { capacity, sold: sold + (taken.get(key) ?? 0), held: held - (ended.places.get(key) ?? 0) }
    }
    const accepted: Accepted[] = []
    const outcomes = sales.map((sale): Attempt => {
      const { items } = sale
      const offered =
        changed.size === 0 ? sale.offers : items.map((item, n) => changed.get(offerKey(item)) ?? sale.offers[n]!)
      const isChanged = (item: TicketOrder, n: number) => {
        const slot = Slot.wanted(item, offered[n]!)
        return slot === undefined || Slot.key(slot) !== sale.keys[n]
      }
      if (changed.size > 0 && items.some(isChanged)) return slotsChanged
      const missing = sale.keys.filter((key) => !places.has(key))
      // A restored backup may lack the rows of known slots: the sale begins again, and adds them.
      if (!skipsLocked) for (const key of missing) known.delete(key)
      if (missing.length > 0) return notDone
      const decided = sale.decide(
        offered.map(({ event, openingHours, entryTimes, generalPrice }, n) => ({
          event,
          openingHours,
          entryTimes,
          generalPrice,
          places: placesIn(sale.keys[n]!),
        })),
        Instant(1_000 * lockedAt),
      )
      if (isRefusal(decided)) return decided
      const made = { ...decided, once: sale.once }
      for (const [slot, { sold, held = 0 }] of takenBy(made)) {
        const key = Slot.key(slot)
        taken.set(key, (taken.get(key) ?? 0) + sold + held)
      }
      accepted.push(made)
      return 'tickets' in decided ? decided.tickets : decided.reservation
    })
    return { outcomes, accepted }
  }
  /** The slots with held places for which a sale is refused as sold out. */
  const fullSlots = (sales: readonly Sale[], outcomes: readonly Attempt[], { places }: LockedPlaces) => {
    const refused = sales.filter((_, n) => isSoldOut(outcomes[n]!))
    const bySlot = new Map(refused.flatMap(({ keys, slots }) => keys.map((key, n) => [key, slots[n]!])))
    return [...bySlot].flatMap(([key, slot]) => (places.get(key)!.held > 0 ? slot : []))
  }
  /**
   * Looks up sales that are refused, or whose slots have changed: an earlier attempt whose response was lost may have stored one,
   * and so taken the last places.
   */
  const soldBefore = (sales: readonly Sale[], outcomes: readonly Attempt[]): Decision<readonly Attempt[]>['last'] => {
    const isRefused = (n: number) => !isSold(outcomes[n]!) && outcomes[n] !== notDone
    const refused = sales.filter((_, n) => isRefused(n))
    if (refused.length === 0) return undefined
    const ticketIds = refused.flatMap(({ identities }) => identities.map(({ ticketId }) => ticketId))
    const reservationIds = refused.flatMap(({ isReservation, orderId }) => (isReservation ? orderId! : []))
    return {
      reads: [
        ...(ticketIds.length > 0 ? [selectTickets(ticketIds)] : []),
        ...(reservationIds.length > 0 ? [selectReservationsById(kysely, engine, reservationIds).compile()] : []),
      ],
      complete: (rows) => {
        const ticketRows = ticketIds.length > 0 ? rows[0]! : []
        const tickets = (ticketRows as readonly TicketAndOccurrenceRow[]).map(ticketOf)
        const ticketById = new Map(tickets.map((ticket) => [ticket.ticketId, ticket]))
        const reserved = ((reservationIds.length > 0 ? rows.at(-1)! : []) as readonly ReservationRow[]).map((row) =>
          reservationOf(row),
        )
        const storedBy = (sale: Sale): Stored | undefined =>
          sale.isReservation
            ? reserved.find(({ reservationId }) => reservationId === sale.orderId)
            : storedOf(
                sale,
                sale.identities.map(({ ticketId }) => ticketById.get(ticketId)),
              )
        return outcomes.map((outcome, n) => (isRefused(n) ? (storedBy(sales[n]!) ?? outcome) : outcome))
      },
    }
  }
  const sell = async (sales: readonly Sale[], skipsLocked: boolean, kind: WriteKind): Promise<readonly Attempt[]> => {
    const record = await messages.recorder()
    const byKey = new Map(
      sales.flatMap(({ slots: wanted, keys }) => wanted.map((slot, n) => [keys[n]!, slot] as const)),
    )
    const slots = [...byKey.values()]
    // A group that skips locked rows adds none: it would wait for them.
    const unconfirmed = new Set(skipsLocked ? [] : [...byKey.keys()].filter((key) => !known.has(key)))
    const { statements, lockedOf } = lockPlaces(slots, unconfirmed.size > 0, skipsLocked)
    const outcomes = await lockThenWrite<readonly unknown[], readonly Attempt[]>(
      {
        reads: statements,
        decide: (rows, isOutcomeUnknown) => {
          const locked = lockedOf(rows)
          for (const key of locked.places.keys()) if (!unconfirmed.has(key)) known.set(key, true)
          const decideOn = (
            changed: ReadonlyMap<string, StoredOffer>,
            ended?: Ended,
          ): ReturnType<LockingTransaction<unknown, readonly unknown[], readonly Attempt[]>['decide']> => {
            const { outcomes: attempts, accepted } = decide(sales, locked, changed, ended ?? noneEnded, skipsLocked)
            const full = ended === undefined ? fullSlots(sales, attempts, locked) : []
            if (full.length > 0)
              return {
                readMore: [selectEnded(full)],
                decide: ([rows]) => {
                  const held = rows as readonly HeldPlaces[]
                  return decideOn(changed, { rows: held, places: placesBySlot(held) })
                },
              }
            const taken = sumBySlot([...accepted.flatMap(takenBy), ...givenBack(ended?.rows ?? [])])
            // A row is locked on one node only: an earlier attempt on another node may still be running. Writing the slots prevents
            // its commit.
            const mustStopEarlierAttempt = accepted.length === 0 && isOutcomeUnknown && engine.hasLocalLocks()
            return {
              outcome: attempts,
              writes: [
                ...(mustStopEarlierAttempt ? [changePlaces(slots)] : []),
                ...(taken.length > 0 ? [takePlaces(taken)] : []),
                ...deleteHeldPlaces(ended?.rows ?? []),
                ...(accepted.length > 0 ? storeSales(accepted, locked.lockedAt) : []),
                ...(accepted.length > 0 ? record.compile(() => accepted.flatMap(messagesOf)) : []),
              ],
              last: soldBefore(sales, attempts),
            }
          }
          const stale = sales.flatMap((sale) =>
            sale.items.filter((_, n) => sale.offers[n]!.revision !== locked.revisions.get(sale.slots[n]!.offer)),
          )
          if (stale.length === 0) return decideOn(new Map())
          const { statements: readMore, offersOf } = offers.inTransaction(stale)
          return { readMore, decide: (more) => decideOn(offersOf(more)) }
        },
        explain: async (error, tables, isOutcomeUnknown) => {
          if (sales.length > 1) return undefined
          const outcome = await explainFailure(tables, sales[0]!, error, isOutcomeUnknown)
          return outcome && [outcome]
        },
      },
      kind,
    )
    const stored = sales.filter((_, n) => isSold(outcomes[n]!))
    for (const key of stored.flatMap(({ keys }) => keys)) known.set(key, true)
    const purchases = stored.filter(({ isReservation }) => !isReservation).length
    if (purchases > 0) observer.onPurchasesCommitted?.(purchases)
    return outcomes
  }
  /**
   * Why a single sale could not be written: its tickets, one of its codes or its key is stored already, or another transaction
   * is storing the same key.
   */
  const explainFailure = async (
    tables: Kysely<MuseumTables>,
    sale: Sale,
    error: unknown,
    isOutcomeUnknown: boolean,
  ): Promise<Outcome | undefined> => {
    const errorKind = engine.classifyError(error)
    const { once } = sale
    if (errorKind === 'duplicate') {
      const stored = await findStored(tables, sale)
      if (stored !== undefined) return stored
      if (once && (await selectRecord(tables, once.username, once.idempotencyKey).executeTakeFirst()) !== undefined)
        return IdempotencyRecord.inProgress(once)
      const taken = sale.isReservation ? undefined : await findTakenCode(tables, sale.identities)
      if (taken !== undefined) return ConfirmationCode.taken(taken)
    }
    if (errorKind === 'locked' && once && !isOutcomeUnknown && (await isKeyLocked(tables, engine, once)))
      return IdempotencyRecord.inProgress(once)
    return undefined
  }

  const findStored = async (tables: Kysely<MuseumTables>, sale: Sale): Promise<Stored | undefined> => {
    const { isReservation, identities, orderId } = sale
    if (!isReservation)
      return storedOf(
        sale,
        await findTickets(
          tables,
          identities.map(({ ticketId }) => ticketId),
        ),
      )
    const rows = await selectReservationsById(tables, engine, [orderId!]).execute()
    return rows[0] && reservationOf(rows[0])
  }

  /** Makes sales that have the same slots, and waits for their locks. Without a row, none of them is made, and the next attempt adds it. */
  const sellWaiting = async (sales: readonly Sale[], kind: WriteKind): Promise<readonly Result[]> => {
    for (;;) {
      const outcomes = await sell(sales, false, kind)
      if (isDone(outcomes)) return outcomes
    }
  }
  const sellInQueue = slotQueue(database, sellWaiting)
  const sellInGroup = groupedOrAlone<Sale, Result>(database, {
    group: (sales) =>
      new Set(sales.map(slotsText)).size === 1 && !isFull() ? sellInQueue(sales, 'never') : sell(sales, true, 'never'),
    doAlone: async (sale, kind) => (await sellInQueue([sale], kind))[0]!,
    milliseconds: groupMilliseconds,
  })
  const sellOne = async (sale: Sale): Promise<Result> => {
    try {
      return await sellInGroup(sale)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error
      const { orderId, identities, isReservation } = sale
      if (isReservation) throw error
      throw new SaleOutcomeUnknown(error.message, { cause: error.cause, ticketId: identities[0]!.ticketId, orderId })
    }
  }
  const place = async (
    wanted: WantedTickets,
    decideSale: Sale['decide'],
    isReservation: boolean,
  ): Promise<Stored | Refusal> => {
    const { items, today } = wanted
    let cached = offers.cached(items)
    for (;;) {
      const isCached = cached !== undefined
      const current = cached ?? (await offers.read(items))
      cached = undefined
      const slots = items.flatMap((item, n) => Slot.wanted(item, current[n]!) ?? [])
      const isOffered = slots.length > 0 && slots.length === items.length
      if (!isOffered || items.some(({ ticketDate }) => ticketDate < today)) {
        // Refused without a lock, on what is stored now.
        if (isCached) continue
        const decided = decideSale(
          current.map(({ event, openingHours, entryTimes, generalPrice }) => ({
            event,
            openingHours,
            entryTimes,
            generalPrice,
          })),
          undefined,
        )
        if (!isRefusal(decided)) throw new Error('a purchase was accepted with an item that is not offered')
        return decided
      }
      const keys = slots.map(Slot.key)
      const size = wanted.identities.length
      const sale = { ...wanted, decide: decideSale, isReservation, offers: current, slots, keys, size }
      const outcome = await sellOne(sale)
      if (outcome !== slotsChanged) return outcome
      if (millisecondsLeft() <= 0) throw new Unavailable('The special events changed while tickets were being sold')
    }
  }
  return {
    sell: async <R extends Refusal>(wanted: WantedTickets, decideSale: DecideSale<R>) =>
      (await place(wanted, decideSale, false)) as readonly Ticket[] | R | SaleRefusal,
    reserve: async <R extends Refusal>(
      wanted: Parameters<ReservationRepository['add']>[0],
      decideReservation: DecideReservation<R>,
    ) =>
      (await place({ ...wanted, identities: [] }, decideReservation, true)) as
        | Reservation
        | R
        | Refusal<'request-in-progress'>,
  }
}

/** The places that a sale or a reservation takes. */
export const takenBy = (accepted: TicketSale | NewReservation): readonly TakenInSlot[] =>
  'tickets' in accepted
    ? accepted.tickets.map((ticket) => [Slot.of(ticket), { sold: 1 }])
    : [...Reservation.placesOf(accepted.reservation.items).values()].map(({ slot, places }) => [
        slot,
        { sold: 0, held: places },
      ])

/** The tickets of a sale as they were sold, if it is stored. A sale is stored whole, so that the first ticket decides. */
const storedOf = ({ identities }: Sale, found: readonly (Ticket | undefined)[]): readonly Ticket[] | undefined =>
  found[0]?.confirmationCode === identities[0]!.confirmationCode
    ? found.map((ticket) => Ticket.asSold(ticket!))
    : undefined

/** The messages that a sale records; a reservation records none. */
export const messagesOf = (made: TicketSale | NewReservation): readonly (Message | MailMessage | undefined)[] => {
  if (!('tickets' in made)) return []
  const { tickets, order } = made
  // Tickets have their time of sale since before there were messages.
  const at = tickets[0].soldAt!
  return [
    ...(order === undefined ? [] : [{ type: 'order.created' as const, orderId: order.orderId, at }]),
    ...tickets.map(({ ticketId }) => ({ type: 'ticket.sold' as const, ticketId, at })),
    TicketMail.about('tickets.sold', tickets, at),
  ]
}

const isSold = (attempt: Attempt): attempt is Stored => typeof attempt === 'object' && !isRefusal(attempt)
const isSoldOut = (attempt: Attempt) =>
  typeof attempt === 'object' && isRefusal(attempt) && attempt.refusal === 'sold-out'
const isDone = (attempts: readonly Attempt[]): attempts is readonly Result[] => !attempts.includes(notDone)

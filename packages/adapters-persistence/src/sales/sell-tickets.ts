import {
  type DecideSale,
  IdempotencyRecord,
  OutcomeUnknown,
  SaleOutcomeUnknown,
  type SaleRefusal,
  type TicketRepository,
  type TicketSale,
  Unavailable,
  type WantedTickets,
} from '@museum/application'
import {
  ConfirmationCode,
  type MailMessage,
  type Message,
  type Refusal,
  Slot,
  Ticket,
  TicketMail,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Decision, groupedOrAlone, lockQueue, millisecondsLeft, notDone, type WriteKind } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { isKeyLocked, selectRecord } from '../idempotency/kysely-idempotency-record-repository.ts'
import type { MessageRecorder } from '../messages/record-messages.ts'
import { type LockedPlaces, placesStatements } from '../places/places-statements.ts'
import { type TicketAndOccurrenceRow, type TicketStatements, ticketOf } from '../tickets/ticket-rows.ts'
import { type StoredOffer, offerKey, storedOffers } from './offers.ts'
import { groupMilliseconds, saleQueue, slotsText } from './sale-queue.ts'
import { type AcceptedSale, saleStatements } from './sale-statements.ts'

type Outcome = readonly Ticket[] | Refusal
/** What an item is for has changed: its slot is another one than the locked one, or does not take place any more. */
const slotsChanged = Symbol('slots changed')
/** `notDone`: another transaction has locked a slot of the sale, or a slot may have no row yet. */
type Attempt = Outcome | typeof slotsChanged | typeof notDone
type Result = Exclude<Attempt, typeof notDone>

type Sale = WantedTickets &
  Readonly<{
    decide: DecideSale<Refusal>
    /** What was offered to the items when their slots were determined. */
    offers: readonly StoredOffer[]
    slots: readonly Slot[]
    /** The keys of the slots. */
    keys: readonly string[]
  }>

/** The number of slots that a server knows to have a row: an entry takes about 150 bytes. */
const maxKnownSlots = 20_000

/**
 * Sells tickets. A transaction makes one sale or more: it locks their slots, and then reads the capacities and the revisions of
 * what is offered. An offer whose revision has changed is read again. The rules of the domain decide on each sale; the accepted
 * ones are counted and inserted. Every transaction that sells, cancels or removes the same places writes the same row of `slot`.
 *
 * Sales at the same time share a transaction. If they have different slots, or the lock queue is full, those sales are left out
 * whose slots are locked, or may have no row, so that a locked slot delays only its own sales: each waits in the queue, and shares
 * the next transaction with all that wait for the same slots.
 */
export const sellTickets = (
  database: MuseumDatabase,
  { selectTickets, findTickets, findTakenCode }: TicketStatements,
  messages: MessageRecorder,
): TicketRepository['sell'] => {
  const { kysely, lockThenWrite, engine, observer } = database
  const { lockPlaces, takePlaces, changePlaces } = placesStatements(kysely, engine)
  const storeSales = saleStatements(kysely, engine)
  const offers = storedOffers(database)
  /** The keys of slots that have a row: those that a transaction has locked without adding them, or in which a sale was committed. */
  const known = new LRUCache<string, true>({ max: maxKnownSlots })
  const { isFull } = lockQueue(database)

  /** Decides the sales in their order, in which they also get the places. `changed` has the offers that were read again. */
  const decide = (
    sales: readonly Sale[],
    { places }: LockedPlaces,
    changed: ReadonlyMap<string, StoredOffer>,
    skipsLocked: boolean,
  ) => {
    /** The number of places that accepted sales take, by slot. */
    const taken = new Map<string, number>()
    const placesIn = (key: string) => {
      const { capacity, sold } = places.get(key)!
      return { capacity, sold: sold + (taken.get(key) ?? 0) }
    }
    const accepted: AcceptedSale[] = []
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
        offered.map(({ event, openingHours, entryTimes }, n) => ({
          event,
          openingHours,
          entryTimes,
          places: placesIn(sale.keys[n]!),
        })),
      )
      if (isRefusal(decided)) return decided
      for (const ticket of decided.tickets) {
        const key = Slot.key(Slot.of(ticket))
        taken.set(key, (taken.get(key) ?? 0) + 1)
      }
      accepted.push({ ...decided, once: sale.once })
      return decided.tickets
    })
    return { outcomes, accepted, taken }
  }
  /**
   * Looks up sales that are refused, or whose slots have changed: an earlier attempt whose response was lost may have stored one,
   * and so taken the last places.
   */
  const soldBefore = (sales: readonly Sale[], outcomes: readonly Attempt[]): Decision<readonly Attempt[]>['last'] => {
    const isRefused = (n: number) => !isSold(outcomes[n]!) && outcomes[n] !== notDone
    const refused = sales.filter((_, n) => isRefused(n))
    if (refused.length === 0) return undefined
    return {
      read: selectTickets(refused.flatMap(({ identities }) => identities.map(({ ticketId }) => ticketId))),
      complete: (rows) => {
        const tickets = (rows as readonly TicketAndOccurrenceRow[]).map(ticketOf)
        const stored = new Map(tickets.map((ticket) => [ticket.ticketId, ticket]))
        return outcomes.map((outcome, n) =>
          isRefused(n)
            ? (storedOf(
                sales[n]!,
                sales[n]!.identities.map(({ ticketId }) => stored.get(ticketId)),
              ) ?? outcome)
            : outcome,
        )
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
          const decideOn = (changed: ReadonlyMap<string, StoredOffer>): Decision<readonly Attempt[]> => {
            const { outcomes: attempts, accepted, taken } = decide(sales, locked, changed, skipsLocked)
            // A row is locked on one node only: an earlier attempt on another node may still be running. Writing the slots prevents
            // its commit.
            const mustStopEarlierAttempt = accepted.length === 0 && isOutcomeUnknown && engine.hasLocalLocks()
            return {
              outcome: attempts,
              writes: [
                ...(mustStopEarlierAttempt ? [changePlaces(slots)] : []),
                ...(accepted.length > 0 ? [takePlaces([...taken].map(([key, n]) => [byKey.get(key)!, n]))] : []),
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
    if (stored.length > 0) observer.onPurchasesCommitted?.(stored.length)
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
      const ticketIds = sale.identities.map(({ ticketId }) => ticketId)
      const stored = storedOf(sale, await findTickets(tables, ticketIds))
      if (stored !== undefined) return stored
      if (once && (await selectRecord(tables, once.username, once.idempotencyKey).executeTakeFirst()) !== undefined)
        return IdempotencyRecord.inProgress(once)
      const taken = await findTakenCode(tables, sale.identities)
      if (taken !== undefined) return ConfirmationCode.taken(taken)
    }
    if (errorKind === 'locked' && once && !isOutcomeUnknown && (await isKeyLocked(tables, engine, once)))
      return IdempotencyRecord.inProgress(once)
    return undefined
  }

  /** Makes sales that have the same slots, and waits for their locks. Without a row, none of them is made, and the next attempt adds it. */
  const sellWaiting = async (sales: readonly Sale[], kind: WriteKind): Promise<readonly Result[]> => {
    for (;;) {
      const outcomes = await sell(sales, false, kind)
      if (isDone(outcomes)) return outcomes
    }
  }
  const sellInQueue = saleQueue(database, sellWaiting)
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
      const { orderId, identities } = sale
      throw new SaleOutcomeUnknown(error.message, { cause: error.cause, ticketId: identities[0]!.ticketId, orderId })
    }
  }
  return async <R extends Refusal>(wanted: WantedTickets, decideSale: DecideSale<R>) => {
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
          current.map(({ event, openingHours, entryTimes }) => ({ event, openingHours, entryTimes })),
        )
        if (!isRefusal(decided)) throw new Error('a purchase was accepted with an item that is not offered')
        return decided as R
      }
      const sale = { ...wanted, decide: decideSale, offers: current, slots, keys: slots.map(Slot.key) }
      const outcome = await sellOne(sale)
      if (outcome !== slotsChanged) return outcome as readonly Ticket[] | R | SaleRefusal
      if (millisecondsLeft() <= 0) throw new Unavailable('The special events changed while tickets were being sold')
    }
  }
}

/** The tickets of a sale as they were sold, if it is stored. A sale is stored whole, so that the first ticket decides. */
const storedOf = ({ identities }: Sale, found: readonly (Ticket | undefined)[]): readonly Ticket[] | undefined =>
  found[0]?.confirmationCode === identities[0]!.confirmationCode
    ? found.map((ticket) => Ticket.asSold(ticket!))
    : undefined

/** The messages that a sale records. Tickets have their time of sale since before there were messages. */
const messagesOf = ({ tickets, order }: TicketSale): readonly (Message | MailMessage | undefined)[] => {
  const at = tickets[0].soldAt!
  return [
    ...(order === undefined ? [] : [{ type: 'order.created' as const, orderId: order.orderId, at }]),
    ...tickets.map(({ ticketId }) => ({ type: 'ticket.sold' as const, ticketId, at })),
    TicketMail.about('tickets.sold', tickets, at),
  ]
}

const isSold = (attempt: Attempt): attempt is readonly Ticket[] => Array.isArray(attempt)
const isDone = (attempts: readonly Attempt[]): attempts is readonly Result[] => !attempts.includes(notDone)

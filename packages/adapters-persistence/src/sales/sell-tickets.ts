import {
  type DecidedTicket,
  OutcomeUnknown,
  type SaleRefusal,
  type TicketRepository,
  type TicketSale,
  confirmationCodeTaken,
  noPlaceLeft,
  snapshotStale,
  requestInProgress,
  Unavailable,
} from '@museum/application'
import {
  Availability,
  type CalendarDate,
  type MailMessage,
  type Message,
  type Ticket,
  isRefusal,
  ticketMail,
} from '@museum/domain'
import type { Kysely } from 'kysely'
import { type AloneKind, groupedOrAlone, maxBatchSize, notDone } from '../database/batched.ts'
import { millisecondsLeft } from '../database/deadlines-and-retries.ts'
import type { Decision } from '../database/lock-then-write.ts'
import { lockQueue } from '../database/limit-concurrency.ts'
import type { MuseumDatabase, WriteKind } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { isKeyLocked, selectRecord } from '../idempotency/kysely-idempotency-record-repository.ts'
import { type MessageRecorder, type RecordMessages } from '../messages/record-messages.ts'
import { type TicketAndOccurrenceRow, type TicketStatements, ticketOf } from '../tickets/ticket-rows.ts'
import { addGeneralEntryDay } from '../capacity/kysely-capacity-repository.ts'
import { type Counter, saleStatements, slotKey } from './sale-statements.ts'

type Outcome = readonly Ticket[] | SaleRefusal
/** `notDone`: another transaction has locked a counter of the sale, or a day has no counter yet. */
type Attempt = Outcome | typeof notDone

/** Sales that wait for the same counters. */
type WaitingSales = Readonly<{
  row: string
  sales: readonly TicketSale[]
  /** When the queue rejects them, on the clock of `performance.now()`. */
  deadline: number
  /** What the tracer has returned for them. */
  traced: unknown
  /** Settled when they are made together with others. */
  made: PromiseWithResolvers<readonly Outcome[]>
}> & {
  kind: AloneKind | 'never'
  /** Whether they may be made together with others. */
  mayJoin: boolean
}

/** The time limit of a group, which leaves time to sell its tickets one by one. */
const groupMilliseconds = 3_000

/**
 * Sells tickets. A sale is one transaction: it locks the counters of its tickets (the row of the occurrence, or of the day for
 * general entry), reads the revisions on which the purchase was decided, and compares the counts with the capacities and the
 * revisions with each other. Then it either counts and inserts all its tickets, or is rolled back. Every transaction that
 * sells, cancels, limits or removes the same places writes the same row.
 *
 * Sales of the same ticket types at the same time share one transaction. If they have different counters, or the lock queue is
 * full, the sales with locked counters are left out, so that a locked counter delays only its own sales: these wait, and share
 * the next transaction with all that wait for the same counters.
 */
export const sellTickets = (
  database: MuseumDatabase,
  { selectTickets, isStored, findTakenCode }: TicketStatements,
  messages: MessageRecorder,
): TicketRepository['sell'] => {
  const { kysely, lockThenWrite, withDeadline, engine, observer, tracer } = database
  const { reads, countersOf, writes } = saleStatements(kysely, engine)
  const { inQueue, isFull } = lockQueue(database)

  /** Decides the sales in their order, in which they also get the places. */
  const decide = (
    sales: readonly TicketSale[],
    counters: ReadonlyMap<string, Counter>,
    skipsLocked: boolean,
    record: RecordMessages,
  ): Decision<readonly Attempt[]> => {
    const sold = new Map<string, number>()
    const accepted: TicketSale[] = []
    const outcomes = sales.map((sale): Attempt => {
      const { tickets } = sale
      const wanted = [...Map.groupBy(tickets, ({ ticket }) => slotKey(ticket))]
      const isMissing = ([counter, [first]]: (typeof wanted)[number]) =>
        !counters.has(counter) && (skipsLocked || first!.ticket.ticketType === 'general')
      if (wanted.some(isMissing)) return notDone
      if (!wanted.every(([counter, each]) => each.every((ticket) => isUnchanged(ticket, counters.get(counter)))))
        return snapshotStale(sale)
      const countBefore = (counter: string) => sold.get(counter) ?? counters.get(counter)!.sold
      const placesOf = (counter: string) => ({ capacity: counters.get(counter)!.capacity, sold: countBefore(counter) })
      if (wanted.some(([counter, { length }]) => !Availability.hasPlacesFor(placesOf(counter), length)))
        return noPlaceLeft(
          sale,
          tickets.map(({ ticket }) => placesOf(slotKey(ticket))),
        )
      for (const [counter, { length }] of wanted) sold.set(counter, countBefore(counter) + length)
      accepted.push(sale)
      return ticketsOf(sale)
    })
    return {
      outcome: outcomes,
      writes:
        accepted.length === 0
          ? []
          : [...writes(accepted, counters), ...record.compile(() => accepted.flatMap(messagesOf))],
      last: soldBefore(sales, outcomes),
    }
  }
  /** Looks up refused sales: an earlier attempt whose response was lost may have stored one, and so taken the last places. */
  const soldBefore = (
    sales: readonly TicketSale[],
    outcomes: readonly Attempt[],
  ): Decision<readonly Attempt[]>['last'] => {
    const refused = sales.filter((_, n) => isRefusal(outcomes[n]))
    if (refused.length === 0) return undefined
    return {
      read: selectTickets(refused.map((sale) => firstOf(sale).ticketId)),
      complete: (rows) => {
        const codes = new Map(
          (rows as readonly TicketAndOccurrenceRow[])
            .map(ticketOf)
            .map(({ ticketId, confirmationCode }) => [ticketId, confirmationCode]),
        )
        return outcomes.map((outcome, n) => {
          const first = firstOf(sales[n]!)
          return isRefusal(outcome) && codes.get(first.ticketId) === first.confirmationCode
            ? ticketsOf(sales[n]!)
            : outcome
        })
      },
    }
  }
  const sell = async (
    sales: readonly TicketSale[],
    skipsLocked: boolean,
    kind: WriteKind,
  ): Promise<readonly Attempt[]> => {
    const record = await messages.recorder()
    const outcomes = await lockThenWrite(
      {
        reads: reads(sales.flatMap(ticketsOf), skipsLocked),
        decide: (rows) => decide(sales, countersOf(rows), skipsLocked, record),
        explain: async (error, tables, isOutcomeUnknown) => {
          if (sales.length > 1) return undefined
          const outcome = await explainFailure(tables, sales[0]!, error, isOutcomeUnknown)
          return outcome && [outcome]
        },
      },
      kind,
    )
    const count = outcomes.filter((outcome) => outcome !== notDone && !isRefusal(outcome)).length
    if (count > 0) observer.onPurchasesCommitted?.(count)
    return outcomes
  }
  /**
   * Why a single sale could not be written: its tickets, one of its codes or its key is stored already, or another transaction
   * is storing the same key.
   */
  const explainFailure = async (
    tables: Kysely<MuseumTables>,
    sale: TicketSale,
    error: unknown,
    isOutcomeUnknown: boolean,
  ): Promise<Outcome | undefined> => {
    const errorKind = engine.classifyError(error)
    const { record } = sale
    if (errorKind === 'duplicate') {
      if (await isStored(tables, firstOf(sale))) return ticketsOf(sale)
      if (
        record &&
        (await selectRecord(tables, record.username, record.idempotencyKey).executeTakeFirst()) !== undefined
      )
        return requestInProgress(record)
      const taken = await findTakenCode(tables, ticketsOf(sale))
      if (taken !== undefined) return confirmationCodeTaken(taken)
    }
    if (errorKind === 'locked' && record && !isOutcomeUnknown && (await isKeyLocked(tables, engine, record)))
      return requestInProgress(record)
    return undefined
  }

  /** The sales that wait for their counters, by these. */
  const waiting = new Map<string, Set<WaitingSales>>()
  /**
   * Makes sales that have the same counters, when it is their turn to lock these, in an order that all sales have in common.
   * Those that then wait for the same counters are made with them: a transaction that takes long delays them all once, and not
   * one after the other.
   */
  const sellInQueue = async (sales: readonly TicketSale[], kind: WaitingSales['kind']): Promise<readonly Outcome[]> => {
    const counters = countersOfSale(sales[0]!)
    const all = waiting.get(String(counters)) ?? new Set()
    const own: WaitingSales = {
      row: `counter ${counters[0]}`,
      sales,
      kind,
      mayJoin: kind !== 'outcomeUnknown',
      deadline: performance.now() + Math.min(millisecondsLeft(), engine.writeMilliseconds),
      traced: tracer?.joinBatch(),
      made: Promise.withResolvers(),
    }
    waiting.set(String(counters), all.add(own))
    try {
      const inTurn = inQueue(own, async () => {
        const joined = joinedOf(all)
        if (joined.length > 1 && joined.includes(own)) await sellJoined(joined, all)
        // Not later: the next turn may begin before this promise is settled.
        return await (all.delete(own) ? sellWithDays(sales, own.kind) : own.made.promise)
      })
      return await Promise.race([own.made.promise, inTurn])
    } finally {
      all.delete(own)
      if (all.size === 0) waiting.delete(String(counters))
    }
  }
  /** Makes sales together. Those that are not made stay, and are made in their own turn. */
  const sellJoined = async (joined: readonly WaitingSales[], all: Set<WaitingSales>): Promise<void> => {
    const sell = () =>
      withDeadline(groupMilliseconds, () =>
        sellWithDays(
          joined.flatMap(({ sales }) => sales),
          'never',
        ),
      )
    const members = joined.map(({ traced }) => traced)
    try {
      const outcomes = [...(await (tracer === undefined ? sell() : tracer.traceBatch(members, sell)))]
      for (const each of joined) {
        all.delete(each)
        each.made.resolve(outcomes.splice(0, each.sales.length))
      }
    } catch (error) {
      for (const each of joined) {
        // One of them may be the reason, unless only the time was too short.
        each.mayJoin = error instanceof Unavailable && !(error instanceof OutcomeUnknown)
        if (!(error instanceof OutcomeUnknown)) continue
        if (each.kind !== 'never') each.kind = 'outcomeUnknown'
        else if (all.delete(each)) each.made.reject(error)
      }
    }
  }
  /** Makes sales that have the same counters, and adds the counters of days for which no ticket was sold yet. */
  const sellWithDays = async (sales: readonly TicketSale[], kind: WriteKind): Promise<readonly Outcome[]> => {
    for (;;) {
      const outcomes = await sell(sales, false, kind)
      if (isDone(outcomes)) return outcomes
      for (const date of daysOf(sales)) await addGeneralEntryDay(database, date)
    }
  }
  const sellOfSameTypes = () =>
    groupedOrAlone<TicketSale, Outcome>(database, {
      group: (sales) =>
        new Set(sales.map((sale) => String(countersOfSale(sale)))).size === 1 && !isFull()
          ? sellInQueue(sales, 'never')
          : sell(sales, true, 'never'),
      doAlone: async (sale, kind) => (await sellInQueue([sale], kind))[0]!,
      milliseconds: groupMilliseconds,
    })
  const sellOf = { general: sellOfSameTypes(), event: sellOfSameTypes(), both: sellOfSameTypes() }
  return async (sale) => {
    try {
      return await sellOf[typesOf(sale)](sale)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error
      const { orderId } = sale.order ?? {}
      throw new OutcomeUnknown(error.message, { cause: error.cause, ticketId: firstOf(sale).ticketId, orderId })
    }
  }
}

/** The first of the sales that wait, with as many tickets as one transaction should have, without those that the queue may have rejected. */
const joinedOf = (all: Iterable<WaitingSales>): readonly WaitingSales[] => {
  const now = performance.now()
  let size = 0
  return [...all]
    .filter(({ mayJoin, deadline }) => mayJoin && deadline > now)
    .filter(({ sales }) => (size += sales.flatMap(ticketsOf).length) <= maxBatchSize)
}

const firstOf = ({ tickets }: TicketSale): Ticket => tickets[0].ticket
const ticketsOf = ({ tickets }: TicketSale): readonly Ticket[] => tickets.map(({ ticket }) => ticket)
const countersOfSale = (sale: TicketSale): readonly string[] => [...new Set(ticketsOf(sale).map(slotKey))].toSorted()

/** The messages that a sale records. Tickets have their time of sale since before there were messages. */
const messagesOf = (sale: TicketSale): readonly (Message | MailMessage | undefined)[] => {
  const at = firstOf(sale).soldAt!
  return [
    ...(sale.order === undefined ? [] : [{ type: 'order.created' as const, orderId: sale.order.orderId, at }]),
    ...ticketsOf(sale).map(({ ticketId }) => ({ type: 'ticket.sold' as const, ticketId, at })),
    ticketMail('tickets.sold', ticketsOf(sale), at),
  ]
}

const typesOf = (sale: TicketSale): Ticket['ticketType'] | 'both' => {
  const [type, other] = new Set(ticketsOf(sale).map(({ ticketType }) => ticketType))
  return other === undefined ? type! : 'both'
}

/** The days of the general tickets. */
const daysOf = (sales: readonly TicketSale[]): ReadonlySet<CalendarDate> =>
  new Set(
    sales
      .flatMap(ticketsOf)
      .filter(({ ticketType }) => ticketType === 'general')
      .map(({ ticketDate }) => ticketDate),
  )

const isDone = (attempts: readonly Attempt[]): attempts is readonly Outcome[] => !attempts.includes(notDone)

/** Whether a ticket was decided on the current state. In SQL, the revision stands for everything that the purchase rules read. */
const isUnchanged = ({ revision }: DecidedTicket, counter: Counter | undefined): boolean =>
  counter?.revision === revision

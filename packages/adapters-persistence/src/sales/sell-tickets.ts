import {
  OutcomeUnknown,
  type SaleRefusal,
  type TicketRepository,
  type TicketSale,
  confirmationCodeTaken,
  noPlaceLeft,
  purchaseContextChanged,
  requestInProgress,
} from '@museum/application'
import { Availability, type Ticket, isRefusal } from '@museum/domain'
import type { Kysely } from 'kysely'
import { groupedOrAlone, notDone } from '../database/batched.ts'
import type { Decision } from '../database/lock-then-write.ts'
import { lockQueue } from '../database/limit-concurrency.ts'
import type { MuseumDatabase, WriteKind } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { isKeyLocked, selectRecord } from '../idempotency/kysely-idempotency-record-repository.ts'
import { type TicketAndOccurrenceRow, type TicketStatements, ticketOf } from '../tickets/ticket-rows.ts'
import { addGeneralEntryDay } from './kysely-capacity-repository.ts'
import { type Counter, counterOf, saleStatements } from './sale-statements.ts'

type Outcome = Ticket | SaleRefusal
/** `notDone`: another transaction has locked the counter, or the day has no counter yet. */
type Attempt = Outcome | typeof notDone

/** The time limit of a group, which leaves time to sell its tickets one by one. */
const groupMilliseconds = 3_000

/**
 * Sells tickets. A sale is one transaction: it locks the counter of its ticket (the row of the occurrence, or of the day for
 * general entry), reads the revision on which the purchase was decided, and compares the count with the capacity and the
 * revisions with each other. Then it either counts and inserts the ticket, or is rolled back. Every transaction that sells,
 * cancels, limits or removes the same places writes the same row.
 *
 * Tickets of one type that are sold at the same time share one transaction. If they have several counters, the tickets of
 * locked ones are left out and sold one by one, so that a locked counter delays only its own tickets.
 */
export const sellTickets = (
  database: MuseumDatabase,
  { selectTickets, isStored, isCodeTaken }: TicketStatements,
): TicketRepository['sell'] => {
  const { kysely, lockThenWrite, engine, observer } = database
  const { reads, countersOf, writes } = saleStatements(kysely, engine)
  const inQueue = lockQueue(database)

  /** Decides the sales in their order, in which they also get the places. */
  const decide = (
    sales: readonly TicketSale[],
    counters: ReadonlyMap<string, Counter>,
    skipsLocked: boolean,
  ): Decision<readonly Attempt[]> => {
    const sold = new Map<string, number>()
    const accepted: TicketSale[] = []
    const outcomes = sales.map((sale): Attempt => {
      const { ticket } = sale
      const name = counterOf(ticket)
      const counter = counters.get(name)
      if (counter === undefined && (skipsLocked || ticket.ticketType === 'general')) return notDone
      if (counter === undefined || !isUnchanged(sale, counter)) return purchaseContextChanged(ticket)
      const places = { capacity: counter.capacity, sold: sold.get(name) ?? counter.sold }
      if (Availability.isSoldOut(places)) return noPlaceLeft(ticket, places)
      sold.set(name, places.sold + 1)
      accepted.push(sale)
      return ticket
    })
    return {
      outcome: outcomes,
      writes: accepted.length === 0 ? [] : writes(accepted),
      last: soldBefore(sales, outcomes),
    }
  }
  /** Looks up refused tickets: an earlier attempt whose response was lost may have stored one, and so taken the last place. */
  const soldBefore = (
    sales: readonly TicketSale[],
    outcomes: readonly Attempt[],
  ): Decision<readonly Attempt[]>['last'] => {
    const refused = sales.filter((_, n) => isRefusal(outcomes[n]))
    if (refused.length === 0) return undefined
    return {
      read: selectTickets(refused.map(({ ticket }) => ticket.ticketId)),
      complete: (rows) => {
        const codes = new Map(
          (rows as readonly TicketAndOccurrenceRow[])
            .map(ticketOf)
            .map(({ ticketId, confirmationCode }) => [ticketId, confirmationCode]),
        )
        return outcomes.map((outcome, n) => {
          const { ticket } = sales[n]!
          return isRefusal(outcome) && codes.get(ticket.ticketId) === ticket.confirmationCode ? ticket : outcome
        })
      },
    }
  }
  const sell = async (
    sales: readonly TicketSale[],
    skipsLocked: boolean,
    kind: WriteKind,
  ): Promise<readonly Attempt[]> => {
    const tickets = sales.map(({ ticket }) => ticket)
    const outcomes = await lockThenWrite(
      {
        reads: reads(tickets, skipsLocked),
        decide: (rows) => decide(sales, countersOf(rows), skipsLocked),
        explain: async (error, tables, isOutcomeUnknown) => {
          if (sales.length > 1) return undefined
          const outcome = await explainFailure(tables, sales[0]!, error, isOutcomeUnknown)
          return outcome && [outcome]
        },
      },
      kind,
    )
    const count = outcomes.filter((outcome, n) => outcome === tickets[n]).length
    if (count > 0) observer.onPurchasesCommitted?.(count)
    return outcomes
  }
  /**
   * Why a single sale could not be written: its ticket, its code or its key is stored already, or another transaction is
   * storing the same key.
   */
  const explainFailure = async (
    tables: Kysely<MuseumTables>,
    { ticket, record }: TicketSale,
    error: unknown,
    isOutcomeUnknown: boolean,
  ): Promise<Outcome | undefined> => {
    const errorKind = engine.classifyError(error)
    if (errorKind === 'duplicate') {
      if (await isStored(tables, ticket)) return ticket
      if (
        record &&
        (await selectRecord(tables, record.username, record.idempotencyKey).executeTakeFirst()) !== undefined
      )
        return requestInProgress(record)
      if (await isCodeTaken(tables, ticket)) return confirmationCodeTaken(ticket)
    }
    if (errorKind === 'locked' && record && !isOutcomeUnknown && (await isKeyLocked(tables, engine, record)))
      return requestInProgress(record)
    return undefined
  }

  /** Sells tickets of one counter, and waits for its lock. Adds the counter of a day for which no ticket was sold yet. */
  const sellInQueue = (
    sales: readonly TicketSale[],
    kind: WriteKind,
    milliseconds?: number,
  ): Promise<readonly Outcome[]> => {
    const { ticket } = sales[0]!
    return inQueue({ row: `counter ${counterOf(ticket)}`, kind, milliseconds }, async () => {
      for (;;) {
        const outcomes = await sell(sales, false, kind)
        if (isDone(outcomes)) return outcomes
        await addGeneralEntryDay(database, ticket.ticketDate)
      }
    })
  }
  const sellOfOneType = () =>
    groupedOrAlone<TicketSale, Outcome>(database, {
      group: (sales) =>
        new Set(sales.map(({ ticket }) => counterOf(ticket))).size === 1
          ? sellInQueue(sales, 'never', groupMilliseconds)
          : sell(sales, true, 'never'),
      doAlone: async (sale, kind) => (await sellInQueue([sale], kind))[0]!,
      milliseconds: groupMilliseconds,
    })
  const sellOfType = { general: sellOfOneType(), event: sellOfOneType() }
  return async (sale) => {
    try {
      return await sellOfType[sale.ticket.ticketType](sale)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error
      throw new OutcomeUnknown(error.message, { cause: error.cause, ticketId: sale.ticket.ticketId })
    }
  }
}

const isDone = (attempts: readonly Attempt[]): attempts is readonly Outcome[] => !attempts.includes(notDone)

/** Whether a sale was decided on the current state. In SQL, the revision stands for everything that the purchase rules read. */
const isUnchanged = ({ ticket, revision }: TicketSale, counter: Counter): boolean =>
  counter.revision === revision &&
  (ticket.ticketType === 'general' || counter.occurrenceNumber === ticket.occurrenceNumber)

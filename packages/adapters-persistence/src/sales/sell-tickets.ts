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
import { groupedOrAlone, notDone } from '../database/batched.ts'
import type { Decision } from '../database/lock-then-write.ts'
import { lockQueue } from '../database/limit-concurrency.ts'
import type { MuseumDatabase, WriteKind } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { isKeyLocked, selectRecord } from '../idempotency/kysely-idempotency-record-repository.ts'
import { type MessageRecorder, type RecordMessages } from '../messages/record-messages.ts'
import { type TicketAndOccurrenceRow, type TicketStatements, ticketOf } from '../tickets/ticket-rows.ts'
import { addGeneralEntryDay } from '../capacity/kysely-capacity-repository.ts'
import { type Counter, counterOf, saleStatements } from './sale-statements.ts'

type Outcome = readonly Ticket[] | SaleRefusal
/** `notDone`: another transaction has locked a counter of the sale, or a day has no counter yet. */
type Attempt = Outcome | typeof notDone

/** The time limit of a group, which leaves time to sell its tickets one by one. */
const groupMilliseconds = 3_000

/**
 * Sells tickets. A sale is one transaction: it locks the counters of its tickets (the row of the occurrence, or of the day for
 * general entry), reads the revisions on which the purchase was decided, and compares the counts with the capacities and the
 * revisions with each other. Then it either counts and inserts all its tickets, or is rolled back. Every transaction that
 * sells, cancels, limits or removes the same places writes the same row.
 *
 * Sales of the same ticket types at the same time share one transaction. If they have different counters, or the lock queue is
 * full, the sales with locked counters are left out and made one by one, so that a locked counter delays only its own sales.
 */
export const sellTickets = (
  database: MuseumDatabase,
  { selectTickets, isStored, findTakenCode }: TicketStatements,
  messages: MessageRecorder,
): TicketRepository['sell'] => {
  const { kysely, lockThenWrite, engine, observer } = database
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
      const wanted = [...Map.groupBy(tickets, ({ ticket }) => counterOf(ticket))]
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
          tickets.map(({ ticket }) => placesOf(counterOf(ticket))),
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

  /**
   * Makes sales that have the same counters, and waits for the locks of these, in an order that all sales have in common. Adds
   * the counters of days for which no ticket was sold yet.
   */
  const sellInQueue = (
    sales: readonly TicketSale[],
    kind: WriteKind,
    milliseconds?: number,
  ): Promise<readonly Outcome[]> =>
    inQueue({ row: `counter ${countersOfSale(sales[0]!)[0]}`, kind, milliseconds }, async () => {
      for (;;) {
        const outcomes = await sell(sales, false, kind)
        if (isDone(outcomes)) return outcomes
        for (const date of daysOf(sales)) await addGeneralEntryDay(database, date)
      }
    })
  const sellOfSameTypes = () =>
    groupedOrAlone<TicketSale, Outcome>(database, {
      group: (sales) =>
        new Set(sales.map((sale) => String(countersOfSale(sale)))).size === 1 && !isFull()
          ? sellInQueue(sales, 'never', groupMilliseconds)
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

const firstOf = ({ tickets }: TicketSale): Ticket => tickets[0].ticket
const ticketsOf = ({ tickets }: TicketSale): readonly Ticket[] => tickets.map(({ ticket }) => ticket)
const countersOfSale = (sale: TicketSale): readonly string[] => [...new Set(ticketsOf(sale).map(counterOf))].toSorted()

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
const isUnchanged = ({ ticket, revision }: DecidedTicket, counter: Counter | undefined): boolean =>
  counter !== undefined &&
  counter.revision === revision &&
  (ticket.ticketType === 'general' || counter.occurrenceNumber === ticket.occurrenceNumber)

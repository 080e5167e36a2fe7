import {
  type ConfirmationCodeTaken,
  type PurchaseContextChanged,
  OutcomeUnknown,
  type TicketRepository,
  purchaseContextChanged,
  requestInProgress,
} from '@museum/application'
import {
  type CalendarDate,
  type ConfirmationCode,
  type Refusal,
  type Ticket,
  type TicketId,
  isRefusal,
  ticketNotFound,
} from '@museum/domain'
import { insertAuditEntry } from '../audit/insert-audit-entry.ts'
import { placeCounters } from '../capacity/place-counters.ts'
import { counterKeyOf } from '../capacity/counter-key.ts'
import { batched } from '../database/batched.ts'
import { coalesced } from '../database/coalesced.ts'
import { limitConcurrency } from '../database/limit-concurrency.ts'
import { insertRecord } from '../idempotency/idempotency-record-statements.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { RolledBack, rolledBackOutcome } from '../database/rolled-back.ts'
import { countValidTickets, findNextDate } from './count-valid-tickets.ts'
import { countSoldTickets } from './count-sold-tickets.ts'
import { eventChanges } from '../special-events/event-changes.ts'
import { groupCommit } from './group-commit.ts'
import { insertOne } from './insert-one.ts'
import { limitedSales } from './limited-sales.ts'
import { lockTicket, storeCancellation } from './store-cancellation.ts'
import { notePurchase } from './note-purchase.ts'
import { ticketList } from './ticket-list.ts'
import { selectTicketsOfEvent } from './tickets-of-event.ts'
import { ticketStatements } from './ticket-statements.ts'

/** The tickets, in SQL. Additions without an idempotency key, and reads, are batched. */
export const kyselyTicketRepository = (database: MuseumDatabase): TicketRepository => {
  const { query, write, transaction, engine, tracer, observer } = database
  const noted = notePurchase(observer)
  const statements = ticketStatements(database.kysely)
  const { findTickets, findTicketsByCode, isStored } = statements
  const addInGroup = groupCommit(database, statements)
  const counters = placeCounters(database)
  const limited = limitedSales(database, counters, statements)
  // Counting may take long, like a list.
  const counting = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: Number.POSITIVE_INFINITY,
    busyMessage: 'Too many tickets are being counted',
  })
  const countSold = coalesced(
    ({ date }: Readonly<{ date: CalendarDate }>) =>
      counting('', () => query((tables) => countSoldTickets(tables, date))),
    tracer,
  )
  const changes = eventChanges(database)
  const repository: TicketRepository = {
    async add(ticket, limit) {
      if (limit !== undefined) return limited.add(ticket, limit).catch(withTicketId(ticket))
      const result = await addInGroup(ticket)
      if (result === 'stored') return ticket
      if (result === 'contextChanged') return purchaseContextChanged(ticket)
      const kind = result === 'outcomeUnknown' ? result : 'idempotent'
      return write((tables, isOutcomeUnknown) => insertOne(tables, engine, statements, ticket, isOutcomeUnknown), kind)
        .then(noted)
        .catch(withTicketId(ticket))
    },
    // The record is inserted first, so that a retry, and another request with the key, wait for this transaction.
    // Not in a group: a key that another transaction inserts would delay the whole group.
    addWithRecord: (ticket, record, limit) => {
      if (limit !== undefined) return limited.addWithRecord(ticket, limit, record).catch(withTicketId(ticket))
      return transaction(async (tables, isOutcomeUnknown) => {
        if (!(await insertRecord(tables, engine, record, isOutcomeUnknown)))
          return (await isStored(tables, ticket)) ? ticket : requestInProgress(record)
        const outcome = await insertOne(tables, engine, statements, ticket, false)
        if (isRefusal(outcome)) throw new RolledBack(outcome)
        return outcome
      }, 'idempotent')
        .then(noted)
        .catch(rolledBackOutcome<PurchaseContextChanged | ConfirmationCodeTaken>)
        .catch(withTicketId(ticket))
    },
    find: batched((ticketIds: readonly TicketId[]) => query((tables) => findTickets(tables, ticketIds)), tracer),
    findByConfirmationCode: batched(
      (codes: readonly ConfirmationCode[]) => query((tables) => findTicketsByCode(tables, codes)),
      tracer,
    ),
    list: ticketList(database, statements),
    ofEvent: (eventId, position, limit) =>
      query((tables) => selectTicketsOfEvent(tables, statements, eventId, position, limit)),
    // The ticket first: it is locked, and so is its table, before the counter is looked for. So tickets that are counted
    // meanwhile are counted before this transaction or after it.
    cancel: (ticketId, permit, entryOf) =>
      transaction(async (tables) => {
        const stored = await lockTicket(tables, engine, ticketId)
        // Read afterwards: a join of the locking statement may read an older state than the locked row.
        const [ticket] = await findTickets(tables, [ticketId])
        if (stored === undefined || ticket === undefined) return ticketNotFound(ticketId)
        if (stored.state === 'cancelled') return ticket
        const refusal = permit(ticket)
        if (refusal !== undefined) return refusal
        await storeCancellation(tables, engine, ticket)
        await insertAuditEntry(tables, entryOf(ticket))
        // The last statement, so that sales, which lock the same counter, wait only for the commit.
        await counters.giveBack(tables, counterKeyOf(ticket))
        return { ...ticket, state: 'cancelled' }
      }, 'idempotent'),
    nextDate: (date) => query((tables) => findNextDate(tables, date)),
    countValid: (date) => query((tables) => countValidTickets(tables, date)),
    countSold: (date) => countSold({ date }),
  }

  /** Waits for the changes of the event that was changed, so that the purchase is decided again after them. */
  const afterChanges =
    (ticket: Ticket) =>
    async <Outcome extends Ticket | Refusal>(outcome: Outcome): Promise<Outcome> => {
      if (isRefusal(outcome) && outcome.refusal === 'purchase-context-changed' && ticket.ticketType === 'event')
        await changes.settled(ticket.event.eventId)
      return outcome
    }
  return {
    ...repository,
    add: (ticket, limit) => repository.add(ticket, limit).then(afterChanges(ticket)),
    addWithRecord: (ticket, record, limit) =>
      repository.addWithRecord(ticket, record, limit).then(afterChanges(ticket)),
  }
}

/** Adds the ticketId to an `OutcomeUnknown`. */
const withTicketId =
  ({ ticketId }: Ticket) =>
  (error: unknown): never => {
    throw error instanceof OutcomeUnknown ? new OutcomeUnknown(error.message, { cause: error.cause, ticketId }) : error
  }

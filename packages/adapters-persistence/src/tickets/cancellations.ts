import type { OnlineRefundRepository, RefundedTicket } from '@museum/application'
import {
  type Cancellation,
  type CancellationReason,
  type EventTicket,
  Instant,
  Refund,
  type Settlement,
  Slot,
  type Ticket,
  type TicketId,
  TicketMail,
} from '@museum/domain'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import type { RecordMessages } from '../messages/record-messages.ts'
import { tillOf } from '../orders/order-rows.ts'
import { slotRowKey, ticketsBySlot } from '../places/slot-rows.ts'
import { bytesOfUuid, type Engine, uuidOfBytes } from '@museum/database'
import { selectToLock } from './ticket-rows.ts'

type Tables = Kysely<MuseumTables>

/**
 * Locks the rows of tickets, in the order of their identifiers, until the transaction ends. Returns the stored states,
 * regardless of the events of the tickets.
 */
export const lockTickets = (tables: Transaction<MuseumTables>, engine: Engine, ticketIds: readonly TicketId[]) =>
  selectToLock(tables, engine, ticketIds.map(bytesOfUuid)).modifyEnd(engine.forUpdate).execute()

/**
 * Locks the rows of the tickets that are cancelled individually. A settlement writes them: of two through different nodes of Galera,
 * the second is aborted only if it locks the row before it reads it.
 */
export const lockCancellations = (tables: Transaction<MuseumTables>, engine: Engine, ticketIds: readonly TicketId[]) =>
  tables
    .selectFrom(byPrimaryKey(engine, 'ticket_cancellation'))
    .select(['ticket_id', 'refund'])
    .where('ticket_id', 'in', ticketIds.map(bytesOfUuid))
    .orderBy('ticket_id')
    .modifyEnd(engine.forUpdate)
    .execute()

type TicketsToCancel = Readonly<{
  tickets: readonly Ticket[]
  at: Instant
  reason: CancellationReason | undefined
  /** How their refunds are settled; without it, they are due. */
  settlement?: Settlement | undefined
}>

/**
 * Cancels tickets, which must be locked, individually, with the messages. Gives back their places with the last statements, so that
 * sales, which lock the same rows, wait only for the commit.
 */
export const cancelTickets = async (
  tables: Transaction<MuseumTables>,
  { now }: Engine,
  recorder: RecordMessages,
  { tickets, at, reason, settlement }: TicketsToCancel,
): Promise<void> => {
  const ofRefund = settlement === undefined ? { refund: 'due' as const } : settledColumns(settlement)
  await setCancelled(tables, tickets)
  await tables
    .insertInto('ticket_cancellation')
    .values(
      tickets.map((ticket) =>
        Object.assign(
          { ...rowOf(ticket), cancelled_at: now, cause: 'ticket' as const, due_since: now, reason: reason ?? null },
          ticket.price > 0 ? ofRefund : {},
        ),
      ),
    )
    .execute()
  await recorder.store(tables, [
    ...tickets.map(({ ticketId }) => ({ type: 'ticket.cancelled' as const, ticketId, at })),
    TicketMail.about('tickets.cancelled', tickets, at),
  ])
  await giveBackPlaces(tables, tickets)
}

/**
 * Stores the settlement of refunds. Tickets that were cancelled with their date or event are cancelled individually as well, and
 * their places given back. The tickets must be locked.
 */
export const storeSettlement = async (
  tables: Transaction<MuseumTables>,
  { now }: Engine,
  refunds: readonly RefundedTicket[],
  settlement: Settlement,
): Promise<void> => {
  const settled = settledColumns(settlement)
  const ticketsOf = (some: readonly RefundedTicket[]) => some.map(({ ticket }) => ticket)
  const individual = refunds.filter(({ cancellation }) => Refund.isOfTicket(cancellation))
  if (individual.length > 0)
    await tables
      .updateTable('ticket_cancellation')
      .set(settled)
      .where('ticket_id', 'in', idsOf(ticketsOf(individual)))
      .execute()
  const others = refunds.filter((refund) => !individual.includes(refund))
  if (others.length === 0) return
  await setCancelled(tables, ticketsOf(others))
  await tables
    .insertInto('ticket_cancellation')
    .values(
      others.map(({ ticket, cancellation: { cause, at } }) => ({
        ...rowOf(ticket),
        ...settled,
        cancelled_at: now,
        cause,
        due_since: at === undefined ? now : Math.floor(at / 1_000),
      })),
    )
    .execute()
  await giveBackPlaces(tables, ticketsOf(others))
}

const settledColumns = ({ method, reference, settledAt, settledBy, till, online }: Settlement) => ({
  refund: online?.state ?? ('settled' as const),
  refund_method: method,
  refund_reference: reference ?? null,
  settled_at: settledAt,
  settled_by: Buffer.from(settledBy),
  refund_till: till === undefined ? null : Buffer.from(till),
  refund_id: online === undefined ? null : bytesOfUuid(online.refundId),
  refund_failure: null,
})

/**
 * Stores what became of a refund through the payment provider, in the rows of its tickets: those of one that failed are due again. The
 * refund must be locked.
 */
export const endRefundOfTickets = async (
  tables: Transaction<MuseumTables>,
  { refundId, state, failure }: Parameters<OnlineRefundRepository['end']>[0],
): Promise<void> => {
  const refund_id = bytesOfUuid(refundId)
  const rows = await tables
    .selectFrom('ticket_cancellation')
    .select('ticket_id')
    .where('refund_id', '=', refund_id)
    .execute()
  const ticketIds = rows.map(({ ticket_id }) => ticket_id)
  // A returned payment has no tickets.
  if (ticketIds.length === 0) return
  if (state === 'failed')
    await tables
      .insertInto('failed_refund')
      .values(ticketIds.map((ticket_id) => ({ ticket_id, refund_id })))
      .execute()
  await tables
    .updateTable('ticket_cancellation')
    .set(state === 'settled' ? { refund: 'settled' } : { ...dueAgain, refund_failure: failure! })
    .where('ticket_id', 'in', ticketIds)
    .execute()
}

const dueAgain = {
  refund: 'due' as const,
  refund_method: null,
  refund_reference: null,
  settled_at: null,
  settled_by: null,
  refund_till: null,
  refund_id: null,
}

const rowOf = (ticket: Ticket) => ({
  ticket_id: bytesOfUuid(ticket.ticketId),
  ticket_date: ticket.ticketDate,
  event_id: ticket.event ? bytesOfUuid(ticket.event.eventId) : null,
})

const setCancelled = (tables: Transaction<MuseumTables>, tickets: readonly Ticket[]) =>
  tables.updateTable('museum_ticket').set({ state: 'cancelled' }).where('ticket_id', 'in', idsOf(tickets)).execute()

const idsOf = (tickets: readonly Ticket[]) => tickets.map(({ ticketId }) => bytesOfUuid(ticketId))

/**
 * Gives back the places of cancelled tickets, each in the row of its slot. Cancellations write these rows in one order, so that
 * two of them do not wait for each other. Throws if there is no such row, so that counts stay exact.
 */
const giveBackPlaces = async (tables: Transaction<MuseumTables>, tickets: readonly Ticket[]): Promise<void> => {
  for (const [slot, { length }] of ticketsBySlot(tickets)) {
    const { numUpdatedRows } = await tables
      .updateTable('slot')
      .set(({ eb }) => ({ sold: eb('sold', '-', length) }))
      .where(({ and }) => and(slotRowKey(slot)))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`there is no row of the slot ${Slot.key(slot)}`)
  }
}

/** How these tickets were cancelled; those that are not cancelled are left out. */
export const selectCancellations = async (
  tables: Tables,
  tickets: readonly Ticket[],
): Promise<ReadonlyMap<TicketId, Cancellation>> => {
  // MySQL has no empty list.
  if (tickets.length === 0) return new Map()
  const individual = await tables
    .selectFrom('ticket_cancellation')
    .selectAll()
    .where('ticket_id', 'in', idsOf(tickets))
    .execute()
  const cancellations = new Map(individual.map((row) => [uuidOfBytes(row.ticket_id), cancellationOf(row)] as const))
  const others = tickets.filter(
    (ticket): ticket is EventTicket =>
      ticket.state === 'cancelled' && ticket.ticketType === 'event' && !cancellations.has(ticket.ticketId),
  )
  const removalOf = await selectRemovals(tables, others)
  for (const ticket of others) cancellations.set(ticket.ticketId, removalOf(ticket))
  return cancellations
}

type CancellationRow = Selectable<MuseumTables['ticket_cancellation']>

const cancellationOf = (row: CancellationRow): Cancellation => ({
  cause: row.cause,
  at: instantOf(row.due_since),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.refund_failure !== null && { failure: row.refund_failure }),
  ...settlementOf(row),
})

const settlementOf = ({ refund, refund_id, settled_at, ...row }: CancellationRow) =>
  settled_at !== null && {
    settlement: {
      method: row.refund_method!,
      ...(row.refund_reference !== null && { reference: row.refund_reference }),
      settledAt: settled_at,
      settledBy: Buffer.from(row.settled_by!).toString(),
      ...(row.refund_till !== null && { till: tillOf(row.refund_till) }),
      ...(refund_id !== null && {
        online: { refundId: uuidOfBytes(refund_id), state: refund as 'sending' | 'settled' },
      }),
    },
  }

/** Finds how the occurrences of these tickets were removed. */
const selectRemovals = async (tables: Tables, tickets: readonly EventTicket[]) => {
  if (tickets.length === 0) return (): Cancellation => ({ cause: 'event' })
  const eventIds = [...new Set(tickets.map(({ event }) => event.eventId))].map(bytesOfUuid)
  const rows = await tables
    .selectFrom('event_occurrence as occurrence')
    // Joined only if the deletion of the event removed the occurrence, not an earlier change of its dates; and not while the
    // event exists in the revision of such a change.
    .leftJoin('special_event as event', (event) =>
      event
        .onRef('event.event_id', '=', 'occurrence.event_id')
        .onRef('event.revision', '=', 'occurrence.removed_in_revision')
        .on('event.deleted_at', 'is not', null),
    )
    .select((row) => [
      'occurrence.event_id',
      'event_date',
      'number',
      row.ref('removed_at').$notNull().as('removed_at'),
      'revision',
    ])
    .where('occurrence.event_id', 'in', eventIds)
    .where('event_date', 'in', [...new Set(tickets.map(({ ticketDate }) => ticketDate))])
    .where('removed_at', 'is not', null)
    .execute()
  const removals = new Map(
    rows.map((row) => [
      Slot.key({ offer: uuidOfBytes(row.event_id), date: row.event_date, number: row.number }),
      { cause: row.revision === null ? ('date' as const) : ('event' as const), at: instantOf(row.removed_at) },
    ]),
  )
  // An occurrence is removed with all its entry times.
  return (ticket: EventTicket): Cancellation =>
    removals.get(Slot.key({ ...Slot.of(ticket), time: undefined })) ?? { cause: 'event' }
}

/** A moment that is stored in seconds. */
const instantOf = (seconds: number) => Instant(seconds * 1_000)

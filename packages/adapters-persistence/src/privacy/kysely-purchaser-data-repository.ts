import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ErasedCount,
  Erasure,
  type NewAuditEntry,
  type PurchaserDataFilter,
  type PurchaserDataRepository,
} from '@museum/application'
import type { CalendarDate, Instant, OrderId, TicketId } from '@museum/domain'
import type { Kysely, Transaction } from 'kysely'
import { eraseAuditedReasons, insertAuditEntry, replaceValuesAfter } from '../audit/kysely-audit-repository.ts'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import {
  bytesOfUuid,
  type Engine,
  inParts,
  partsOfRows,
  type UuidBytes,
  uuidOfBytes,
  whenGiven,
} from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfReceiver, messageOf } from '../messages/delivery-rows.ts'
import { ticketIdsOf } from '../orders/order-rows.ts'
import {
  endedBefore,
  hasPerson,
  labelledOrderHash,
  personRowOf,
  ticketDatesOf,
} from '../reservations/reservation-rows.ts'
import { emailHash, erasedEmailHash, storeEmailHashes } from '../tickets/email-hashes.ts'
import { erasedEmail, noTicketId, ticketStatements, useTicketIndex } from '../tickets/ticket-rows.ts'

/** Numbers of tickets: in the first transaction, and in the smallest. */
const [firstSize, minSize] = [100, 25]
/** Milliseconds. */
const maxPause = 200

/** The rows from which data of purchasers are erased, and a text of them that is no such datum. */
export const purchaserRows = [
  { table: 'museum_ticket', column: 'event_location' },
  { table: 'reservation', column: 'language' },
]

/** The data of purchasers, in SQL. */
export const kyselyPurchaserDataRepository = (database: MuseumDatabase): PurchaserDataRepository => {
  const { query, write, transaction, engine, kysely } = database
  const { findTickets } = ticketStatements(kysely)

  return {
    async count(filter, today) {
      let [tickets, upcoming] = [0, 0]
      for await (const found of findPurchaserData(database, filter)) {
        tickets += found.length
        const ticketIds = found.flatMap((row) => (row.ticket_date >= today ? uuidOfBytes(row.ticket_id) : []))
        const later = await query((tables) => findTickets(tables, ticketIds))
        upcoming += later.filter((ticket) => ticket?.state === 'valid').length
      }
      let reservations = 0
      for await (const found of findReservations(database, filter)) reservations += found.length
      return { tickets, upcoming, reservations }
    },
    async erase(filter, entryOf, options = {}) {
      const { onProgress, isAborted = () => false } = options
      let size = firstSize
      let progress: Progress = { tickets: 0, reservations: 0, auditId: undefined }
      await ('email' in filter ? eraseRecipients(filter.email) : eraseRecipientsOfTicketsBefore(filter.before))
      // Before the tickets: a reservation that is being sold is locked, and its tickets are found afterwards.
      for await (const found of findReservations(database, filter))
        for (const some of inParts(found, Erasure.maxTicketsAtOnce)) {
          if (isAborted()) break
          progress = await eraseSome(
            async (tables) => ({ tickets: 0, reservations: await eraseReservations(tables, some) }),
            progress,
            entryOf,
          )
        }
      for await (const found of findPurchaserData(database, filter)) {
        // Every transaction locks tickets in the order of their primary key.
        const ticketIds = found.map(({ ticket_id }) => ticket_id).toSorted(Buffer.compare)
        while (ticketIds.length > 0 && !isAborted()) {
          const startedAt = performance.now()
          const some = ticketIds.splice(0, size)
          progress = await eraseSome(
            async (tables) => ({ tickets: await eraseTickets(tables, engine, some), reservations: 0 }),
            progress,
            entryOf,
          )
          const milliseconds = performance.now() - startedAt
          onProgress?.(progress.tickets)
          size = nextSize(size, milliseconds, engine.erasureMilliseconds)
          // Lets other processes write: on SQLite, they retry only from time to time.
          await sleep(2 * Math.min(milliseconds, maxPause))
        }
        if (isAborted()) break
      }
      let isOverwritten = true
      for (const rows of purchaserRows)
        isOverwritten = (await engine.overwriteErased(database, rows, isAborted)) && isOverwritten
      const { tickets, reservations } = progress
      return { tickets, reservations, isOverwritten }
    },
  }

  /** E-mails that wait, and were to go to this address instead of that of their tickets, are not sent. */
  async function eraseRecipients(email: string) {
    const email_hash = emailHash(email)
    for (const table of ['mail_recipient', 'mail_request'] as const)
      await write((tables) => tables.deleteFrom(table).where('email_hash', '=', email_hash).execute(), 'idempotent')
  }

  /** The same, for e-mails about tickets for earlier dates only. */
  async function eraseRecipientsOfTicketsBefore(date: CalendarDate) {
    const mails = await query((tables) =>
      tables
        .selectFrom('mail_recipient')
        .innerJoin('delivery', 'delivery.message_id', 'mail_recipient.message_id')
        .selectAll('delivery')
        .where('receiver_id', '=', bytesOfReceiver('mail'))
        .where('due_at', 'is not', null)
        .execute(),
    )
    for (const mail of mails) {
      const message = messageOf(mail)
      // A visitor's request for tickets ends by itself.
      if (!('ticketIds' in message)) continue
      const { ticketIds } = message
      const tickets = await query((tables) => findTickets(tables, ticketIds))
      if (tickets.some((ticket) => ticket !== undefined && ticket.ticketDate >= date)) continue
      await write(
        (tables) => tables.deleteFrom('mail_recipient').where('message_id', '=', mail.message_id).execute(),
        'idempotent',
      )
    }
  }

  /** Erases data in a transaction, which stores in the audit entry from how many tickets and reservations so far. */
  function eraseSome(
    erase: (tables: Transaction<MuseumTables>) => Promise<ErasedCount>,
    before: Progress,
    entryOf: (erased: ErasedCount) => NewAuditEntry,
  ): Promise<Progress> {
    let attempted: Progress | undefined
    return transaction(async (tables, isOutcomeUnknown) => {
      const erased = await erase(tables)
      // With an unknown outcome, the attempt before this one may have been committed.
      if (erased.tickets + erased.reservations === 0) return (isOutcomeUnknown ? attempted : undefined) ?? before
      const count = {
        tickets: before.tickets + erased.tickets,
        reservations: before.reservations + erased.reservations,
      }
      const entry = entryOf(count)
      if (before.auditId !== undefined) await replaceValuesAfter(tables, before.auditId, entry)
      attempted = { ...count, auditId: before.auditId ?? (await insertAuditEntry(tables, entry)) }
      return attempted
    }, 'idempotent')
  }
}

/** From how many data were erased so far, and the audit entry once there is one. */
type Progress = ErasedCount & Readonly<{ auditId: number | undefined }>

/** Erases the data from the tickets, except those without data. Returns from how many it has erased them. */
const eraseTickets = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  ticketIds: readonly UuidBytes<TicketId>[],
): Promise<number> => {
  const { numUpdatedRows } = await tables
    .updateTable('museum_ticket')
    .set({ email: erasedEmail, phone: null, email_hash: erasedEmailHash })
    .where('ticket_id', 'in', ticketIds)
    .where('email', '!=', erasedEmail)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await eraseReasonsAndReferences(tables, engine, ticketIds)
  return Number(numUpdatedRows)
}

/**
 * Erases the data from reservations that are not sold, and the labels of the orders that the others have become; the notes about their
 * payments from the audit log. Returns from how many it has erased data.
 */
const eraseReservations = async (
  tables: Transaction<MuseumTables>,
  found: readonly FoundReservation[],
): Promise<number> => {
  const ids = found.map(({ reservation_id }) => reservation_id).toSorted(Buffer.compare)
  const unsold = await tables
    .updateTable('reservation')
    .set(personRowOf({}))
    .where('reservation_id', 'in', ids)
    .where('state', '!=', 'sold')
    .where(hasPerson)
    .executeTakeFirst()
  const { numUpdatedRows: sold } = await tables
    .updateTable('reservation')
    .set({ email_hash: null })
    .where('reservation_id', 'in', ids)
    .where('email_hash', '=', labelledOrderHash)
    .executeTakeFirst()
  if (sold > 0n) await tables.updateTable('museum_order').set({ label: null }).where('order_id', 'in', ids).execute()
  await eraseAuditedReasons(tables, ids.map(uuidOfBytes))
  return Number(unsold.numUpdatedRows + sold)
}

/**
 * Erases what was written about tickets and their orders, once none of the tickets of an order has data of its purchaser: the label,
 * the reference of the payment, those of refunds, and the reasons of cancellations, also in the audit log.
 */
const eraseReasonsAndReferences = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  ticketIds: readonly UuidBytes<TicketId>[],
) => {
  const erased = await tables
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'order_id'])
    .where('ticket_id', 'in', ticketIds)
    .execute()
  const alone = erased.filter(({ order_id }) => order_id === null).map(({ ticket_id }) => uuidOfBytes(ticket_id))
  const orderIds = new Set(erased.flatMap(({ order_id }) => (order_id === null ? [] : uuidOfBytes(order_id))))
  // Locked, so that of two erasures of one order the later one finds that no data are left.
  const orders = await executeIn(orderIds, (ids) =>
    tables
      .selectFrom(byPrimaryKey(engine, 'museum_order'))
      .select(['order_id', 'ticket_ids'])
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .modifyEnd(engine.forUpdate)
      .execute(),
  )
  const withData = await executeIn(new Set(orders.flatMap(ticketIdsOf)), (ids) =>
    tables
      .selectFrom('museum_ticket')
      .select('order_id')
      .distinct()
      .where('ticket_id', 'in', ids)
      .where('email', '!=', erasedEmail)
      .execute(),
  )
  const kept = new Set(withData.flatMap(({ order_id }) => (order_id === null ? [] : uuidOfBytes(order_id))))
  const emptied = orders.filter(({ order_id }) => !kept.has(uuidOfBytes(order_id)))
  const emptiedIds = new Set(emptied.map(({ order_id }) => uuidOfBytes(order_id)))
  const tickets = new Set([...alone, ...emptied.flatMap(ticketIdsOf)])
  await executeIn(emptiedIds, (ids) =>
    tables
      .updateTable('museum_order')
      .set({ payment_reference: null, label: null })
      .where('order_id', 'in', ids)
      .execute(),
  )
  await executeIn(tickets, (ids) =>
    tables
      .updateTable('ticket_cancellation')
      .set({ reason: null, refund_reference: null })
      .where('ticket_id', 'in', ids)
      .execute(),
  )
  await eraseAuditedReasons(tables, [...tickets, ...emptiedIds])
}

/** Executes a statement with these identifiers, unless there are none: MySQL has no empty list. */
const executeIn = async <Uuid extends string, Row>(
  ids: ReadonlySet<Uuid>,
  execute: (ids: readonly UuidBytes<Uuid>[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => (ids.size === 0 ? [] : execute([...ids].map((id) => bytesOfUuid(id))))

/**
 * The number of tickets for the next transaction, so that it takes `wanted` milliseconds, after one with `tickets` tickets has
 * taken `taken`.
 */
const nextSize = (size: number, milliseconds: number, wanted: number): number => {
  const fitting = Math.round((size * wanted) / milliseconds)
  return Math.min(Math.max(fitting, minSize), 2 * size, Erasure.maxTicketsAtOnce)
}

/** The number of index entries that one statement reads. On SQLite, a statement blocks the process. */
const entriesReadAtOnce = 2_000

/** The number of hashes that one statement stores, about 40 ms on SQLite, and the pause after it, in milliseconds. */
const [hashesAtOnce, hashPause] = [250, 40]

type Found = Readonly<{ ticket_id: UuidBytes<TicketId>; ticket_date: CalendarDate; email_hash: Uint8Array | null }>

/**
 * Yields the matching tickets that still have data of their purchaser, in lists. It reads an index in which the tickets without
 * data are adjacent, so that it can skip them. Tickets that are sold meanwhile may be missing.
 */
async function* findPurchaserData(
  database: MuseumDatabase,
  filter: PurchaserDataFilter,
): AsyncGenerator<readonly Found[]> {
  const inOrder = (select: (tables: Tables, last: Found | undefined) => ReturnType<typeof entries>) =>
    partsOfRows<Found>(entriesReadAtOnce, (last) => database.query((tables) => select(tables, last).execute()))
  /** The tickets with this hash, or, with null, those without one. */
  const withHash = (hash: Uint8Array | null) =>
    inOrder((tables, last) =>
      entries(tables)
        .where('email_hash', hash === null ? 'is' : '=', hash)
        .where('ticket_id', '>', last?.ticket_id ?? noTicketId)
        .orderBy('ticket_id'),
    )
  if ('email' in filter) {
    await storeHashes(database)
    yield* withHash(emailHash(filter.email))
    return
  }
  const isMatch = ({ ticket_date }: Found) => ticket_date < filter.before
  // Tickets without a hash come first: one that gets its hash meanwhile is found with the others.
  for await (const found of withHash(null))
    for (const some of inParts(found.filter(isMatch), Erasure.maxTicketsAtOnce))
      // Those that were sold without an address have no hash either.
      yield await database.query((tables) => withAddress(tables, some).execute())
  for await (const found of inOrder((tables, last) =>
    entries(tables)
      .where('email_hash', '>=', last?.email_hash ?? firstHash)
      .where(({ or, eb }) =>
        last === undefined
          ? eb('email_hash', '>=', firstHash)
          : or([eb('email_hash', '>', last.email_hash), eb('ticket_id', '>', last.ticket_id)]),
      )
      .orderBy('email_hash')
      .orderBy('ticket_id'),
  ))
    yield found.filter(isMatch)
}

/** Those of these tickets that have an address. */
const withAddress = (tables: Tables, found: readonly Found[]) =>
  tables
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'ticket_date', 'email_hash'])
    .where(
      'ticket_id',
      'in',
      found.map(({ ticket_id }) => ticket_id),
    )
    .where('email', '!=', erasedEmail)

type FoundReservation = Readonly<{ reservation_id: UuidBytes<OrderId>; held_until: Instant; items: string }>

/** Yields the reservations with data that match, and those that have become an order without an address whose label does, in lists. */
async function* findReservations(
  database: MuseumDatabase,
  filter: PurchaserDataFilter,
): AsyncGenerator<readonly FoundReservation[]> {
  const withHash = (hash: Uint8Array) =>
    partsOfRows<FoundReservation>(entriesReadAtOnce, (last) =>
      database.query((tables) =>
        selectFound(tables)
          .where('email_hash', '=', hash)
          .$call(whenGiven(last, (found, { reservation_id }) => found.where('reservation_id', '>', reservation_id)))
          .orderBy('reservation_id')
          .execute(),
      ),
    )
  if ('email' in filter) {
    yield* withHash(emailHash(filter.email))
    return
  }
  const isMatch = ({ items }: FoundReservation) => ticketDatesOf(items).every((date) => date < filter.before)
  for (const state of ['held', 'released'] as const)
    for await (const found of partsOfRows<FoundReservation>(entriesReadAtOnce, (last) =>
      database.query((tables) =>
        selectFound(tables)
          .where('state', '=', state)
          .where(endedBefore(database.engine, 0))
          .where(hasPerson)
          .$call(
            whenGiven(last, (all, { held_until, reservation_id }) =>
              all
                .where('held_until', '>=', held_until)
                .where(({ or, eb }) =>
                  or([eb('held_until', '>', held_until), eb('reservation_id', '>', reservation_id)]),
                ),
            ),
          )
          .orderBy('held_until')
          .orderBy('reservation_id')
          .execute(),
      ),
    ))
      yield found.filter(isMatch)
  for await (const found of withHash(labelledOrderHash)) yield found.filter(isMatch)
}

const selectFound = (tables: Tables) =>
  tables.selectFrom('reservation').select(['reservation_id', 'held_until', 'items']).limit(entriesReadAtOnce)

/** Stores missing hashes like a search, but in smaller steps with pauses, since no request waits for the result. */
const storeHashes = ({ write }: MuseumDatabase) =>
  storeEmailHashes(async (work) => {
    const result = await write(work, 'idempotent')
    await sleep(hashPause)
    return result
  }, hashesAtOnce)

/** The lowest hash of an address. */
const firstHash = Buffer.concat([erasedEmailHash.subarray(1), Buffer.of(1)])

type Tables = Kysely<MuseumTables>

const entries = (tables: Tables) =>
  tables
    .selectFrom('museum_ticket')
    .modifyFront(useTicketIndex('ticket_by_email_hash'))
    .select(['ticket_id', 'ticket_date', 'email_hash'])
    .limit(entriesReadAtOnce)

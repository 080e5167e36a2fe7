import { setTimeout as sleep } from 'node:timers/promises'
import { type NewAuditEntry, type PurchaserDataRepository, maxTicketsErasedAtOnce } from '@museum/application'
import type { TicketId } from '@museum/domain'
import { insertAuditEntry, replaceValuesAfter } from '../audit/insert-audit-entry.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { uuidOfBytes } from '../database/uuid-column.ts'
import { erasedEmailHash } from '../tickets/email-hash.ts'
import { erasedEmail } from '../tickets/ticket-row.ts'
import { ticketStatements } from '../tickets/ticket-statements.ts'
import { findPurchaserData } from './find-purchaser-data.ts'

/** Numbers of tickets of a transaction: of the first one, and of the smallest. */
const [firstSize, minSize] = [100, 25]
/** Milliseconds. */
const maxPause = 200

/** The data of purchasers, in SQL. */
export const kyselyPurchaserDataRepository = (database: MuseumDatabase): PurchaserDataRepository => {
  const { query, transaction, engine, kysely } = database
  const { findTickets } = ticketStatements(kysely)
  return {
    async count(filter, today) {
      let [tickets, upcoming] = [0, 0]
      for await (const found of findPurchaserData(database, filter)) {
        tickets += found.length
        const ticketIds = found
          .filter(({ ticket_date }) => ticket_date >= today)
          .map(({ ticket_id }) => uuidOfBytes(ticket_id) as TicketId)
        const later = await query((tables) => findTickets(tables, ticketIds))
        upcoming += later.filter((ticket) => ticket?.state === 'valid').length
      }
      return { tickets, upcoming }
    },
    async erase(filter, entryOf, options = {}) {
      const { onProgress, isAborted = () => false } = options
      let [tickets, size] = [0, firstSize]
      let auditId: number | undefined
      for await (const found of findPurchaserData(database, filter)) {
        // Every transaction locks tickets in the order of their primary key.
        const ticketIds = found.map(({ ticket_id }) => ticket_id).toSorted(Buffer.compare)
        while (ticketIds.length > 0 && !isAborted()) {
          const startedAt = performance.now()
          const erased = await eraseSome(ticketIds.splice(0, size), tickets, entryOf, auditId)
          const milliseconds = performance.now() - startedAt
          auditId = erased.auditId
          tickets += erased.count
          onProgress?.(tickets)
          size = nextSize(size, milliseconds, engine.erasureMilliseconds)
          // Other processes write meanwhile: on SQLite, they try again now and then.
          await sleep(2 * Math.min(milliseconds, maxPause))
        }
        if (isAborted()) break
      }
      return { tickets, isOverwritten: await engine.overwriteErased(database, isAborted) }
    },
  }

  /** Erases the data from those of the tickets that have them. Returns how many these are, and the audit entry. */
  function eraseSome(
    ticketIds: readonly Uint8Array[],
    before: number,
    entryOf: (tickets: number) => NewAuditEntry,
    auditId: number | undefined,
  ): Promise<ErasedSome> {
    let attempted: ErasedSome | undefined
    return transaction(async (tables, isOutcomeUnknown) => {
      const { numUpdatedRows } = await tables
        .updateTable('museum_ticket')
        .set({ email: erasedEmail, phone: null, email_hash: erasedEmailHash })
        .where('ticket_id', 'in', ticketIds)
        .where('email', '!=', erasedEmail)
        .executeTakeFirst()
      const count = Number(numUpdatedRows)
      // The attempt before this one was committed.
      if (count === 0 && isOutcomeUnknown && attempted !== undefined) return attempted
      if (count === 0) return { count, auditId }
      const entry = entryOf(before + count)
      if (auditId !== undefined) await replaceValuesAfter(tables, auditId, entry)
      attempted = { count, auditId: auditId ?? (await insertAuditEntry(tables, entry)) }
      return attempted
    }, 'idempotent')
  }
}

/** From how many tickets data were erased in a transaction, and the audit entry, if there is one yet. */
type ErasedSome = Readonly<{ count: number; auditId: number | undefined }>

/** The number of tickets of the next transaction, after one with so many that took so long, which should take `wanted`. */
const nextSize = (size: number, milliseconds: number, wanted: number): number => {
  const fitting = Math.round((size * wanted) / milliseconds)
  return Math.min(Math.max(fitting, minSize), 2 * size, maxTicketsErasedAtOnce)
}

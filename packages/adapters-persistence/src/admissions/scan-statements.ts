import type { NewScan } from '@museum/application'
import type { AdmissionId, TicketId } from '@museum/domain'
import { type Kysely, type Transaction, sql } from 'kysely'
import { compiledForEachCount } from '../database/compiled-for-each-count.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { rowOf, scanColumns } from './scan-row.ts'

type Tables = Transaction<MuseumTables>

/** A scan that admits. */
export type AdmittingScan = Extract<NewScan, { ticketId: TicketId; reason?: undefined }>

export type ScanStatements = Readonly<{
  /**
   * Gives tickets their admissions, each unless it is cancelled itself or has one, and locks their rows until the
   * transaction ends. Returns the scans whose tickets have got them: of several scans of a ticket one at most.
   */
  admit: (tables: Tables, scans: readonly AdmittingScan[]) => Promise<readonly AdmittingScan[]>
  /**
   * Gives a ticket an admission instead of the one that the scan replaces. Returns false when the ticket has another one
   * or none.
   */
  replace: (tables: Tables, scan: AdmittingScan, replaced: AdmissionId) => Promise<boolean>
  /** Inserts scans. It fails when one of them, or one of their scanIds, is stored. */
  insert: (tables: Tables, scans: readonly NewScan[]) => Promise<void>
  /** Which of the scans are stored, and which have a scanId that is stored. */
  findStored: (
    tables: Kysely<MuseumTables>,
    scans: readonly NewScan[],
  ) => Promise<Readonly<{ isStored: (scan: NewScan) => boolean; isTaken: (scan: NewScan) => boolean }>>
}>

/** The statements that store scans; those that every scan executes are compiled once for each number of scans. */
export const scanStatements = (kysely: Kysely<MuseumTables>): ScanStatements => {
  const setAdmissions = compiledForEachCount(
    (scans: readonly AdmittingScan[]) => {
      const rows = scans.map(rowOf)
      const columns = ['admission_id', 'scanned_at', 'gate'] as const
      return [
        ...columns.flatMap((column) => rows.flatMap((row) => [row.ticket_id, row[column]])),
        ...rows.map(({ ticket_id }) => ticket_id),
        'cancelled',
      ]
    },
    (scans) => {
      /** The value of each ticket's scan. It is written for any number of scans, so that both engines understand it. */
      const ofScan = sql<never>`case ticket_id ${sql.join(
        scans.map(() => sql`when ${null} then ${null}`),
        sql` `,
      )} end`
      return kysely
        .updateTable('museum_ticket')
        .set({ admission_id: ofScan, admitted_at: ofScan, admission_gate: ofScan })
        .where(
          'ticket_id',
          'in',
          scans.map(({ ticketId }) => bytesOfUuid(ticketId)),
        )
        .where('state', '!=', 'cancelled')
        .where('admission_id', 'is', null)
        .compile()
    },
  )
  const insertScans = compiledForEachCount(
    (scans: readonly NewScan[]) => scans.map(rowOf).flatMap((row) => scanColumns.map((column) => row[column])),
    (scans) =>
      kysely
        .insertInto('scan')
        .columns(scanColumns)
        .expression(sql`values ${sql.join(scans.map(() => sql`(${sql.join(scanColumns.map(() => sql`${null}`))})`))}`)
        .compile(),
  )
  return {
    async admit(tables, scans) {
      if (scans.length === 0) return []
      // Every transaction locks tickets in the same order.
      const sorted = scans.toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1))
      const { numAffectedRows } = await tables.executeQuery(setAdmissions(sorted))
      if (numAffectedRows === BigInt(scans.length)) return scans
      if (numAffectedRows === 0n) return []
      const rows = await tables
        .selectFrom('museum_ticket')
        .select('admission_id')
        .where(
          'ticket_id',
          'in',
          sorted.map(({ ticketId }) => bytesOfUuid(ticketId)),
        )
        .execute()
      const admissionIds = new Set(rows.flatMap(({ admission_id: id }) => (id === null ? [] : [uuidOfBytes(id)])))
      return scans.filter(({ admissionId }) => admissionIds.has(admissionId))
    },
    async replace(tables, { admissionId, at, gate, ticketId }, replaced) {
      const { numUpdatedRows } = await tables
        .updateTable('museum_ticket')
        .set({
          admission_id: bytesOfUuid(admissionId),
          admitted_at: at,
          admission_gate: gate === undefined ? null : Buffer.from(gate),
        })
        .where('ticket_id', '=', bytesOfUuid(ticketId))
        .where('admission_id', '=', bytesOfUuid(replaced))
        .where('state', '!=', 'cancelled')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await tables
        .updateTable('scan')
        .set({ reason: 'already-admitted' })
        .where('admission_id', '=', bytesOfUuid(replaced))
        .execute()
      return true
    },
    async insert(tables, scans) {
      if (scans.length > 0) await tables.executeQuery(insertScans(scans))
    },
    async findStored(tables, scans) {
      const find = async (column: 'admission_id' | 'scan_id', ids: readonly string[]) => {
        if (ids.length === 0) return new Set<string>()
        const rows = await tables
          .selectFrom('scan')
          .select(`${column} as id`)
          .where(column, 'in', ids.map(bytesOfUuid))
          .execute()
        return new Set(rows.map(({ id }) => uuidOfBytes(id!)))
      }
      const admissionIds = await find(
        'admission_id',
        scans.map(({ admissionId }) => admissionId),
      )
      const scanIds = await find(
        'scan_id',
        scans.flatMap(({ answer }) => (answer === undefined ? [] : [answer.scanId])),
      )
      return {
        isStored: ({ admissionId }) => admissionIds.has(admissionId),
        isTaken: ({ answer }) => answer !== undefined && scanIds.has(answer.scanId),
      }
    },
  }
}

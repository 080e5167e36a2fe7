import { type AdmissionRepository, type ScanIdTaken, admissionNotFound } from '@museum/application'
import { insertAuditEntry } from '../audit/insert-audit-entry.ts'
import { lockQueue } from '../database/lock-queue.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { rolledBackOutcome } from '../database/rolled-back.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { addScan } from './add-scan.ts'
import { countScansOf } from './count-scans.ts'
import { listScans } from './scan-list.ts'
import { scanGroupCommit } from './scan-group-commit.ts'
import { answerOf, loggedColumns, scanOf } from './scan-row.ts'
import { scanStatements } from './scan-statements.ts'

/** The time limit of one scan that is stored individually, its waiting included. */
const scanMilliseconds = 6_000

/**
 * The admissions, in SQL. Every transaction that changes a ticket and a scan locks the row of the ticket first. Scans are
 * stored in groups. A scan that its group does not store is stored individually: scans of one ticket one after the other.
 */
export const kyselyAdmissionRepository = (database: MuseumDatabase): AdmissionRepository => {
  const { kysely, query, transaction, engine } = database
  const statements = scanStatements(kysely)
  const addInGroup = scanGroupCommit(database, statements)
  const inQueue = lockQueue(database)
  return {
    async add(scan) {
      const result = await addInGroup(scan)
      if (result === 'stored') return scan
      const isOutcomeUnknown = result === 'outcomeUnknown'
      const kind = isOutcomeUnknown ? 'outcomeUnknown' : 'idempotent'
      const row = `ticket ${scan.ticketId ?? scan.admissionId}`
      return inQueue({ row, milliseconds: scanMilliseconds, isOutcomeUnknown }, () =>
        transaction((tables) => addScan(tables, engine, statements, scan), kind),
      ).catch(rolledBackOutcome<typeof scan | ScanIdTaken>)
    },
    findAnswer: (scanId) =>
      query(async (tables) => {
        const row = await tables
          .selectFrom('scan')
          .select(['scan_id', 'request', 'outcome'])
          .where('scan_id', '=', bytesOfUuid(scanId))
          .executeTakeFirst()
        return row && answerOf(row)
      }),
    list: (filter, page) => query((tables) => listScans(tables, filter, page)),
    count: (date) => query((tables) => countScansOf(tables, date)),
    revert: (admissionId, entryOf) =>
      transaction(async (tables) => {
        const id = bytesOfUuid(admissionId)
        const row = await tables
          .selectFrom('scan')
          .select(loggedColumns)
          .where('admission_id', '=', id)
          .where('reason', 'is', null)
          .executeTakeFirst()
        if (row === undefined) return admissionNotFound(admissionId)
        const { numUpdatedRows } = await tables
          .updateTable('museum_ticket')
          .set({ admission_id: null, admitted_at: null, admission_gate: null })
          .where('ticket_id', '=', row.ticket_id)
          .where('admission_id', '=', id)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return admissionNotFound(admissionId)
        await tables.updateTable('scan').set({ reason: 'reverted' }).where('admission_id', '=', id).execute()
        const scan = scanOf(row)
        await insertAuditEntry(tables, entryOf(scan))
        return scan
      }),
  }
}

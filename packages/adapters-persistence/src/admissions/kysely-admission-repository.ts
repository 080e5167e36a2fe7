import type { AdmissionRepository, PageRequest, ScanCounts, ScanFilter } from '@museum/application'
import { Admission, CalendarDate, type Gate, type ScanRefusalReason } from '@museum/domain'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { bytesOfUuid, whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal } from '../database/pages.ts'
import { addScans } from './add-scans.ts'
import { deleteSumsOfRemoved } from '../sales/summed-sales.ts'
import { scanOf, selectLogged, selectResponses, storedResponseOf } from './scan-statements.ts'
import { gateOf } from '../tickets/ticket-rows.ts'

/** The admissions, in SQL. Every transaction that changes a ticket and a scan locks the row of the ticket first. */
export const kyselyAdmissionRepository = (database: MuseumDatabase): AdmissionRepository => {
  const { query, transaction } = database
  return {
    add: addScans(database),
    findResponse: (scanId) =>
      query(async (tables) => {
        const row = await selectResponses(tables).where('scan_id', '=', bytesOfUuid(scanId)).executeTakeFirst()
        return row && storedResponseOf(row)
      }),
    list: (filter, request) =>
      query(async (tables) => {
        const rows = await selectPage(tables, filter, request).execute()
        const count = () => countItems(tables, matching(tables, filter).select('scanned_at'))
        return pageWithCountedTotal(rows.map(scanOf), request, count)
      }),
    count: (date) => query((tables) => countScansOf(tables, date)),
    revert: (admissionId, entryOf) =>
      transaction(async (tables) => {
        const id = bytesOfUuid(admissionId)
        const row = await selectLogged(tables)
          .where('scan.admission_id', '=', id)
          .where('scan.reason', 'is', null)
          .executeTakeFirst()
        if (row === undefined) return Admission.notFound(admissionId)
        const { numUpdatedRows } = await tables
          .updateTable('museum_ticket')
          .set({ admission_id: null, admitted_at: null, admission_gate: null })
          .where('ticket_id', '=', row.ticket_id)
          .where('admission_id', '=', id)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return Admission.notFound(admissionId)
        await tables.updateTable('scan').set({ reason: 'reverted' }).where('admission_id', '=', id).execute()
        if (row.ticket_id !== null) await deleteSumsOfRemoved(tables, row.ticket_id)
        const scan = scanOf(row)
        await insertAuditEntry(tables, entryOf(scan))
        return scan
      }),
  }
}

type Tables = Kysely<MuseumTables>

/** The scans are found in an index, and only those of the page are read from the table. */
const selectPage = (tables: Tables, filter: ScanFilter, request: PageRequest) =>
  selectLogged(tables)
    .innerJoin(
      matching(tables, filter)
        .select('admission_id')
        .orderBy('scanned_at', 'desc')
        .orderBy('admission_id', 'desc')
        .limit(request.limit)
        .offset(pageOffset(request))
        .as('listed'),
      'listed.admission_id',
      'scan.admission_id',
    )
    .orderBy('scan.scanned_at', 'desc')
    .orderBy('scan.admission_id', 'desc')

const matching = (tables: Tables, { date, fromDate, gate, isAdmitted, ticketId, isConflict }: ScanFilter) =>
  tables
    .selectFrom('scan')
    .$call(whenGiven(date, (all, given) => all.where('scan_date', '=', given)))
    .$call(whenGiven(fromDate, (all, given) => all.where('scan_date', '>=', given)))
    .$if(isConflict === true, (all) => all.where('ticket_id', 'in', enteredTwice(tables, { date, fromDate })))
    .$call(whenGiven(gate, (all, given) => all.where('gate', '=', Buffer.from(given))))
    .$call(whenGiven(ticketId, (all, given) => all.where('ticket_id', '=', bytesOfUuid(given))))
    .$if(isAdmitted !== undefined, (all) => all.where('reason', isAdmitted ? 'is' : 'is not', null))

const daysAfter = (date: CalendarDate) => (days: number) => CalendarDate.plusDays(date, days)

/**
 * The tickets with at least two entries: with a further entry, and with the admission or another further entry. The entries of
 * a ticket may stand under two dates: those of a date are also looked for under the dates before and after it.
 */
const enteredTwice = (tables: Tables, { date, fromDate }: Pick<ScanFilter, 'date' | 'fromDate'>) =>
  tables
    .selectFrom('further_entry as entry')
    .select('entry.ticket_id')
    .$call(whenGiven(date, (all, given) => all.where('entry.scan_date', 'in', [-1, 0, 1].map(daysAfter(given)))))
    .$call(whenGiven(fromDate, (all, given) => all.where('entry.scan_date', '>=', daysAfter(given)(-1))))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('scan as other')
          .leftJoin('further_entry', 'further_entry.admission_id', 'other.admission_id')
          .select('other.admission_id')
          .whereRef('other.ticket_id', '=', 'entry.ticket_id')
          .whereRef('other.admission_id', '!=', 'entry.admission_id')
          .where(({ or, eb }) =>
            or([eb('other.reason', 'is', null), eb('further_entry.admission_id', 'is not', null)]),
          ),
      ),
    )

/** Counts the scans of a date, as `AdmissionRepository.count` says. It reads one range of an index, and no row. */
const countScansOf = async (tables: Tables, date: CalendarDate): Promise<ScanCounts> => {
  const rows = await tables
    .selectFrom('scan')
    .select(['gate', 'reason'])
    .select(({ fn }) => fn.countAll<number>().as('scans'))
    .where('scan_date', '=', date)
    .groupBy(['gate', 'reason'])
    .execute()
  let admitted = 0
  const refused: Partial<Record<ScanRefusalReason, number>> = {}
  const gates = new Map<Gate | null, { admitted: number; refused: number }>()
  for (const row of rows) {
    if (row.reason === 'reverted') continue
    const gate = row.gate === null ? null : gateOf(row.gate)
    const ofGate = gates.get(gate) ?? { admitted: 0, refused: 0 }
    gates.set(gate, ofGate)
    if (row.reason === null) {
      admitted += row.scans
      ofGate.admitted += row.scans
    } else {
      refused[row.reason] = (refused[row.reason] ?? 0) + row.scans
      ofGate.refused += row.scans
    }
  }
  const byName = [...gates].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
  return {
    admitted,
    refused,
    gates: byName.map(([gate, counts]) => ({ gate, admitted: counts.admitted, refused: counts.refused })),
  }
}

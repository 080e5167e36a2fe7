import {
  type LoggedScan,
  type Page,
  type PageRequest,
  type ScanFilter,
  maxCountedItems,
  pageOf,
} from '@museum/application'
import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { loggedColumns, scanOf } from './scan-row.ts'

type Tables = Kysely<MuseumTables>

/** Reads one page of the scans: see `AdmissionRepository.list`. */
export const listScans = async (
  tables: Tables,
  filter: ScanFilter,
  { page, limit }: PageRequest,
): Promise<Page<LoggedScan>> => {
  const offset = (page - 1) * limit
  const rows = await selectPage(tables, filter, offset, limit).execute()
  // A page that is neither empty nor full is the last one, which gives the number of scans.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return pageOf(rows.map(scanOf), isLast ? offset + rows.length : await countScans(tables, filter))
}

/** The scans are found in an index, and only those of the page are read from the table. */
const selectPage = (tables: Tables, filter: ScanFilter, offset: number, limit: number) =>
  tables
    .selectFrom(
      matching(tables, filter)
        .select('admission_id')
        .orderBy('scanned_at', 'desc')
        .orderBy('admission_id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('listed'),
    )
    .innerJoin('scan', 'scan.admission_id', 'listed.admission_id')
    .select(loggedColumns.map((column) => `scan.${column}` as const))
    .orderBy('scan.scanned_at', 'desc')
    .orderBy('scan.admission_id', 'desc')

/** Counts scans, up to one more than `maxCountedItems`. */
const countScans = async (tables: Tables, filter: ScanFilter): Promise<number> => {
  const { counted } = await tables
    .selectFrom(
      matching(tables, filter)
        .select('scanned_at')
        .limit(maxCountedItems + 1)
        .as('listed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

const matching = (tables: Tables, { date, gate, isAdmitted, ticketId }: ScanFilter) =>
  tables
    .selectFrom('scan')
    .$if(date !== undefined, (all) => all.where('scan_date', '=', date!))
    .$if(gate !== undefined, (all) => all.where('gate', '=', Buffer.from(gate!)))
    .$if(ticketId !== undefined, (all) => all.where('ticket_id', '=', bytesOfUuid(ticketId!)))
    .$if(isAdmitted !== undefined, (all) => all.where('reason', isAdmitted ? 'is' : 'is not', null))

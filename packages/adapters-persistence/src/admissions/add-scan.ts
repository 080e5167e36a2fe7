import { type NewScan, type ScanIdTaken, type TicketChanged, scanIdTaken, ticketChanged } from '@museum/application'
import type { Transaction } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { RolledBack } from '../database/rolled-back.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import type { Engine } from '../engines/engine.ts'
import { rowOf } from './scan-row.ts'

type Tables = Transaction<MuseumTables>

/**
 * Stores one scan. The row of its ticket is locked first, so that a retry waits for an earlier attempt whose outcome is
 * unknown, and so do a cancellation and a revert.
 */
export const addScan = async (
  tables: Tables,
  { classifyError }: Engine,
  scan: NewScan,
): Promise<NewScan | TicketChanged | ScanIdTaken> => {
  if (scan.reason === undefined && !(await admitTicket(tables, scan)))
    return (await findStored(tables, scan)) ?? ticketChanged(scan.ticketId)
  try {
    await tables.insertInto('scan').values(rowOf(scan)).execute()
    return scan
  } catch (error) {
    const stored = classifyError(error) === 'duplicate' ? await findStored(tables, scan) : undefined
    throw stored === undefined ? error : new RolledBack(stored)
  }
}

/** Gives the ticket its admission instead of the one that the scan replaces. Returns false when the ticket has changed. */
const admitTicket = async (tables: Tables, scan: NewScan & Readonly<{ reason?: undefined }>): Promise<boolean> => {
  const { admissionId, at, gate, ticketId, replaces } = scan
  const { numUpdatedRows } = await tables
    .updateTable('museum_ticket')
    .set({
      admission_id: bytesOfUuid(admissionId),
      admitted_at: at,
      admission_gate: gate === undefined ? null : Buffer.from(gate),
    })
    .where('ticket_id', '=', bytesOfUuid(ticketId))
    .where('state', '!=', 'cancelled')
    .$if(replaces === undefined, (ticket) => ticket.where('admission_id', 'is', null))
    .$if(replaces !== undefined, (ticket) => ticket.where('admission_id', '=', bytesOfUuid(replaces!)))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (replaces !== undefined)
    await tables
      .updateTable('scan')
      .set({ reason: 'already-admitted' })
      .where('admission_id', '=', bytesOfUuid(replaces))
      .execute()
  return true
}

/** The scan if it is stored, or `scan-id-taken` if another scan has its scanId. */
const findStored = async (tables: Tables, scan: NewScan): Promise<NewScan | ScanIdTaken | undefined> => {
  const stored = await tables
    .selectFrom('scan')
    .select('admission_id')
    .where('admission_id', '=', bytesOfUuid(scan.admissionId))
    .executeTakeFirst()
  if (stored !== undefined) return scan
  if (scan.answer === undefined) return undefined
  const { scanId } = scan.answer
  const taken = await tables
    .selectFrom('scan')
    .select('admission_id')
    .where('scan_id', '=', bytesOfUuid(scanId))
    .executeTakeFirst()
  return taken && scanIdTaken(scanId)
}

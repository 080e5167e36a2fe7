import { type NewScan, type ScanIdTaken, type TicketChanged, scanIdTaken, ticketChanged } from '@museum/application'
import type { Transaction } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { RolledBack } from '../database/rolled-back.ts'
import type { Engine } from '../engines/engine.ts'
import type { ScanStatements } from './scan-statements.ts'

/**
 * Stores one scan. A scan that admits locks the row of its ticket first, so that it waits for a cancellation and a revert. A
 * retry waits for an earlier attempt whose outcome is unknown: at that row, or where its own row is inserted a second time.
 */
export const addScan = async (
  tables: Transaction<MuseumTables>,
  { classifyError }: Engine,
  { admit, replace, insert, findStored }: ScanStatements,
  scan: NewScan,
): Promise<NewScan | TicketChanged | ScanIdTaken> => {
  /** The result for a scan that is stored already, or whose scanId is. */
  const storedOutcome = async () => {
    const { isStored, isTaken } = await findStored(tables, [scan])
    if (isStored(scan)) return scan
    return isTaken(scan) ? scanIdTaken(scan.answer!.scanId) : undefined
  }
  if (scan.reason === undefined) {
    const { replaces } = scan
    const isAdmitted =
      replaces === undefined ? (await admit(tables, [scan])).length === 1 : await replace(tables, scan, replaces)
    if (!isAdmitted) return (await storedOutcome()) ?? ticketChanged(scan.ticketId)
  }
  try {
    await insert(tables, [scan])
    return scan
  } catch (error) {
    const outcome = classifyError(error) === 'duplicate' ? await storedOutcome() : undefined
    throw outcome === undefined ? error : new RolledBack(outcome)
  }
}

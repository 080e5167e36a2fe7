import { type NewScan, OutcomeUnknown, Unavailable } from '@museum/application'
import { batched } from '../database/batched.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { AdmittingScan, ScanStatements } from './scan-statements.ts'

/**
 * The result of one scan of a group. `notStored`: the caller must add it individually, which gives the reason.
 * `outcomeUnknown`: the connection was lost, and the scan may be stored.
 */
type BatchResult = 'stored' | 'notStored' | 'outcomeUnknown'

/** The time limit of a group, which leaves time to add its scans one by one. On MySQL it is enough for one lock wait. */
const groupMilliseconds = 2_000

/**
 * Stores scans that are added at the same time in one transaction. A scan whose ticket has changed, or which is stored
 * already, is left out of it; when the transaction fails, each must be added individually. So a failing scan does not affect
 * the others in its group. A lone scan is not stored here: if it failed, it would cost two transactions. Rejects with
 * `Unavailable` when the database is unavailable.
 */
export const scanGroupCommit = (
  { query, transaction, withDeadline, tracer, engine: { classifyError } }: MuseumDatabase,
  { admit, insert, findStored }: ScanStatements,
): ((scan: NewScan) => Promise<BatchResult>) => {
  /** Stores the scans of a group, except those whose tickets have changed. */
  const store = (scans: readonly NewScan[]): Promise<ReadonlySet<NewScan>> =>
    transaction(async (tables) => {
      const admitting = scans.filter((scan): scan is AdmittingScan => scan.reason === undefined)
      const admitted = new Set<NewScan>(await admit(tables, admitting))
      const stored = scans.filter((scan) => scan.reason !== undefined || admitted.has(scan))
      await insert(tables, stored)
      return new Set(stored)
    })
  /** The same without those that are stored already, which make the statement fail. */
  const storeNew = async (scans: readonly NewScan[]): Promise<ReadonlySet<NewScan>> => {
    try {
      return await store(scans)
    } catch (error) {
      if (classifyError(error) !== 'duplicate') throw error
      const { isStored, isTaken } = await query((tables) => findStored(tables, scans))
      const others = scans.filter((scan) => !isStored(scan) && !isTaken(scan))
      return others.length === 0 ? new Set() : store(others)
    }
  }
  return batched(async (scans: readonly NewScan[]): Promise<readonly BatchResult[]> => {
    const all = (result: BatchResult) => scans.map(() => result)
    const group = groupOf(scans)
    if (group.length < 2) return all('notStored')
    try {
      const stored = await withDeadline(groupMilliseconds, () => storeNew(group))
      return scans.map((scan) => (stored.has(scan) ? 'stored' : 'notStored'))
    } catch (error) {
      if (error instanceof OutcomeUnknown) return all('outcomeUnknown')
      const kind = error instanceof Unavailable ? classifyError(error.cause) : undefined
      // Another transaction has locked what one scan of the group needs.
      const isLocked = kind === 'locked' || kind === 'contended'
      // No connection was free in the time of the group, which is shorter than that of its scans.
      const isBusy = error instanceof Unavailable && error.cause === undefined
      if (error instanceof Unavailable && !isLocked && !isBusy) throw error
      return all('notStored')
    }
  }, tracer)
}

/**
 * Leaves out the scans that have an identifier of one before them, with which the statement would fail, and those that
 * replace an admission. They are sorted, so that all transactions insert scanIds in one order.
 */
const groupOf = (scans: readonly NewScan[]): readonly NewScan[] => {
  const ids = new Set<string>()
  const first = scans.filter((scan) => {
    if (scan.reason === undefined && scan.replaces !== undefined) return false
    const own = [scan.admissionId, scan.answer?.scanId]
    if (own.some((id) => id !== undefined && ids.has(id))) return false
    for (const id of own) if (id !== undefined) ids.add(id)
    return true
  })
  const keyOf = ({ answer, admissionId }: NewScan) => answer?.scanId ?? admissionId
  return first.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

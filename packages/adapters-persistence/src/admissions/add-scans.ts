import {
  type AdmissionRepository,
  type DecideScan,
  type NewScan,
  type ScanOutcome,
  type StoredResponse,
} from '@museum/application'
import type { Kysely } from 'kysely'
import {
  type AloneKind,
  type Decision,
  type RowsOf,
  type WriteKind,
  groupedOrAlone,
  lockQueue,
  notDone,
  bytesOfUuid,
  uuidOfBytes,
} from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { ticketOf, ticketStatements } from '../tickets/ticket-rows.ts'
import {
  type DecidedScan,
  type ScanRows,
  type StoredRow,
  storedResponseOf,
  scanStatements,
  selectResponses,
  ticketIdsOf,
} from './scan-statements.ts'

type Outcome = ScanOutcome | StoredResponse
/**
 * `notDone`: another transaction has locked the ticket, another scan of the group admits it, or the scanId is stored already or
 * occurs twice in the group.
 */
type Attempt = Outcome | typeof notDone
type ScanToAdd = Readonly<{
  scan: NewScan
  outcomeOf: DecideScan
}> & {
  /** The outcome of the first attempt to store the scan, which may have been committed although its response was lost. */
  first?: ScanOutcome
}

/** The time limit of a group, which leaves time to add its scans one by one. On MySQL it is enough for one lock wait. */
const groupMilliseconds = 2_000

/**
 * Adds scans. A scan is one transaction: it locks its ticket and reads it, and the ticket's state decides; then it stores the
 * scan, with the admission of the ticket if it admits. A cancellation and a revert write the same row.
 *
 * Scans that are added at the same time are stored in one transaction. A scan that could delay it or make it fail is left out,
 * and added alone.
 */
export const addScans = (database: MuseumDatabase): AdmissionRepository['add'] => {
  const { kysely, lockThenWrite, engine } = database
  const { reads, writes } = scanStatements(kysely, ticketStatements(kysely), engine)
  const { inQueue } = lockQueue(database)

  /** Decides each scan in the order of the scans. */
  const decide = (
    works: readonly ScanToAdd[],
    rows: RowsOf<ScanRows>,
    isGroup: boolean,
  ): Decision<readonly Attempt[]> => {
    const [locked, found, stored = []] = rows
    const lockedIds = new Set(locked.map(({ ticket_id }) => uuidOfBytes(ticket_id)))
    const tickets = new Map(found.map(ticketOf).map((ticket) => [ticket.ticketId, ticket]))
    const scanIds = new Set(stored.flatMap(({ scan_id }) => (scan_id === null ? [] : [uuidOfBytes(scan_id)])))
    /** The tickets that earlier scans of the group admit. */
    const admitted = new Set<string>()
    const decided: DecidedScan[] = []
    const outcomes = works.map((work): Attempt => {
      const { scan, outcomeOf } = work
      const known = scan.ticketId && tickets.get(scan.ticketId)
      const isLocked = known !== undefined && lockedIds.has(known.ticketId)
      if (isGroup) {
        if (known && (!isLocked || admitted.has(known.ticketId))) return notDone
        if (scan.scanId !== undefined && scanIds.has(scan.scanId)) return notDone
        if (scan.scanId !== undefined) scanIds.add(scan.scanId)
      }
      // A ticket that is not locked was sold after the lock, so no visitor can have its code yet.
      const ticket = isLocked ? known : undefined
      const others = scan.otherTicketIds?.filter((id) => lockedIds.has(id)).flatMap((id) => tickets.get(id) ?? []) ?? []
      const outcome = outcomeOf(ticket, others)
      if (outcome.isAdmitted && outcome.ticket) admitted.add(outcome.ticket.ticketId)
      const isRepeated = work.first !== undefined
      work.first ??= outcome
      const isOfOneTicket = outcome.isAdmitted && outcome.press === undefined
      const replaced = isOfOneTicket ? ticket?.admission?.admissionId : undefined
      decided.push({ scan, outcome, replaced, isRepeated })
      return outcome
    })
    return { outcome: outcomes, writes: decided.length === 0 ? [] : writes(decided) }
  }
  const addGroup = (works: readonly ScanToAdd[]): Promise<readonly Attempt[]> => {
    const scans = works.map(({ scan }) => scan)
    return lockThenWrite({ reads: reads(scans, true), decide: (rows) => decide(works, rows, true) }, 'never')
  }
  const addAlone = async (work: ScanToAdd, kind: WriteKind): Promise<Outcome> => {
    const [outcome] = await lockThenWrite<ScanRows, readonly Attempt[]>(
      {
        reads: reads([work.scan], false),
        decide: (rows) => decide([work], rows, false),
        explain: async (error, tables) => {
          const explained = await whyNotWritten(error, tables, work)
          return explained && [explained]
        },
      },
      kind,
    )
    return outcome as Outcome
  }
  /** Why a single scan could not be written: it is stored already, or another scan has its scanId. */
  const whyNotWritten = async (
    error: unknown,
    tables: Kysely<MuseumTables>,
    work: ScanToAdd,
  ): Promise<Outcome | undefined> => {
    if (engine.classifyError(error) !== 'duplicate') return undefined
    const { admissionId, scanId } = work.scan
    const stored = await selectResponses(tables).where('admission_id', '=', bytesOfUuid(admissionId)).executeTakeFirst()
    if (stored !== undefined) return storedOutcome(work, stored)
    const other =
      scanId && (await selectResponses(tables).where('scan_id', '=', bytesOfUuid(scanId)).executeTakeFirst())
    return other && storedResponseOf(other)
  }
  const addInQueue = (work: ScanToAdd, kind: AloneKind) => {
    // The first of its tickets in the order in which they are locked.
    const [first = work.scan.admissionId] = ticketIdsOf(work.scan).toSorted()
    return inQueue({ row: `ticket ${first}`, kind }, () => addAlone(work, kind))
  }
  const addScan = groupedOrAlone<ScanToAdd, Outcome>(database, {
    group: addGroup,
    doAlone: addInQueue,
    milliseconds: groupMilliseconds,
  })
  return (scan, outcomeOf) =>
    // A group is of scans of one ticket each: a press would keep it from being stored while one of many tickets is locked.
    scan.otherTicketIds === undefined ? addScan({ scan, outcomeOf }) : addInQueue({ scan, outcomeOf }, 'idempotent')
}

/**
 * The outcome with which an earlier attempt stored a scan: the row has it, but for that of the first attempt of a scan without a
 * scanId. The reason in the row does not tell: an admission that an earlier offline scan has replaced has the reason of a scan
 * that was refused.
 */
const storedOutcome = ({ first }: ScanToAdd, { outcome }: StoredRow): ScanOutcome =>
  outcome === null ? first! : (JSON.parse(outcome) as ScanOutcome)

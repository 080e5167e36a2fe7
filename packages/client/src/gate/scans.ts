import { randomUuid } from '../random-uuid.ts'
import { type TicketScanOutcome, membersOf } from './server.ts'

/** What a gate has decided on a code. `NEEDS NETWORK`: only the server can decide it. */
export type Verdict = 'ADMITTED' | 'REFUSED' | 'NEEDS NETWORK'

/** A code that was presented at this gate. */
export type GateScan = Readonly<{
  /** Identifies the scan. The server stores one scan for a `scanId`, however often it is sent. */
  scanId: string
  code: string
  gate: string
  /** The event of the gate, if it admits to one only. */
  eventId?: string | undefined
  /** Whether the ticket is admitted at any time of its date. */
  anyTime?: boolean
  /** An RFC 3339 date-time: by the clock of this device, less `clockAhead`. */
  scannedAt: string
  /** How far the clock was ahead of the server's, in milliseconds. */
  clockAhead?: number
  /** Whether the server had not told its time: `scannedAt` is then corrected before the scan is first sent. */
  isTimeUnsure?: boolean
  /** Whether an online request was sent: the server may have stored it, even if no response arrived. */
  isAsked: boolean
  /** What this gate has decided without the server. */
  verdict?: Verdict
  reason?: string | undefined
  /** The ticket that the gate has decided on without the server. */
  ticketId?: string | undefined
  /** The decision of the server. It replaces the decision of the gate. */
  answer?: TicketScanOutcome
  /** The status with which the server has rejected the scan. */
  rejection?: number
}>

/** Facts about a scan. All facts with the same `scanId` together are the scan; later ones replace earlier ones. */
export type ScanFacts = Partial<GateScan> & Readonly<{ scanId: string }>

/**
 * When and where a ticket was used, as far as this gate knows. `isHere`: whether its visitor entered through this gate.
 * `isDisputed`: whether the server does not count that admission. `isPending`: whether it may not have that admission yet.
 */
export type TicketUse = Readonly<{
  at: string
  gate: string | null
  isHere: boolean
  isDisputed?: boolean
  isPending?: boolean
}>

/** How long scans are kept: the server accepts them for 7 days. */
const keptMilliseconds = 7 * 24 * 60 * 60 * 1_000

const isAdmittedHere = ({ verdict }: GateScan) => verdict === 'ADMITTED'
/** Whether this gate has admitted, and the server has neither stored nor rejected the scan yet. */
const isPending = (scan: GateScan) => isAdmittedHere(scan) && scan.answer === undefined && scan.rejection === undefined
/** Whether the server may have admitted the ticket although no visitor has entered. */
const isUnanswered = (scan: GateScan) => scan.isAsked && !isAdmittedHere(scan) && scan.answer === undefined

/**
 * Whether a scan must be kept: the server has not stored it, or a repeated scan of its ticket may need it. `now` is the time of
 * the server in milliseconds.
 */
export const isKept = (scan: GateScan, now: number): boolean =>
  isPending(scan) || now - Date.parse(scan.scannedAt) < keptMilliseconds

/** The ticket of a scan, and when and where the scan says that it was used. */
const useIn = (scan: GateScan): [ticketId: string | undefined, TicketUse] | undefined => {
  const { scannedAt: at, gate, answer, rejection } = scan
  const isDisputed = rejection !== undefined || answer?.admitted === false
  if (isAdmittedHere(scan)) return [scan.ticketId, { at, gate, isHere: true, isDisputed, isPending: isPending(scan) }]
  if (answer?.admitted) return [answer.ticket.ticketId, { at, gate, isHere: true }]
  if (answer?.admitted === false && answer.first && answer.ticket)
    return [answer.ticket.ticketId, { at: answer.first.at, gate: answer.first.gate ?? null, isHere: false }]
  return undefined
}

/** A stored answer that is damaged or lacks its ticket is ignored: the scan is sent again. */
const withoutPartialAnswer = ({ answer, ...facts }: ScanFacts): ScanFacts => {
  const { admitted, first, ticket } = membersOf(answer)
  const isOfTicket = typeof membersOf(ticket)['ticketId'] === 'string'
  const isUse = first === undefined || !Number.isNaN(Date.parse(String(membersOf(first)['at'])))
  const needsTicket = admitted === true || first !== undefined
  const isWhole = typeof admitted === 'boolean' && isUse && (isOfTicket || !needsTicket)
  return answer === undefined || !isWhole ? facts : { ...facts, answer }
}

/**
 * The scans of this gate. `stored` are the facts of earlier runs, in the order in which they were stored; `store` resolves
 * when facts are durable, and gets the whole scan too.
 */
export const gateScans = (stored: readonly ScanFacts[], store: (facts: ScanFacts, scan: GateScan) => Promise<void>) => {
  const scans = new Map<string, GateScan>()
  const uses = new Map<string | undefined, TicketUse>()
  const merged = (facts: ScanFacts) => ({ ...scans.get(facts.scanId), ...facts }) as GateScan
  const merge = (facts: ScanFacts) => {
    const scan = merged(facts)
    scans.set(scan.scanId, scan)
    const [ticketId, use] = useIn(scan) ?? []
    if (use !== undefined && (use.isHere || !uses.get(ticketId)?.isHere)) uses.set(ticketId, use)
    return scan
  }
  for (const facts of stored) merge(withoutPartialAnswer(facts))

  /** Adds facts to a scan. Resolves when they are durable. */
  const record = async (facts: ScanFacts): Promise<GateScan> => {
    await store(facts, merged(facts))
    return merge(facts)
  }
  return {
    record,
    /** Adds a scan. Resolves when it is durable. */
    add: (scan: Omit<GateScan, 'scanId'>): Promise<GateScan> => record({ scanId: randomUuid(), ...scan }),
    /** All scans, in the order in which they were added. */
    all: (): readonly GateScan[] => [...scans.values()],
    /** The admissions that the server has not stored yet, in the order of the scans. */
    pending: (): readonly GateScan[] => [...scans.values()].filter(isPending),
    /** The scans that the server may have admitted although no visitor has entered. */
    unanswered: (): readonly GateScan[] => [...scans.values()].filter(isUnanswered),
    useOf: (ticketId: string | undefined): TicketUse | undefined => uses.get(ticketId),
  }
}
/** The scans of a gate. */
export type GateScans = ReturnType<typeof gateScans>

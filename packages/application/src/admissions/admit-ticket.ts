import {
  type AdmissionContext,
  AdmissionId,
  type Refusal,
  Scan,
  admissionRefusal,
  isRefusal,
  refuse,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import type { AdmissionCodes } from '../ticket-keys/admission-codes.ts'
import { Unavailable } from '../unavailable.ts'
import type { KeptAnswer, ScanDecision } from './admission-repository.ts'
import { type FindTicket, findScannedTicket } from './find-scanned-ticket.ts'
import { type ScanOutcome, toScannedTicket } from './scan-outcome.ts'

/** The scanId belongs to another scan. */
export type ScanIdReused = Refusal<'scan-id-reused'>

/**
 * Decides a scan, and stores it. Of any number of scans of a ticket one admits. The same scan sent again under its scanId
 * has the same answer. `validation-failed` for an offline scan without a possible moment.
 */
export type AdmitTicket = (
  scan: Scan,
  actor: Actor,
) => Promise<ScanOutcome | ScanIdReused | Refusal<'validation-failed'>>

type Ports = Pick<MuseumPorts, 'admissions' | 'tickets' | 'now' | 'today' | 'dateOf' | 'newId'>

/**
 * How often a scan is decided: again after each change of its ticket at the same time. Each change is one of another scan, a
 * cancellation or a revert, so a lower number would reject scans of a ticket only because there are many. The deadline of a
 * request is earlier.
 */
const maxDecisions = 1_000

export const admitTicket = (codes: AdmissionCodes, ports: Ports): AdmitTicket => {
  const { admissions, now, today, dateOf, newId } = ports
  const findTicketOf = findScannedTicket(codes, ports)
  return async (scan, { username }) => {
    const receivedAt = now()
    const fault = Scan.faultOf(scan, receivedAt)
    if (fault !== undefined) {
      // A scan that was stored in time has its answer also later.
      const kept = scan.scanId && (await admissions.findAnswer(scan.scanId))
      if (kept === undefined) return refuse('validation-failed', `${fault.member} ${fault.detail}.`, [fault])
      return answerAgain(kept, scan)
    }
    const at = Scan.at(scan, receivedAt)
    const admissionId = AdmissionId(newId())
    const { gate, scanId, isOffline = false } = scan
    const date = isOffline ? dateOf(at) : today()
    const findTicket = await findTicketOf(scan.code)
    for (let decisions = 1; ; decisions += 1) {
      const { outcome, decision } = await decide(findTicket, { ...scan, at, date, admissionId })
      const stored = await admissions.add({
        admissionId,
        at,
        date,
        ...(gate !== undefined && { gate }),
        scannedBy: username,
        isOffline,
        ...decision,
        ...(scanId !== undefined && { answer: { scanId, request: requestOf(scan), outcome } }),
      })
      if (!isRefusal(stored)) return outcome
      if (stored.refusal === 'scan-id-taken') return answerAgain((await admissions.findAnswer(scanId!))!, scan)
      if (decisions === maxDecisions) throw new Unavailable('The ticket changes too often')
    }
  }
}

const decide = async (
  findTicket: FindTicket | Refusal<'bad-signature'>,
  scan: AdmissionContext & Readonly<{ admissionId: AdmissionId }>,
): Promise<Readonly<{ outcome: ScanOutcome; decision: ScanDecision }>> => {
  const found = isRefusal(findTicket) ? findTicket : await findTicket()
  if (isRefusal(found)) {
    const { refusal: reason, because: detail } = found
    return { outcome: { isAdmitted: false, reason, detail }, decision: { reason } }
  }
  const ticket = toScannedTicket(found)
  const { ticketId } = ticket
  const { admissionId } = scan
  const refused = admissionRefusal(found, scan)
  if (refused === undefined)
    return {
      outcome: { isAdmitted: true, admissionId, ticket },
      decision: { ticketId, replaces: found.admission?.admissionId },
    }
  const { refusal: reason, because: detail } = refused
  const { at, gate = null } = found.admission ?? {}
  const first = reason === 'already-admitted' && at !== undefined ? { first: { at, gate } } : {}
  return { outcome: { isAdmitted: false, reason, detail, ticket, ...first }, decision: { reason, ticketId } }
}

/** The members of a scan that must be the same when it is sent again. */
const requestOf = ({ code, gate, eventId, scannedAt, isOffline = false }: Scan): string =>
  JSON.stringify([code, gate ?? null, eventId ?? null, scannedAt ?? null, isOffline])

const answerAgain = ({ scanId, request, outcome }: KeptAnswer, scan: Scan): ScanOutcome | ScanIdReused =>
  request === requestOf(scan)
    ? outcome
    : refuse('scan-id-reused', `The scanId ${scanId} belongs to another scan: use a new one for each scan.`)

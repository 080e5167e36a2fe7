import { randomUUID } from 'node:crypto'
import { openJsonLines, replaceFile } from './durable-files.mjs'

/**
 * A code that was presented at this gate.
 * @typedef {object} Scan
 * @property {string} scanId identifies the scan. The server stores one scan for a scanId, however often it is sent
 * @property {string} code
 * @property {string} gate
 * @property {string | undefined} eventId
 * @property {string} scannedAt
 * @property {boolean} isAsked whether an online request was sent: the server may have stored it, even if no response
 * arrived
 * @property {string} [verdict] what this gate has decided without the server
 * @property {string | undefined} [reason]
 * @property {string | undefined} [ticketId] the ticket that it has decided on
 * @property {any} [answer] the decision of the server
 * @property {number} [rejection] the status with which the server has rejected the scan
 */

/**
 * The facts about a scan in one line of the file. All lines with the same scanId together are the scan.
 * @typedef {Partial<Scan> & { scanId: string }} Facts
 */

/** How long scans are kept: the server accepts them for 7 days. */
const keptMilliseconds = 7 * 24 * 60 * 60 * 1_000

const isAdmittedHere = (/** @type {Scan} */ { verdict }) => verdict === 'ADMITTED'
/** Whether the server has not stored an admission of this gate yet. */
const isPending = (/** @type {Scan} */ scan) =>
  isAdmittedHere(scan) && scan.answer === undefined && scan.rejection === undefined
/** Whether the server may have admitted the ticket although no visitor has entered. */
const isUnanswered = (/** @type {Scan} */ scan) => scan.isAsked && !isAdmittedHere(scan) && scan.answer === undefined

/**
 * When and where a ticket was used, as far as this gate knows. `isHere`: whether its visitor entered through this gate.
 * `isDisputed`: whether the server does not count that admission.
 * @typedef {{ at: string, gate: string | null, isHere: boolean, isDisputed?: boolean }} Use
 */

/** When and where a scan says that its ticket was used. */
const useIn = (/** @type {Scan} */ scan) => {
  const { scannedAt: at, gate, answer, rejection } = scan
  const isDisputed = rejection !== undefined || answer?.admitted === false
  if (isAdmittedHere(scan)) return { ticketId: scan.ticketId, at, gate, isHere: true, isDisputed }
  if (answer?.admitted) return { ticketId: answer.ticket.ticketId, at, gate, isHere: true }
  if (answer?.first) return { ticketId: answer.ticket.ticketId, ...answer.first, isHere: false }
  return undefined
}

/** Opens the scans of this gate: an append-only file, each line durable before the gate acts on it. */
export const openScans = async (/** @type {string} */ path) => {
  /** @type {Map<string, Scan>} */
  const scans = new Map()
  /** @type {Map<string | undefined, Use>} */
  const uses = new Map()
  const merge = (/** @type {Facts} */ facts) => {
    const scan = /** @type {Scan} */ ({ ...scans.get(facts.scanId), ...facts })
    scans.set(scan.scanId, scan)
    const use = useIn(scan)
    if (use !== undefined && (use.isHere || !uses.get(use.ticketId)?.isHere)) uses.set(use.ticketId, use)
    return scan
  }

  let file = await openJsonLines(path)
  for (const { answer, ...facts } of file.records) {
    // An earlier version of this program stored such a response, and then crashed. The server will send its response
    // again.
    const lacksTicket = (answer?.admitted || answer?.first) && answer.ticket === undefined
    merge(answer === undefined || lacksTicket ? facts : { ...facts, answer })
  }
  const isKept = (/** @type {Scan} */ scan) =>
    isPending(scan) || Date.now() - Date.parse(scan.scannedAt) < keptMilliseconds
  const kept = [...scans.values()].filter(isKept)
  if (kept.length < scans.size) {
    await file.close()
    await replaceFile(path, kept.map((scan) => `${JSON.stringify(scan)}\n`).join(''))
    file = await openJsonLines(path)
  }

  const record = async (/** @type {Facts} */ facts) => {
    await file.append(facts)
    return merge(facts)
  }
  return {
    /** Adds facts to a scan. Resolves when they are durable. */
    record,
    /** Adds a scan. Resolves when it is durable. */
    add: (/** @type {Omit<Scan, 'scanId'>} */ scan) => record({ scanId: randomUUID(), ...scan }),
    /** The admissions that the server has not stored yet, in the order of the scans. */
    pending: () => [...scans.values()].filter(isPending),
    /** The scans that the server may have admitted although no visitor has entered. */
    unanswered: () => [...scans.values()].filter(isUnanswered),
    useOf: (/** @type {string | undefined} */ ticketId) => uses.get(ticketId),
  }
}
/** @typedef {Awaited<ReturnType<typeof openScans>>} Scans */

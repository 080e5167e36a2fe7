import type { ScanOutcome, SoldTicket } from '../generated/openapi.ts'
import type { GateMuseumData } from './museum-data.ts'
import type { GateScan, GateScans } from './scans.ts'
import { type GateServer, type ServerResponse, decisionOf, membersOf, problemOf } from './server.ts'

/** How long to wait before the next attempt, in milliseconds. */
const pauses = { online: 30_000, offline: 2_000 }
/** How long a visitor waits for the server, in milliseconds. Then the gate decides. */
const askTimeout = 2_000
const sendTimeout = 10_000
/** A ticketId that no ticket has. */
const noTicketId = '00000000-0000-0000-0000-000000000000'

/** The body of a scan that the server decides. */
const onlineBody = ({ scanId, code, gate, eventId }: GateScan) => ({
  scanId,
  code,
  gate,
  ...(eventId !== undefined && { eventId }),
})
/** The body of a scan that this gate has decided. */
const offlineBody = (scan: GateScan) => ({ ...onlineBody(scan), scannedAt: scan.scannedAt, offline: true })

/**
 * Whether the response has problem details of the museum. Something between the gate and the server may have responded
 * instead.
 */
const isProblem = ({ status, body }: ServerResponse) =>
  membersOf(body)['status'] === status && String(membersOf(body)['type']).startsWith('/problems/')
const isScanIdReused = (response: ServerResponse) =>
  isProblem(response) && membersOf(response.body)['type'] === '/problems/scan-id-reused'
/** Whether the clock of this machine is ahead. Then the server will accept the scan later. */
const isAhead = ({ body }: ServerResponse) => {
  const { errors } = membersOf(body)
  return Array.isArray(errors) && errors.every((error) => membersOf(error)['code'] === 'scanned-in-the-future')
}
/** What could not be stored is sent or loaded again: the server stores a scan once. */
const notStored = (error: unknown) => `not stored: ${String(error)}`
const isNeverAccepted = (response: ServerResponse) =>
  [400, 413, 422].includes(response.status) && isProblem(response) && !isAhead(response)

/** What a gate that synchronises tells. `problem` and `reason` are in words. */
export type GateEvent =
  | Readonly<{ type: 'online' | 'offline'; reason: string }>
  /** The server has stored an admission of this gate. */
  | Readonly<{ type: 'sent'; scan: GateScan; answer: ScanOutcome }>
  /** The server never accepts an admission of this gate, and the gate keeps it. */
  | Readonly<{ type: 'rejected'; scan: GateScan; problem: string }>
  /** The server may accept an admission of this gate later. Told once for each scan. */
  | Readonly<{ type: 'waiting'; scan: GateScan; problem: string }>
  /** Keys and revocations could not be loaded. */
  | Readonly<{ type: 'not loaded'; problem: string }>

/** What is synchronised with what. */
export type SynchroniseParts = Readonly<{
  server: GateServer
  scans: GateScans
  museumData: GateMuseumData
  /** Keeps an admission that the server never accepts. Resolves when it is durable. */
  keepRejected: (record: GateScan & Readonly<{ status: number; problem: unknown }>) => Promise<void>
  tell: (event: GateEvent) => void
}>

/**
 * Sends the admissions of this gate in the order of their scans, and loads keys and revocations, again and again. Resolves
 * after the first attempt, or after two seconds.
 */
export const synchronise = async ({ server, scans, museumData, keepRejected, tell }: SynchroniseParts) => {
  /** The waiting scans that were told already. */
  const waiting = new Set<string>()
  /**
   * Sends an admission, which is pending until the response is stored. Returns a sentence when the server cannot be
   * used.
   */
  const send = async (scan: GateScan): Promise<string | undefined> => {
    const { scanId } = scan
    let response = await server.admit(offlineBody(scan), sendTimeout)
    // The server has stored the online request, and its response was lost: ask for that response.
    if (isScanIdReused(response) && scan.isAsked) response = await server.admit(onlineBody(scan), sendTimeout)
    const answer = decisionOf(response)
    if (answer !== undefined) {
      tell({ type: 'sent', scan: await scans.record({ scanId, answer }), answer })
    } else if (isNeverAccepted(response)) {
      await keepRejected({ ...scan, status: response.status, problem: response.body })
      await scans.record({ scanId, rejection: response.status })
      tell({ type: 'rejected', scan, problem: problemOf(response) })
    } else if ((response.status === 500 && isProblem(response)) || isAhead(response)) {
      if (!waiting.has(scanId)) tell({ type: 'waiting', scan, problem: problemOf(response) })
      waiting.add(scanId)
    } else return problemOf(response)
    return undefined
  }
  /** Sends the pending admissions, and finds out whether the server can decide. Returns a sentence when it cannot. */
  const sendPending = async (): Promise<string | undefined> => {
    for (const scan of scans.pending()) {
      const failure = await send(scan)
      if (failure !== undefined) return failure
    }
    const response = await server.get(`/admissions?ticketId=${noTicketId}&limit=1`)
    return response.status === 200 && Array.isArray(response.body) ? undefined : problemOf(response)
  }

  let isOnline = false
  let told: boolean | undefined
  const tellChange = (reason = '') => {
    if (isOnline !== told) tell({ type: isOnline ? 'online' : 'offline', reason })
    told = isOnline
  }
  const switchToOffline = (reason: string) => {
    isOnline = false
    tellChange(reason)
  }
  const synchroniseOnce = async () => {
    const failure = await sendPending().catch(notStored)
    if (failure !== undefined) return switchToOffline(failure)
    isOnline = true
    // The first event follows the first load.
    if (told !== undefined) tellChange()
    // The server may decide online scans although these requests fail.
    const problem = await museumData.load(server).catch(notStored)
    tellChange()
    if (problem !== undefined) tell({ type: 'not loaded', problem })
    return undefined
  }

  let isStopped = false
  const isRunning = () => !isStopped
  let wake = () => {}
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const first = synchroniseOnce()
  const repeat = async () => {
    await first
    while (isRunning()) {
      await pause(isOnline && scans.pending().length === 0 ? pauses.online : pauses.offline)
      if (isRunning()) await synchroniseOnce()
    }
  }
  const repeated = repeat()

  await Promise.race([first, pause(askTimeout)])
  if (told === undefined) tellChange(isOnline ? '' : 'no answer yet')
  return {
    /** Whether the server can decide: it responds, and has all admissions of this gate. */
    canAsk: (): boolean => isOnline && scans.pending().length === 0,
    /**
     * Asks the server for its decision. Without a decision, the gate decides by itself until the server responds again.
     */
    ask: async (scan: GateScan): Promise<ScanOutcome | undefined> => {
      const response = await server.admit(onlineBody(scan), askTimeout)
      const answer = decisionOf(response)
      if (answer === undefined) {
        switchToOffline(problemOf(response))
        wake()
      }
      return answer
    },
    /** The ticket in its current state, or `undefined` without a response, like `ask`. */
    getTicket: async (ticketId: string): Promise<SoldTicket | undefined> => {
      const response = await server.get(`/tickets/${ticketId}`, askTimeout)
      if (response.status === 200 && membersOf(response.body)['ticketId'] === ticketId)
        return response.body as SoldTicket
      switchToOffline(problemOf(response))
      wake()
      return undefined
    },
    /** Sends now, if the server responds. */
    sendNow: (): void => {
      if (isOnline) wake()
    },
    /** Ends the pause before the next attempt, for example when the network is back. */
    retryNow: (): void => wake(),
    /** Sends the admissions that are left, once, and stops. */
    stop: async (): Promise<void> => {
      isStopped = true
      wake()
      await repeated
      if (scans.pending().length > 0) await synchroniseOnce()
    },
  }
}
/** The connection of a gate to the server. */
export type GateLink = Awaited<ReturnType<typeof synchronise>>

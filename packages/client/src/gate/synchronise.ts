import type { SoldTicket } from '../generated/schemas.ts'
import type { GateMuseumData } from './museum-data.ts'
import type { GatePress, GatePresses } from './presses.ts'
import type { GateScan, GateScans } from './scans.ts'
import {
  type GateServer,
  type ServerResponse,
  type TicketScanOutcome,
  decisionOf,
  isProblem,
  membersOf,
  pressOutcomeOf,
  problemOf,
} from './server.ts'

/** How long to wait before the next attempt, in milliseconds. */
const pauses = { online: 30_000, waiting: 10_000, offline: 2_000 }
/** How long a visitor waits for the server, in milliseconds. Then the gate decides. */
const askTimeout = 2_000
const sendTimeout = 10_000
/** How long a group waits for the server, in milliseconds. A gate cannot decide a press itself. */
const pressTimeout = 5_000
/** How much the difference of the clock changes before it is told again, in milliseconds. */
const clockChange = 5_000
/** The reasons for which the server refuses a ticket that it admits at another time. */
const reasonsOfTime: ReadonlySet<string> = new Set(['wrong-date', 'too-early', 'too-late'])
/** A ticketId that no ticket has. */
const noTicketId = '00000000-0000-0000-0000-000000000000'

/** The body of a scan that the server decides. */
const onlineBody = ({ scanId, code, gate, eventId, anyTime }: GateScan | GatePress) => ({
  scanId,
  code,
  gate,
  ...(eventId !== undefined && { eventId }),
  ...(anyTime === true && { anyTime }),
})
/** The body of a scan that this gate has decided. */
const offlineBody = (scan: GateScan) => ({ ...onlineBody(scan), scannedAt: scan.scannedAt, offline: true })

const pressBody = (press: GatePress) => ({
  ...onlineBody(press),
  wholeOrder: true,
  ...(press.tickets !== undefined && { tickets: press.tickets }),
})

const isScanIdReused = (response: ServerResponse) =>
  isProblem(response) && membersOf(response.body)['type'] === '/problems/scan-id-reused'
/** What is wrong with the time of a scan, if the server does not accept it for that. */
const timeFaultOf = (response: ServerResponse) => {
  const { errors } = membersOf(response.body)
  const code = isProblem(response) && Array.isArray(errors) ? membersOf(errors[0])['code'] : undefined
  return code === 'scanned-in-the-future' || code === 'scanned-too-long-ago' ? code : undefined
}
const isNeverAccepted = (response: ServerResponse) =>
  [400, 413, 422].includes(response.status) && isProblem(response) && timeFaultOf(response) !== 'scanned-in-the-future'
/** What could not be stored is sent or loaded again: the server stores a scan once. */
const notStored = (error: unknown) => `not stored: ${String(error)}`

const obstacleOfStore = (error: unknown): Obstacle => ({ cause: 'not stored', problem: notStored(error) })

/** Why an admission or a press of this gate waits although the server responds. `problem` is in words. */
export type Obstacle = Readonly<{
  /** The server finds its time in the future, or could not store it, or did not respond to it; or the response could not be stored here. */
  cause: 'future' | 'server' | 'no response' | 'not stored'
  problem: string
}>
const causeOf = (response: ServerResponse) => {
  if (timeFaultOf(response) !== undefined) return 'future'
  return isProblem(response) ? 'server' : 'no response'
}

/** What a gate that synchronises tells. `problem` and `reason` are in words. */
export type GateEvent =
  | Readonly<{ type: 'online' | 'offline'; reason: string }>
  /** The server has stored an admission of this gate. */
  | Readonly<{ type: 'sent'; scan: GateScan; answer: TicketScanOutcome }>
  /** The server never accepts an admission of this gate, and the gate keeps it. */
  | Readonly<{ type: 'rejected'; scan: GateScan; problem: string }>
  /** The server may accept an admission of this gate later. Told once for each scan and problem. */
  | (Readonly<{ type: 'waiting'; scan: GateScan }> & Obstacle)
  /** A press is answered or rejected; or it waits for `cause`, told as for admissions. `problem` is empty when it is answered. */
  | Readonly<{ type: 'press'; press: GatePress; cause?: Obstacle['cause']; problem: string }>
  /** The clock of this device is so many milliseconds ahead of the server's; less than 0: behind. Told when it changes. */
  | Readonly<{ type: 'clock'; ahead: number }>
  /** Keys and revocations could not be loaded. */
  | Readonly<{ type: 'not loaded'; problem: string }>

/** What is synchronised with what. */
export type SynchroniseParts = Readonly<{
  server: GateServer
  scans: GateScans
  /** The presses of a gate that admits whole orders. */
  presses?: GatePresses
  museumData: GateMuseumData
  /** Keeps an admission that the server never accepts. Resolves when it is durable. */
  keepRejected: (record: GateScan & Readonly<{ status: number; problem: unknown }>) => Promise<void>
  tell: (event: GateEvent) => void
}>

/**
 * Loads keys and revocations, and sends the admissions of this gate in the order of their scans, and then its unanswered presses,
 * again and again. Resolves after the first load, or after two seconds.
 */
export const synchronise = async ({ server, scans, presses, museumData, keepRejected, tell }: SynchroniseParts) => {
  const { clock } = museumData
  let toldAhead = 0
  /** Learns the time of the server from its response. Something else that responds may have another time. */
  const timed = async (send: () => Promise<ServerResponse>, isOfServer: (response: ServerResponse) => boolean) => {
    const sent = clock.read()
    const response = await send()
    if (response.date !== undefined && (isProblem(response) || isOfServer(response))) clock.learn(sent, response.date)
    if (Math.abs(clock.ahead() - toldAhead) > clockChange) tell({ type: 'clock', ahead: (toldAhead = clock.ahead()) })
    return response
  }
  const admit = (scan: object, milliseconds: number) =>
    timed(
      () => server.admit(scan, milliseconds),
      (response) => pressOutcomeOf(response) !== undefined,
    )
  /** Finds out whether the server can decide. Returns a sentence when it cannot. */
  const probe = async (): Promise<string | undefined> => {
    const isList = ({ status, body }: ServerResponse) => status === 200 && Array.isArray(body)
    const response = await timed(() => server.get(`/admissions?ticketId=${noTicketId}&limit=1`), isList)
    return isList(response) ? undefined : problemOf(response)
  }

  /**
   * Corrects the time of a scan by what is known now of the clock. Only before the scan is sent, or when the server has not
   * accepted its time: with another time under the same scanId it would be another scan.
   */
  const correctTime = (scan: GateScan): Promise<GateScan> => {
    const clockAhead = clock.ahead()
    // Whatever the clock said: the scan was made before now.
    const at = Math.min(Date.parse(scan.scannedAt) + (scan.clockAhead ?? 0) - clockAhead, clock.now())
    const time = clock.isMeasured() ? { scannedAt: new Date(at).toISOString(), clockAhead } : {}
    return scans.record({ scanId: scan.scanId, isTimeUnsure: false, ...time })
  }
  /** Sends an admission, which is pending until the response is stored. Resolves with why it still is, if it is. */
  const send = async (pending: GateScan): Promise<Obstacle | undefined> => {
    const { scanId } = pending
    let scan = pending.isTimeUnsure === true ? await correctTime(pending) : pending
    let response = await admit(offlineBody(scan), sendTimeout)
    if (timeFaultOf(response) !== undefined) {
      const { scannedAt } = scan
      scan = await correctTime(scan)
      if (scan.scannedAt !== scannedAt) response = await admit(offlineBody(scan), sendTimeout)
    }
    // The server has stored the online request, and its response was lost: ask for that response.
    const isStoredAsAsked = isScanIdReused(response) && scan.isAsked
    if (isStoredAsAsked) response = await admit(onlineBody(scan), sendTimeout)
    const [answer, problem] = [decisionOf(response), problemOf(response)]
    if (isStoredAsAsked && answer?.admitted === false && reasonsOfTime.has(answer.reason)) {
      // The server has refused the ticket, and this gate has admitted it at a later time: that is another scan.
      const { scanId: _, ...admission } = scan
      const made = await scans.add({ ...admission, isAsked: false })
      await scans.record({ scanId, answer, verdict: 'REFUSED', reason: answer.reason })
      return send(made)
    }
    if (answer !== undefined) tell({ type: 'sent', scan: await scans.record({ scanId, answer }), answer })
    else if (isNeverAccepted(response)) {
      await keepRejected({ ...scan, status: response.status, problem: response.body })
      tell({ type: 'rejected', scan: await scans.record({ scanId, rejection: response.status }), problem })
    } else return { cause: causeOf(response), problem }
    return undefined
  }
  const unansweredPresses = () => presses?.unanswered(museumData.today()) ?? []
  const unsent = () => [...scans.pending(), ...unansweredPresses()]
  /** Sends a press, always with the same body. Resolves with why it is unanswered, if it is. */
  const sendPress = async (press: GatePress): Promise<Obstacle | undefined> => {
    const response = await admit(pressBody(press), pressTimeout)
    const answer = pressOutcomeOf(response)
    const problem = answer === undefined ? problemOf(response) : ''
    if (answer === undefined && !isNeverAccepted(response)) return { cause: causeOf(response), problem }
    const outcome = answer === undefined ? { rejection: response.status } : { answer }
    tell({ type: 'press', press: await presses!.record({ ...press, ...outcome }), problem })
    return undefined
  }
  let isOnline = false
  let told: boolean | undefined
  const tellChange = (reason = '') => {
    if (isOnline !== told) tell({ type: isOnline ? 'online' : 'offline', reason })
    told = isOnline
  }
  let wake = () => {}
  let failures = 0
  /** Until the server responds to the next attempt. */
  const switchToOffline = (reason: string) => {
    failures += 1
    isOnline = false
    tellChange(reason)
    wake()
  }
  /** Why pending admissions and presses wait although the server responds, as it was told. */
  const waiting = new Map<string, Obstacle>()
  /** Sends one that is pending. Resolves with whether the server responds. */
  const attempt = async (
    scanId: string,
    sendIt: () => Promise<Obstacle | undefined>,
    toEvent: (obstacle: Obstacle) => GateEvent,
  ): Promise<boolean> => {
    const obstacle = await sendIt().catch(obstacleOfStore)
    if (obstacle === undefined) return true
    const failure = await probe()
    if (failure !== undefined) {
      switchToOffline(failure)
      return false
    }
    if (waiting.get(scanId)?.problem !== obstacle.problem) tell(toEvent(obstacle))
    waiting.set(scanId, obstacle)
    return true
  }
  /**
   * Sends the pending admissions, and then the presses: an offline scan of a ticket counts before a press of its order. One that
   * cannot be sent does not hold up the others.
   */
  const sendPending = async () => {
    for (const scan of scans.pending()) {
      const toEvent = (obstacle: Obstacle): GateEvent => ({ type: 'waiting', scan, ...obstacle })
      if (!(await attempt(scan.scanId, () => send(scan), toEvent))) return
    }
    for (const press of unansweredPresses()) {
      const toEvent = (obstacle: Obstacle): GateEvent => ({ type: 'press', press, ...obstacle })
      if (!(await attempt(press.scanId, () => sendPress(press), toEvent))) return
    }
  }
  let sending: Promise<void> | undefined
  const synchroniseOnce = async () => {
    const failuresBefore = failures
    const failure = await probe()
    if (failure !== undefined) return switchToOffline(failure)
    // A request that was sent later has failed: the response may be from before the network was gone.
    if (failures > failuresBefore) return undefined
    isOnline = true
    // The first event follows the first load.
    if (told !== undefined) tellChange()
    // The server may decide online scans although these requests fail.
    const problem = await museumData.load(server).catch(notStored)
    tellChange()
    if (problem !== undefined) tell({ type: 'not loaded', problem })
    // Not awaited: a scan without a response holds up neither online scans nor revocations.
    sending ??= sendPending().finally(() => (sending = undefined))
    return undefined
  }

  let isStopped = false
  const isRunning = () => !isStopped
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const nextPause = () => {
    const pending = unsent()
    if (!isOnline || pending.some(({ scanId }) => !waiting.has(scanId))) return pauses.offline
    return pending.length === 0 ? pauses.online : pauses.waiting
  }
  const first = synchroniseOnce()
  const repeat = async () => {
    await first
    while (isRunning()) {
      await pause(nextPause())
      if (isRunning()) await synchroniseOnce()
    }
  }
  const repeated = repeat()

  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([first, new Promise((resolve) => (timer = setTimeout(resolve, askTimeout)))])
  clearTimeout(timer)
  if (told === undefined) tellChange(isOnline ? '' : 'no answer yet')
  return {
    /**
     * Whether the server can decide: it responds. Do not ask it about the ticket of a pending admission, which it would admit
     * again.
     */
    canAsk: (): boolean => isOnline,
    /**
     * Asks the server for its decision. Without a decision, the gate decides by itself until the server responds again.
     */
    ask: async (scan: GateScan): Promise<TicketScanOutcome | undefined> => {
      const response = await admit({ ...onlineBody(scan), order: true }, askTimeout)
      const answer = decisionOf(response)
      if (answer === undefined) switchToOffline(problemOf(response))
      return answer
    },
    /**
     * Admits tickets of an order: all, or at most `tickets`, for example as many as were offered. Resolves with the press, which has the answer, the rejection, or
     * neither: then it is not known whom it has admitted, and it is sent again until that is known. Resolves with `undefined`
     * when the server does not respond already: nothing is sent later then.
     */
    press: async (
      press: Pick<GatePress, 'code' | 'gate' | 'eventId' | 'anyTime' | 'tickets'>,
    ): Promise<GatePress | undefined> => {
      if (!isOnline || presses === undefined) return undefined
      const time = { pressedAt: museumData.time(), date: museumData.today() }
      const made = await presses.add({ ...press, ...time })
      const obstacle = await sendPress(made).catch(obstacleOfStore)
      if (obstacle !== undefined) switchToOffline(obstacle.problem)
      return presses.find(made.scanId)
    },
    /** The ticket in its current state, or `undefined` when the server does not return it. Without a response it is like `ask`. */
    getTicket: async (ticketId: string): Promise<SoldTicket | undefined> => {
      const response = await server.get(`/tickets/${ticketId}`, askTimeout)
      if (response.status === 200 && membersOf(response.body)['ticketId'] === ticketId)
        return response.body as SoldTicket
      // The server has a fault with this ticket only.
      if (isProblem(response) && [404, 500].includes(response.status)) return undefined
      switchToOffline(problemOf(response))
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
      await sending
      if (unsent().length > 0) await synchroniseOnce()
      await sending
    },
  }
}
/** The connection of a gate to the server. */
export type GateLink = Awaited<ReturnType<typeof synchronise>>

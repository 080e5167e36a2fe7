import { isDecision, problemOf } from './server.mjs'

/** How long to wait before the next attempt, in milliseconds. */
const pauses = { online: 30_000, offline: 2_000 }
/** How long a visitor waits for the server, in milliseconds. Then the gate decides. */
const askTimeout = 2_000
const sendTimeout = 10_000
/** A ticketId that no ticket has. */
const noTicketId = '00000000-0000-0000-0000-000000000000'

/** The body of a scan that the server decides. */
const onlineBody = (/** @type {import('./scans.mjs').Scan} */ { scanId, code, gate, eventId }) => ({
  scanId,
  code,
  gate,
  ...(eventId !== undefined && { eventId }),
})
/** The body of a scan that this gate has decided. */
const offlineBody = (/** @type {import('./scans.mjs').Scan} */ scan) => ({
  ...onlineBody(scan),
  scannedAt: scan.scannedAt,
  offline: true,
})

/**
 * Whether the response has problem details of the museum. Something between the gate and the server may have responded
 * instead.
 */
const isProblem = (/** @type {import('./server.mjs').Response} */ { status, body }) =>
  body?.status === status && String(body?.type).startsWith('/problems/')
const isScanIdReused = (/** @type {import('./server.mjs').Response} */ response) =>
  isProblem(response) && response.body.type === '/problems/scan-id-reused'
/** Whether the clock of this machine is ahead. Then the server will accept the scan later. */
const isAhead = (/** @type {import('./server.mjs').Response} */ { body }) =>
  body?.errors?.every?.((/** @type {any} */ error) => error?.code === 'scanned-in-the-future') === true
const isNeverAccepted = (/** @type {import('./server.mjs').Response} */ response) =>
  [400, 413, 422].includes(response.status) && isProblem(response) && !isAhead(response)

/**
 * Sends the admissions of this gate, and loads keys and revocations, again and again.
 * @param {object} parts
 * @param {import('./server.mjs').Server} parts.server
 * @param {import('./scans.mjs').Scans} parts.scans
 * @param {import('./museum-data.mjs').OpenMuseumData} parts.museumData
 * @param {{ append: (record: object) => Promise<void> }} parts.rejected keeps the scans that the server never accepts
 * @param {(line: string) => void} parts.report
 */
export const synchronise = async ({ server, scans, museumData, rejected, report }) => {
  /** The waiting scans that were reported already. */
  const waiting = new Set()
  /**
   * Sends an admission, which is pending until the response is stored. Returns a sentence when the server cannot be
   * used.
   */
  const send = async (/** @type {import('./scans.mjs').Scan} */ scan) => {
    const { scanId } = scan
    const what = `ticket ${scan.ticketId}, admitted here at ${scan.scannedAt}`
    let response = await server.admit(offlineBody(scan), sendTimeout)
    // The server has stored the online request, and its response was lost: ask for that response.
    if (isScanIdReused(response) && scan.isAsked) response = await server.admit(onlineBody(scan), sendTimeout)
    if (isDecision(response)) {
      const { body: answer } = response
      await scans.record({ scanId, answer })
      report(answer.admitted ? `sent: ${what}` : `CHECK ${what}: the server answers ${answer.reason}: ${answer.detail}`)
    } else if (isNeverAccepted(response)) {
      await rejected.append({ ...scan, status: response.status, problem: response.body })
      await scans.record({ scanId, rejection: response.status })
      report(`CHECK ${what}: never accepted, kept in rejected.jsonl: ${problemOf(response)}`)
    } else if ((response.status === 500 && isProblem(response)) || isAhead(response)) {
      if (!waiting.has(scanId)) report(`not accepted yet: ${what}: ${problemOf(response)}`)
      waiting.add(scanId)
    } else return problemOf(response)
    return undefined
  }
  /** Sends the pending admissions, and finds out whether the server can decide. Returns a sentence when it cannot. */
  const sendPending = async () => {
    for (const scan of scans.pending()) {
      const failure = await send(scan)
      if (failure !== undefined) return failure
    }
    const response = await server.get(`/admissions?ticketId=${noTicketId}&limit=1`)
    return response.status === 200 && Array.isArray(response.body) ? undefined : problemOf(response)
  }

  let isOnline = false
  /** @type {boolean | undefined} */
  let reported
  const reportChange = (/** @type {string} */ reason = '') => {
    if (isOnline !== reported)
      report(`${isOnline ? 'online' : 'offline'}, with ${museumData.describe()}${reason && `: ${reason}`}`)
    reported = isOnline
  }
  const switchToOffline = (/** @type {string} */ reason) => {
    isOnline = false
    reportChange(reason)
  }
  const synchroniseOnce = async () => {
    const failure = await sendPending()
    if (failure !== undefined) return switchToOffline(failure)
    isOnline = true
    // The first report follows the first load.
    if (reported !== undefined) reportChange()
    // The server may decide online scans although these requests fail.
    const stale = await museumData.load(server)
    reportChange()
    if (stale !== undefined) report(`not loaded: ${stale}; still with ${museumData.describe()}`)
    return undefined
  }

  let isStopped = false
  const isRunning = () => !isStopped
  let wake = () => {}
  const pause = (/** @type {number} */ milliseconds) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve(undefined)
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
  if (reported === undefined) reportChange(isOnline ? '' : 'no answer yet')
  return {
    /** Whether the server can decide: it responds, and has all admissions of this gate. */
    canAsk: () => isOnline && scans.pending().length === 0,
    /**
     * Asks the server for its decision. Without a decision, the gate decides by itself until the server responds again.
     */
    ask: async (/** @type {import('./scans.mjs').Scan} */ scan) => {
      const response = await server.admit(onlineBody(scan), askTimeout)
      if (isDecision(response)) return response.body
      switchToOffline(problemOf(response))
      wake()
      return undefined
    },
    /** The ticket in its current state, or `undefined` without a response, like `ask`. */
    getTicket: async (/** @type {string} */ ticketId) => {
      const response = await server.get(`/tickets/${ticketId}`, askTimeout)
      if (response.status === 200 && response.body?.ticketId === ticketId) return response.body
      switchToOffline(problemOf(response))
      wake()
      return undefined
    },
    /** Sends now, if the server responds. */
    sendNow: () => {
      if (isOnline) wake()
    },
    /** Sends the admissions that are left, once. */
    stop: async () => {
      isStopped = true
      wake()
      await repeated
      if (scans.pending().length > 0) await synchroniseOnce()
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof synchronise>>} Link */

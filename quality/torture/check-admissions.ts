import { isDeepStrictEqual } from 'node:util'
import { Slot } from '@museum/domain'
import {
  type AdmissionHistory,
  type RecordedScan,
  type ScanAnswer,
  type SoldTicket,
  answerIn,
  isScanAnswer,
} from './admission-history.ts'
import { admissionTimesOf } from './admission-times.ts'
import type { Period } from './effects.ts'
import { type StoredCounter, checkAttempts, checkCounters, createFindings } from './findings.ts'
import { type Attempt, firstSent, hasUnknownOutcome, isDone, periodOf } from './history.ts'
import { occurrenceKey } from './slots.ts'

/** A ticket as it is stored. Times are milliseconds since 1970. */
type StoredTicket = Readonly<{
  ticketId: string
  ticketDate: string
  eventId: string | null
  occurrenceNumber: number | null
  entryTime: string | null
  /** Whether the ticket itself was cancelled. */
  isCancelled: boolean
  /** Whether its event has its occurrence; true for a general ticket. */
  hasOccurrence: boolean
  admission: Readonly<{ admissionId: string; at: number; gate: string | null }> | null
  /** As the service reads it. */
  state: string
}>

/** A row of the scan log. */
export type StoredScan = Readonly<{
  admissionId: string
  at: number
  date: string
  gate: string | null
  isOffline: boolean
  ticketId: string | null
  /** Null when the scan is the admission of its ticket. */
  reason: string | null
  /** Whether it let a visitor in, although it is not the admission. */
  isFurtherEntry: boolean
  /** Whether it admitted only because it was to admit at any time. */
  anyTime: boolean
  scanId: string | null
  /** The admissionId of the first row of a press. */
  pressId: string | null
}>

/** The stored rows after a round, and the responses of the service about them. */
export type StoredAdmissions = Readonly<{
  tickets: readonly StoredTicket[]
  scans: readonly StoredScan[]
  /** The tickets with a row that says when they were cancelled. */
  cancellations: readonly string[]
  /** The audit entries about tickets; `admissionId` is the reverted admission. */
  audit: readonly Readonly<{ operation: string; ticketId: string; admissionId?: string | undefined }>[]
  counters: readonly StoredCounter[]
  /** The response to `GET /admissions/summary` for the present day. */
  summary: Readonly<{
    sold: number
    admitted: number
    refused: Readonly<Record<string, number>>
    gates: readonly Readonly<{ gate: string | null; admitted: number; refused: number }>[]
    entryTimes?: readonly Readonly<{ entryTime: string | null; sold: number; admitted: number }>[]
  }>
  /** The response to `GET /ticket-revocations` from the present day on. */
  revocations: Readonly<{
    tickets: readonly string[]
    occurrences: readonly Readonly<{ eventId: string; date: string; number: number }>[]
  }>
  /** The cancelled tickets that a client knows from polling the revocations with its cursor. */
  followedRevocations: readonly string[]
}>

const isRefusal = ({ status }: Attempt) => status >= 400 && status < 500

/** Compares what scanners and the box office recorded with what is stored, without any input or output of its own. */
export const checkAdmissions = (history: AdmissionHistory, stored: StoredAdmissions) => {
  const { today, scans, reverts, cancellations, absences } = history
  const findings = createFindings(
    'answered',
    'refused',
    'unconfirmed',
    'lost',
    'doubled',
    'expected5xx',
    'unexpected5xx',
  )
  const { count, violations, addViolation, addCounted } = findings

  const scansOfTicket = Map.groupBy(stored.scans, ({ ticketId }) => ticketId)
  const rowsByScanId = Map.groupBy(stored.scans, ({ scanId }) => scanId)
  const rowsByGate = Map.groupBy(stored.scans, ({ gate }) => gate)
  const rowsByPress = Map.groupBy(stored.scans, ({ pressId }) => pressId)
  const ticketById = new Map(stored.tickets.map((ticket) => [ticket.ticketId, ticket]))
  const revertsOf = Map.groupBy(reverts, ({ admissionId }) => admissionId)
  const cancellationsOf = Map.groupBy(cancellations, ({ ticketId }) => ticketId)
  /** The rows that are or were the admission of their ticket, according to the responses and the log. */
  const admitting = new Set<StoredScan>(stored.scans.filter(({ reason }) => reason === null || reason === 'reverted'))

  const recordedRows = new Map<StoredScan, RecordedScan>()
  const rowsOf = ({ body: { scanId, gate } }: RecordedScan) =>
    (scanId === undefined ? rowsByGate.get(gate) : rowsByScanId.get(scanId)) ?? []
  /** The row, and the other rows of its press. */
  const rowsOfPress = (row: StoredScan) => (row.pressId === null ? [row] : (rowsByPress.get(row.pressId) ?? []))
  for (const scan of scans) {
    if (scan.reusesScanId) continue
    const isAdmitted = scan.attempts.some((attempt) => isScanAnswer(attempt) && answerIn(attempt).admitted)
    const isUnanswered = !scan.attempts.some(isScanAnswer)
    for (const row of rowsOf(scan).flatMap(rowsOfPress)) {
      recordedRows.set(row, scan)
      if (isAdmitted || (isUnanswered && row.reason === 'already-admitted')) admitting.add(row)
    }
  }

  const mayBeCancelledDuring = ({ ticketId, eventId }: SoldTicket, { from, until }: Period) =>
    (cancellationsOf.get(ticketId) ?? []).some(({ attempts }) => firstSent(attempts) <= until) ||
    absences.some(({ eventId: gone, possible }) => gone === eventId && possible.from <= until && possible.until >= from)
  const isCancelledBefore = ({ ticketId }: SoldTicket, time: number) =>
    (cancellationsOf.get(ticketId) ?? []).some(({ attempts }) =>
      attempts.some((attempt) => isDone(attempt) && attempt.receivedAt < time),
    )
  const { during, timeReasons } = admissionTimesOf(history)
  const isGoneThroughout = ({ eventId }: SoldTicket, { from, until }: Period) =>
    absences.some(({ eventId: gone, certain }) => gone === eventId && certain.from <= from && certain.until >= until)

  /** Whether the rules allow this result for a request within a period. */
  const isJustified = ({ body, of }: RecordedScan, answer: ScanAnswer, period: Period): boolean => {
    if (typeof of === 'string') return answer.reason === of && answer.ticket === undefined
    const { ticketId, ticketDate } = of
    if (!isDeepStrictEqual(answer.ticket, shownTicket(of))) return false
    if (answer.reason === 'cancelled') return mayBeCancelledDuring(of, period)
    if (isCancelledBefore(of, period.from)) return false
    if (answer.reason === 'wrong-date' || ticketDate !== today)
      return answer.reason === 'wrong-date' && ticketDate !== today
    const isWrongEvent = body.eventId !== undefined && body.eventId !== of.eventId
    if (answer.reason === 'wrong-event' || isWrongEvent) return answer.reason === 'wrong-event' && isWrongEvent
    if (answer.reason === 'already-admitted')
      return (scansOfTicket.get(ticketId) ?? []).some(
        (row) => admitting.has(row) && row.at === Date.parse(answer.first?.at ?? '') && row.gate === answer.first?.gate,
      )
    // An offline scan may take the place of the admission of a ticket whose event is gone. Its gate has checked the entry time.
    if (answer.admitted && body.offline === true) return true
    if (isGoneThroughout(of, period)) return false
    const reasons = body.anyTime === true ? new Set([undefined]) : timeReasons(of, period)
    return answer.admitted ? reasons.has(undefined) : answer.reason !== undefined && reasons.has(answer.reason)
  }

  const checkRow = (scan: RecordedScan, row: StoredScan) => {
    const { body, of, order } = scan
    const ticketId = typeof of === 'string' ? null : of.ticketId
    const isOfScan = order?.some((ticket) => ticket.ticketId === row.ticketId) ?? row.ticketId === ticketId
    const isOffline = body.offline === true
    const isSame =
      row.gate === body.gate &&
      isOfScan &&
      (row.pressId === null) === (order === undefined) &&
      row.isOffline === isOffline &&
      row.date === today &&
      (!isOffline || row.at === Date.parse(body.scannedAt!))
    if (!isSame) addViolation('changed: a scan stored otherwise than sent', scan, row)
  }
  const checkOutcome = (scan: RecordedScan, answer: ScanAnswer, row: StoredScan, period: Period) => {
    const of = [...(scan.order ?? []), scan.of].find(
      (each) => typeof each !== 'string' && each.ticketId === row.ticketId,
    )
    const mayDecide =
      typeof of === 'object' && scan.body.anyTime === true && answer.admitted && scan.body.offline !== true
    const decides = mayDecide ? [...timeReasons(of, period)].map((reason) => reason !== undefined) : [false]
    if (!decides.includes(row.anyTime))
      addViolation('a scan that is stored otherwise as admitted at any time', scan, row)
    const isFurtherEntry = row.reason === 'already-admitted' && (row.isOffline || answer.admitted)
    if (row.isFurtherEntry !== isFurtherEntry)
      addViolation(
        isFurtherEntry ? 'an entry that is not stored' : 'an entry of a scan that let no visitor in',
        scan,
        row,
      )
    if (!answer.admitted) {
      if (row.reason !== answer.reason)
        addViolation('a refusal that is stored with another reason than in the response', scan, row)
      return
    }
    if (row.admissionId !== answer.admissionId)
      addViolation('an admission that is stored under another admissionId', scan, row)
    const isReplaced =
      row.reason === 'already-admitted' &&
      (scansOfTicket.get(row.ticketId) ?? []).some(
        (other) => other.isOffline && other.at < row.at && admitting.has(other),
      )
    const isReverted =
      row.reason === 'reverted' && (revertsOf.get(row.admissionId) ?? []).some(({ attempts }) => attempts.length > 0)
    if (row.reason !== null && !isReplaced && !isReverted)
      addViolation('an admission that was taken back without a reason', scan, row)
  }

  /** Each admitted ticket is admitted by the rules, and every ticket of the order is counted once. */
  const checkPress = (scan: RecordedScan, answer: ScanAnswer, rows: readonly StoredScan[], period: Period) => {
    const { body, order = [] } = scan
    const admissionIds = answer.admissionIds ?? []
    const inLog = rows.map(({ admissionId }) => admissionId)
    if (
      answer.pressId !== rows[0]?.pressId ||
      (answer.admitted && !isDeepStrictEqual(new Set(inLog), new Set(admissionIds)))
    )
      addCounted('lost', 'lost: a press whose rows are not those of the response', scan, rows)
    const admitted = answer.order?.admitted ?? -1
    const refused = (answer.order?.refused ?? []).reduce((sum, { tickets }) => sum + tickets, 0)
    const isFull = admitted === body.tickets
    const isCounted = isFull ? admitted + refused <= order.length : admitted + refused === order.length
    if (admitted !== admissionIds.length || !isCounted || admitted > (body.tickets ?? order.length))
      addViolation('a press that does not count every ticket of its order once', scan, rows)
    for (const { reason, tickets } of answer.order?.refused ?? []) {
      const mayBeRefused = order.filter((of) => body.anyTime !== true && timeReasons(of, period).has(reason))
      if (reason.startsWith('too-') && tickets > mayBeRefused.length)
        addViolation('an unjustified refusal of tickets by a press', scan, rows)
    }
    if (!answer.admitted) return
    for (const row of rows) {
      const of = order.find(({ ticketId }) => ticketId === row.ticketId)
      if (of === undefined) continue
      if (!isJustified({ ...scan, of }, { admitted: true, ticket: shownTicket(of) }, period))
        addViolation('an unjustified admission by a press', scan, row)
    }
  }

  const checkScan = (scan: RecordedScan) => {
    const { attempts, reusesScanId } = scan
    const answered = attempts.filter(isScanAnswer)
    const refusals = attempts.filter(isRefusal)
    if (reusesScanId) {
      if (answered.length > 0) addViolation('a scanId that another scan has is accepted', scan)
      if (!refusals.every(({ status }) => status === 422)) addViolation('a scan refused without a reason', scan)
      return
    }
    if (refusals.length > 0) addViolation('a scan refused without a reason', scan)
    const rows = rowsOf(scan)
    if (rows.length > 1) addCounted('doubled', 'doubled: one scan, several rows', scan, rows)
    const allRows = rows.flatMap(rowsOfPress)
    for (const row of allRows) checkRow(scan, row)
    if (answered.length === 0) {
      if (rows.length === 0) return
      if (attempts.some(hasUnknownOutcome)) count.unconfirmed += 1
      else addViolation('stored, although every response said that nothing was', scan, rows)
      return
    }
    count.answered += 1
    if (new Set(answered.map(({ body }) => body)).size > 1)
      addViolation('changed: one scan, several results', scan, rows)
    const answer = answerIn(answered[0]!)
    if (!answer.admitted) count.refused += 1
    const until = Math.min(...answered.map(({ receivedAt }) => receivedAt))
    const period = { from: firstSent(attempts), until }
    if (scan.order !== undefined) checkPress(scan, answer, allRows, period)
    if (!(scan.order !== undefined && answer.admitted) && !isJustified(scan, answer, period)) {
      const { of } = scan
      const named = scans.filter((each) => each.of === of && each.body.gate === answer.first?.gate)
      const ofTicket = typeof of === 'string' ? rows : scansOfTicket.get(of.ticketId)
      addViolation('an unjustified result of a scan', { scan, named }, ofTicket)
    }
    if (rows.length === 0) addCounted('lost', 'lost: a scan that was answered, and is not in the log', scan)
    for (const row of allRows) {
      const isOfPress = answer.admitted && scan.order !== undefined
      checkOutcome(scan, isOfPress ? { admitted: true, admissionId: row.admissionId } : answer, row, period)
    }
  }

  const checkTicket = (ticket: StoredTicket) => {
    const { ticketId, admission, isCancelled, hasOccurrence, state } = ticket
    const rows = scansOfTicket.get(ticketId) ?? []
    const admitted = rows.filter(({ reason }) => reason === null)
    if (admitted.length > 1) addCounted('doubled', 'doubled: one ticket, several admissions', ticket, admitted)
    const inLog = admitted.map(({ admissionId, at, gate }) => ({ admissionId, at, gate }))
    if (!isDeepStrictEqual(inLog[0] ?? null, admission))
      addViolation('the admission of a ticket is not that of the log', ticket, admitted)
    if (isCancelled && (admission !== null || admitted.length > 0))
      addViolation('cancelled and admitted', ticket, admitted)
    const expected = admission !== null ? 'admitted' : isCancelled || !hasOccurrence ? 'cancelled' : 'valid'
    if (state !== expected) addViolation(`a ticket that is read as ${state}, not ${expected}`, ticket)
    const earlier = rows.filter(
      ({ isOffline, reason, at }) =>
        isOffline && reason === 'already-admitted' && (admission === null || at < admission.at),
    )
    const isNeverReverted = rows.every(({ admissionId }) => !revertsOf.has(admissionId))
    if (isNeverReverted && earlier.length > 0)
      addViolation('an earlier offline scan is not the admission', ticket, earlier)
    const requested = cancellationsOf.get(ticketId) ?? []
    const mayBeCancelled = requested.some(({ attempts }) => attempts.some((attempt) => !isRefusal(attempt)))
    if (isCancelled && !mayBeCancelled) addViolation('cancelled, although no request cancelled it', ticket)
    if (!isCancelled && requested.some(({ attempts }) => attempts.some(isDone)))
      addCounted('lost', 'lost: a cancellation', requested, ticket)
    if (stored.cancellations.filter((id) => id === ticketId).length !== (isCancelled ? 1 : 0))
      addViolation('a cancellation without its row, or a row without its cancellation', ticket)
    const entries = stored.audit.filter((entry) => entry.ticketId === ticketId && entry.operation === 'cancelTicket')
    if (entries.length !== (isCancelled ? 1 : 0))
      addViolation(`${entries.length} audit entries of the cancellation of a ticket`, ticket, entries)
  }

  const checkReverts = () => {
    for (const revert of reverts) {
      const { admissionId, attempts } = revert
      const row = stored.scans.find((each) => each.admissionId === admissionId)
      const done = attempts.filter(isDone)
      if (done.length > 0 && row?.reason !== 'reverted') addCounted('lost', 'lost: a revert', revert, row)
      const isReplaced = row?.reason === 'already-admitted'
      const mayBeRevertedBefore = (refusal: Attempt) =>
        (revertsOf.get(admissionId) ?? []).some((other) =>
          other.attempts.some((attempt) => attempt !== refusal && attempt.sentAt <= refusal.receivedAt),
        )
      for (const refusal of attempts.filter(isRefusal))
        if (refusal.status !== 404 || !(isReplaced || mayBeRevertedBefore(refusal)))
          addViolation('a revert refused without a reason', revert, row)
    }
    for (const row of stored.scans) {
      const isReverted = row.reason === 'reverted'
      const done = (revertsOf.get(row.admissionId) ?? []).flatMap(({ attempts }) => attempts.filter(isDone))
      if (done.length > 1) addCounted('doubled', 'doubled: an admission reverted twice', row, done)
      if (isReverted && !revertsOf.has(row.admissionId)) addViolation('reverted, although no request reverted it', row)
      const entries = stored.audit.filter(({ admissionId }) => admissionId === row.admissionId)
      if (entries.length !== (isReverted ? 1 : 0))
        addViolation(`${entries.length} audit entries of the revert of an admission`, row, entries)
    }
  }
  const checkCancellations = () => {
    for (const cancellation of cancellations)
      for (const refusal of cancellation.attempts.filter(isRefusal)) {
        const rows = scansOfTicket.get(cancellation.ticketId) ?? []
        if (refusal.status !== 409 || !rows.some((row) => admitting.has(row)))
          addViolation('a cancellation refused without a reason', cancellation, rows)
      }
  }

  const checkSummary = () => {
    const counted = stored.scans.filter(({ date, reason }) => date === today && reason !== 'reverted')
    const refused = Map.groupBy(
      counted.filter(({ reason }) => reason !== null),
      ({ reason }) => reason!,
    )
    const ofToday = stored.tickets.filter(({ ticketDate, state }) => ticketDate === today && state !== 'cancelled')
    const byTime = [...Map.groupBy(ofToday, ({ entryTime }) => entryTime)].map(([entryTime, tickets]) => ({
      entryTime,
      sold: tickets.length,
      admitted: tickets.filter(({ admission }) => admission !== null).length,
    }))
    const expected = {
      sold: ofToday.length,
      entryTimes: byTime.some(({ entryTime }) => entryTime !== null)
        ? byTime.toSorted((a, b) => ((a.entryTime ?? '') < (b.entryTime ?? '') ? -1 : 1))
        : undefined,
      admitted: counted.filter(({ reason }) => reason === null).length,
      refused: Object.fromEntries([...refused].map(([reason, rows]) => [reason, rows.length])),
      gates: [...Map.groupBy(counted, ({ gate }) => gate)]
        .map(([gate, rows]) => {
          const admitted = rows.filter(({ reason }) => reason === null).length
          return { gate, admitted, refused: rows.length - admitted }
        })
        .toSorted((a, b) => ((a.gate ?? '') < (b.gate ?? '') ? -1 : 1)),
    }
    const { sold, admitted, refused: refusedInSummary, gates, entryTimes } = stored.summary
    const summary = { sold, admitted, refused: { ...refusedInSummary }, gates, entryTimes }
    for (const member of ['sold', 'admitted', 'refused', 'gates', 'entryTimes'] as const)
      if (!isDeepStrictEqual(summary[member], expected[member]))
        addViolation(`a summary that differs from the rows: ${member}`, summary[member], expected[member])
  }
  const checkRevocations = () => {
    const { tickets, occurrences } = stored.revocations
    const revoked = new Set(tickets)
    const removed = new Set(occurrences.map(({ eventId, ...each }) => Slot.key({ offer: eventId, ...each })))
    for (const ticket of stored.tickets.filter(({ ticketDate }) => ticketDate >= today)) {
      const { ticketId, state } = ticket
      const isRevoked = revoked.has(ticketId) || removed.has(occurrenceKey(ticket))
      if (state === 'cancelled' && !isRevoked) addViolation('a cancelled ticket that is not revoked', ticket)
      if (state === 'valid' && isRevoked) addViolation('a valid ticket that is revoked', ticket)
    }
    const followed = new Set(stored.followedRevocations)
    for (const ticketId of tickets)
      if (!followed.has(ticketId)) addViolation('a revocation that a client with a cursor never received', ticketId)
  }

  /** What gates load has the times by which scans are decided. */
  const checkKeyReads = () => {
    for (const read of history.keyReads.filter(isDone)) {
      const { entryTimes } = JSON.parse(read.body) as { entryTimes: object }
      const times = during(periodOf(read))
      if (!times.some((each) => isDeepStrictEqual(each, entryTimes)))
        addViolation('ticket keys with other times than those in force', entryTimes, times)
    }
  }

  for (const scan of scans) checkScan(scan)
  for (const ticket of stored.tickets) checkTicket(ticket)
  checkReverts()
  checkCancellations()
  checkSummary()
  checkRevocations()
  checkKeyReads()
  for (const { ticketId } of history.tickets)
    if (!ticketById.has(ticketId)) addCounted('lost', 'lost: sold, and not stored', ticketId)
  for (const row of stored.scans) if (!recordedRows.has(row)) addViolation('a scan that no client sent', undefined, row)
  checkCounters(stored.counters, findings)

  const attempts = [
    ...[...scans, ...reverts, ...cancellations, ...history.admissionTimes].flatMap((request) => request.attempts),
    ...history.keyReads,
    ...history.others,
  ]
  checkAttempts(attempts, findings, { outages: history.outages })
  const figures = {
    requests: attempts.length,
    unanswered: attempts.filter(({ status }) => status === 0).length,
    admissions: stored.scans.filter(({ reason }) => reason === null).length,
    replaced: [...admitting].filter(({ reason }) => reason === 'already-admitted').length,
    reverted: stored.scans.filter(({ reason }) => reason === 'reverted').length,
    cancelled: stored.tickets.filter(({ isCancelled }) => isCancelled).length,
    ...count,
  }
  return { figures, violations }
}

/** A ticket as the result of a scan has it. */
const shownTicket = ({ ticketId, ticketType, ticketDate, entryTime, eventName }: SoldTicket) => ({
  ticketId,
  ticketType,
  ticketDate,
  ...(entryTime !== undefined && { entryTime }),
  ...(eventName !== undefined && { eventName }),
})

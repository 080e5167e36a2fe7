import { describe, expect, it } from '@jest/globals'
import {
  type AdmissionHistory,
  type RecordedScan,
  type ScanAnswer,
  type SoldTicket,
  emptyAdmissionHistory,
} from './admission-history.ts'
import { type StoredAdmissions, type StoredScan, checkAdmissions } from './check-admissions.ts'
import type { Attempt } from './history.ts'

const [today, tomorrow] = ['2031-05-17', '2031-05-18']
const id = (n: number) => `0194e2a0-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ticketId, eventId, otherEventId, admissionId, otherAdmissionId, scanId] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const noon = Date.parse('2031-05-17T12:00:00Z')
const minute = 60_000
const sold: SoldTicket = {
  ticketId,
  ticketType: 'event',
  ticketDate: today,
  confirmationCode: 'ticket-event-abcdef-ghjkm',
  eventId,
  eventName: 'Night',
}
const shown = { ticketId, ticketType: 'event', ticketDate: today, eventName: 'Night' } as const

/** A response 10 ms after its request. */
const at = (sentAt: number, status: number, body: unknown = {}): Attempt => ({
  status,
  body: JSON.stringify(body),
  isReplay: false,
  sentAt,
  receivedAt: sentAt + 10,
})
const admitted: ScanAnswer = { admitted: true, admissionId, ticket: shown }
const refused = (reason: string, more: object = {}): ScanAnswer => ({ admitted: false, reason, ticket: shown, ...more })
const alreadyAdmitted = refused('already-admitted', { first: { at: new Date(noon).toISOString(), gate: 'North door' } })

const scan = (answer: ScanAnswer, but: Partial<RecordedScan> = {}, body: Partial<RecordedScan['body']> = {}) => ({
  body: { code: 'code', gate: 'North door', scanId, ...body },
  of: sold,
  attempts: [at(1_000, 200, answer)],
  ...but,
})
const row: StoredScan = {
  admissionId,
  at: noon,
  date: today,
  gate: 'North door',
  isOffline: false,
  ticketId,
  reason: null,
  isFurtherEntry: false,
  anyTime: false,
  scanId,
  pressId: null,
}
/** A second scan, at the south door, without a scanId. */
const second = (answer: ScanAnswer, but: Partial<RecordedScan> = {}, body: Partial<RecordedScan['body']> = {}) => {
  const { scanId: _, ...recorded } = scan(answer).body
  return {
    ...scan(answer),
    body: { ...recorded, gate: 'South door', ...body },
    attempts: [at(2_000, 200, answer)],
    ...but,
  }
}
const secondRow: StoredScan = {
  ...row,
  admissionId: otherAdmissionId,
  gate: 'South door',
  scanId: null,
  reason: 'already-admitted',
  at: noon + minute,
}
const ticket: StoredAdmissions['tickets'][number] = {
  ticketId,
  ticketDate: today,
  eventId,
  occurrenceNumber: 1,
  entryTime: null,
  isCancelled: false,
  hasOccurrence: true,
  admission: { admissionId, at: noon, gate: 'North door' },
  state: 'admitted',
}
const valid = { ...ticket, admission: null, state: 'valid' }
const cancelled = { ...valid, isCancelled: true, state: 'cancelled' }
const ofCancelled = {
  cancellations: [ticketId],
  revocations: { tickets: [ticketId], occurrences: [] },
  followedRevocations: [ticketId],
  audit: [{ operation: 'cancelTicket', ticketId }],
}

/** A ticket, and one scan that admits it. */
const history = (but: Partial<AdmissionHistory> = {}): AdmissionHistory => ({
  ...emptyAdmissionHistory(today),
  tickets: [sold],
  scans: [scan(admitted)],
  ...but,
})
/** The stored rows that match. The summary is computed from them unless it is given. */
const stored = (but: Partial<StoredAdmissions> = {}): StoredAdmissions => {
  const rows = {
    tickets: [ticket],
    scans: [row],
    cancellations: [],
    audit: [],
    counters: [],
    revocations: { tickets: [], occurrences: [] },
    followedRevocations: [],
    ...but,
  }
  const counted = rows.scans.filter(({ reason, date }) => reason !== 'reverted' && date === today)
  const refusals = counted.filter(({ reason }) => reason !== null)
  const countOf = (all: readonly StoredScan[], reason: string) => all.filter((each) => each.reason === reason).length
  return {
    summary: {
      sold: rows.tickets.filter(({ ticketDate, state }) => ticketDate === today && state !== 'cancelled').length,
      admitted: counted.length - refusals.length,
      refused: Object.fromEntries(refusals.map(({ reason }) => [reason!, countOf(refusals, reason!)])),
      gates: [...new Set(counted.map(({ gate }) => gate))].toSorted().map((gate) => ({
        gate,
        admitted: counted.filter((each) => each.gate === gate && each.reason === null).length,
        refused: refusals.filter((each) => each.gate === gate).length,
      })),
    },
    ...rows,
  }
}
const faults = (...checked: Parameters<typeof checkAdmissions>) =>
  checkAdmissions(...checked).violations.map(({ fault }) => fault)

const withSecond = (...parameters: Parameters<typeof second>) =>
  history({ scans: [scan(admitted), second(...parameters)] })
const bothRows = (but: Partial<StoredScan> = {}) => stored({ scans: [row, { ...secondRow, ...but }] })

describe('checkAdmissions', () => {
  it('finds no violation when what clients recorded is what is stored', () => {
    const { figures, violations } = checkAdmissions(withSecond(alreadyAdmitted), bothRows())
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ requests: 2, answered: 2, refused: 1, admissions: 1, lost: 0, doubled: 0 })
  })

  it('reports a ticket with two admissions as doubled', () => {
    const other = { ...admitted, admissionId: otherAdmissionId }
    expect(faults(withSecond(other), bothRows({ reason: null }))).toEqual(['doubled: one ticket, several admissions'])
  })

  it('reports an admission that the ticket and the log have differently', () => {
    const fault = 'the admission of a ticket is not that of the log'
    for (const admission of [
      { ...ticket.admission!, at: noon + 1 },
      { ...ticket.admission!, gate: null },
      { ...ticket.admission!, admissionId: otherAdmissionId },
    ])
      expect(faults(history(), stored({ tickets: [{ ...ticket, admission }] }))).toEqual([fault])
    expect(faults(history(), stored({ tickets: [valid] }))).toEqual([fault])
    const withoutRow = stored({ scans: [] })
    expect(faults(history({ scans: [] }), withoutRow)).toEqual([fault])
  })

  it('reports a ticket whose state does not match its rows', () => {
    const read = (but: Partial<typeof ticket>) => faults(history(), stored({ tickets: [{ ...ticket, ...but }] }))
    expect(read({ hasOccurrence: false })).toEqual([])
    expect(read({ state: 'valid' })).toEqual(['a ticket that is read as valid, not admitted'])
    const gone = { ...valid, hasOccurrence: false }
    expect(faults(history({ scans: [] }), stored({ scans: [], tickets: [gone] }))).toContain(
      'a ticket that is read as valid, not cancelled',
    )
  })

  it('reports a scan that was answered and is not in the log as lost', () => {
    const { figures, violations } = checkAdmissions(withSecond(alreadyAdmitted), stored())
    expect(violations).toMatchObject([{ fault: 'lost: a scan that was answered, and is not in the log' }])
    expect(figures.lost).toBe(1)
  })

  it('reports a scan that is stored twice, and one that no client sent', () => {
    const again = { ...secondRow, admissionId: id(9) }
    expect(faults(withSecond(alreadyAdmitted), stored({ scans: [row, secondRow, again] }))).toEqual([
      'doubled: one scan, several rows',
    ])
    expect(faults(history(), bothRows())).toEqual(['a scan that no client sent'])
  })

  it('reports a scanId with two results', () => {
    const other = { ...admitted, admissionId: otherAdmissionId }
    const attempts = [at(1_000, 200, admitted), at(2_000, 200, other)]
    expect(faults(history({ scans: [scan(admitted, { attempts })] }), stored())).toEqual([
      'changed: one scan, several results',
    ])
  })

  it('reports a scan that is stored otherwise than in the request or the response', () => {
    const sentOtherwise = 'changed: a scan stored otherwise than sent'
    for (const change of [{ date: tomorrow }, { isOffline: true }])
      expect(faults(withSecond(alreadyAdmitted), bothRows(change))).toContain(sentOtherwise)
    const elsewhere = stored({ scans: [{ ...row, gate: 'South door' }] })
    expect(faults(history(), elsewhere)).toContain(sentOtherwise)
    expect(faults(withSecond(alreadyAdmitted), bothRows({ reason: 'cancelled' }))).toEqual([
      'a refusal that is stored with another reason than in the response',
    ])
    const other = { ...admitted, admissionId: otherAdmissionId }
    expect(faults(history({ scans: [scan(other)] }), stored())).toEqual([
      'an admission that is stored under another admissionId',
    ])
  })

  it('accepts a scan without a response, stored or not, but not one that is stored after service-unavailable', () => {
    for (const scans of [[row, secondRow], [row]])
      expect(faults(withSecond(alreadyAdmitted, { attempts: [at(2_000, 0)] }), stored({ scans }))).toEqual([])
    const unavailable = [at(2_000, 503, { type: '/problems/service-unavailable' })]
    const outages = [{ from: 0, until: 5_000 }]
    const recorded = { ...withSecond(alreadyAdmitted, { attempts: unavailable }), outages }
    expect(faults(recorded, stored())).toEqual([])
    expect(faults(recorded, bothRows())).toEqual(['stored, although every response said that nothing was'])
    expect(checkAdmissions({ ...recorded, outages: [] }, stored()).figures.unexpected5xx).toBe(1)
  })

  it('reports a scan that is refused, and another one that is accepted under a scanId that is taken', () => {
    expect(
      faults(history({ scans: [scan(admitted), second(admitted, { attempts: [at(2_000, 400)] })] }), stored()),
    ).toEqual(['a scan refused without a reason'])
    const reusing = (attempt: Attempt) =>
      history({ scans: [scan(admitted), scan(admitted, { reusesScanId: true, attempts: [attempt] }, { gate: 'x' })] })
    expect(faults(reusing(at(2_000, 422)), stored())).toEqual([])
    expect(faults(reusing(at(2_000, 200, admitted)), stored())).toEqual(['a scanId that another scan has is accepted'])
  })

  describe('a result', () => {
    const fault = ['an unjustified result of a scan']
    const answered = (answer: ScanAnswer, of: RecordedScan['of'] = sold, body: Partial<RecordedScan['body']> = {}) =>
      faults(
        withSecond(answer, { of }, body),
        bothRows({ reason: answer.reason!, ticketId: typeof of === 'string' ? null : ticketId }),
      )
    it.each([
      ['already-admitted', { first: { at: new Date(noon + 1).toISOString(), gate: 'North door' } }],
      ['already-admitted', { first: { at: new Date(noon).toISOString(), gate: 'South door' } }],
      ['cancelled', {}],
      ['wrong-date', {}],
      ['wrong-event', {}],
      ['bad-signature', {}],
      ['unknown-ticket', {}],
    ])('%s %j must be justified', (reason, more) => {
      expect(answered(refused(reason, more))).toEqual(fault)
    })

    it('for a code of no ticket is its reason', () => {
      expect(answered({ admitted: false, reason: 'bad-signature' }, 'bad-signature')).toEqual([])
      expect(answered({ admitted: false, reason: 'unknown-ticket' }, 'bad-signature')).toEqual(fault)
    })

    it('for another event or date comes before already-admitted', () => {
      expect(answered(refused('wrong-event'), sold, { eventId: otherEventId })).toEqual([])
      expect(answered(alreadyAdmitted, sold, { eventId: otherEventId })).toEqual(fault)
      const later = { ...sold, ticketDate: tomorrow }
      const wrongDate = { ...refused('wrong-date'), ticket: { ...shown, ticketDate: tomorrow } }
      expect(answered(wrongDate, later)).toEqual([])
      expect(answered({ ...alreadyAdmitted, ticket: wrongDate.ticket }, later)).toEqual(fault)
    })

    it('shows the ticket of the code', () => {
      expect(answered({ ...alreadyAdmitted, ticket: { ...shown, eventName: 'Day' } })).toEqual(fault)
    })

    it('is not admitted while the event is certainly gone, except for an offline scan', () => {
      const gone = (from: number) => ({
        absences: [{ eventId, possible: { from: 0, until: 9_000 }, certain: { from, until: 9_000 } }],
      })
      expect(faults(history(gone(1_005)), stored())).toEqual([])
      expect(faults(history(gone(900)), stored())).toEqual(fault)
    })

    it('is not admitted after a cancellation was confirmed', () => {
      const confirmed = { cancellations: [{ ticketId, attempts: [at(500, 200)] }] }
      expect(faults(history(confirmed), stored())).toContain(fault[0])
    })
  })

  describe('a scan of a ticket with an entry time', () => {
    /** It is noon when the scan is sent. */
    const midnight = 1_000 - 12 * 60 * minute
    const timed = (entryTime: string) => ({ ...sold, entryTime })
    type Answer = Readonly<{ reason?: string; body?: Partial<RecordedScan['body']>; anyTime?: boolean }>
    const answered = (
      entryTime: string,
      { reason, body, anyTime = false }: Answer,
      but: Partial<AdmissionHistory> = {},
    ) => {
      const answer = { ...(reason === undefined ? admitted : refused(reason)), ticket: { ...shown, entryTime } }
      const ofTicket = { ...(reason === undefined ? ticket : valid), entryTime }
      const isAdmitted = Number(reason === undefined)
      const scans = [{ ...row, reason: reason ?? null, anyTime, isOffline: body?.offline === true }]
      const rows = stored({ tickets: [ofTicket], scans })
      const entryTimes = [{ entryTime, sold: 1, admitted: isAdmitted }]
      const of = timed(entryTime)
      return faults(history({ midnight, tickets: [of], scans: [scan(answer, { of }, body)], ...but }), {
        ...rows,
        summary: { ...rows.summary, entryTimes },
      })
    }
    const changed = (early: number, late: number | null, attempt: Attempt) => ({
      admissionTimes: [{ early, late, attempts: [attempt] }],
    })
    const unjustified = ['an unjustified result of a scan']

    it('is admitted from some minutes before it on, and refused before and after', () => {
      for (const entryTime of ['12:15', '12:00', '09:00']) expect(answered(entryTime, {})).toEqual([])
      expect(answered('12:16', {})).toEqual(unjustified)
      expect(answered('12:16', { reason: 'too-early' })).toEqual([])
      expect(answered('12:15', { reason: 'too-early' })).toEqual(unjustified)
      expect(answered('09:00', { reason: 'too-late' })).toEqual(unjustified)
    })

    it('is refused by the settings in force, and either way while they change', () => {
      const before = changed(0, 20, at(500, 200))
      expect(answered('12:01', { reason: 'too-early' }, before)).toEqual([])
      expect(answered('12:01', {}, before)).toEqual(unjustified)
      expect(answered('11:39', { reason: 'too-late' }, before)).toEqual([])
      expect(answered('11:40', { reason: 'too-late' }, before)).toEqual(unjustified)
      const meanwhile = changed(0, 20, at(1_005, 200))
      for (const reason of [undefined, 'too-early'])
        expect(answered('12:01', { ...(reason && { reason }) }, meanwhile)).toEqual([])
    })

    it('is decided by the times that gates load with the ticket keys', () => {
      const read = (early: number) => ({ keyReads: [at(1_000, 200, { keys: [], entryTimes: { early, late: 20 } })] })
      const fault = ['ticket keys with other times than those in force']
      const [before, meanwhile] = [changed(0, 20, at(500, 200)), changed(0, 20, at(1_005, 200))]
      expect(answered('12:00', {}, { ...before, ...read(0) })).toEqual([])
      expect(answered('12:00', {}, { ...before, ...read(15) })).toEqual(fault)
      expect(answered('12:00', {}, { ...meanwhile, ...read(0) })).toEqual([])
      expect(answered('12:00', {}, read(0))).toEqual(fault)
    })

    it('is admitted at any time, which the log has where it decided, and offline', () => {
      const fault = ['a scan that is stored otherwise as admitted at any time']
      const body = { anyTime: true }
      expect(answered('14:00', { body, anyTime: true })).toEqual([])
      expect(answered('14:00', { body })).toEqual(fault)
      expect(answered('14:00', { body, reason: 'too-early' })).toEqual(unjustified)
      expect(answered('12:00', { body })).toEqual([])
      expect(answered('12:00', { body, anyTime: true })).toEqual(fault)
      expect(answered('12:00', { anyTime: true })).toEqual(fault)
      const offline = { offline: true, scannedAt: new Date(noon).toISOString() }
      expect(answered('14:00', { body: { ...body, ...offline } })).toEqual([])
    })

    it('shows its entry time, which the summary counts', () => {
      const times = [{ entryTime: '12:00', sold: 1, admitted: 1 }]
      const rows = stored({ tickets: [{ ...ticket, entryTime: '12:00' }] })
      const of = timed('12:00')
      const withTime = { ...admitted, ticket: { ...shown, entryTime: '12:00' } }
      const summarized = (entryTimes: typeof times, answer: ScanAnswer) =>
        faults(history({ midnight, tickets: [of], scans: [scan(answer, { of })] }), {
          ...rows,
          summary: { ...rows.summary, entryTimes },
        })
      expect(summarized(times, withTime)).toEqual([])
      expect(summarized(times, admitted)).toEqual(unjustified)
      expect(summarized([{ entryTime: '12:00', sold: 1, admitted: 0 }], withTime)).toEqual([
        'a summary that differs from the rows: entryTimes',
      ])
    })
  })

  describe('an offline scan', () => {
    const scannedAt = (time: number) => ({ offline: true, scannedAt: new Date(time).toISOString() })
    const earlier = { ...secondRow, at: noon - minute, isOffline: true, isFurtherEntry: true }
    const other = { ...admitted, admissionId: otherAdmissionId }
    it('that is earlier takes the place of the admission', () => {
      const replaced = { ...row, reason: 'already-admitted', isFurtherEntry: true }
      const admission = { admissionId: otherAdmissionId, at: noon - minute, gate: 'South door' }
      const tickets = [{ ...ticket, admission }]
      const recorded = withSecond(other, {}, scannedAt(noon - minute))
      const scans = [replaced, { ...earlier, reason: null, isFurtherEntry: false }]
      const { violations, figures } = checkAdmissions(recorded, stored({ scans, tickets }))
      expect([violations, figures.replaced]).toEqual([[], 1])
    })

    it('that is earlier and is not the admission is reported', () => {
      const recorded = withSecond(alreadyAdmitted, {}, scannedAt(noon - minute))
      const fault = 'an earlier offline scan is not the admission'
      expect(faults(recorded, stored({ scans: [row, earlier] }))).toEqual([fault])
      const later = withSecond(alreadyAdmitted, {}, scannedAt(noon + minute))
      expect(faults(later, stored({ scans: [row, { ...earlier, at: noon + minute }] }))).toEqual([])
    })

    it('that is later does not take back an admission', () => {
      const replaced = { ...row, reason: 'already-admitted', isFurtherEntry: true }
      const admission = { admissionId: otherAdmissionId, at: noon + minute, gate: 'South door' }
      const recorded = withSecond(other, {}, scannedAt(noon + minute))
      const scans = [replaced, { ...earlier, at: noon + minute, reason: null, isFurtherEntry: false }]
      expect(faults(recorded, stored({ scans, tickets: [{ ...ticket, admission }] }))).toContain(
        'an admission that was taken back without a reason',
      )
    })

    it('of an admitted ticket, and an admission that was replaced, are further entries; no other scan is', () => {
      const later = withSecond(alreadyAdmitted, {}, scannedAt(noon + minute))
      const laterRow = { ...earlier, at: noon + minute }
      expect(faults(later, stored({ scans: [row, { ...laterRow, isFurtherEntry: false }] }))).toEqual([
        'an entry that is not stored',
      ])
      expect(faults(withSecond(alreadyAdmitted), bothRows({ isFurtherEntry: true }))).toEqual([
        'an entry of a scan that let no visitor in',
      ])
    })

    it('is stored at its moment', () => {
      const recorded = withSecond(alreadyAdmitted, {}, scannedAt(noon + minute))
      const scans = [row, { ...earlier, at: noon + 2 * minute }]
      expect(faults(recorded, stored({ scans }))).toEqual(['changed: a scan stored otherwise than sent'])
    })
  })

  describe('a revert', () => {
    const reverted = { ...row, reason: 'reverted' }
    const audit = [{ operation: 'revertAdmission', ticketId, admissionId }]
    const revert = (...attempts: Attempt[]) => ({ admissionId, attempts })
    const after = (but: Partial<StoredAdmissions> = {}) =>
      stored({ tickets: [valid], scans: [reverted], audit, ...but })
    it('takes the admission back, with one audit entry', () => {
      const done = history({ reverts: [revert(at(2_000, 204))] })
      expect(faults(done, after())).toEqual([])
      for (const entries of [[], [...audit, ...audit]])
        expect(faults(done, after({ audit: entries }))).toEqual([
          `${entries.length} audit entries of the revert of an admission`,
        ])
      expect(faults(done, stored())).toEqual(['lost: a revert'])
      expect(faults(history(), after())).toEqual([
        'an admission that was taken back without a reason',
        'reverted, although no request reverted it',
      ])
    })

    it('is answered 204 once, and 404 only after another one', () => {
      const twice = history({ reverts: [revert(at(2_000, 204)), revert(at(3_000, 204))] })
      expect(faults(twice, after())).toEqual(['doubled: an admission reverted twice'])
      const repeated = history({ reverts: [revert(at(2_000, 0), at(3_000, 404))] })
      expect(faults(repeated, after())).toEqual([])
      const alone = history({ reverts: [revert(at(3_000, 404))] })
      expect(faults(alone, stored())).toEqual(['a revert refused without a reason'])
    })
  })

  describe('a cancellation', () => {
    const cancellation = (...attempts: Attempt[]) => ({ cancellations: [{ ticketId, attempts }], scans: [] })
    const after = (but: Partial<StoredAdmissions> = {}) =>
      stored({ tickets: [cancelled], scans: [], ...ofCancelled, ...but })
    const done = history(cancellation(at(2_000, 200)))
    it('is stored with its row, one audit entry and a revocation', () => {
      expect(faults(done, after())).toEqual([])
      expect(faults(done, after({ cancellations: [] }))).toEqual([
        'a cancellation without its row, or a row without its cancellation',
      ])
      expect(faults(done, after({ audit: [...ofCancelled.audit, ...ofCancelled.audit] }))).toEqual([
        '2 audit entries of the cancellation of a ticket',
      ])
      expect(faults(done, after({ revocations: { tickets: [], occurrences: [] } }))).toEqual([
        'a cancelled ticket that is not revoked',
      ])
      expect(faults(done, after({ followedRevocations: [] }))).toEqual([
        'a revocation that a client with a cursor never received',
      ])
    })

    it('that was confirmed is stored, and one that is stored was sent', () => {
      expect(faults(done, stored({ tickets: [valid], scans: [] }))).toEqual(['lost: a cancellation'])
      expect(faults(history({ scans: [] }), after())).toEqual(['cancelled, although no request cancelled it'])
    })

    it('excludes an admission', () => {
      const both = { ...ticket, isCancelled: true }
      const { scans: _, ...confirmed } = cancellation(at(2_000, 200))
      expect(faults(history(confirmed), stored({ tickets: [both], ...ofCancelled }))).toContain(
        'cancelled and admitted',
      )
    })

    it('is refused only when the ticket was admitted', () => {
      const { scans: _, ...refusedOne } = cancellation(at(2_000, 409))
      expect(faults(history(refusedOne), stored())).toEqual([])
      expect(faults(history(cancellation(at(2_000, 409))), stored({ tickets: [valid], scans: [] }))).toEqual([
        'a cancellation refused without a reason',
      ])
    })
  })

  it('reports a valid ticket that is revoked', () => {
    const occurrences = [{ eventId, date: today, number: 1 }]
    expect(
      faults(
        history({ scans: [] }),
        stored({ tickets: [valid], scans: [], revocations: { tickets: [], occurrences } }),
      ),
    ).toEqual(['a valid ticket that is revoked'])
  })

  it('reports a summary that differs from the rows', () => {
    const { summary } = stored()
    const wrong = (but: Partial<typeof summary>) => faults(history(), stored({ summary: { ...summary, ...but } }))
    expect(wrong({ sold: 2 })).toEqual(['a summary that differs from the rows: sold'])
    expect(wrong({ admitted: 0 })).toEqual(['a summary that differs from the rows: admitted'])
    expect(wrong({ refused: { cancelled: 1 } })).toEqual(['a summary that differs from the rows: refused'])
    expect(wrong({ gates: [] })).toEqual(['a summary that differs from the rows: gates'])
  })

  it('reports a counter that differs from the tickets, and a ticket that was sold and is not stored', () => {
    const counter = { eventId, date: today, sold: 2, tickets: 1 }
    expect(faults(history(), stored({ counters: [counter] }))).toEqual(['a counter that differs from the tickets'])
    expect(faults(history({ tickets: [sold, { ...sold, ticketId: id(9) }] }), stored())).toEqual([
      'lost: sold, and not stored',
    ])
  })
})

describe('the check of a press', () => {
  const others = [7, 8].map((n): SoldTicket => Object.assign({}, sold, { ticketId: id(n) }))
  const order = [sold, ...others]
  const rows = order.map((of, n) => ({
    ...row,
    admissionId: id(20 + n),
    ticketId: of.ticketId,
    scanId: n === 0 ? scanId : null,
    pressId: id(20),
  }))
  const tickets = rows.map(({ ticketId: ofRow, admissionId: id20 }) => ({
    ...ticket,
    ticketId: ofRow!,
    admission: { admissionId: id20, at: noon, gate: 'North door' },
  }))
  const answer = {
    admitted: true,
    admissionIds: rows.map(({ admissionId: each }) => each),
    pressId: id(20),
    order: { admitted: 3, refused: [] },
  }
  const pressed = (of: ScanAnswer = answer, body: Partial<RecordedScan['body']> = {}) =>
    history({ tickets: [...order], scans: [scan(of, { order }, { wholeOrder: true, ...body })] })
  const first2 = { admissionIds: answer.admissionIds.slice(0, 2), order: { admitted: 2, refused: [] } }
  const storedFirst2 = stored({
    tickets: tickets.map((each, n) => (n < 2 ? each : { ...each, admission: null, state: 'valid' })),
    scans: rows.slice(0, 2),
  })

  it('finds nothing wrong when each admitted ticket has a row of the press', () => {
    expect(faults(pressed(), stored({ tickets, scans: rows }))).toEqual([])
    expect(faults(pressed({ ...answer, ...first2 }, { tickets: 2 }), storedFirst2)).toEqual([])
  })

  it('reports an admission of the response that is not stored', () => {
    expect(faults(pressed(), storedFirst2)).toEqual(['lost: a press whose rows are not those of the response'])
  })

  it('reports a ticket of the order that is neither admitted nor refused, and more tickets than were asked for', () => {
    const fault = 'a press that does not count every ticket of its order once'
    expect(faults(pressed({ ...answer, ...first2 }), storedFirst2)).toEqual([fault])
    expect(faults(pressed(answer, { tickets: 2 }), stored({ tickets, scans: rows }))).toEqual([fault])
  })

  it('reports the admission of a ticket that was cancelled before', () => {
    const cancellation = { ticketId: others[1]!.ticketId, attempts: [at(500, 200)] }
    expect(faults({ ...pressed(), cancellations: [cancellation] }, stored({ tickets, scans: rows }))).toContain(
      'an unjustified admission by a press',
    )
  })

  it('reports tickets that it refuses although it is their entry time, or admits although it is not', () => {
    const midnight = 1_000 - 12 * 60 * minute
    const timed = (entryTime: string) => {
      const ofOrder = order.map((of, n) => (n === 2 ? Object.assign({}, of, { entryTime }) : of))
      const refusing = { ...answer, ...first2, order: { admitted: 2, refused: [{ reason: 'too-early', tickets: 1 }] } }
      const rowsOfTickets = (some: StoredAdmissions) => ({
        ...some,
        tickets: some.tickets.map((each, n) => (n === 2 ? Object.assign({}, each, { entryTime }) : each)),
        summary: {
          ...some.summary,
          entryTimes: [
            { entryTime: null, sold: 2, admitted: 2 },
            { entryTime, sold: 1, admitted: some.scans.length - 2 },
          ],
        },
      })
      const press = (of: ScanAnswer, some: StoredAdmissions) =>
        faults(
          history({ midnight, tickets: ofOrder, scans: [scan(of, { order: ofOrder }, { wholeOrder: true })] }),
          rowsOfTickets(some),
        )
      return { admitting: press(answer, stored({ tickets, scans: rows })), refusing: press(refusing, storedFirst2) }
    }
    expect(timed('12:00')).toEqual({
      admitting: [],
      refusing: ['an unjustified refusal of tickets by a press'],
    })
    expect(timed('14:00')).toEqual({ admitting: ['an unjustified admission by a press'], refusing: [] })
  })

  it('reports a row of a press that belongs to another order', () => {
    const scans = rows.map((each, n) => (n === 2 ? Object.assign({}, each, { ticketId: otherEventId }) : each))
    expect(faults(pressed(), stored({ tickets, scans }))).toContain('changed: a scan stored otherwise than sent')
  })
})

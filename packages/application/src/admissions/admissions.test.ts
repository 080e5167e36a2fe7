import { describe, expect, it } from '@jest/globals'
import {
  type AdmissionId,
  CalendarDate,
  EventId,
  EventName,
  Gate,
  Instant,
  type Scan,
  ScanId,
  ScannedCode,
  type Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aSpecialEvent, aSpecialEventDraft, anOrder, exampleId } from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts, readInMemoryTicket, unrefused } from '@museum/testing'
import { Report } from '../reports.ts'
import type { AttendanceReport } from './admission-operations.ts'
import type { AdmissionRepository } from './admission-repository.ts'

const scanner = { username: 'scanner', role: 'gate' } as const
const admin = { username: 'director', role: 'admin' } as const
const page = { page: 1, limit: 100 }
const [north, south] = [Gate('North door'), Gate('South door')]
const scanId = (n: number) => ScanId(exampleId(500 + n))
const { eventId } = aSpecialEvent()

/** A museum on 17 May 2030, 19:00 UTC, with a ticket to an event of that day and one for general entry. */
const atTheDoor = async () => {
  let moment = Date.UTC(2030, 4, 17, 19)
  const ports = inMemoryPorts({ today: () => CalendarDate('2030-05-17'), now: () => Instant(moment) })
  await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
  const museum = aMuseum(ports)
  await museum.ensureTicketKey(anActor)
  const buy = async (order: Parameters<typeof anOrder>[0]) => {
    const ticket = await museum.buyMuseumTickets(anOrder(order))
    if (isRefusal(ticket)) throw new Error(JSON.stringify(ticket))
    return ticket
  }
  const ticket = await buy({ ticketType: 'event', eventId })
  const general = await buy({})
  const codeOf = async ({ ticketId }: Ticket) => {
    const code = await museum.getTicketCode(ticketId)
    if (isRefusal(code)) throw new Error(JSON.stringify(code))
    return ScannedCode(await readInMemoryTicket(code.image))
  }
  const code = await codeOf(ticket)
  const scan = async (but: Partial<Scan> = {}) => museum.admitTicket({ code, ...but }, scanner)
  const later = (milliseconds: number) => (moment += milliseconds)
  const log = async () => {
    const scans = await museum.listAdmissions({}, page, scanner)
    if (isRefusal(scans)) throw new Error(JSON.stringify(scans))
    return scans.items
  }
  return { ports, museum, ticket, general, code, codeOf, buy, scan, later, log, now: () => Instant(moment) }
}

const admissionIdOf = (outcome: object) => {
  if (!('admissionId' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.admissionId as AdmissionId
}
const admitted = { isAdmitted: true }
const refused = (reason: string) => ({ isAdmitted: false, reason })

describe('a scan', () => {
  it('admits the holder of a ticket once, and says when and where that was', async () => {
    const { ticket, scan, ports, log, now } = await atTheDoor()
    const scanned = {
      ticketId: ticket.ticketId,
      ticketType: 'event',
      ticketDate: '2030-05-17',
      eventName: 'Night at the Museum',
    }
    const first = await scan({ gate: north, eventId })
    expect(first).toEqual({ isAdmitted: true, admissionId: expect.any(String), ticket: scanned })
    expect(await ports.tickets.find(ticket.ticketId)).toMatchObject({
      state: 'admitted',
      admission: { at: now(), gate: 'North door' },
    })
    expect(await scan({ gate: south })).toEqual({
      isAdmitted: false,
      reason: 'already-admitted',
      detail: 'The ticket was used before, at North door.',
      ticket: scanned,
      first: { at: now(), gate: 'North door' },
    })
    expect(await log()).toMatchObject([
      { gate: 'South door', reason: 'already-admitted', scannedBy: 'scanner', isOffline: false },
      { gate: 'North door', admissionId: admissionIdOf(first), date: '2030-05-17' },
    ])
    expect((await log())[1]).not.toHaveProperty('reason')
  })

  it('at a gate without a name does not say where the ticket was used', async () => {
    const { scan, now } = await atTheDoor()
    await scan()
    expect(await scan()).toMatchObject({ first: { at: now(), gate: null } })
  })

  it('reads signed codes in any case with white space around them, unsigned codes, and confirmation codes', async () => {
    const { scan, buy, codeOf, museum } = await atTheDoor()
    let ticket = await buy({})
    while (!/[yz]/.test(ticket.confirmationCode)) ticket = await buy({})
    const code = await codeOf(ticket)
    const swapped = (text: string) => text.replaceAll(/[yz]/gi, (letter) => 'zyZY'['yzYZ'.indexOf(letter)]!)
    const codes = [
      code.toLowerCase(),
      ` ${code}\r\n`,
      `${ticket.ticketId}.${ticket.confirmationCode}`,
      ticket.confirmationCode,
      ` ${ticket.confirmationCode.toUpperCase()} `,
      `]Q1${code}`,
      // A scanner with a US keyboard layout, at a Spanish, Swiss and German computer.
      `${ticket.ticketId}.${ticket.confirmationCode}`.replaceAll('-', "'"),
      `${ticket.ticketId}.${swapped(ticket.confirmationCode)}`.replaceAll('-', "'"),
      swapped(code.replace(':', 'Ö')),
      swapped(ticket.confirmationCode.replaceAll('-', 'ß')),
      ticket.confirmationCode.replaceAll('-', "'"),
      swapped(ticket.confirmationCode).replaceAll('-', "'"),
    ]
    for (const each of codes) {
      const outcome = await scan({ code: ScannedCode(each) })
      expect(outcome).toMatchObject({ ...admitted, ticket: { ticketId: ticket.ticketId } })
      if ('admissionId' in outcome) await museum.revertAdmission(outcome.admissionId, anActor)
    }
  })

  it('of the length of a code with other characters says to check the keyboard layout of the scanner', async () => {
    const { scan, code } = await atTheDoor()
    const detail = expect.stringContaining('check the keyboard layout of the scanner')
    for (const [change, reason] of [
      [code.replaceAll(/[A-Z]/g, 'ф'), 'unknown-ticket'],
      [code.replaceAll('I', 'ı').replaceAll('A', 'ı'), 'bad-signature'],
    ] as const)
      expect(await scan({ code: ScannedCode(change) })).toEqual({ isAdmitted: false, reason, detail })
  })

  it.each([
    ['a cut code', (code: string) => code.slice(0, -1), 'bad-signature'],
    [
      'another letter',
      (code: string) => code.slice(0, 20) + (code[20] === 'A' ? 'B' : 'A') + code.slice(21),
      'bad-signature',
    ],
    ['the prefix alone', () => 'M1:', 'bad-signature'],
    ['another alphabet', () => 'M1:привет', 'bad-signature'],
    ['another text', () => 'https://museum.example/', 'unknown-ticket'],
    ['a confirmation code of no ticket', () => 'ticket-event-zzzzzz-zzzzz', 'unknown-ticket'],
    ['an unsigned code of no ticket', () => `${exampleId(999)}.ticket-event-zzzzzz-zzzzz`, 'unknown-ticket'],
    ['half of a surrogate pair', () => '\ud800', 'unknown-ticket'],
  ])('of %s does not admit', async (_, change, reason) => {
    const { scan, code, log } = await atTheDoor()
    const outcome = await scan({ code: ScannedCode(change(code)) })
    expect(outcome).toEqual({ isAdmitted: false, reason, detail: expect.stringMatching(/^The .*\.$/) })
    expect(await log()).toMatchObject([{ reason }])
    expect((await log())[0]).not.toHaveProperty('ticketId')
  })

  it('of an unsigned code with the confirmation code of another ticket does not admit', async () => {
    const { scan, ticket, general } = await atTheDoor()
    const code = ScannedCode(`${ticket.ticketId}.${general.confirmationCode}`)
    expect(await scan({ code })).toMatchObject(refused('unknown-ticket'))
  })

  it('of a code that another museum signed does not admit', async () => {
    const { scan } = await atTheDoor()
    const other = await atTheDoor()
    await other.museum.rotateTicketKey(anActor)
    const code = await other.codeOf(await other.buy({}))
    expect(await scan({ code })).toMatchObject(refused('bad-signature'))
  })

  it('of a cancelled ticket, on another date, or for another event does not admit', async () => {
    const { scan, museum, buy, codeOf, general } = await atTheDoor()
    const tomorrow = await buy({ ticketType: 'event', eventId, ticketDate: CalendarDate('2030-05-18') })
    const code = await codeOf(tomorrow)
    expect(await scan({ code })).toMatchObject(refused('wrong-date'))
    expect(await scan({ eventId: EventId(exampleId(77)) })).toMatchObject(refused('wrong-event'))
    expect(await scan({ code: await codeOf(general), eventId })).toMatchObject(refused('wrong-event'))
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await scan()).toMatchObject(refused('cancelled'))
    expect(await scan({ code, eventId: EventId(exampleId(77)) })).toMatchObject(refused('cancelled'))
  })

  it('is decided on the state that its ticket has when the scan is stored', async () => {
    const { ports, museum, ticket, code } = await atTheDoor()
    const admissions: AdmissionRepository = {
      ...ports.admissions,
      async add(scan, decide) {
        await museum.cancelTicket(ticket.ticketId, undefined, anActor)
        return ports.admissions.add(scan, decide)
      },
    }
    expect(await aMuseum({ ...ports, admissions }).admitTicket({ code }, scanner)).toMatchObject(refused('cancelled'))
  })
})

describe('a scan with a scanId', () => {
  it('gets the same response each time, and admits once', async () => {
    const { scan, later, museum, log } = await atTheDoor()
    const first = await scan({ scanId: scanId(1), gate: north })
    later(60_000)
    expect(await scan({ scanId: scanId(1), gate: north })).toEqual(first)
    const second = await scan({ scanId: scanId(2), gate: north })
    expect(second).toMatchObject(refused('already-admitted'))
    await museum.revertAdmission(admissionIdOf(first), anActor)
    expect(await scan({ scanId: scanId(1), gate: north })).toEqual(first)
    expect(await scan({ scanId: scanId(2), gate: north })).toEqual(second)
    expect(await log()).toHaveLength(2)
  })

  it('is refused with another body', async () => {
    const { scan, log, code, now } = await atTheDoor()
    await scan({ scanId: scanId(1), gate: north })
    const others: Partial<Scan>[] = [
      { gate: south },
      { gate: undefined },
      { gate: north, code: ScannedCode(code.toLowerCase()) },
      { gate: north, eventId },
      { gate: north, scannedAt: now() },
      { gate: north, scannedAt: now(), isOffline: true },
    ]
    for (const other of others)
      expect(await scan({ scanId: scanId(1), ...other })).toMatchObject({ refusal: 'scan-id-reused' })
    expect(await log()).toHaveLength(1)
    expect(await scan({ scanId: scanId(1), gate: north, isOffline: false })).toMatchObject(admitted)
  })
})

describe('an offline scan', () => {
  const minute = 60_000
  it('is recorded as it happened, on the day on which it happened', async () => {
    const { scan, museum, now, later } = await atTheDoor()
    const scannedAt = now()
    later(2 * 24 * 60 * minute)
    expect(await scan({ isOffline: true, scannedAt })).toMatchObject(admitted)
    const scans = await museum.listAdmissions({ date: CalendarDate('2030-05-17') }, page, admin)
    expect(scans).toMatchObject({ items: [{ at: scannedAt, date: '2030-05-17', isOffline: true }] })
  })

  it('that is earlier than the admission replaces it', async () => {
    const { scan, museum, ports, ticket, now, log } = await atTheDoor()
    const online = await scan({ gate: north, scanId: scanId(1) })
    const scannedAt = Instant(now() - minute)
    const offline = { isOffline: true, scannedAt, gate: south }
    expect(await scan(offline)).toMatchObject(admitted)
    expect(await ports.tickets.find(ticket.ticketId)).toMatchObject({
      admission: { at: scannedAt, gate: 'South door' },
    })
    expect(await log()).toMatchObject([{ gate: 'North door', reason: 'already-admitted' }, { gate: 'South door' }])
    expect(await museum.getAdmissionSummary(undefined, scanner)).toEqual({
      date: '2030-05-17',
      sold: 2,
      admitted: 1,
      refused: { 'already-admitted': 1 },
      gates: [
        { gate: 'North door', admitted: 0, refused: 1 },
        { gate: 'South door', admitted: 1, refused: 0 },
      ],
    })
    expect(await scan({ gate: north, scanId: scanId(1) })).toEqual(online)
    expect(await museum.revertAdmission(admissionIdOf(online), anActor)).toMatchObject({
      refusal: 'admission-not-found',
    })
  })

  it('admits in any order of arrival: the earliest is the admission', async () => {
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ]) {
      const { scan, now, log } = await atTheDoor()
      for (const n of order)
        await scan({ isOffline: true, scannedAt: Instant(now() - 10 * minute + n * minute), gate: Gate(`gate ${n}`) })
      expect((await log()).filter(({ reason }) => reason === undefined)).toMatchObject([{ gate: 'gate 1' }])
    }
  })

  it('is decided on the state that its ticket has when the scan arrives', async () => {
    const { scan, museum, ticket, now, later, log } = await atTheDoor()
    const scannedAt = now()
    later(minute)
    await museum.cancelTicket(ticket.ticketId, undefined, anActor)
    expect(await scan({ isOffline: true, scannedAt })).toMatchObject(refused('cancelled'))
    expect(await log()).toMatchObject([{ reason: 'cancelled', at: scannedAt }])
  })

  it('is refused when its moment is missing or not possible, and is not in the log', async () => {
    const { scan, now, log } = await atTheDoor()
    const moments = [undefined, Instant(now() + 5 * minute + 1), Instant(now() - 7 * 24 * 60 * minute - 1)]
    for (const scannedAt of moments)
      expect(await scan({ isOffline: true, scannedAt, scanId: scanId(1) })).toMatchObject({
        refusal: 'validation-failed',
        faults: [{ member: 'scannedAt' }],
      })
    expect(await log()).toEqual([])
  })

  it('gets its response also after seven days, if it was stored in time', async () => {
    const { scan, now, later } = await atTheDoor()
    const offline = { isOffline: true, scannedAt: now(), scanId: scanId(1) }
    const outcome = await scan(offline)
    later(8 * 24 * 60 * minute)
    expect(await scan(offline)).toEqual(outcome)
    expect(await scan({ ...offline, gate: north })).toMatchObject({ refusal: 'scan-id-reused' })
  })
})

describe('reverting an admission', () => {
  it('makes the ticket valid again, once, and keeps the scan in the log', async () => {
    const { scan, museum, ports, ticket, log, now } = await atTheDoor()
    const admissionId = admissionIdOf(await scan({ gate: north }))
    expect(await museum.revertAdmission(admissionId, anActor)).toMatchObject({ ticketId: ticket.ticketId })
    expect(await ports.tickets.find(ticket.ticketId)).toEqual(ticket)
    expect(await log()).toMatchObject([{ admissionId, reason: 'reverted' }])
    expect(await museum.revertAdmission(admissionId, anActor)).toMatchObject({ refusal: 'admission-not-found' })
    expect(await museum.getAdmissionSummary(undefined, scanner)).toMatchObject({ admitted: 0, refused: {}, gates: [] })
    const { items } = await ports.audit.list({ about: { kind: 'ticket' } }, page)
    expect(items).toMatchObject([
      {
        actor: 'curator',
        operation: 'revertAdmission',
        subject: { kind: 'ticket', id: ticket.ticketId },
        before: { admissionId, admittedAt: new Date(now()).toISOString(), gate: 'North door' },
        after: { admissionId: null, admittedAt: null, gate: null },
      },
    ])
    expect(await scan()).toMatchObject(admitted)
  })

  it('makes the ticket cancelled when its event was deleted; until then it stays admitted', async () => {
    const { scan, museum, ports, ticket } = await atTheDoor()
    const admissionId = admissionIdOf(await scan())
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await ports.tickets.find(ticket.ticketId)).toMatchObject({ state: 'admitted' })
    expect(await scan()).toMatchObject(refused('already-admitted'))
    await museum.revertAdmission(admissionId, anActor)
    expect(await ports.tickets.find(ticket.ticketId)).toMatchObject({ state: 'cancelled' })
    expect(await scan()).toMatchObject(refused('cancelled'))
  })
})

describe('the scan log and its summary', () => {
  it('of another date are for administrators only', async () => {
    const { museum, scan } = await atTheDoor()
    await scan()
    const [today, yesterday] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-16')]
    expect(await museum.listAdmissions({ date: today }, page, scanner)).toMatchObject({ total: 1 })
    expect(await museum.listAdmissions({ date: yesterday }, page, scanner)).toMatchObject({ refusal: 'forbidden' })
    expect(await museum.listAdmissions({ date: yesterday }, page, admin)).toEqual({ items: [], total: 0 })
    expect(await museum.listAdmissions({}, page, admin)).toMatchObject({ total: 1 })
    expect(await museum.getAdmissionSummary(yesterday, scanner)).toMatchObject({ refusal: 'forbidden' })
    expect(await museum.getAdmissionSummary(yesterday, admin)).toMatchObject({ date: yesterday, sold: 0 })
    expect(await museum.getAdmissionSummary(today, scanner)).toMatchObject({ date: today, sold: 2, admitted: 1 })
  })

  it('are for gates, as conflicts, those of the days whose offline scans may still arrive', async () => {
    const { ports, scan, now } = await atTheDoor()
    await scan({ gate: north })
    await scan({ gate: south, isOffline: true, scannedAt: now() })
    const list = async (today: string, { role }: Pick<typeof scanner | typeof admin, 'role'>, date?: string) => {
      const museum = aMuseum({ ...ports, today: () => CalendarDate(today) })
      const filter = { isConflict: true as const, ...(date && { date: CalendarDate(date) }) }
      const scans = await museum.listAdmissions(filter, page, { role })
      return isRefusal(scans) ? scans.refusal : scans.total
    }
    expect(await list('2030-05-24', scanner)).toBe(2)
    expect(await list('2030-05-24', scanner, '2030-05-17')).toBe(2)
    expect(await list('2030-05-24', scanner, '2030-05-18')).toBe(0)
    expect(await list('2030-05-25', scanner)).toBe(0)
    expect(await list('2030-05-25', scanner, '2030-05-17')).toBe('forbidden')
    expect(await list('2030-05-25', admin, '2030-05-17')).toBe(2)
    expect(await list('2030-05-25', admin)).toBe(2)
  })

  it('are limited by gate, ticket and outcome', async () => {
    const { museum, scan, ticket } = await atTheDoor()
    await scan({ gate: north })
    await scan({ gate: south })
    await scan({ gate: south, code: ScannedCode('nothing') })
    const count = async (filter: Parameters<typeof museum.listAdmissions>[0]) =>
      ((await museum.listAdmissions(filter, page, scanner)) as { total: number }).total
    expect(await count({ gate: south })).toBe(2)
    expect(await count({ isAdmitted: true })).toBe(1)
    expect(await count({ isAdmitted: false })).toBe(2)
    expect(await count({ ticketId: ticket.ticketId })).toBe(2)
    expect(await count({ ticketId: TicketId(exampleId(999)) })).toBe(0)
  })
})

describe('the attendance', () => {
  const [from, to] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]

  it('has a row for general entry and for each event with tickets for a date, by name and eventId', async () => {
    const { museum, scan } = await atTheDoor()
    await scan()
    const ids = []
    for (const name of ['B', 'A B', 'A', 'A', 'a']) {
      const event = unrefused(
        await museum.createSpecialEvent(aSpecialEventDraft({ name: EventName(name) }), { actor: anActor }),
      )
      ids.push(event.eventId)
      const order = { ...anOrder(), ticketType: 'event', eventId: event.eventId, ticketDate: to } as const
      expect(isRefusal(await museum.buyMuseumTickets(order))).toBe(false)
    }
    await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: to })
    unrefused(
      await museum.createSpecialEvent(aSpecialEventDraft({ name: EventName('No tickets') }), { actor: anActor }),
    )
    const [b, aB, a1, a2, lowerA] = ids
    const counts = { sold: 1, admitted: 0 }
    const row = (eventId: EventId | undefined, eventName: string) => ({
      date: to,
      ticketType: 'event',
      eventId,
      eventName,
      ...counts,
    })
    const report = await museum.getAttendance({ from: CalendarDate('2030-05-16'), to })
    expect(report).toMatchObject({ from: '2030-05-16', to })
    expect(await Report.allRows(report as AttendanceReport)).toEqual([
      { date: from, ticketType: 'general', ...counts },
      { date: from, ticketType: 'event', eventId, eventName: aSpecialEvent().name, sold: 1, admitted: 1 },
      { date: to, ticketType: 'general', ...counts },
      ...[a1, a2].toSorted().map((id) => row(id, 'A')),
      row(aB, 'A B'),
      row(b, 'B'),
      row(lowerA, 'a'),
    ])
  })

  it.each([
    [
      '2030-05-02',
      '2030-05-01',
      'from',
      'start-after-end',
      'must not be after to: 2030-05-02 is after 2030-05-01',
      { from: '2030-05-02', to: '2030-05-01' },
    ],
    [
      '2031-01-01',
      '2032-01-02',
      'to',
      'too-many-days',
      'must be less than 366 days after from: the period has 367 days',
      { max: 366, days: 367 },
    ],
  ])('is refused from %s to %s', async (first, last, member, code, detail, values) => {
    expect(await aMuseum().getAttendance({ from: CalendarDate(first), to: CalendarDate(last) })).toEqual({
      refusal: 'validation-failed',
      because: `${member} ${detail}.`,
      faults: [{ member, code, detail, values }],
    })
  })

  it('covers at most 366 days', async () => {
    const dates = { from: CalendarDate('2031-01-01'), to: CalendarDate('2032-01-01') }
    expect(await Report.allRows((await aMuseum().getAttendance(dates)) as AttendanceReport)).toEqual([])
  })
})

import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  type EntryTimeSettings,
  EntryTimes,
  Instant,
  type OrderItem,
  Quantity,
  type Scan,
  ScanId,
  ScannedCode,
  type Ticket,
  TimeOfDay,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { aSpecialEvent, exampleId, hours } from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts, readInMemoryTicket, setHours, unrefused } from '@museum/testing'

const [today, tomorrow] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const scanner = { username: 'scanner', role: 'gate' } as const
const page = { page: 1, limit: 100 }
const settings = (but: Partial<EntryTimeSettings> = {}): EntryTimeSettings => ({
  ...EntryTimes.none,
  rule: { every: 60, lastEntry: 60 },
  ...but,
})

/** A museum in UTC on 17 May 2030 at 08:00, with an entry time an hour from 09:00 to 17:00. */
const withEntryTimes = async (but: Pick<MuseumPorts, 'dayEnds'> = {}) => {
  let moment = Date.UTC(2030, 4, 17, 8)
  let [read, locked] = [0, 0]
  const ports = inMemoryPorts({ now: () => Instant(moment), ...but })
  const museumHours: typeof ports.museumHours = {
    ...ports.museumHours,
    schedule: async (...period) => {
      read += 1
      return ports.museumHours.schedule(...period)
    },
  }
  const admissions: typeof ports.admissions = {
    ...ports.admissions,
    add: async (...scan) => {
      locked = read
      return ports.admissions.add(...scan)
    },
  }
  const museum = aMuseum({ ...ports, museumHours, admissions })
  await museum.ensureTicketKey(anActor)
  const set = async (changed: Partial<EntryTimeSettings> = {}) =>
    unrefused(await museum.setEntryTimes(settings(changed), anActor, { despiteTickets: true }))
  await set()
  const item = (entryTime?: string, quantity = 1, ticketDate = today): OrderItem => ({
    ticketType: 'general',
    ticketDate,
    entryTime: entryTime === undefined ? undefined : TimeOfDay(entryTime),
    quantity: Quantity(quantity),
  })
  const sell = async (...items: readonly OrderItem[]) =>
    unrefused(await museum.placeOrder({ items })).tickets as readonly [Ticket, ...Ticket[]]
  const codeOf = async ({ ticketId }: Ticket) =>
    ScannedCode(await readInMemoryTicket(unrefused(await museum.getTicketCode(ticketId)).image))
  const at = (time: string, date: string = today) => void (moment = Date.parse(`${date}T${time}:00Z`))
  const scan = async (code: string, more: Partial<Scan> = {}) =>
    unrefused(await museum.admitTicket({ code: ScannedCode(code), ...more }, scanner))
  const log = async () => unrefused(await museum.listAdmissions({}, page, { role: 'admin' })).items
  return {
    ports,
    museum,
    set,
    item,
    sell,
    codeOf,
    at,
    scan,
    log,
    now: () => Instant(moment),
    /** How often settings were read, in all and before the scan was decided. */
    reads: () => ({ read, locked }),
  }
}
const tooEarly = { isAdmitted: false, reason: 'too-early' }

describe('a scan of a ticket with an entry time', () => {
  it('admits from a quarter of an hour before it on, and says the entry time', async () => {
    const { sell, item, codeOf, at, scan, log } = await withEntryTimes()
    const [ticket] = await sell(item('10:00'))
    const code = await codeOf(ticket)
    at('09:44')
    const scanned = { ticketId: ticket.ticketId, ticketType: 'general', ticketDate: today, entryTime: '10:00' }
    expect(await scan(code)).toEqual({
      ...tooEarly,
      detail: 'The ticket is for 10:00, and admits from 09:45 on.',
      ticket: scanned,
    })
    at('09:45')
    expect(await scan(code)).toEqual({ isAdmitted: true, admissionId: expect.any(String), ticket: scanned })
    expect(await scan(code)).toMatchObject({ reason: 'already-admitted', ticket: scanned })
    expect((await log()).map(({ reason, entryTime, anyTime }) => [reason, entryTime, anyTime])).toEqual([
      ['already-admitted', '10:00', undefined],
      [undefined, '10:00', undefined],
      ['too-early', '10:00', undefined],
    ])
  })

  it('is judged by the settings of the moment of the scan', async () => {
    const { sell, item, codeOf, at, scan, set } = await withEntryTimes()
    const codes = await Promise.all((await sell(item('10:00', 3))).map(codeOf))
    at('16:00')
    await set({ late: 30 })
    expect(await scan(codes[0]!)).toMatchObject({
      reason: 'too-late',
      detail: 'The ticket is for 10:00, and admitted until 10:30.',
    })
    await set({ late: null })
    expect(await scan(codes[0]!)).toMatchObject({ isAdmitted: true })
    // The tickets keep their entry time when the museum has no entry times any more.
    at('09:00')
    await set({ rule: null, early: 30 })
    expect(await scan(codes[1]!)).toMatchObject(tooEarly)
    at('09:30')
    expect(await scan(codes[1]!)).toMatchObject({ isAdmitted: true })
  })

  it('is judged in the same way with a code that was typed, and with an unsigned one', async () => {
    const { sell, item, at, scan, set } = await withEntryTimes()
    const [ticket] = await sell(item('10:00'))
    await set({ early: 60 })
    at('08:59')
    for (const code of [ticket.confirmationCode, `${ticket.ticketId}.${ticket.confirmationCode}`]) {
      expect(await scan(code)).toMatchObject({ ...tooEarly, detail: expect.stringContaining('from 09:00 on') })
    }
  })

  it('reads the settings once, before the decision, and none for a ticket without an entry time', async () => {
    const { museum, sell, item, codeOf, scan, reads, set } = await withEntryTimes()
    const [timed] = await sell(item('10:00'))
    const codes = [await codeOf(timed), timed.confirmationCode]
    for (const code of codes) {
      const before = reads().read
      await scan(code)
      expect(reads()).toEqual({ read: before + 1, locked: before + 1 })
    }
    await set({ rule: null })
    const untimed = unrefused(await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: today }))
    const before = reads().read
    for (const code of [await codeOf(untimed), untimed.confirmationCode, 'x']) await scan(code)
    expect(reads().read).toBe(before)
  })

  it('admits at any time that an offline gate says', async () => {
    const { sell, item, codeOf, at, scan, now, set, log } = await withEntryTimes()
    await set({ late: 5 })
    const [early, late] = await Promise.all((await sell(item('12:00', 2))).map(codeOf))
    for (const [code, time] of [
      [early!, '08:00'],
      [late!, '17:00'],
    ] as const) {
      at(time)
      expect(await scan(code, { isOffline: true, scannedAt: now() })).toMatchObject({ isAdmitted: true })
    }
    expect((await log()).map(({ anyTime }) => anyTime)).toEqual([undefined, undefined])
  })

  it('admits in the evening before where its entry time is soon after midnight; offline, whatever the settings are by now', async () => {
    const { museum, sell, item, codeOf, at, scan, set, now, log } = await withEntryTimes()
    await setHours(museum, { weekday: 'saturday', hours: hours('00:00', '18:00') }, anActor)
    await set({ rule: { times: [TimeOfDay('00:10')], length: 30 } })
    const [online, offline] = await Promise.all((await sell(item('00:10', 2, tomorrow))).map(codeOf))
    const scans = async () => [await scan(online!), await scan(offline!, { isOffline: true, scannedAt: now() })]
    at('20:09')
    expect(await scans()).toMatchObject([{ reason: 'wrong-date' }, { reason: 'wrong-date' }])
    at('20:10')
    expect(await scans()).toMatchObject([{ reason: 'wrong-date' }, { isAdmitted: true }])
    at('23:54')
    expect(await scan(online!)).toMatchObject({ reason: 'wrong-date' })
    at('23:55')
    expect(await scan(online!)).toMatchObject({ isAdmitted: true })
    expect(new Set((await log()).map(({ date }) => date))).toEqual(new Set([today]))
  })
})

describe('a scan that is to admit at any time', () => {
  const anyTime = true
  it('admits before and after the entry time, on the date only, and the log says where that decided', async () => {
    const { sell, item, codeOf, at, scan, set, log } = await withEntryTimes()
    await set({ late: 5 })
    const codes = await Promise.all((await sell(item('10:00', 3), item('10:00', 1, tomorrow))).map(codeOf))
    const admitted = { isAdmitted: true, ticket: { entryTime: '10:00' } }
    expect(await scan(codes[0]!, { anyTime })).toMatchObject(admitted)
    at('10:00')
    expect(await scan(codes[1]!, { anyTime })).toMatchObject(admitted)
    at('10:06')
    expect(await scan(codes[2]!, { anyTime })).toMatchObject(admitted)
    expect(await scan(codes[2]!, { anyTime })).toMatchObject({ reason: 'already-admitted' })
    expect(await scan(codes[3]!, { anyTime })).toMatchObject({ reason: 'wrong-date' })
    const rows = (await log()).toReversed().map(({ reason, anyTime: byAnyTime }) => [reason, byAnyTime])
    expect(rows).toEqual([
      [undefined, true],
      [undefined, undefined],
      [undefined, true],
      ['already-admitted', undefined],
      ['wrong-date', undefined],
    ])
  })

  it('is another scan than one without it, under the same scanId', async () => {
    const { museum, sell, item, codeOf, scan } = await withEntryTimes()
    const code = await codeOf((await sell(item('10:00')))[0])
    const scanId = ScanId(exampleId(501))
    await scan(code, { scanId })
    const other = await museum.admitTicket({ code, scanId, anyTime }, scanner)
    expect(other).toMatchObject({ refusal: 'scan-id-reused' })
    expect(await scan(code, { scanId, anyTime: false })).toMatchObject(tooEarly)
    expect(await scan(code, { scanId: ScanId(exampleId(502)), anyTime })).toMatchObject({ isAdmitted: true })
  })
})

describe('a scan that asks for its order, or is of the whole order', () => {
  it('counts and admits the tickets whose entry time admits now', async () => {
    const { sell, item, codeOf, at, scan } = await withEntryTimes()
    const codes = await Promise.all((await sell(item('09:00', 2), item('10:00', 2))).map(codeOf))
    at('09:00')
    expect(await scan(codes[0]!, { asksForOrder: true })).toMatchObject({ isAdmitted: true, orderOpen: 1 })
    expect(await scan(codes[0]!, { asksForOrder: true, anyTime: true })).toMatchObject({ orderOpen: 3 })
    expect(await scan(codes[3]!, { isWholeOrder: true })).toMatchObject({
      isAdmitted: true,
      press: {
        admissions: [{}],
        refused: [
          { reason: 'too-early', tickets: 2 },
          { reason: 'already-admitted', tickets: 1 },
        ],
      },
    })
  })

  it('reads the settings once', async () => {
    const { sell, item, codeOf, at, scan, reads } = await withEntryTimes()
    const [first] = await sell(item('09:00', 2))
    at('09:00')
    for (const code of [await codeOf(first), first.confirmationCode]) {
      const before = reads().read
      expect(await scan(code, { asksForOrder: true })).toMatchObject({ orderOpen: 1 })
      expect(reads().read).toBe(before + 1)
    }
  })

  it('admits the others at any time, and the log says for which of them that decided', async () => {
    const { sell, item, codeOf, at, scan, log } = await withEntryTimes()
    const [, , late] = await Promise.all((await sell(item('09:00', 2), item('10:00', 1))).map(codeOf))
    at('09:00')
    expect(await scan(late!, { isWholeOrder: true, anyTime: true })).toMatchObject({
      press: { admissions: [{}, {}, {}], refused: [] },
    })
    const rows = (await log()).map(({ entryTime, anyTime }) => [entryTime, anyTime])
    expect(rows.toSorted()).toEqual([
      ['09:00', undefined],
      ['09:00', undefined],
      ['10:00', true],
    ])
  })

  it('reads the settings although only another ticket of the order has an entry time', async () => {
    const { ports, sell, item, at, scan, set } = await withEntryTimes()
    await set({ early: 0 })
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const toEvent: OrderItem = { ...item(), ticketType: 'event', eventId: aSpecialEvent().eventId }
    const [[asking], [pressing]] = [await sell(toEvent, item('09:00')), await sell(toEvent, item('09:00'))]
    at('08:59')
    expect(await scan(asking.confirmationCode, { asksForOrder: true })).toMatchObject({ orderOpen: 0 })
    expect(await scan(pressing.confirmationCode, { isWholeOrder: true })).toMatchObject({
      press: { admissions: [{}], refused: [{ reason: 'too-early', tickets: 1 }] },
    })
    at('09:00')
    expect(await scan(asking.confirmationCode, { asksForOrder: true })).toMatchObject({ orderOpen: 1 })
  })
})

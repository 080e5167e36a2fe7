import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Instant,
  type OrderItem,
  Quantity,
  type Scan,
  ScanId,
  ScannedCode,
  type Ticket,
  TimeOfDay,
} from '@museum/domain'

import { exampleId } from '@museum/testing/examples'
import { aMuseum, inMemoryPorts, unrefused } from '@museum/testing'
import type { MuseumPorts } from '../ports.ts'

const [friday, saturday, sunday] = ['2030-05-17', '2030-05-18', '2030-05-19'].map(CalendarDate) as [
  CalendarDate,
  CalendarDate,
  CalendarDate,
]
const [scanner, admin] = [
  { username: 'scanner', role: 'gate' },
  { username: 'director', role: 'admin' },
] as const
const page = { page: 1, limit: 100 }

/** A museum in UTC on Friday, 17 May 2030, whose day ends at 03:00, with a ticket of each of three days. */
const withNight = async (but: Partial<MuseumPorts> = {}) => {
  let moment = Date.UTC(2030, 4, 17, 20)
  const ports = inMemoryPorts({ now: () => Instant(moment), dayEnds: TimeOfDay('03:00'), ...but })
  const museum = aMuseum(ports)
  const buy = async (ticketDate: CalendarDate) =>
    unrefused(await museum.buyMuseumTickets({ ticketType: 'general', ticketDate }))
  const tickets = { friday: await buy(friday), saturday: await buy(saturday), sunday: await buy(sunday) }
  const at = (time: string, date: CalendarDate = saturday) => void (moment = Date.parse(`${date}T${time}:00Z`))
  const scan = async ({ confirmationCode }: Pick<Ticket, 'confirmationCode'>, more: Partial<Scan> = {}) =>
    unrefused(await museum.admitTicket({ code: ScannedCode(confirmationCode), ...more }, scanner))
  const scans = async () => unrefused(await museum.listAdmissions({}, page, admin)).items
  return { ports, museum, tickets, buy, at, scan, scans, now: () => Instant(moment) }
}

describe('after midnight, until the day ends, a gate', () => {
  it('admits tickets of the day before and of the new day, online and offline', async () => {
    const { buy, at, scan, now } = await withNight()
    for (const offline of [false, true])
      for (const [date, outcome] of [
        [friday, { isAdmitted: true }],
        [saturday, { isAdmitted: true }],
        [sunday, { reason: 'wrong-date' }],
      ] as const) {
        at('20:00', friday)
        const ticket = await buy(date)
        at('02:59')
        expect(await scan(ticket, offline ? { isOffline: true, scannedAt: now() } : {})).toMatchObject(outcome)
      }
  })

  it('is told how early and late tickets admit, and until when its day lasts', async () => {
    const { museum } = await withNight()
    expect(await museum.getAdmissionTimes()).toEqual({ early: 15, late: null, dayEnds: '03:00' })
  })

  it('has each scan under the date of its ticket, and every other under the day before', async () => {
    const { tickets, at, scan, scans } = await withNight()
    at('00:00')
    for (const ticket of [tickets.friday, tickets.friday, tickets.saturday, tickets.saturday, tickets.sunday])
      await scan(ticket)
    await scan({ confirmationCode: 'x' as Ticket['confirmationCode'] })
    expect((await scans()).toReversed().map(({ date, reason }) => [date, reason])).toEqual([
      [friday, undefined],
      [friday, 'already-admitted'],
      [saturday, undefined],
      [saturday, 'already-admitted'],
      [friday, 'wrong-date'],
      [friday, 'unknown-ticket'],
    ])
  })

  it('has the offline scans of the night under these dates too, whenever they arrive', async () => {
    const { tickets, at, scan, scans, now } = await withNight()
    at('02:59')
    const scannedAt = now()
    at('12:00', sunday)
    for (const ticket of [tickets.friday, tickets.saturday, tickets.sunday])
      await scan(ticket, { isOffline: true, scannedAt })
    expect((await scans()).map(({ date }) => date)).toEqual([friday, saturday, friday])
  })

  it('admits with one scan the tickets of an order of both days, each under its date', async () => {
    const { museum, at, scan, scans } = await withNight()
    const items = [friday, saturday, sunday].map((ticketDate): OrderItem => ({
      ticketType: 'general',
      ticketDate,
      quantity: Quantity(1),
    }))
    const [asking, pressing] = [
      unrefused(await museum.placeOrder({ items })),
      unrefused(await museum.placeOrder({ items })),
    ]
    at('01:00')
    expect(await scan(asking.tickets[1]!, { asksForOrder: true })).toMatchObject({ isAdmitted: true, orderOpen: 1 })
    expect(await scan(pressing.tickets[2]!, { isWholeOrder: true })).toMatchObject({
      press: { admissions: [{ ticketDate: friday }, { ticketDate: saturday }], refused: [{ reason: 'wrong-date' }] },
    })
    const rows = (await scans()).filter(({ pressId }) => pressId !== undefined)
    expect(rows.map(({ date }) => date).toSorted()).toEqual([friday, saturday])
  })

  it('admits by a press of the evening, which is sent again, no more tickets than were offered then', async () => {
    const { museum, at, scan, scans } = await withNight()
    const items = [friday, saturday].map((ticketDate): OrderItem => ({
      ticketType: 'general',
      ticketDate,
      quantity: Quantity(2),
    }))
    const [scanned] = unrefused(await museum.placeOrder({ items })).tickets
    at('23:59', friday)
    const { orderOpen } = await scan(scanned!, { asksForOrder: true })
    expect(orderOpen).toBe(1)
    at('00:01')
    const press = { isWholeOrder: true, maxTickets: orderOpen, scanId: ScanId(exampleId(501)) }
    for (const _ of [1, 2]) expect(await scan(scanned!, press)).toMatchObject({ press: { admissions: [{}] } })
    expect((await scans()).filter(({ reason }) => reason === undefined)).toHaveLength(2)
  })

  it('lets its role read the scans and the summary of both days, by default of the day before', async () => {
    const { museum, tickets, at, scan } = await withNight()
    await scan(tickets.friday)
    at('01:00')
    await scan(tickets.saturday)
    const list = async (date?: CalendarDate) => museum.listAdmissions({ date }, page, scanner)
    const summary = async (date?: CalendarDate) => museum.getAdmissionSummary(date, scanner)
    expect(unrefused(await list()).items).toMatchObject([{ date: saturday }, { date: friday }])
    for (const date of [friday, saturday]) {
      expect(unrefused(await list(date)).items).toMatchObject([{ date }])
      expect(await summary(date)).toMatchObject({ date, admitted: 1, sold: 1 })
    }
    expect(await summary()).toMatchObject({ date: friday })
    for (const date of [CalendarDate('2030-05-16'), sunday]) {
      expect(await list(date)).toMatchObject({
        refusal: 'forbidden',
        because: 'The role gate may read the scans of the day of the gates and of today only.',
      })
      expect(await summary(date)).toMatchObject({ refusal: 'forbidden' })
    }
    const oldest = CalendarDate('2030-05-10')
    const conflicts = async (date: CalendarDate) => museum.listAdmissions({ isConflict: true, date }, page, scanner)
    expect(await conflicts(oldest)).not.toHaveProperty('refusal')
    expect(await conflicts(CalendarDate('2030-05-09'))).toMatchObject({ refusal: 'forbidden' })
  })
})

describe('when the day has ended, a gate', () => {
  it('admits tickets of the new day only, and lets its role read no other', async () => {
    const { museum, tickets, at, scan, scans } = await withNight()
    at('03:00')
    expect(await scan(tickets.friday)).toMatchObject({ reason: 'wrong-date' })
    expect(await scan(tickets.saturday)).toMatchObject({ isAdmitted: true })
    expect(await scans()).toMatchObject([{ date: saturday }, { date: saturday }])
    expect(await museum.getAdmissionSummary(undefined, scanner)).toMatchObject({ date: saturday })
    expect(await museum.listAdmissions({ date: friday }, page, scanner)).toMatchObject({ refusal: 'forbidden' })
  })
})

describe('a scan that is received just before midnight', () => {
  it('has the date and the time of day of that moment, although its ticket is found after midnight', async () => {
    const { ports, tickets, at, now, scans } = await withNight({ dayEnds: undefined })
    const findByConfirmationCode: typeof ports.tickets.findByConfirmationCode = async (code) => {
      at('00:00')
      return ports.tickets.findByConfirmationCode(code)
    }
    const museum = aMuseum({ ...ports, tickets: { ...ports.tickets, findByConfirmationCode } })
    at('23:59', friday)
    const receivedAt = now()
    const code = ScannedCode(tickets.friday.confirmationCode)
    expect(await museum.admitTicket({ code }, scanner)).toMatchObject({ isAdmitted: true })
    expect(await scans()).toMatchObject([{ at: receivedAt, date: friday }])
  })
})

describe('after midnight, until the day ends, the night', () => {
  it('is no longer sold', async () => {
    const { museum, at } = await withNight()
    at('00:00')
    const late = await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: friday })
    expect(late).toMatchObject({ faults: [{ code: 'date-in-the-past' }] })
  })
})

describe('without a setting, the day', () => {
  it('ends at midnight', async () => {
    const { tickets, at, scan, scans } = await withNight({ dayEnds: undefined })
    at('00:00')
    expect(await scan(tickets.friday)).toMatchObject({ reason: 'wrong-date' })
    expect(await scan(tickets.saturday)).toMatchObject({ isAdmitted: true })
    expect(await scans()).toMatchObject([{ date: saturday }, { date: saturday }])
  })
})

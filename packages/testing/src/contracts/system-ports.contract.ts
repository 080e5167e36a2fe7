import { CalendarDate, Instant, TimeOfDay } from '@museum/domain'
import type { MuseumPorts } from '@museum/application'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** The tests that every adapter of time, identifiers and random numbers must pass. Run them once per adapter. */
export const systemPortsContract: Contract<
  () => Promise<
    Pick<
      MuseumPorts,
      'timeZone' | 'today' | 'now' | 'startOfDay' | 'momentOf' | 'dateOf' | 'timeOf' | 'newId' | 'randomInt'
    >
  >
> = ({ describe, it }, adapter, open) =>
  describe(`time, identifiers and random numbers from ${adapter}`, () => {
    it('return a calendar date for today', async () => {
      const ports = await open()
      expect(CalendarDate.faultOf(ports.today())).toBeUndefined()
    })

    it('return the time zone of their dates', async () => {
      const { timeZone, dateOf, now } = await open()
      // As `2030-05-17`.
      const format = Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
      for (const hour of Array.from({ length: 24 }, (_, n) => n)) {
        const moment = Instant(now() + hour * 3_600_000)
        expect(dateOf(moment)).toBe(format.format(moment))
      }
    })

    it('return the time in milliseconds, which never decreases', async () => {
      const ports = await open()
      const [before, after] = [ports.now(), ports.now()]
      expect(Number.isInteger(before)).toBe(true)
      expect(after).toBeGreaterThanOrEqual(before)
      expect(Math.abs(before - Date.parse(`${ports.today()}T12:00:00Z`))).toBeLessThanOrEqual(86_400_000 * 1.5)
    })

    it('return the moment at which a date begins: today has begun, and tomorrow has not', async () => {
      const ports = await open()
      const before = ports.now()
      const today = ports.today()
      const after = ports.now()
      expect(Number.isInteger(ports.startOfDay(today))).toBe(true)
      expect(ports.startOfDay(today)).toBeLessThanOrEqual(after)
      expect(ports.startOfDay(CalendarDate.plusDays(today, 1))).toBeGreaterThan(before)
    })

    it('return the beginning of each date of a year, and of the first and last dates that are supported', async () => {
      const ports = await open()
      const dates = [...CalendarDate.between(CalendarDate('2030-01-01'), CalendarDate('2031-01-01'))]
      const starts = dates.map(ports.startOfDay)
      // A day on which the clocks change is shorter or longer.
      for (const [n, start] of starts.slice(1).entries())
        expect(Math.abs(start - starts[n]! - 86_400_000)).toBeLessThanOrEqual(2 * 3_600_000)
      for (const date of [CalendarDate('1970-01-01'), dates[0]!, CalendarDate.last])
        expect(Math.abs(ports.startOfDay(date) - Date.parse(date))).toBeLessThanOrEqual(16 * 3_600_000)
    })

    it('return the date of a moment: from the beginning of each day of a year until the next one begins', async () => {
      const ports = await open()
      for (const date of CalendarDate.between(CalendarDate('2030-01-01'), CalendarDate('2030-12-31'))) {
        const [start, end] = [ports.startOfDay(date), ports.startOfDay(CalendarDate.plusDays(date, 1))]
        expect([ports.dateOf(start), ports.dateOf(Instant(end - 1))]).toEqual([date, date])
      }
    })

    it('return the time of day of a moment, also on the days on which the clocks change', async () => {
      const ports = await open()
      // As `09:05`.
      const format = Intl.DateTimeFormat('en-GB', { timeZone: ports.timeZone, hour: '2-digit', minute: '2-digit' })
      const start = ports.startOfDay(CalendarDate('2030-01-01'))
      for (let hours = 0; hours < 366 * 24; hours += 1) {
        const moment = Instant(start + hours * 3_600_000 + 300_000)
        expect(ports.timeOf(moment)).toBe(format.format(moment))
      }
    })

    it('return the moment of a time on each date of a year', async () => {
      const { dateOf, timeOf, momentOf } = await open()
      for (const date of CalendarDate.between(CalendarDate('2030-01-01'), CalendarDate('2030-12-31')))
        // No zone skips these times.
        for (const time of ['05:00', '13:30', '22:59'].map(TimeOfDay)) {
          const moment = momentOf(date, time)
          expect([dateOf(moment), timeOf(moment)]).toEqual([date, time])
          expect(timeOf(Instant(moment - 1))).toBe(TimeOfDay.ofMinutes(TimeOfDay.toMinutes(time) - 1))
        }
    })

    it('return a new UUID of version 7 each time', async () => {
      const ports = await open()
      const ids = Array.from({ length: 1000 }, ports.newId)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(new Set(ids).size).toBe(1000)
    })

    it('return every integer below a bound, and no other', async () => {
      const ports = await open()
      const drawn = new Set(Array.from({ length: 2000 }, () => ports.randomInt(31)))
      expect([...drawn].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, n) => n))
    })
  })

import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** The tests that every adapter of time, identifiers and random numbers must pass. Run them once per adapter. */
export const systemPortsContract = (
  adapter: string,
  ports: Pick<MuseumPorts, 'today' | 'now' | 'newId' | 'randomInt'>,
) =>
  describe(`time, identifiers and random numbers from ${adapter}`, () => {
    it('return a calendar date for today', () => {
      expect(CalendarDate.faultOf(ports.today())).toBeUndefined()
    })

    it('return the time in milliseconds, which never decreases', () => {
      const [before, after] = [ports.now(), ports.now()]
      expect(Number.isInteger(before)).toBe(true)
      expect(after).toBeGreaterThanOrEqual(before)
      expect(Math.abs(before - Date.parse(`${ports.today()}T12:00:00Z`))).toBeLessThanOrEqual(86_400_000 * 1.5)
    })

    it('return a new UUID of version 7 each time', () => {
      const ids = Array.from({ length: 1000 }, ports.newId)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(new Set(ids).size).toBe(1000)
    })

    it('return every integer below a bound, and no other', () => {
      const drawn = new Set(Array.from({ length: 2000 }, () => ports.randomInt(31)))
      expect([...drawn].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, n) => n))
    })
  })

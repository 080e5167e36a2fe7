import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** What any source of time, identity and chance must do. Run it once per adapter. */
export const systemPortsContract = (home: string, ports: Pick<MuseumPorts, 'today' | 'newId' | 'randomInt'>) =>
  describe(`time, identity and chance from ${home}`, () => {
    it('know what day it is', () => {
      expect(CalendarDate.faultOf(ports.today())).toBeUndefined()
    })

    it('give a UUID of version 7, never the same again', () => {
      const ids = Array.from({ length: 1000 }, ports.newId)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(new Set(ids).size).toBe(1000)
    })

    it('give every integer below a bound, and no other', () => {
      const drawn = new Set(Array.from({ length: 2000 }, () => ports.randomInt(31)))
      expect([...drawn].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, n) => n))
    })
  })

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { systemPortsContract } from '@museum/testing/contracts'
import { CalendarDate, TimeOfDay } from '@museum/domain'
import { timeOfUuid } from '../test/time-of-uuid.ts'
import { systemPorts } from './system-ports.ts'

describe('the system ports', () => {
  afterEach(() => {
    jest.useRealTimers()
  })

  it.each([
    ['UTC', '2030-01-01'],
    ['Pacific/Auckland', '2030-01-01'],
    ['America/New_York', '2029-12-31'],
    ['Pacific/Kiritimati', '2030-01-01'],
  ])("have the museum's time zone, and the current date in it: %s", (zone, today) => {
    jest.useFakeTimers({ now: new Date('2030-01-01T00:30:00Z') })
    const ports = systemPorts(zone)
    expect([ports.timeZone, ports.today()]).toEqual([zone, today])
  })

  it('return identifiers that begin with the current time, also after the clock was set back', () => {
    const { newId } = systemPorts('UTC')
    jest.useFakeTimers({ now: Date.now() + 3 * 86_400_000 })
    newId()
    jest.useRealTimers()
    const before = Date.now()
    const begun = timeOfUuid(newId())
    expect(begun).toBeGreaterThanOrEqual(before)
    expect(begun).toBeLessThanOrEqual(Date.now())
  })

  it('throw for an unknown time zone, also when the date is fixed', () => {
    for (const today of [undefined, CalendarDate('2035-02-03')])
      expect(() => systemPorts('Europe/Atlantis', today)).toThrow('Europe/Atlantis')
  })

  it('have the fixed date if there is one', () => {
    expect(systemPorts('UTC', CalendarDate('2035-02-03')).today()).toBe('2035-02-03')
  })

  it.each([
    ['a zone of the east', 'Pacific/Kiritimati', '2030-01-01', '2029-12-31T10:00:00Z'],
    ['the day after a change of the clocks', 'Europe/Paris', '2030-04-01', '2030-03-31T22:00:00Z'],
    ['a day that begins at 01:00 in São Paulo', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
    ['a day that begins at 01:00 in Beirut', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['a day on which 00:00 comes twice, in Havana', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    // Samoa crossed the date line: 31 December 2011 followed 29 December.
    ['a date that the zone skipped', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
    ['the first date', 'Europe/Paris', '1970-01-01', '1969-12-31T23:00:00Z'],
    ['the last date', 'America/New_York', '9999-12-31', '9999-12-31T05:00:00Z'],
  ])('have the moment at which a date begins: %s', (_which, zone, date, start) => {
    expect(systemPorts(zone).startOfDay(CalendarDate(date))).toBe(Date.parse(start))
  })

  it.each([
    ['in summer', 'Europe/Zurich', '2030-05-17', '11:30', '2030-05-17T09:30:00Z'],
    ['that the clocks skip', 'Europe/Zurich', '2030-03-31', '02:30', '2030-03-31T01:30:00Z'],
    ['that comes twice', 'Europe/Zurich', '2030-10-27', '02:30', '2030-10-27T00:30:00Z'],
    ['of a day that begins at 01:00', 'America/Sao_Paulo', '2018-11-04', '10:00', '2018-11-04T12:00:00Z'],
  ])('have the moment of a time: %s', (_which, zone, date, time, moment) => {
    expect(systemPorts(zone).momentOf(CalendarDate(date), TimeOfDay(time))).toBe(Date.parse(moment))
  })

  it('have the moment at which a date begins, in the time zone, although the current date is fixed', () => {
    const { startOfDay } = systemPorts('Europe/Paris', CalendarDate('2035-02-03'))
    expect(startOfDay(CalendarDate('2035-02-03'))).toBe(Date.parse('2035-02-02T23:00:00Z'))
  })
})

it('the system ports pass their contract on a version of Node without Temporal and randomUUIDv7', async () => {
  const script = fileURLToPath(new URL('../test/child-scripts/contract-on-older-node.ts', import.meta.url))
  const args = ['--conditions=@museum/source', '--test-reporter=tap', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toMatch(/^# pass [1-9]/m)
  expect(stdout).toMatch(/^# fail 0$/m)
})

systemPortsContract({ describe, it }, 'the system', async () => systemPorts('Europe/Paris'))

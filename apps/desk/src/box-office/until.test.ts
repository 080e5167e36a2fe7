import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { localTime, momentOf, usualEnd } from './until.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC']

describe('a time on the clock of the museum', () => {
  it.each([
    ['2030-05-16T23:59', 'Europe/Berlin', '2030-05-16T21:59:00.000Z'],
    ['2030-12-16T23:59', 'Europe/Berlin', '2030-12-16T22:59:00.000Z'],
    // Hours before the clock is put forward, and hours after it is put back.
    ['2030-03-31T00:30', 'Europe/Berlin', '2030-03-30T23:30:00.000Z'],
    ['2030-03-31T01:30', 'Europe/Berlin', '2030-03-31T00:30:00.000Z'],
    ['2030-10-27T23:59', 'Europe/Berlin', '2030-10-27T22:59:00.000Z'],
    ['2030-03-10T03:30', 'America/New_York', '2030-03-10T07:30:00.000Z'],
    ['2030-05-16T23:59', 'America/New_York', '2030-05-17T03:59:00.000Z'],
    ['2030-05-16T00:00', 'Pacific/Apia', '2030-05-15T11:00:00.000Z'],
  ])('%s in %s is the moment %s', (text, zone, moment) => {
    expect(momentOf(text, zone)).toBe(moment)
    expect(localTime(moment, zone)).toBe(text)
  })

  it('is read as the moment at which it is shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 }),
        fc.constantFrom(...zones),
        (minutes, zone) => {
          const shown = localTime(new Date(minutes * 60_000).toISOString(), zone)
          // Where the clock is put back, two moments show one time.
          expect(localTime(momentOf(shown, zone)!, zone)).toBe(shown)
        },
      ),
    )
  })

  it('that the clock leaves out is within an hour of the change', () => {
    expect(momentOf('2030-03-31T02:30', 'Europe/Berlin')).toMatch(/^2030-03-31T0[01]:30/)
  })

  it.each(['', '2030-05-16', '2030-05-16T24:61', '2030-13-16T10:00', '12030-05-16T10:00', 'tomorrow'])(
    'is none: %j',
    (text) => {
      expect(momentOf(text, 'UTC')).toBeUndefined()
    },
  )
})

describe('the usual end of a reservation', () => {
  const now = Date.parse('2030-05-01T10:00:00Z')
  const museum = { now, timeZone: 'Europe/Berlin' }

  it.each([
    ['today', '2030-05-01', '2030-05-01T23:59'],
    ['tomorrow', '2030-05-02', '2030-05-02T23:59'],
    ['in autumn', '2030-10-10', '2030-10-10T23:59'],
  ])('of a visit %s is the end of its day', (_, date, end) => {
    expect(usualEnd(date, museum)).toBe(end)
  })

  it.each([
    ['2030-12-24', museum, '2030-10-26T23:59'],
    // The date of the museum is a fixed one.
    ['2030-05-17', { ...museum, now: Date.parse('2026-12-01T10:00:00Z') }, '2027-05-28T23:59'],
    // Between them, the clock is put back.
    ['2030-12-24', { ...museum, now: Date.parse('2030-05-15T22:01:00Z') }, '2030-11-10T23:59'],
  ])('of a visit on %s is at most 180 days ahead', (date, at, end) => {
    expect(usualEnd(date, at)).toBe(end)
    expect(Date.parse(momentOf(end, at.timeZone)!) - at.now).toBeLessThan(180 * 86_400_000)
  })
})

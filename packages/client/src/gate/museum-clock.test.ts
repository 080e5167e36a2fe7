import { describe, expect, it } from '@jest/globals'
import { museumClock } from './museum-clock.ts'

const [second, hour] = [1_000, 60 * 60_000]
const start = Date.UTC(2030, 4, 17, 12)

/** A device whose clock is ahead by so many milliseconds, and the clock of a museum's server, which is right. */
const aDevice = (clockAhead: number) => {
  const device = { clockAhead, now: start, slept: 0 }
  const read = () => ({ clock: device.now + device.clockAhead, uptime: device.now - start - device.slept })
  const clockOf = (stored?: Parameters<typeof museumClock>[0]) => museumClock(stored, read)
  const clock = clockOf()
  return {
    clock,
    clockOf,
    pass: (milliseconds: number) => void (device.now += milliseconds),
    sleep: (milliseconds: number) => {
      device.now += milliseconds
      device.slept += milliseconds
    },
    set: (ahead: number) => void (device.clockAhead = ahead),
    /** A request: the server responds after so many milliseconds, with the date of that moment, and the device gets it as late. */
    request: (milliseconds = 0, dateOf = (now: number) => new Date(now).toUTCString()) => {
      const sent = clock.read()
      device.now += milliseconds
      const date = dateOf(device.now)
      device.now += milliseconds
      clock.learn(sent, date)
    },
    error: () => clock.now() - device.now,
  }
}

describe('the time of the museum on a device', () => {
  it('is that of its clock, until the server has told its own', () => {
    const { clock, error, request } = aDevice(hour)
    expect([clock.ahead(), error(), clock.isMeasured()]).toEqual([0, hour, false])
    request()
    expect([clock.ahead(), clock.isMeasured()]).toEqual([hour - 500, true])
  })

  it.each([3 * hour, -3 * hour, 12 * 60 * second, 10 * second])(
    'is exact to half a second and half the time of the request when the clock is %i ms ahead',
    (ahead) => {
      for (const [passed, milliseconds] of [
        [0, 0],
        [250, 10],
        [999, 200],
        [400, 1_500],
      ] as const) {
        const { pass, request, error } = aDevice(ahead)
        pass(passed)
        request(milliseconds)
        expect(Math.abs(error())).toBeLessThanOrEqual(500 + milliseconds)
      }
    },
  )

  it('is that of the most exact response, until the clock is set', () => {
    const { request, error, set, pass, clock } = aDevice(hour)
    request(3 * second)
    pass(300)
    request(100)
    const { ahead } = clock
    const first = ahead()
    pass(450)
    request(4 * second)
    expect(ahead()).toBe(first)
    set(2 * hour)
    request(4 * second)
    expect(Math.abs(error())).toBeLessThanOrEqual(4_500)
  })

  it('is that of the clock when the clock may be right, or is wrong by a few seconds', () => {
    for (const ahead of [0, 4 * second, -4 * second]) {
      const { request, clock, pass } = aDevice(ahead)
      pass(700)
      request(20)
      expect(clock.ahead()).toBe(0)
    }
    const { request, clock } = aDevice(0)
    request(10 * second)
    expect(clock.ahead()).toBe(0)
  })

  it.each([3 * hour, -3 * hour])(
    'is that of the clock after a clock %i ms ahead was put right, before the next response',
    (ahead) => {
      const { request, set, pass, error } = aDevice(ahead)
      request()
      pass(20 * 60 * second)
      set(0)
      expect(error()).toBe(0)
      pass(20 * 60 * second)
      expect(error()).toBe(0)
    },
  )

  it.each([
    [12 * 60 * second, 30 * second],
    [12 * 60 * second, -30 * second],
    [3 * hour, 2 * hour],
    [0, -3 * hour],
    [-hour, -2 * hour],
  ])('stays right when a clock %i ms ahead is set back to %i ms before the next response', (ahead, set) => {
    const device = aDevice(ahead)
    device.request()
    device.pass(20 * 60 * second)
    device.set(set)
    expect(Math.abs(device.error())).toBeLessThanOrEqual(500)
    device.pass(20 * 60 * second)
    expect(Math.abs(device.error())).toBeLessThanOrEqual(500)
  })

  it.each([3 * hour, -3 * hour])('stays right when a device whose clock is %i ms ahead sleeps', (ahead) => {
    const { request, sleep, error } = aDevice(ahead)
    request()
    sleep(5 * hour)
    expect(Math.abs(error())).toBeLessThanOrEqual(500)
  })

  it('is not learned from a text that is no date', () => {
    const { request, clock } = aDevice(hour)
    request(0, () => 'tomorrow')
    expect(clock.isMeasured()).toBe(false)
  })

  it.each(['set', 'sleep'] as const)(
    'is right after the next response when a request is under way at a %s',
    (change) => {
      const { clock, request, error, ...device } = aDevice(0)
      const sent = clock.read()
      device[change](hour)
      clock.learn(sent, new Date(start).toUTCString())
      request()
      expect(Math.abs(error())).toBeLessThanOrEqual(500)
    },
  )

  it('is taken from the last run until the server tells it, unless the clock was set back since', () => {
    const { clockOf, request, clock } = aDevice(hour)
    request()
    const loadedAt = new Date(clock.now()).toISOString()
    expect(clockOf({ clockAhead: clock.ahead(), loadedAt }).now()).toBe(clock.now())
    const setBack = aDevice(0)
    expect(setBack.clockOf({ clockAhead: hour, loadedAt }).ahead()).toBe(0)
  })

  it.each([15 * hour, -15 * hour, -8_760 * hour])(
    'is that of the clock in a later run when a clock %i ms ahead was put right overnight',
    (clockAhead) => {
      const { clockOf, pass, set, clock } = aDevice(clockAhead)
      const loadedAt = new Date(start).toISOString()
      pass(16 * hour)
      set(0)
      expect(clockOf({ clockAhead, loadedAt }).now()).toBe(clock.now())
    },
  )
})

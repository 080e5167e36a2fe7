import { describe, expect, it } from '@jest/globals'
import { OrderId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { addressLimits, requestLimit, isOwnNetwork, networkOf } from './address-limits.ts'

const minute = 60_000
const reservation = (n: number) => OrderId(exampleId(n))

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['169.254.1.1', true],
    ['::ffff:10.1.2.3', true],
    ['fe80::1%eth0', true],
    ['192.168.1.1', true],
    ['192.0.2.7', false],
    ['::1', true],
    ['fd00::1', true],
    ['2001:db8::1', false],
    ['', false],
  ])('%s is private: %s', (address, isOwn) => {
    expect(isOwnNetwork(address)).toBe(isOwn)
  })
})

describe('a limit of two reservations', () => {
  const open = () => {
    const clock = { now: 1_000_000_000_000 }
    const limits = addressLimits({ limit: 2, now: () => clock.now })
    const begin = (key: number, network = 'a') => {
      const begun = limits.begin(network, String(key))
      if ('seconds' in begun) throw new Error(`${begun.seconds} seconds to wait`)
      return begun
    }
    const make = (n: number, network = 'a') => begin(n, network).made(reservation(n), clock.now + 15 * minute)
    /** Without an effect. */
    const secondsToWait = (network: string, key = 'another') => {
      const begun = limits.begin(network, key)
      if ('seconds' in begun) return begun.seconds
      begun.refused()
      return undefined
    }
    return { ...limits, clock, begin, make, secondsToWait }
  }

  it('lets a network hold two at a time, until the first one ends', () => {
    const { make, secondsToWait, clock } = open()
    make(1)
    clock.now += minute
    expect(secondsToWait('a')).toBeUndefined()
    make(2)
    expect(secondsToWait('a')).toBe(14 * 60)
    expect(secondsToWait('b')).toBeUndefined()
    expect(secondsToWait('a', '2')).toBeUndefined()
    clock.now += 14 * minute
    expect(secondsToWait('a')).toBeUndefined()
  })

  it('does not count one that is sold or given up, and counts one once', () => {
    const { make, secondsToWait, end } = open()
    for (const n of [1, 1, 2]) make(n)
    expect(secondsToWait('a')).toBe(15 * 60)
    end('b', reservation(1))
    end('a', reservation(3))
    expect(secondsToWait('a')).toBe(15 * 60)
    end('a', reservation(1))
    expect(secondsToWait('a')).toBeUndefined()
  })

  it('counts one that has ended as ended, also if its form is sent again', () => {
    const { make, secondsToWait, end } = open()
    for (const n of [1, 2]) make(n)
    end('a', reservation(1))
    make(1)
    expect(secondsToWait('a')).toBeUndefined()
  })

  it('lets a network make eight in an hour, whatever becomes of them', () => {
    const { make, secondsToWait, end, clock } = open()
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) {
      expect(secondsToWait('a')).toBeUndefined()
      make(n)
      end('a', reservation(n))
      clock.now += minute
    }
    expect(secondsToWait('a')).toBe(52 * 60)
    clock.now += 52 * minute
    expect(secondsToWait('a')).toBeUndefined()
  })

  it('counts attempts at the same time before the reservations are made', () => {
    const { begin, secondsToWait, clock } = open()
    const [first] = [begin(1), begin(2)]
    expect(secondsToWait('a')).toBe(15 * 60)
    first!.made(reservation(1), clock.now + 10 * minute)
    expect(secondsToWait('a')).toBe(10 * 60)
  })

  it('takes back an attempt that is refused, also for the hour', () => {
    const { begin, make, secondsToWait } = open()
    for (let n = 1; n <= 9; n++) begin(n).refused()
    make(10)
    const another = begin(11)
    expect(secondsToWait('a')).toBe(15 * 60)
    another.refused()
    expect(secondsToWait('a')).toBeUndefined()
  })

  it('counts an attempt without an outcome for 15 minutes', () => {
    const { begin, make, secondsToWait, clock } = open()
    begin(1)
    make(2)
    expect(secondsToWait('a')).toBe(15 * 60)
    clock.now += 15 * minute
    expect(secondsToWait('a')).toBeUndefined()
  })

  it.each([
    ['before', (made: () => void, refused: () => void) => (refused(), made())],
    ['after', (made: () => void, refused: () => void) => (made(), refused())],
  ])(
    'counts a form that is sent twice once, and stays counted when one is refused %s the other is made',
    (_, inOrder) => {
      const { begin, make, secondsToWait, end, clock } = open()
      const [first, second] = [begin(1), begin(1)]
      expect(secondsToWait('a')).toBeUndefined()
      inOrder(
        () => first!.made(reservation(1), clock.now + 15 * minute),
        () => second!.refused(),
      )
      make(2)
      expect(secondsToWait('a')).toBe(15 * 60)
      end('a', reservation(1))
      expect(secondsToWait('a')).toBeUndefined()
    },
  )

  it('is held until another moment after an extension, also longer than an hour', () => {
    const { make, hold, secondsToWait, clock } = open()
    for (const n of [1, 2]) make(n)
    hold('b', reservation(1), clock.now)
    hold('a', reservation(1), clock.now + 70 * minute)
    hold('a', reservation(2), clock.now + 80 * minute)
    clock.now += 65 * minute
    expect(secondsToWait('a')).toBe(5 * 60)
  })
})

describe('the limit of requests', () => {
  it('is for each network, and for an hour from each of its requests', () => {
    const clock = { now: 0 }
    const isWithin = requestLimit({ limit: 2, now: () => clock.now })
    expect([isWithin('a'), isWithin('a'), isWithin('a'), isWithin('b')]).toEqual([true, true, false, true])
    clock.now = 3_600_000 - 1
    expect(isWithin('a')).toBe(false)
    clock.now += 1
    expect([isWithin('a'), isWithin('a'), isWithin('a')]).toEqual([true, true, false])
  })
})

import { describe, expect, it } from '@jest/globals'
import { OrderId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { addressLimits, isOwnNetwork, networkOf } from './address-limits.ts'

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
    const hold = (n: number, network = 'a') =>
      limits.count(network, { key: String(n), reservationId: reservation(n), heldUntil: clock.now + 15 * minute })
    const secondsToWait = (network: string, key = 'another') => limits.secondsToWait(network, key)
    return { clock, end: limits.end, secondsToWait, hold }
  }

  it('lets a network hold two at a time, until the first one ends', () => {
    const { hold, secondsToWait, clock } = open()
    hold(1)
    clock.now += minute
    expect(secondsToWait('a')).toBeUndefined()
    hold(2)
    expect(secondsToWait('a')).toBe(14 * 60)
    expect(secondsToWait('b')).toBeUndefined()
    expect(secondsToWait('a', '2')).toBeUndefined()
    clock.now += 14 * minute
    expect(secondsToWait('a')).toBeUndefined()
  })

  it('does not count one that is sold or given up, and counts one once', () => {
    const { hold, secondsToWait, end } = open()
    for (const n of [1, 1, 2]) hold(n)
    expect(secondsToWait('a')).toBe(15 * 60)
    end('b', reservation(1))
    end('a', reservation(3))
    expect(secondsToWait('a')).toBe(15 * 60)
    end('a', reservation(1))
    expect(secondsToWait('a')).toBeUndefined()
  })

  it('lets a network make eight in an hour, whatever becomes of them', () => {
    const { hold, secondsToWait, end, clock } = open()
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) {
      expect(secondsToWait('a')).toBeUndefined()
      hold(n)
      end('a', reservation(n))
      clock.now += minute
    }
    expect(secondsToWait('a')).toBe(52 * 60)
    clock.now += 52 * minute
    expect(secondsToWait('a')).toBeUndefined()
  })
})

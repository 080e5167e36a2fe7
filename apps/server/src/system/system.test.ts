import { BlockList } from 'node:net'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { systemPortsContract } from '@museum/application/contracts'
import { CalendarDate } from '@museum/domain'
import { clientAddress } from './client-address.ts'
import { described, withoutControls } from './log.ts'
import { systemPorts } from './system-ports.ts'

describe('the machine', () => {
  afterEach(() => {
    jest.useRealTimers()
  })

  it.each([
    ['UTC', '2030-01-01'],
    ['Pacific/Auckland', '2030-01-01'],
    ['America/New_York', '2029-12-31'],
    ['Pacific/Kiritimati', '2030-01-01'],
  ])("knows today in the museum's time zone: %s", (zone, today) => {
    jest.useFakeTimers({ now: new Date('2030-01-01T00:30:00Z') })
    expect(systemPorts(zone).today()).toBe(today)
  })

  it('takes a fixed day instead', () => {
    expect(systemPorts('UTC', CalendarDate('2035-02-03')).today()).toBe('2035-02-03')
  })
})

systemPortsContract('the machine', systemPorts('Europe/Paris'))

describe('the address of a client', () => {
  const proxies = new BlockList()
  proxies.addSubnet('10.0.0.0', 8, 'ipv4')
  proxies.addAddress('2001:db8::7', 'ipv6')

  it.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.9', '192.0.2.1'],
    ['10.0.0.1', '198.51.100.9', '198.51.100.9'],
    ['10.0.0.1', 'forged, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
    ['10.0.0.1', '203.0.113.1, 198.51.100.9', '198.51.100.9'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.1,', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.1, 198.51.100.9:4711', '198.51.100.9'],
    ['10.0.0.1', '203.0.113.1, [2001:db8::1]:4711, 10.0.0.2:80', '2001:db8::1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['::ffff:10.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['2001:db8::7', '198.51.100.9', '198.51.100.9'],
    ['', '198.51.100.9', ''],
  ])('behind peer %s that forwards for %s is %s', (peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(address)
  })
})

describe('what the log tells of an error', () => {
  it('is its kind, its message and where it came from', () => {
    expect(described(new TypeError('no such window'))).toEqual({
      type: 'TypeError',
      message: 'no such window',
      stack: expect.arrayContaining([expect.stringMatching(/^at .*system\.test\.ts/)]),
    })
  })

  it('never is the statement or the message of a database: they hold what a purchaser said', () => {
    const email = 'visitor@example.org'
    const ofMysql = Object.assign(new Error(`Duplicate entry '${email}'`), {
      errno: 1062,
      code: 'ER_DUP_ENTRY',
      sql: email,
    })
    const ofSqlite = Object.assign(new Error(`near "${email}"`), { errcode: 1, code: 'ERR_SQLITE_ERROR' })
    const wrapped = new Error('the database is away', { cause: ofMysql })
    const told = JSON.stringify([ofMysql, ofSqlite, wrapped].map(described))
    expect(told).not.toContain('visitor')
    expect(told).toContain('"errno":1062')
    expect(told).toContain('"errcode":1')
    expect(told).toContain('the database is away')
  })
})

describe('a line of the log', () => {
  it('has no control character and no mark of writing direction that a client sent, and is the same JSON', () => {
    const record = { path: '/\u009b31mRED\u009d0;title\u009c\u202e\u2066\u200f\u2028\u007f 浮世絵 🦣' }
    const line = withoutControls(JSON.stringify(record))
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
    expect(line).toContain('\\u009b31mRED')
    expect(JSON.parse(line)).toEqual(record)
  })
})

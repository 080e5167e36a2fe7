import { BlockList } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { clientAddress } from './trusted-proxies.ts'

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
  ])('from peer %s with X-Forwarded-For %s is %s', (peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(address)
  })
})

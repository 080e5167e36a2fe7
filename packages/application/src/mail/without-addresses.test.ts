import { describe, expect, it } from '@jest/globals'
import { withoutAddresses } from './without-addresses.ts'

describe('a text without addresses', () => {
  it.each([
    ['450 <visitor@example.org>: greylisted', undefined, '450 <address>: greylisted'],
    ['450 <<a@example.org>> and b@example.org', undefined, '450 <address> and <address>'],
    ['450 Visitor is unknown, also\r\n at %40', 'visitor@example.org', '450 <address> is unknown, also at %40'],
    ['450 visitor%40example.org', 'visitor@example.org', '450 <address>'],
    ['450 a.b is unknown, axb is not', 'a.b@example.org', '450 <address> is unknown, axb is not'],
    ['450 visitors', 'visitor@example.org', '450 visitors'],
    ['550 \u001b[31mno\u0000\u202e', undefined, '550 [31mno'],
    [' 2 < 3, 3 >> 2 @ ', undefined, '2 < 3, 3 > 2 <address>'],
  ])('of %j to %s is %j', (text, address, expected) => {
    expect(withoutAddresses(text, address)).toBe(expected)
  })

  it('ends before an address of which the greatest length leaves only the beginning', () => {
    const text = `450 ${' '.repeat(1_990)}visitor@example.org is unknown`
    expect(withoutAddresses(text)).toBe('450 …')
  })

  // Minutes with a pattern that tries each beginning of a run of characters.
  it.each(['a', '@', '<', '>', ' ', '<a', 'a '])('is made at once of ten million characters: %j', (character) => {
    expect(withoutAddresses(`451 ${character.repeat(10_000_000 / character.length)}`).length).toBeLessThan(2_010)
  })
})

import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { OrderId, OrderNumber } from '../index.ts'

const endingWith = (digits: string) => OrderId(`01940000-0000-7000-8000-00${digits}`)

describe('the number of an order', () => {
  it.each([
    ['0000000000', 'aaaa-aaaa'],
    ['0000000001', 'aaaa-aaab'],
    ['000000001f', 'aaaa-aaba'],
    ['7fffffffff', 'w9qx-p8ws'],
    ['ffffffffff', 'w9qx-p8ws'],
    ['8000000000', 'aaaa-aaaa'],
  ])('writes the last 39 bits of the orderId, here %s, in the alphabet of confirmation codes: %s', (digits, number) => {
    expect(OrderNumber.of(endingWith(digits))).toBe(number)
  })

  it('is read in any case, with or without hyphens and white space', () => {
    for (const text of ['k7m3-qx8p', 'K7M3QX8P', ' k7m3 – qx8p ', 'k-7m3qx8p', 'K7 M3 QX 8P'])
      expect(OrderNumber(text)).toBe('k7m3-qx8p')
  })

  it.each([
    ['nothing', ''],
    ['seven characters', 'k7m3-qx8'],
    ['nine characters', 'k7m3-qx8pa'],
    ['a character that looks like another one', 'k7m3-qx81'],
    ['a character that is k in lower case', '\u212A7m3-qx8p'],
    ['a number greater than any', 'w9qx-p8wt'],
    ['a number far greater than any', '9999-9999'],
  ])('is not read from %s', (_what, text) => {
    expect(OrderNumber.faultOf(text)).toEqual({
      code: 'not-an-order-number',
      detail: 'must be an order number of eight characters, such as k7m3-qx8p',
    })
    expect(() => OrderNumber(text)).toThrow(TypeError)
  })

  it('is that of the orders with two ends of the orderId, and of no other', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 40n - 1n }), (end) => {
        const digits = end.toString(16).padStart(10, '0')
        const number = OrderNumber.of(endingWith(digits))
        expect(number).toMatch(/^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/)
        expect(OrderNumber(number)).toBe(number)
        const ends = OrderNumber.endsOf(number)
        expect(ends).toContain(digits)
        expect(ends.map((each) => OrderNumber.of(endingWith(each)))).toEqual([number, number])
        expect(BigInt(`0x${ends[1]}`) - BigInt(`0x${ends[0]}`)).toBe(2n ** 39n)
      }),
    )
  })
})

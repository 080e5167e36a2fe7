import { describe, expect, it } from '@jest/globals'
import { Email, Instant, OrderId, TicketId } from '@museum/domain'
import { linkAlgorithmContract } from '@museum/testing/contracts'
import { hmacLinks } from './index.ts'

linkAlgorithmContract({ describe, it }, 'Node', async () => hmacLinks())

describe('a link of a visitor', () => {
  // Computed with `openssl dgst -sha256 -mac HMAC -macopt hexkey:0001…1f`, over the bytes of kind, identifier, rest and address.
  const key = Buffer.from(Uint8Array.from({ length: 32 }, (_, n) => n)).toString('base64url')
  const id = '0190a5d4-8f00-7000-8000-0000000000ff'

  it.each([
    [
      'an order',
      { kind: 'order', id: OrderId(id) } as const,
      Email('Ada@Example.ORG'),
      'EQGQpdSPAHAAgAAAAAAAAP8VYNGd7XN5Tq4kSFhr_a1N',
    ],
    [
      'a ticket without an address',
      { kind: 'ticket', id: TicketId(id) } as const,
      undefined,
      'EgGQpdSPAHAAgAAAAAAAAP9x6FAdOdv4YB65CIVs-PsJ',
    ],
    [
      'a cancellation of the tickets 1, 3 and 12 of an order',
      {
        kind: 'cancellation',
        id: OrderId(id),
        positions: [0, 2, 11],
        until: Instant(Date.UTC(2030, 4, 3, 23)),
      } as const,
      Email('ada@example.org'),
      'FAGQpdSPAHAAgAAAAAAAAP8AAAAAAAAIBXF98vASMRqvJnobkVpActjWhJO8',
    ],
  ])('of %s has the bytes that its description says', (_, subject, email, link) => {
    expect(hmacLinks().encode(subject, email, key)).toBe(link)
  })
})

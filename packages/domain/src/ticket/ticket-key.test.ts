import { describe, expect, it } from '@jest/globals'
import { aTicketKey } from '@museum/testing/examples'
import { Instant, TicketKey, TicketKeyId } from '../index.ts'

const now = Instant(Date.UTC(2030, 4, 1))
const key = (keyId: number) => aTicketKey({ keyId: TicketKeyId(keyId) })
const revoked = (keyId: number) => ({ ...key(keyId), revokedAt: now })

describe('the identifier of a ticket key', () => {
  it.each([1, 2, 255])('is an integer such as %d', (number) => {
    expect(TicketKeyId(number)).toBe(number)
  })
  it.each([0, 256, -1, 1.5, Number.NaN])('is not %d', (number) => {
    expect(TicketKeyId.faultOf(number)?.code).toBe('not-a-ticket-key-id')
  })
})

describe('the current ticket key', () => {
  it.each([
    ['none without keys', [], undefined],
    ['the only one', [aTicketKey()], 1],
    ['the newest, whatever the order', [key(2), key(3), key(1)], 3],
    ['the newest that is not revoked', [key(1), key(2), revoked(3)], 2],
    ['none when all are revoked', [revoked(1)], undefined],
  ])('is %s', (_, keys, keyId) => {
    expect(TicketKey.current(keys)?.keyId).toBe(keyId)
  })
})

describe('the key that signs the code of a ticket', () => {
  it.each([
    ['the one under which the ticket was sold', [key(1), key(2), key(3)], 2, 2],
    ['key 1 for a ticket that was sold before codes were signed', [key(1), key(2)], undefined, 1],
    ['the newest key when that of the ticket is revoked', [key(1), revoked(2), key(3), key(4)], 2, 4],
    ['the newest key when that of the ticket is missing', [key(1), key(3)], 2, 3],
    ['none without keys', [], 1, undefined],
    ['none when all keys are revoked', [revoked(1), revoked(2)], 1, undefined],
  ])('is %s', (_, keys, signingKey, keyId) => {
    const ofTicket = TicketKey.ofTicket(keys, signingKey === undefined ? undefined : TicketKeyId(signingKey))
    expect(ofTicket?.keyId).toBe(keyId)
  })
})

describe('the revocation of a ticket key', () => {
  it('sets the moment from which its codes are invalid', () => {
    expect(TicketKey.revoke([key(1), key(2)], TicketKeyId(1), now)).toEqual({ ...key(1), revokedAt: now })
  })
  it('changes nothing when the key is revoked already', () => {
    const earlier = { ...key(1), revokedAt: Instant(1) }
    expect(TicketKey.revoke([earlier, key(2)], TicketKeyId(1), now)).toBe(earlier)
  })
  it('is refused for the current key, also when newer ones are revoked', () => {
    for (const keys of [[key(1)], [key(1), revoked(2)]])
      expect(TicketKey.revoke(keys, TicketKeyId(1), now)).toEqual({
        refusal: 'current-ticket-key',
        because: expect.stringContaining('ticket key 1'),
      })
  })
  it('is refused for an unknown key', () => {
    expect(TicketKey.revoke([key(1)], TicketKeyId(9), now)).toEqual({
      refusal: 'ticket-key-not-found',
      because: 'There is no ticket key 9.',
    })
  })
})

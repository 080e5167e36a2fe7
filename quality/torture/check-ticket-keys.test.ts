import { describe, expect, it } from '@jest/globals'
import { type SentKeys, type TicketImage, checkTicketKeys } from './check-ticket-keys.ts'

const ticketId = '0194e2a0-0000-7000-8000-000000000001'
const ofTicket = { ticketId, ticketDate: '2031-05-17', ticketType: 'general' }
const image = (keyId: number, digest = `image under key ${keyId}`, isVerified = true): TicketImage => ({
  digest,
  isVerified,
  content: { keyId, ...ofTicket },
})
const ticket = (
  signingKey: number | null,
  images: readonly TicketImage[],
  earlierImages: readonly TicketImage[] = [],
) => ({
  ...ofTicket,
  signingKey,
  images,
  earlierImages,
})
/** Key 1 is revoked, keys 2 and 3 are valid. */
const stored = [1, 2, 3].map((keyId) => ({ keyId, isRevoked: keyId === 1 }))
const faults = (sent: Partial<SentKeys> = {}) =>
  checkTicketKeys({
    listed: [
      [2, 3],
      [3, 2],
    ],
    stored,
    tickets: [],
    ...sent,
  }).map(({ fault }) => fault)
const faultsOf = (...parameters: Parameters<typeof ticket>) => faults({ tickets: [ticket(...parameters)] })

describe('checkTicketKeys', () => {
  it('finds no violation when each image is signed by the key of the sale or, where that is revoked, the current one', () => {
    expect(faultsOf(2, [image(2), image(2)], [image(2)])).toEqual([])
    expect(faultsOf(1, [image(3), image(3)], [image(1), image(2)])).toEqual([])
  })

  it('reports a server that does not list exactly the valid keys', () => {
    for (const keyIds of [[1, 2, 3], [2], []])
      expect(faults({ listed: [[2, 3], keyIds] })).toEqual(['the keys that a server lists are not the valid ones'])
  })

  it('reports images that differ between servers or from an earlier one', () => {
    expect(faultsOf(2, [image(2), image(2, 'another')])).toEqual(['two servers sent different images of a ticket'])
    expect(faultsOf(2, [image(2)], [image(2, 'another')])).toEqual(['an image that changed although its key is valid'])
  })

  it('reports a code that is not verified, not that of its ticket, unreadable, or signed by an unexpected key', () => {
    expect(faultsOf(2, [image(2, '', false)])).toEqual(['a code that no listed key verifies'])
    const other = { ...image(2), content: { keyId: 2, ...ofTicket, ticketDate: '2031-05-18' } }
    expect(faultsOf(2, [other])).toEqual(['a code that says something other than its ticket'])
    expect(faultsOf(2, [{ ...image(2), content: undefined }])).toEqual([
      'a code that says something other than its ticket',
    ])
    expect(faultsOf(2, [image(3)])).toEqual(['a code that is signed by another key than expected'])
    expect(faultsOf(1, [image(1)])).toEqual(['a code that is signed by another key than expected'])
  })

  it('reports a ticket that was sold under no key, or under one that is not stored', () => {
    for (const key of [null, 4])
      expect(faultsOf(key, [image(3)])).toEqual(['a ticket that was sold under no key that is stored'])
  })
})

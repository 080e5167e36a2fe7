import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Delivery, WebhookId } from '../index.ts'

const [minute, hour] = [60, 3_600]
const random = fc.double({ min: 0, max: 1, noNaN: true })
const attempts = fc.integer({ min: 1, max: Delivery.maxAttempts - 1 })

describe('the attempts of a delivery', () => {
  it('are ten, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
    const pauses = Array.from({ length: Delivery.maxAttempts }, (_, n) => Delivery.pauseAfter(n + 1, 0))
    expect(pauses).toEqual([
      5,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      undefined,
    ])
  })

  it('are at most a tenth later by chance, after whole seconds', () => {
    fc.assert(
      fc.property(attempts, random, (made, by) => {
        const [least, pause] = [Delivery.pauseAfter(made, 0)!, Delivery.pauseAfter(made, by)!]
        expect(Number.isInteger(pause)).toBe(true)
        expect(pause).toBeGreaterThanOrEqual(least)
        expect(pause).toBeLessThanOrEqual(Math.ceil(least + least / 10))
      }),
    )
    expect([0, 0.5, 1].map((by) => Delivery.pauseAfter(3, by))).toEqual([1_800, 1_890, 1_980])
  })

  it('are not made before the receiver wants to be asked again', () => {
    fc.assert(
      fc.property(attempts, random, fc.integer({ min: 0, max: 7 * 24 * hour }), (made, by, retryAfter) => {
        const pause = Delivery.pauseAfter(made, by, retryAfter)!
        expect(pause).toBeGreaterThanOrEqual(Math.max(retryAfter, Delivery.pauseAfter(made, 0)!))
      }),
    )
    expect(Delivery.pauseAfter(1, 0, 120)).toBe(120)
    expect(Delivery.pauseAfter(Delivery.maxAttempts, 0, 120)).toBeUndefined()
  })
})

describe('the refusal for a delivery', () => {
  it('that its receiver does not have says so', () => {
    const webhook = WebhookId('01940000-0000-7000-8000-000000000501')
    const refusal = 'delivery-not-found'
    expect(Delivery.notFound(7, 'mail')).toEqual({ refusal, because: 'There is no e-mail 7.' })
    expect(Delivery.notFound(7, webhook)).toEqual({ refusal, because: 'There is no delivery 7 of this webhook.' })
  })

  it('whose other address is no longer stored says what to do', () => {
    expect(Delivery.recipientRemoved(7)).toEqual({
      refusal: 'delivery-not-found',
      because:
        'The address of e-mail 7, which is not that of its ticket, is no longer stored. Send the ticket to it again.',
    })
  })
})

import { expect, it } from '@jest/globals'
import { millisecondsLeft, within } from './deadline.ts'

it('is for ever outside, and never later than the one around it', async () => {
  expect(millisecondsLeft()).toBe(Number.POSITIVE_INFINITY)
  await within(1_000, async () => {
    expect(millisecondsLeft()).toBeLessThanOrEqual(1_000)
    await within(60_000, async () => expect(millisecondsLeft()).toBeLessThanOrEqual(1_000))
    await within(10, async () => expect(millisecondsLeft()).toBeLessThanOrEqual(10))
    expect(millisecondsLeft()).toBeGreaterThan(10)
  })
})

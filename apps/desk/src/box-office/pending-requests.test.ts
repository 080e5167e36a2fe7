import { describe, expect, it } from '@jest/globals'
import { isRepeatable } from './pending-requests.ts'

const [minute, hour] = [60_000, 3_600_000]
const sentAt = '2030-05-01T12:00:00.000Z'
const request = { username: 'cashier', idempotencyKey: 'x', sentAt }
const after = (milliseconds: number) => Date.parse(sentAt) + milliseconds

describe('a request without a known outcome', () => {
  it.each([
    [0, true],
    [21 * hour, true],
    [22 * hour, false],
    [60 * hour, false],
    // The time of the museum is known to a few seconds.
    [-10_000, true],
    [-2 * minute, false],
    [-22 * hour, false],
  ])('is sent again %d ms after it was sent: %s', (milliseconds, expected) => {
    expect(isRepeatable(request, after(milliseconds))).toBe(expected)
  })

  it('is not sent again after its data were erased', () => {
    expect(isRepeatable({ ...request, isErased: true }, after(0))).toBe(false)
  })
})

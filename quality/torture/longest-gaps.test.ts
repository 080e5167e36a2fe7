import { describe, expect, it } from '@jest/globals'
import { longestGaps } from './longest-gaps.ts'

const sales = (server: number, ...times: readonly number[]) => times.map((at) => ({ server, at }))

describe('longestGaps', () => {
  it('are the longest times without a sale: through all servers together, and through the one with the longest', () => {
    const sold = [...sales(0, 0, 10, 20, 30, 40), ...sales(1, 5, 15, 55)]
    expect(longestGaps(sold, 2, { from: 12, until: 35 })).toEqual({ ofAll: 10, ofOneServer: 40 })
  })

  it('ignores gaps before and after the period', () => {
    const sold = sales(0, 0, 1_000, 1_010, 1_020, 1_050, 5_000)
    expect(longestGaps(sold, 1, { from: 1_001, until: 1_049 }).ofAll).toBe(30)
  })

  it('counts a gap that begins before the period and ends after it', () => {
    expect(longestGaps(sales(0, 0, 100), 1, { from: 40, until: 60 }).ofAll).toBe(100)
  })

  it('ends the gap after the last sale with the period', () => {
    expect(longestGaps(sales(0, 0, 10, 20, 30), 1, { from: 15, until: 35 }).ofAll).toBe(10)
  })

  it('is infinite when nothing is sold after the period began', () => {
    expect(longestGaps([...sales(0, 0, 100), ...sales(1, 0)], 2, { from: 40, until: 60 })).toEqual({
      ofAll: 100,
      ofOneServer: Number.POSITIVE_INFINITY,
    })
  })
})

import { describe, expect, it } from '@jest/globals'
import { importBatchSizes } from './import-events.ts'

describe('the sizes of the batches of an import', () => {
  /** The sizes of ten full batches, on a database that stores this many rows in a millisecond. */
  const sizesAt = (rowsPerMillisecond: number) => {
    const sizes = importBatchSizes({ hasOneWriter: true })
    return Array.from({ length: 12 }, () => {
      const size = sizes.nextBatchSize()
      sizes.pauseAfter(size, size / rowsPerMillisecond)
      return size
    })
  }

  it.each([
    ['a fast disk', 25, 500],
    ['a slow disk', 0.5, 10],
    ['a disk that takes longer than the target for the smallest batch', 0.01, 4],
    ['a disk that takes no time', 1e9, 1_000],
  ])('approach what %s stores in 20 ms', (_what, rowsPerMillisecond, expected) => {
    expect(sizesAt(rowsPerMillisecond).at(-1)).toBe(expected)
  })

  it('at most double from one batch to the next', () => {
    const sizes = sizesAt(25)
    for (const [n, size] of sizes.slice(1).entries()) expect(size).toBeLessThanOrEqual(2 * sizes[n]!)
  })

  it('shrink at once when a batch took long, and leave other writers three times the target time', () => {
    const sizes = importBatchSizes({ hasOneWriter: true })
    expect(sizes.pauseAfter(100, 200)).toBe(60)
    expect(sizes.pauseAfter(1, 2)).toBe(6)
    expect(sizes.pauseAfter(100, 200)).toBe(60)
    expect(sizes.nextBatchSize()).toBe(10)
  })

  it('do not depend on time where other transactions write meanwhile', () => {
    const sizes = importBatchSizes({ hasOneWriter: false })
    expect(sizes.pauseAfter(300, 5_000)).toBe(0)
    expect(sizes.nextBatchSize()).toBe(300)
  })
})

import type { Engine } from '../engines/engine.ts'

/** Chooses the sizes of the batches of one import, in stored rows. */
export type ImportBatchSizes = Readonly<{
  /** The greatest size of the next batch. */
  size: () => number
  /** Takes note of a batch and how long its transaction was open, and returns how long to wait before the next one. */
  pauseAfter: (size: number, milliseconds: number) => number
}>

/** The promise is 50 ms: a batch may take twice as long as the last one of the same size. */
const targetMilliseconds = 20
/** A writer that tries again at random finds the lock free three times of four. */
const pausePerMillisecond = 3

const firstSize = 40
const minSize = 4
/** A larger batch gains little, and takes long when the processor is busy. */
const maxSize = 1_000
/** The size where other transactions write meanwhile: another import of the same file waits for the transaction. */
const sizeBesideWriters = 300

/**
 * Where a transaction that writes excludes every other one, a batch gets as many rows as were stored in the target time by
 * the last one, and others can write for three times as long. Elsewhere, all batches have the same size.
 */
export const importBatchSizes = ({ hasOneWriter }: Pick<Engine, 'hasOneWriter'>): ImportBatchSizes => {
  if (!hasOneWriter) return { size: () => sizeBesideWriters, pauseAfter: () => 0 }
  let size = firstSize
  return {
    size: () => size,
    pauseAfter(stored, milliseconds) {
      // At most twice as many as were stored: a small batch says little about a large one.
      const inTime = Math.floor(Math.min(stored * 2, (stored * targetMilliseconds) / Math.max(milliseconds, 1)))
      size = Math.min(Math.max(inTime, minSize), maxSize)
      return pausePerMillisecond * Math.min(milliseconds, targetMilliseconds)
    },
  }
}

import type { Random } from './random.ts'

/** An on-sale: most visitors arrive when it opens, and fewer and fewer later. Times are in milliseconds. */
export type ArrivalCurve = Readonly<{
  visitors: number
  duration: number
  /** The rate at the opening, relative to the mean of the whole duration; above 1. */
  peakToMean: number
}>

/**
 * The time in which the rate falls to 1/e, for a rate that falls exponentially: with `duration` T and this time d, the peak
 * is T / d / (1 - exp(-T / d)) times the mean.
 */
export const decayOf = ({ duration, peakToMean }: ArrivalCurve): number => {
  const peakAt = (decay: number) => duration / decay / (1 - Math.exp(-duration / decay))
  let [low, high] = [duration / peakToMean / 2, duration * 100]
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (peakAt(middle) > peakToMean) low = middle
    else high = middle
  }
  return low
}

/** The times at which visitors arrive, independently of each other: a Poisson process with the rate of the curve. */
export function* arrivalTimes(curve: ArrivalCurve, random: Random): Generator<number, void> {
  const decay = decayOf(curve)
  const share = 1 - Math.exp(-curve.duration / decay)
  // Distances between the numbers of visitors that have arrived, turned into times.
  for (let arrived = random.exponential(1); arrived < curve.visitors; arrived += random.exponential(1))
    yield -decay * Math.log(1 - (arrived / curve.visitors) * share)
}

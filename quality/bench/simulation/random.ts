import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Random numbers that are the same for the same seed. */
export type Random = Readonly<{
  /** From 0 to below 1, evenly distributed. */
  uniform: () => number
  /** Exponentially distributed, as are the times between arrivals that do not depend on each other. */
  exponential: (mean: number) => number
}>

export const newRandom = (seed: number): Random => {
  const generator = xoroshiro128plus(seed)
  const uniform = () => uniformFloat64(generator)
  return { uniform, exponential: (mean) => -mean * Math.log(1 - uniform()) }
}

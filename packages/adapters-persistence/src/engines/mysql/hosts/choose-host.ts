import type { HostCondition } from './host-condition.ts'

/**
 * Chooses among hosts, the one in use first, then the others in the order of the URL: the first that takes writes, else the
 * first that answers reads, else the one in use. Returns its index; `undefined` while a condition is missing on which it
 * depends.
 */
export const chooseHost = (conditions: readonly (HostCondition | undefined)[]): number | undefined => {
  const ranks = conditions.map((condition, index) => condition && rankOf(condition, index === 0))
  const best = ranks.findIndex((rank) => rank === undefined || rank === highestRank)
  if (best >= 0) return ranks[best] === undefined ? undefined : best
  return ranks.indexOf(Math.max(...(ranks as number[])))
}

const highestRank = 2

const rankOf = ({ state }: HostCondition, isInUse: boolean): number => {
  if (state === 'writable') return highestRank
  // The connections that are open to the host in use go on.
  if (state === 'full') return isInUse ? highestRank : 0
  return state === 'readable' ? 1 : 0
}

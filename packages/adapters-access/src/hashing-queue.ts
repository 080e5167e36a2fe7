type Check = Readonly<{ enqueuedAt: number; settle: (outcome: 'start' | 'full') => void }>

type Options = Readonly<{
  /** So many tasks run at once, and so many wait. */
  maxRunning: number
  maxWaiting: number
  /** A task that has waited for longer, in milliseconds, is not run: its request has met its deadline, or will. */
  maxWait: number
  /** The tasks of the networks with the lowest rank run first. */
  rankOf: (network: string) => number
  /** A clock in milliseconds that never goes back. */
  now: () => number
}>

/**
 * Runs tasks in turn by network: of those with the lowest rank, the one that has waited longest for its turn is next,
 * however many tasks another one has in the queue. When the queue is full, a task takes the place of the newest one of a
 * network with a higher rank, or of the same rank and more tasks waiting; else it is not run. The outcome is then `full`.
 */
export const hashingQueue = ({ maxRunning, maxWaiting, maxWait, rankOf, now }: Options) => {
  let [running, waiting] = [0, 0]
  /** What waits, by network; the keys are in the order of their turns. */
  const queues = new Map<string, readonly Check[]>()

  const next = (): Check | undefined => {
    while (waiting > 0) {
      const ranks = [...queues.keys()].map((network) => ({ network, rank: rankOf(network) }))
      const { network } = ranks.reduce((best, each) => (each.rank < best.rank ? each : best))
      const [check, ...rest] = queues.get(network)!
      queues.delete(network)
      if (rest.length > 0) queues.set(network, rest)
      waiting -= 1
      if (now() - check!.enqueuedAt <= maxWait) return check
      check!.settle('full')
    }
    return undefined
  }

  /** Whether there is room in the queue, if need be at the cost of a network that must yield. */
  const makeRoom = (forNetwork: string): boolean => {
    if (waiting < maxWaiting) return true
    const loads = [...queues].map(([network, { length }]) => ({ network, rank: rankOf(network), length }))
    const heaviest = loads.reduce((a, b) => (b.rank > a.rank || (b.rank === a.rank && b.length > a.length) ? b : a))
    const rank = rankOf(forNetwork)
    const length = (queues.get(forNetwork)?.length ?? 0) + 1
    if (heaviest.rank < rank || (heaviest.rank === rank && heaviest.length <= length)) return false
    const checks = queues.get(heaviest.network)!
    if (checks.length > 1) queues.set(heaviest.network, checks.slice(0, -1))
    else queues.delete(heaviest.network)
    waiting -= 1
    checks.at(-1)!.settle('full')
    return true
  }

  return async <T>(network: string, task: () => Promise<T>): Promise<T | 'full'> => {
    if (running < maxRunning) running += 1
    else {
      if (!makeRoom(network)) return 'full'
      const outcome = await new Promise<'start' | 'full'>((settle) => {
        queues.set(network, [...(queues.get(network) ?? []), { enqueuedAt: now(), settle }])
        waiting += 1
      })
      if (outcome === 'full') return 'full'
    }
    try {
      return await task()
    } finally {
      // The next task takes over this one's place.
      const check = next()
      if (check === undefined) running -= 1
      else check.settle('start')
    }
  }
}

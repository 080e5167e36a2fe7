type WaitingTask = Readonly<{ enqueuedAt: number; settle: (outcome: 'start' | 'rejected') => void }>

type Options = Readonly<{
  /** How many tasks run at the same time. */
  maxRunning: number
  /** How many tasks wait. */
  maxWaiting: number
  /** In milliseconds: a task that has waited longer is rejected instead of started. */
  maxWait: number
  /** Tasks of the networks with the lowest rank run first. Called when a task can start, and when the queue is full. */
  rankOf: (network: string) => number
  /** A monotonic clock in milliseconds. */
  now: () => number
}>

/**
 * Runs `task` when its turn comes, and resolves to its result, or to `rejected` when it is not run. Rejects with what
 * the task throws.
 */
export type HashingQueue = <T>(network: string, task: () => Promise<T>) => Promise<T | 'rejected'>

/**
 * A queue that shares the capacity for hashing passwords among networks: those with the lowest rank take turns, however
 * many tasks each of them has in the queue. When the queue is full, a new task replaces the newest task of a network
 * with a higher rank, or with the same rank and more waiting tasks; if there is none, the new task itself is rejected.
 */
export const hashingQueue = ({ maxRunning, maxWaiting, maxWait, rankOf, now }: Options): HashingQueue => {
  let [running, waiting] = [0, 0]
  /** The waiting tasks by network. The order of the keys is the order of the networks' turns. */
  const queues = new Map<string, readonly WaitingTask[]>()

  const takeNext = (): WaitingTask | undefined => {
    while (waiting > 0) {
      const ranks = [...queues.keys()].map((network) => ({ network, rank: rankOf(network) }))
      const { network } = ranks.reduce((best, each) => (each.rank < best.rank ? each : best))
      const [task, ...rest] = queues.get(network)!
      // Deleting and setting the key moves the network to the end of the turns.
      queues.delete(network)
      if (rest.length > 0) queues.set(network, rest)
      waiting -= 1
      if (now() - task!.enqueuedAt <= maxWait) return task
      task!.settle('rejected')
    }
    return undefined
  }

  /** Whether a task of this network may wait. Rejects a waiting task of another network if the queue is full. */
  const makeRoomFor = (network: string): boolean => {
    if (waiting < maxWaiting) return true
    const loads = [...queues].map(([name, { length }]) => ({ name, rank: rankOf(name), length }))
    const heaviest = loads.reduce((a, b) => (b.rank > a.rank || (b.rank === a.rank && b.length > a.length) ? b : a))
    const rank = rankOf(network)
    const length = (queues.get(network)?.length ?? 0) + 1
    if (heaviest.rank < rank || (heaviest.rank === rank && heaviest.length <= length)) return false
    const tasks = queues.get(heaviest.name)!
    if (tasks.length > 1) queues.set(heaviest.name, tasks.slice(0, -1))
    else queues.delete(heaviest.name)
    waiting -= 1
    tasks.at(-1)!.settle('rejected')
    return true
  }

  return async (network, task) => {
    if (running < maxRunning) running += 1
    else {
      if (!makeRoomFor(network)) return 'rejected'
      const outcome = await new Promise<'start' | 'rejected'>((settle) => {
        queues.set(network, [...(queues.get(network) ?? []), { enqueuedAt: now(), settle }])
        waiting += 1
      })
      if (outcome === 'rejected') return 'rejected'
    }
    try {
      return await task()
    } finally {
      // `running` stays the same when another task starts in place of this one.
      const next = takeNext()
      if (next === undefined) running -= 1
      else next.settle('start')
    }
  }
}

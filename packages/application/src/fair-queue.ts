type WaitingTask = Readonly<{ enqueuedAt: number; settle: (outcome: 'start' | QueueRejection) => void }>

/** The options of `fairQueue`. */
type FairQueueOptions = Readonly<{
  /** How many tasks may run at the same time. */
  maxRunning: number
  /** How many tasks may wait. */
  maxWaiting: number
  /** In milliseconds: a task that has waited longer is rejected instead of started. */
  maxWait: number
  /**
   * Tasks of the clients with the lowest rank run first. Called when a task can start, and when the queue is full. By
   * default all clients have the same rank.
   */
  rankOf?: (client: string) => number
  /** A monotonic clock in milliseconds. */
  now: () => number
}>

/** Why a task was not run: the queue was full, or the task has waited longer than `maxWait`. */
type QueueRejection = 'queue-full' | 'waited-too-long'

/**
 * A queue that shares a limited capacity among clients: those with the lowest rank take turns, no matter how many tasks
 * each has in the queue. When the queue is full, a new task replaces the newest task of a client with a higher rank, or
 * with the same rank and more waiting tasks; if there is none, the new task itself is rejected.
 */
export const fairQueue = ({ maxRunning, maxWaiting, maxWait, rankOf = () => 0, now }: FairQueueOptions) => {
  let [running, waiting] = [0, 0]
  /** The waiting tasks by client. The order of the keys is the order of the clients' turns. */
  const queues = new Map<string, readonly WaitingTask[]>()

  const takeNext = (): WaitingTask | undefined => {
    while (waiting > 0) {
      const ranks = [...queues.keys()].map((client) => ({ client, rank: rankOf(client) }))
      const { client } = ranks.reduce((best, each) => (each.rank < best.rank ? each : best))
      const [task, ...rest] = queues.get(client)!
      // Deleting and setting the key moves the client to the end of the turns.
      queues.delete(client)
      if (rest.length > 0) queues.set(client, rest)
      waiting -= 1
      if (now() - task!.enqueuedAt <= maxWait) return task
      task!.settle('waited-too-long')
    }
    return undefined
  }

  /** Whether a task of this client may wait. Rejects a waiting task of another client if the queue is full. */
  const makeRoomFor = (client: string): boolean => {
    if (waiting < maxWaiting) return true
    const loads = [...queues].map(([name, { length }]) => ({ name, rank: rankOf(name), length }))
    const heaviest = loads.reduce((a, b) => (b.rank > a.rank || (b.rank === a.rank && b.length > a.length) ? b : a))
    const rank = rankOf(client)
    const length = (queues.get(client)?.length ?? 0) + 1
    if (heaviest.rank < rank || (heaviest.rank === rank && heaviest.length <= length)) return false
    const tasks = queues.get(heaviest.name)!
    if (tasks.length > 1) queues.set(heaviest.name, tasks.slice(0, -1))
    else queues.delete(heaviest.name)
    waiting -= 1
    tasks.at(-1)!.settle('queue-full')
    return true
  }

  /**
   * Runs `task` when its turn comes, and resolves to its result, or to the reason why it is not run. Rejects with what
   * the task throws. `client` is the one for whom the task runs, such as a user or a network.
   */
  return async <T>(client: string, task: () => Promise<T>): Promise<T | QueueRejection> => {
    if (running < maxRunning) running += 1
    else {
      if (!makeRoomFor(client)) return 'queue-full'
      const outcome = await new Promise<'start' | QueueRejection>((settle) => {
        queues.set(client, [...(queues.get(client) ?? []), { enqueuedAt: now(), settle }])
        waiting += 1
      })
      if (outcome !== 'start') return outcome
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

import type { Signal } from './signal.ts'

type WaitingTask = Readonly<{ client: string; settle: (outcome: 'start' | QueueRejection) => void }>

/** The timers that the queue needs, such as `globalThis`. */
type Timers = Readonly<{
  setTimeout(callback: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}>

/** The options of `fairQueue`. */
type FairQueueOptions = Readonly<{
  /** How many tasks may run at the same time. */
  maxRunning: number
  /** How many tasks of one client may run at the same time; by default `maxRunning`. */
  maxRunningOfClient?: number
  /** How many tasks may wait. */
  maxWaiting: number
  /** In milliseconds: a task that waits longer is rejected. */
  maxWait: number
  /**
   * Tasks of the clients with the lowest rank run first. Called when a task can start, and when the queue is full. By
   * default all clients have the same rank.
   */
  rankOf?: (client: string) => number
  timers: Timers
}>

/** Why a task was not run: the queue was full, or the task has waited for `maxWait`. */
type QueueRejection = 'queue-full' | 'waited-too-long'

/**
 * A queue that shares a limited capacity among clients: those with the lowest rank take turns, no matter how many tasks
 * each has in the queue. When the queue is full, a new task replaces the newest task of a client with a higher rank, or
 * with the same rank and more waiting tasks; if there is none, the new task itself is rejected.
 */
export const fairQueue = ({
  maxRunning,
  maxRunningOfClient = maxRunning,
  maxWaiting,
  maxWait,
  rankOf = () => 0,
  timers,
}: FairQueueOptions) => {
  let [running, waiting] = [0, 0]
  const runningOf = new Map<string, number>()
  /** The waiting tasks by client. The order of the keys is the order of the clients' turns. */
  const queues = new Map<string, readonly WaitingTask[]>()

  const mayRun = (client: string) => running < maxRunning && (runningOf.get(client) ?? 0) < maxRunningOfClient
  const begin = (client: string) => {
    running += 1
    runningOf.set(client, (runningOf.get(client) ?? 0) + 1)
  }
  const end = (client: string) => {
    running -= 1
    const left = runningOf.get(client)! - 1
    if (left > 0) runningOf.set(client, left)
    else runningOf.delete(client)
  }
  const remove = (task: WaitingTask) => {
    const tasks = queues.get(task.client) ?? []
    const others = tasks.filter((each) => each !== task)
    waiting -= tasks.length - others.length
    if (others.length > 0) queues.set(task.client, others)
    else queues.delete(task.client)
  }

  const takeNext = (): WaitingTask | undefined => {
    const ranks = [...queues.keys()].filter(mayRun).map((client) => ({ client, rank: rankOf(client) }))
    if (ranks.length === 0) return undefined
    const { client } = ranks.reduce((best, each) => (each.rank < best.rank ? each : best))
    const [task, ...rest] = queues.get(client)!
    // Deleting and setting the key moves the client to the end of the turns.
    queues.delete(client)
    if (rest.length > 0) queues.set(client, rest)
    waiting -= 1
    return task
  }

  /** Whether a task of this client may wait. Rejects a waiting task of another client if the queue is full. */
  const makeRoomFor = (client: string): boolean => {
    if (waiting < maxWaiting) return true
    const loads = [...queues].map(([name, { length }]) => ({ name, rank: rankOf(name), length }))
    const heaviest = loads.reduce((a, b) => (b.rank > a.rank || (b.rank === a.rank && b.length > a.length) ? b : a))
    const rank = rankOf(client)
    const length = (queues.get(client)?.length ?? 0) + 1
    if (heaviest.rank < rank || (heaviest.rank === rank && heaviest.length <= length)) return false
    const newest = queues.get(heaviest.name)!.at(-1)!
    remove(newest)
    newest.settle('queue-full')
    return true
  }

  /**
   * Runs `task` when its turn comes, and resolves to its result, or to the reason why it is not run. Rejects with what
   * the task throws, and with the reason of `signal` if that is aborted while the task waits. `client` is the one for whom the
   * task runs, such as a user or a network.
   */
  return async <T>(client: string, task: () => Promise<T>, signal?: Signal): Promise<T | QueueRejection> => {
    if (signal?.aborted) throw signal.reason
    if (mayRun(client)) begin(client)
    else {
      if (!makeRoomFor(client)) return 'queue-full'
      let timer: unknown
      const outcome = await new Promise<'start' | QueueRejection>((settle, reject) => {
        const waitingTask = { client, settle }
        queues.set(client, [...(queues.get(client) ?? []), waitingTask])
        waiting += 1
        timer = timers.setTimeout(() => {
          remove(waitingTask)
          settle('waited-too-long')
        }, maxWait)
        signal?.addEventListener('abort', () => {
          remove(waitingTask)
          reject(signal.reason)
        })
      }).finally(() => timers.clearTimeout(timer))
      if (outcome !== 'start') return outcome
    }
    try {
      return await task()
    } finally {
      end(client)
      const next = takeNext()
      if (next !== undefined) {
        // Before the task starts, which is later.
        begin(next.client)
        next.settle('start')
      }
    }
  }
}

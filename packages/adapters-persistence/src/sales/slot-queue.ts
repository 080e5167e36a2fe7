import { OutcomeUnknown, Unavailable } from '@museum/application'
import { type AloneKind, lockQueue, maxBatchSize, millisecondsLeft, type WriteKind } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The time limit of work that is done together, which leaves time to do it piece by piece. */
export const groupMilliseconds = 3_000

/** A sale, or a change of a reservation: the keys of the slots, and the number of tickets. */
type QueuedWork = Readonly<{ keys: readonly string[]; size: number }>

/** Work that waits for the same slots. */
type WaitingWork<Work, Outcome> = Readonly<{
  row: string
  works: readonly Work[]
  /** After this moment, on the clock of `performance.now()`, the queue rejects them at their turn. */
  deadline: number
  /** What the tracer has returned for it. */
  traced: unknown
  /** Settled when it is done together with other work. */
  made: PromiseWithResolvers<readonly Outcome[]>
}> & {
  kind: AloneKind | 'never'
  /** Whether it may be done together with other work. */
  mayJoin: boolean
}

/**
 * Returns a function that does work of the same slots by `run`, when it is its turn to lock these. Work that then waits for the same
 * slots is done with it: a transaction that takes long delays all of it once, and not one piece after the other.
 */
export const slotQueue = <Work extends QueuedWork, Outcome>(
  database: MuseumDatabase,
  run: (works: readonly Work[], kind: WriteKind) => Promise<readonly Outcome[]>,
) => {
  type Waiting = WaitingWork<Work, Outcome>
  const { engine, withDeadline, tracer } = database
  const { inQueue } = lockQueue(database)
  const waitingBySlots = new Map<string, Set<Waiting>>()

  /**
   * Does work together. If its transaction fails, it stays, and is done in its own turn; that of a group is rejected if the outcome is
   * unknown.
   */
  const doJoined = async (joined: readonly Waiting[], all: Set<Waiting>): Promise<void> => {
    const works = joined.flatMap((each) => each.works)
    const doAll = () => withDeadline(groupMilliseconds, () => run(works, 'never'))
    const members = joined.map(({ traced }) => traced)
    try {
      const outcomes = [...(await (tracer === undefined ? doAll() : tracer.traceBatch(members, doAll)))]
      for (const each of joined) {
        all.delete(each)
        each.made.resolve(outcomes.splice(0, each.works.length))
      }
    } catch (error) {
      for (const each of joined) {
        // One of them may be the reason, unless only the time was too short.
        each.mayJoin = error instanceof Unavailable && !(error instanceof OutcomeUnknown)
        if (!(error instanceof OutcomeUnknown)) continue
        if (each.kind !== 'never') each.kind = 'outcomeUnknown'
        else if (all.delete(each)) each.made.reject(error)
      }
    }
  }
  return async (works: readonly Work[], kind: Waiting['kind']): Promise<readonly Outcome[]> => {
    const slots = slotsText(works[0]!)
    const all = waitingBySlots.get(slots) ?? new Set()
    const own: Waiting = {
      // The first of its slots in an order that all work has in common.
      row: `slot ${works[0]!.keys.toSorted()[0]}`,
      works,
      kind,
      mayJoin: kind !== 'outcomeUnknown',
      deadline: performance.now() + Math.min(millisecondsLeft(), engine.writeMilliseconds),
      traced: tracer?.joinBatch(),
      made: Promise.withResolvers(),
    }
    waitingBySlots.set(slots, all.add(own))
    try {
      const inTurn = inQueue(own, async () => {
        const joined = joinedWith(all)
        if (joined.length > 1 && joined.includes(own)) await doJoined(joined, all)
        // Not later: the next turn may begin before this promise is settled.
        return await (all.delete(own) ? run(works, own.kind) : own.made.promise)
      })
      return await Promise.race([own.made.promise, inTurn])
    } finally {
      all.delete(own)
      if (all.size === 0 && waitingBySlots.get(slots) === all) waitingBySlots.delete(slots)
    }
  }
}

/** The first of the work that waits, with as many tickets as one transaction should have, without what the queue may have rejected. */
const joinedWith = <Work extends QueuedWork, Outcome>(
  all: Iterable<WaitingWork<Work, Outcome>>,
): readonly WaitingWork<Work, Outcome>[] => {
  const now = performance.now()
  let size = 0
  return [...all]
    .filter(({ mayJoin, deadline }) => mayJoin && deadline > now)
    .filter(
      ({ works }) => (size += works.reduce((sum, { size: tickets }) => sum + Math.max(1, tickets), 0)) <= maxBatchSize,
    )
}

/** Work of the same slots has the same text. */
export const slotsText = ({ keys }: QueuedWork): string =>
  keys.length === 1 ? keys[0]! : String([...new Set(keys)].toSorted())

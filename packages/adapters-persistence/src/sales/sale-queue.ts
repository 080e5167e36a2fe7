import { OutcomeUnknown, Unavailable } from '@museum/application'
import { type AloneKind, lockQueue, maxBatchSize, millisecondsLeft, type WriteKind } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The time limit of sales that are made together, which leaves time to make them one by one. */
export const groupMilliseconds = 3_000

/** What takes or gives back places: `keys` are those of its slots, `size` is the number of its tickets. */
type QueuedSale = Readonly<{ keys: readonly string[]; size: number }>

/** Sales that wait for the same slots. */
type WaitingSales<Sale, Outcome> = Readonly<{
  row: string
  sales: readonly Sale[]
  /** After this moment, on the clock of `performance.now()`, the queue rejects them at their turn. */
  deadline: number
  /** What the tracer has returned for them. */
  traced: unknown
  /** Settled when they are made together with others. */
  made: PromiseWithResolvers<readonly Outcome[]>
}> & {
  kind: AloneKind | 'never'
  /** Whether they may be made together with others. */
  mayJoin: boolean
}

/**
 * Returns a function that makes sales of the same slots by `sell`, when it is their turn to lock these. Sales that then wait for
 * the same slots are made with them: a transaction that takes long delays them all once, and not one after the other.
 */
export const saleQueue = <Sale extends QueuedSale, Outcome>(
  database: MuseumDatabase,
  sell: (sales: readonly Sale[], kind: WriteKind) => Promise<readonly Outcome[]>,
) => {
  type Waiting = WaitingSales<Sale, Outcome>
  const { engine, withDeadline, tracer } = database
  const { inQueue } = lockQueue(database)
  const waitingBySlots = new Map<string, Set<Waiting>>()

  /**
   * Makes sales together. If their transaction fails, they stay, and are made in their own turn; those of a group are rejected if
   * the outcome is unknown.
   */
  const sellJoined = async (joined: readonly Waiting[], all: Set<Waiting>): Promise<void> => {
    const sales = joined.flatMap((each) => each.sales)
    const sellAll = () => withDeadline(groupMilliseconds, () => sell(sales, 'never'))
    const members = joined.map(({ traced }) => traced)
    try {
      const outcomes = [...(await (tracer === undefined ? sellAll() : tracer.traceBatch(members, sellAll)))]
      for (const each of joined) {
        all.delete(each)
        each.made.resolve(outcomes.splice(0, each.sales.length))
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
  return async (sales: readonly Sale[], kind: Waiting['kind']): Promise<readonly Outcome[]> => {
    const slots = slotsText(sales[0]!)
    const all = waitingBySlots.get(slots) ?? new Set()
    const own: Waiting = {
      // The first of its slots in an order that all sales have in common.
      row: `slot ${sales[0]!.keys.toSorted()[0]}`,
      sales,
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
        if (joined.length > 1 && joined.includes(own)) await sellJoined(joined, all)
        // Not later: the next turn may begin before this promise is settled.
        return await (all.delete(own) ? sell(sales, own.kind) : own.made.promise)
      })
      return await Promise.race([own.made.promise, inTurn])
    } finally {
      all.delete(own)
      if (all.size === 0 && waitingBySlots.get(slots) === all) waitingBySlots.delete(slots)
    }
  }
}

/** The first of the sales that wait, with as many tickets as one transaction should have, without those that the queue may have rejected. */
const joinedWith = <Sale extends QueuedSale, Outcome>(
  all: Iterable<WaitingSales<Sale, Outcome>>,
): readonly WaitingSales<Sale, Outcome>[] => {
  const now = performance.now()
  let size = 0
  return [...all]
    .filter(({ mayJoin, deadline }) => mayJoin && deadline > now)
    .filter(
      ({ sales }) => (size += sales.reduce((sum, { size: tickets }) => sum + Math.max(1, tickets), 0)) <= maxBatchSize,
    )
}

/** Sales of the same slots have the same text. */
export const slotsText = ({ keys }: QueuedSale): string =>
  keys.length === 1 ? keys[0]! : String([...new Set(keys)].toSorted())

/** When an event had a date and when it did not, as far as the clients can tell from the responses and their times. */
import { type Effect, type Period, creationEffectsOf, effectsOf } from './effects.ts'
import type { SpecialEvent } from './history.ts'

/**
 * Whether a state held during a whole period: an effect has certainly caused it before, and from then until the end of the
 * period no effect may have ended it.
 */
const heldThroughout = ({ from, until }: Period, begins: readonly Effect[], ends: readonly Effect[]) =>
  begins.some(
    (begin) =>
      begin.isCertain && begin.until <= from && ends.every((end) => end.until < begin.from || end.from > until),
  )

const cached = <T>(compute: (date: string) => T) => {
  const values = new Map<string, T>()
  return (date: string): T => {
    const value = values.get(date) ?? compute(date)
    values.set(date, value)
    return value
  }
}

export type DatePeriods = ReturnType<typeof datePeriodsOf>

export const datePeriodsOf = ({ dates, attempts, updates, deletions }: SpecialEvent) => {
  const effects = new Map([...updates, ...deletions].map((change) => [change, effectsOf(change.attempts)]))
  const deleted = deletions.flatMap((deletion) => effects.get(deletion)!)
  // A 404 shows as well that the event is gone: after a deletion with an unknown outcome, say.
  const notFound = [...updates, ...deletions]
    .flatMap((change) => change.attempts)
    .filter(({ status }) => status === 404)
    .map((attempt) => ({ from: attempt.sentAt, until: attempt.receivedAt, isCertain: true }))
  const removals = cached((date) => [
    ...deleted,
    ...updates.filter((update) => !update.dates.includes(date)).flatMap((update) => effects.get(update)!),
  ])
  const additions = cached((date) => [
    ...(dates.includes(date) ? creationEffectsOf(attempts) : []),
    ...updates.filter((update) => update.dates.includes(date)).flatMap((update) => effects.get(update)!),
  ])
  return {
    /** Every date that the event had or may have had. */
    dates: [...new Set([dates, ...updates.map((update) => update.dates)].flat())],
    /** Whether a deletion may have taken effect by a time. */
    mayBeDeletedBy: (time: number) => deleted.some(({ from }) => from <= time),
    /** Whether the event was certainly deleted by a time. */
    isDeletedBy: (time: number) => [...deleted, ...notFound].some(({ isCertain, until }) => isCertain && until <= time),
    /** Whether the event certainly had the date during a whole period. */
    hadDate: (date: string, period: Period) => heldThroughout(period, additions(date), removals(date)),
    /** Whether the event certainly did not have the date during a whole period. */
    lackedDate: (date: string, period: Period) =>
      heldThroughout(period, [...removals(date), ...notFound], additions(date)),
    /** Whether the date was certainly removed at some moment after a time, so that every ticket sold before is cancelled. */
    wasRemovedAfter: (date: string, time: number) =>
      [...removals(date), ...notFound].some(({ isCertain, from }) => isCertain && from > time),
    /** Whether the date may have been removed, or the event deleted, at or after a time. */
    mayBeRemovedAfter: (date: string, time: number) => removals(date).some(({ until }) => until >= time),
    /** Whether the date may have been added, or the event created, during a period. */
    mayBeAddedDuring: (date: string, { from, until }: Period) =>
      additions(date).some((addition) => addition.from <= until && addition.until >= from),
  }
}

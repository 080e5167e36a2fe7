/** When each value of a setting was in force, as far as clients can tell from the responses and their times. */
import { type Period, effectsOf } from './effects.ts'
import type { Attempt, CapacitySetting } from './history.ts'

export type CapacityPeriods = ReturnType<typeof capacityPeriodsOf>

/** `settings` are in the order in which they were sent, one at a time; `initial` is in force before them. */
export const settingPeriodsOf = <Value>(
  initial: Value,
  settings: readonly Readonly<{ value: Value; attempts: readonly Attempt[] }>[],
) => {
  const all = settings.map(({ value, attempts }) => {
    const effects = effectsOf(attempts)
    return {
      value,
      /** The earliest time from which a value may be in force, and the time from which it certainly is. */
      mayBeginAt: Math.min(...effects.map(({ from }) => from)),
      beginsBy: Math.min(...effects.filter(({ isCertain }) => isCertain).map(({ until }) => until)),
      sentAt: Math.min(...attempts.map(({ sentAt }) => sentAt)),
    }
  })
  const before = {
    value: initial,
    mayBeginAt: Number.NEGATIVE_INFINITY,
    beginsBy: Number.NEGATIVE_INFINITY,
    sentAt: Number.NEGATIVE_INFINITY,
  }
  const inOrder = [before, ...all]
  const after = (index: number) => inOrder.slice(index + 1)
  /** Each value that may have been in force, and when that may have been. */
  const possible = inOrder.map(({ value, mayBeginAt }, index) => ({
    value,
    from: mayBeginAt,
    until: Math.min(Number.POSITIVE_INFINITY, ...after(index).map(({ beginsBy }) => beginsBy)),
  }))
  return {
    /** Each value that was certainly in force throughout a period. */
    certain: inOrder
      .map(({ value, beginsBy }, index) => ({
        value,
        from: beginsBy,
        until: Math.min(Number.POSITIVE_INFINITY, ...after(index).map(({ sentAt }) => sentAt)),
      }))
      .filter(({ from, until }) => from < until),
    /** The values that may have been in force during a period. */
    during: ({ from, until }: Period): readonly Value[] =>
      possible.filter((each) => each.from <= until && each.until >= from).map(({ value }) => value),
    /** Whether a value may have been set during a period. */
    mayChangeDuring: ({ from, until }: Period) =>
      all.some(({ mayBeginAt, beginsBy }) => mayBeginAt <= until && beginsBy >= from),
    /** The values that may be in force at the end; one of them is. */
    last: possible
      .filter(({ from, until }) => from < Number.POSITIVE_INFINITY && until === Number.POSITIVE_INFINITY)
      .map(({ value }) => value),
  }
}

/** `settings` are those of one event, or of general entry. */
export const capacityPeriodsOf = (settings: readonly CapacitySetting[]) => {
  const { certain, during, mayChangeDuring, last } = settingPeriodsOf(
    null,
    settings.map(({ places, attempts }) => ({ value: places, attempts })),
  )
  return {
    /** Each capacity that was certainly in force throughout a period. */
    certain: certain.flatMap(({ value, from, until }) => (value === null ? [] : { places: value, from, until })),
    /** The smallest capacity that may have been in force during a period; infinite without one. */
    smallestDuring: (period: Period) => Math.min(...during(period).map((places) => places ?? Number.POSITIVE_INFINITY)),
    /** Whether a capacity may have been set during a period. */
    mayChangeDuring,
    /** The capacities that may be in force at the end; one of them is. */
    last,
  }
}

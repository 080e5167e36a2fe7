/** When each capacity was in force, as far as clients can tell from the responses and their times. */
import { type Period, effectsOf } from './effects.ts'
import type { CapacitySetting } from './history.ts'

export type CapacityPeriods = ReturnType<typeof capacityPeriodsOf>

/** `settings` are the settings of one event, or of general entry, in the order in which they were sent, one at a time. */
export const capacityPeriodsOf = (settings: readonly CapacitySetting[]) => {
  const all = settings.map(({ places, attempts }) => {
    const effects = effectsOf(attempts)
    return {
      places,
      /** The earliest time from which a capacity may be in force, and the time from which it certainly is. */
      mayBeginAt: Math.min(...effects.map(({ from }) => from)),
      beginsBy: Math.min(...effects.filter(({ isCertain }) => isCertain).map(({ until }) => until)),
      sentAt: Math.min(...attempts.map(({ sentAt }) => sentAt)),
    }
  })
  const unlimited = {
    places: null,
    mayBeginAt: Number.NEGATIVE_INFINITY,
    beginsBy: Number.NEGATIVE_INFINITY,
    sentAt: Number.NEGATIVE_INFINITY,
  }
  const inOrder = [unlimited, ...all]
  const after = (index: number) => inOrder.slice(index + 1)
  /** Each capacity that may have been in force, and when that may have been. */
  const possible = inOrder.map(({ places, mayBeginAt }, index) => ({
    places,
    from: mayBeginAt,
    until: Math.min(Number.POSITIVE_INFINITY, ...after(index).map(({ beginsBy }) => beginsBy)),
  }))
  return {
    /** Each capacity that was certainly in force throughout a period. */
    certain: inOrder
      .map(({ places, beginsBy }, index) => ({
        places,
        from: beginsBy,
        until: Math.min(Number.POSITIVE_INFINITY, ...after(index).map(({ sentAt }) => sentAt)),
      }))
      .filter((period): period is Period & { places: number } => period.places !== null && period.from < period.until),
    /** The smallest capacity that may have been in force during a period; infinite without one. */
    smallestDuring: ({ from, until }: Period) =>
      Math.min(
        ...possible
          .filter((period) => period.from <= until && period.until >= from)
          .map(({ places }) => places ?? Number.POSITIVE_INFINITY),
      ),
    /** Whether a capacity may have been set during a period. */
    mayChangeDuring: ({ from, until }: Period) =>
      inOrder.some(
        ({ mayBeginAt, beginsBy }) => mayBeginAt <= until && beginsBy >= from && mayBeginAt > Number.NEGATIVE_INFINITY,
      ),
    /** The capacities that may be in force at the end; one of them is. */
    last: possible
      .filter(({ from, until }) => from < Number.POSITIVE_INFINITY && until === Number.POSITIVE_INFINITY)
      .map(({ places }) => places),
  }
}

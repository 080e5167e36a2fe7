/** When requests took effect, as far as the clients can tell from the responses and their times. */
import { type Attempt, hasUnknownOutcome, isCreated, isDone, isFinal, isUnavailable } from './history.ts'

/** A span of time, both ends included. */
export type Period = Readonly<{ from: number; until: number }>
export const overlaps = (a: Period, b: Period) => a.from <= b.until && a.until >= b.from

/**
 * Something that took effect, or may have, within a period. `isCertain` when it did. The period of an attempt with an
 * unknown outcome ends with the response of the next attempt of the same change, since that one waits for the lock on
 * the event's row; without a next attempt it does not end. The service answers `service-unavailable` as well to a PATCH
 * or DELETE that may have been applied, since it can be repeated.
 */
export type Effect = Period & Readonly<{ isCertain: boolean }>

export const effectsOf = (attempts: readonly Attempt[]): readonly Effect[] => {
  let nextFinal = Number.POSITIVE_INFINITY
  const effects: Effect[] = []
  for (const attempt of attempts.toReversed()) {
    const { sentAt: from, receivedAt } = attempt
    if (isDone(attempt)) effects.push({ from, until: receivedAt, isCertain: true })
    else if (hasUnknownOutcome(attempt) || isUnavailable(attempt))
      effects.push({ from, until: nextFinal, isCertain: false })
    if (isFinal(attempt)) nextFinal = receivedAt
  }
  return effects
}

/** The creation took effect between the first attempt and the first response that confirms it; later ones are replays. */
export const creationEffectsOf = (attempts: readonly Attempt[]): readonly Effect[] => {
  const confirmed = attempts.filter(isCreated).map(({ receivedAt }) => receivedAt)
  if (confirmed.length === 0) return []
  return [{ from: Math.min(...attempts.map(({ sentAt }) => sentAt)), until: Math.min(...confirmed), isCertain: true }]
}

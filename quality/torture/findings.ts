import type { Attempt, Outage } from './history.ts'
import { isExpected5xx, unexpected5xx } from './is-expected-5xx.ts'

/** A broken promise, with the clients' records and the stored rows. */
export type Violation = Readonly<{ fault: string; recorded?: unknown; stored?: unknown }>

/** The violations that a check finds, and its figures, which begin at 0. */
export const createFindings = <Figure extends string>(...figures: readonly Figure[]) => {
  const violations: Violation[] = []
  const count = Object.fromEntries(figures.map((figure) => [figure, 0])) as Record<Figure, number>
  const addViolation = (fault: string, recorded?: unknown, stored?: unknown): void =>
    void violations.push({
      fault,
      ...(recorded !== undefined && { recorded }),
      ...(stored !== undefined && { stored }),
    })
  return {
    violations,
    count,
    addViolation,
    /** Adds a violation that is counted by a figure. */
    addCounted(figure: Figure, ...violation: Parameters<typeof addViolation>) {
      count[figure] += 1
      addViolation(...violation)
    },
  }
}

type AttemptFindings = Pick<
  ReturnType<typeof createFindings<'expected5xx' | 'unexpected5xx'>>,
  'count' | 'addViolation'
>

/** Checks and counts the 5xx of attempts and, with a time limit in milliseconds, that the responses came in time. */
export const checkAttempts = (
  attempts: readonly Attempt[],
  { count, addViolation }: AttemptFindings,
  {
    outages,
    maxResponseTime = Number.POSITIVE_INFINITY,
  }: Readonly<{ outages: readonly Outage[]; maxResponseTime?: number }>,
): void => {
  for (const attempt of attempts) {
    if (attempt.receivedAt - attempt.sentAt > maxResponseTime)
      addViolation(`no response within ${maxResponseTime} ms`, attempt)
    if (attempt.status < 500) continue
    const isExpected = isExpected5xx(attempt, outages)
    count[isExpected ? 'expected5xx' : 'unexpected5xx'] += 1
    if (!isExpected) addViolation(unexpected5xx, attempt)
  }
}

/** A count of tickets that is stored for a slot, and the number of tickets that should be counted. */
export type StoredCounter = Readonly<{
  eventId: string | null
  date: string
  entryTime?: string | null
  sold: number
  tickets: number
}>

export const checkCounters = (
  counters: readonly StoredCounter[],
  { addViolation }: Pick<AttemptFindings, 'addViolation'>,
): void => {
  for (const counter of counters)
    if (counter.sold !== counter.tickets) addViolation('a counter that differs from the tickets', undefined, counter)
}

/** Figures as the columns of a table: the names as words. */
export const figureColumns = (figures: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name.replaceAll(/[A-Z]|\d\w*/g, (part) => ` ${part.toLowerCase()}`),
      value,
    ]),
  )

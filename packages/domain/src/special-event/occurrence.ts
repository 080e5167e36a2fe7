import type { CalendarDate } from '../calendar-date.ts'

/**
 * One date of a special event. `number` is the revision of the event in which the date was added: a date that is removed
 * and added again is another occurrence, so tickets for the earlier one stay cancelled.
 */
export type Occurrence = Readonly<{ date: CalendarDate; number: number }>

/** The comparison of occurrences. */
export const Occurrence = {
  /** Which occurrences an event loses and gains when `before` becomes `after`. */
  compare(
    before: readonly Occurrence[],
    after: readonly Occurrence[],
  ): Readonly<{ removed: readonly Occurrence[]; added: readonly Occurrence[] }> {
    const missingIn = (others: readonly Occurrence[]) => {
      const numbers = new Map(others.map(({ date, number }) => [date, number]))
      return ({ date, number }: Occurrence) => numbers.get(date) !== number
    }
    return { removed: before.filter(missingIn(after)), added: after.filter(missingIn(before)) }
  },
}

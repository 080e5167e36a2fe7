import type { EntryTimes } from '@museum/client'

/** Other places than those of the rule, for a date, a weekday or every day; for one entry time or all. */
export type Exception = EntryTimes['exceptions'][number]

/** A date comes after a weekday, a weekday after every day, and one entry time after all. */
const rank = ({ date, weekday, entryTime }: Exception) =>
  (date !== undefined ? 4 : weekday !== undefined ? 2 : 0) + (entryTime !== undefined ? 1 : 0)

/** The exceptions with one more, or another number of places. Of those that match, the last one counts: it stands after less special ones. */
export const withException = (exceptions: readonly Exception[], added: Exception): readonly Exception[] => {
  const others = exceptions.filter(
    ({ date, weekday, entryTime }) => date !== added.date || weekday !== added.weekday || entryTime !== added.entryTime,
  )
  return others.toSpliced(others.findLastIndex((each) => rank(each) <= rank(added)) + 1, 0, added)
}

/** The exceptions with the places of all entry times of a date, of which some are changed: one exception if all have the same. */
export const withPlacesOn = (
  exceptions: readonly Exception[],
  date: string,
  places: ReadonlyMap<string, number | null>,
  changed: ReadonlySet<string>,
): readonly Exception[] => {
  if (changed.size === 0) return exceptions
  const [capacity, ...others] = new Set(places.values())
  if (capacity !== undefined && others.length === 0)
    return withException(
      exceptions.filter((each) => each.date !== date),
      { date, capacity },
    )
  return [...places]
    .filter(([entryTime]) => changed.has(entryTime))
    .reduce<readonly Exception[]>(
      (all, [entryTime, ofTime]) => withException(all, { date, entryTime, capacity: ofTime }),
      exceptions,
    )
}

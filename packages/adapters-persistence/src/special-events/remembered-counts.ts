const maxEntries = 1_000

/** Counts the events of a period, unless a count that was made at the same revision is remembered. */
type RememberedCounts = (key: string, revision: number | undefined, count: () => Promise<number>) => Promise<number>

/**
 * Remembers the result of the last `count` for each key, and the revision under which it was made: to count ten thousand
 * events takes longer than the rest of a list. A result is never older than the revision under which it is remembered.
 * Without a revision, every call counts.
 */
export const rememberedCounts = (): RememberedCounts => {
  const known = new Map<string, Readonly<{ revision: number; counted: number }>>()
  return async (key, revision, count) => {
    const last = known.get(key)
    if (last !== undefined && last.revision === revision) return last.counted
    const counted = await count()
    if (revision !== undefined) known.set(key, { revision, counted })
    if (known.size > maxEntries) known.delete(known.keys().next().value!)
    return counted
  }
}

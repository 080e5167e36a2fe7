const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * The same texts as if they were in a language that is written from right to left, for tests: each text is between marks that
 * show it so, and is a third longer.
 */
export const mirrored = <Texts>(texts: Texts): Texts => {
  const mirror = (value: unknown): unknown => {
    if (typeof value === 'string') return `\u2067[${value}${'·'.repeat(Math.ceil(value.length / 3))}]\u2069`
    if (typeof value === 'function')
      return (...given: unknown[]) => mirror((value as (...all: unknown[]) => unknown)(...given))
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mirror(each)]))
    return value
  }
  return mirror(texts) as Texts
}

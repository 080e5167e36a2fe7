import { CompiledQuery } from 'kysely'

/**
 * A statement with the values of some items, whose number varies. Its text is kept for each number, since compiling it costs
 * more than all else about it. `valuesOf` returns the values of the items in the order in which the statement has them.
 */
export const compiledForEachCount = <Item, Row>(
  valuesOf: (items: readonly Item[]) => readonly unknown[],
  compile: (items: readonly Item[]) => CompiledQuery<Row>,
): ((items: readonly Item[]) => CompiledQuery<Row>) => {
  const texts = new Map<number, string>()
  return (items) => {
    const text = texts.get(items.length) ?? compile(items).sql
    texts.set(items.length, text)
    return CompiledQuery.raw(text, [...valuesOf(items)]) as CompiledQuery<Row>
  }
}

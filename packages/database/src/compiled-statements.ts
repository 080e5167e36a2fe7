import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { maxBatchSize } from './batched.ts'
import { type UuidBytes, bytesOfUuid } from './uuid-column.ts'

/**
 * A statement that is compiled by Kysely once and executed with different values. `compile` gets a placeholder for each name in
 * `names`.
 */
export const compiledOnce = <Name extends string, Row>(
  names: readonly Name[],
  compile: (placeholders: Readonly<Record<Name, RawBuilder<never>>>) => CompiledQuery<Row>,
): ((values: Readonly<Record<Name, unknown>>) => CompiledQuery<Row>) => {
  const nameByPlaceholder = new Map<unknown, Name>(names.map((name) => [{ placeholderFor: name }, name]))
  const placeholders = Object.fromEntries(
    [...nameByPlaceholder].map(([placeholder, name]) => [name, sql.val(placeholder)]),
  )
  let compiled: CompiledQuery<Row> | undefined
  return (values) => {
    compiled ??= compile(placeholders as Record<Name, RawBuilder<never>>)
    const parameters = compiled.parameters.map((parameter) => {
      const name = nameByPlaceholder.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    return { ...compiled, parameters }
  }
}

/**
 * A statement with the values of a varying number of items. Its text is cached for each number up to `maxBatchSize`, since
 * compiling it costs more than executing it; orders can have thousands of tickets together. `valuesOf` returns the values of the items in the order of the placeholders.
 */
export const compiledForEachCount = <Item, Row>(
  valuesOf: (items: readonly Item[]) => readonly unknown[],
  compile: (items: readonly Item[]) => CompiledQuery<Row>,
): ((items: readonly Item[]) => CompiledQuery<Row>) => {
  const texts = new Map<number, string>()
  return (items) => {
    const text = texts.get(items.length) ?? compile(items).sql
    if (items.length <= maxBatchSize) texts.set(items.length, text)
    return CompiledQuery.raw(text, [...valuesOf(items)]) as CompiledQuery<Row>
  }
}

/** The same for a statement whose only values are identifiers. */
export const compiledForUuids = <Uuid extends string, Row>(
  compile: (ids: readonly UuidBytes<Uuid>[]) => CompiledQuery<Row>,
): ((ids: readonly Uuid[]) => CompiledQuery<Row>) =>
  compiledForEachCount(
    (ids: readonly Uuid[]) => ids.map((id) => bytesOfUuid(id)),
    (ids) => compile(ids.map((id) => bytesOfUuid(id))),
  )

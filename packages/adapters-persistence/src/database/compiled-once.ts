import { type CompiledQuery, type RawBuilder, sql } from 'kysely'

/**
 * A statement that Kysely compiles once, and that is executed with different values. `compile` gets a placeholder for
 * each name in `names`.
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

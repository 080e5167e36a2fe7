import { type CompiledQuery, type RawBuilder, sql } from 'kysely'

/**
 * A statement that is compiled once, and whose values are put in each time. `compile` gets a stand-in for each value, by
 * the name under which the value comes.
 */
export const compiledOnce = <Name extends string, Row>(
  names: readonly Name[],
  compile: (values: Readonly<Record<Name, RawBuilder<never>>>) => CompiledQuery<Row>,
): ((values: Readonly<Record<Name, unknown>>) => CompiledQuery<Row>) => {
  const standIns = new Map<unknown, Name>(names.map((name) => [{ standsFor: name }, name]))
  const stand = Object.fromEntries([...standIns].map(([standIn, name]) => [name, sql.val(standIn)]))
  let compiled: CompiledQuery<Row> | undefined
  return (values) => {
    compiled ??= compile(stand as Record<Name, RawBuilder<never>>)
    const parameters = compiled.parameters.map((parameter) => {
      const name = standIns.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    return { ...compiled, parameters }
  }
}

import type { Violation } from './findings.ts'

/** The content of a node of a cluster: the rows of each table as text, in any order. */
export type NodeContent = Readonly<{ node: string; tables: ReadonlyMap<string, readonly string[]> }>

/** The maximum number of rows of a table that a violation shows. */
const maxRows = 5

/** Compares each node with the first one, row by row; does no input or output itself. */
export const checkNodes = ([first, ...others]: readonly NodeContent[]): readonly Violation[] =>
  others.flatMap((other) => {
    const tables = new Set([...first!.tables.keys(), ...other.tables.keys()])
    return [...tables].flatMap((table) => {
      const [inFirst, inOther] = [first!, other].map((content) => content.tables.get(table))
      const difference = {
        [first!.node]: inFirst === undefined ? 'no such table' : onlyIn(inFirst, inOther ?? []),
        [other.node]: inOther === undefined ? 'no such table' : onlyIn(inOther, inFirst ?? []),
      }
      const isSame = Object.values(difference).every((rows) => Array.isArray(rows) && rows.length === 0)
      return isSame ? [] : [{ fault: `two nodes hold different rows: ${table}`, stored: difference }]
    })
  })

/** The first rows that occur more often in one table than in the other. */
const onlyIn = (rows: readonly string[], others: readonly string[]) => {
  const left = new Map<string, number>()
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1)
  const found = rows.filter((row) => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
  return found.slice(0, maxRows)
}

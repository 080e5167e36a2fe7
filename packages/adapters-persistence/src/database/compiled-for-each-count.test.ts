import { describe, expect, it } from '@jest/globals'
import { compiledForEachCount } from './compiled-for-each-count.ts'
import { openDatabase } from './open-database.ts'

describe('compiledForEachCount', () => {
  it('compiles a statement once for each number of items, with the values of each call', () => {
    const { kysely } = openDatabase('sqlite:never-opened')
    const compiled: number[] = []
    const tickets = compiledForEachCount(
      (codes: readonly string[]) => codes.map((code) => code.toUpperCase()),
      (codes) => {
        compiled.push(codes.length)
        return kysely.selectFrom('museum_ticket').select('ticket_id').where('confirmation_code', 'in', codes).compile()
      },
    )
    const statements = [tickets(['a', 'b']), tickets(['c']), tickets(['d', 'e'])]
    expect(statements.map(({ parameters }) => parameters)).toEqual([['A', 'B'], ['C'], ['D', 'E']])
    expect(statements[0]!.sql).toMatch(/in \(\?, \?\)$/)
    expect(statements[2]!.sql).toBe(statements[0]!.sql)
    expect(compiled).toEqual([2, 1])
  })
})

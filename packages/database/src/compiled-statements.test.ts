import { describe, expect, it } from '@jest/globals'
import { compiledForEachCount, compiledOnce } from './compiled-statements.ts'
import { openDatabase } from './open-database.ts'
import type { ProbeTables } from './readiness.ts'

type Tables = ProbeTables & {
  ticket: { ticket_id: string; state: string; ticket_date: string; email: string; confirmation_code: string }
}

describe('compiledOnce', () => {
  it('compiles a statement once, and puts the values of each call in all of their places', () => {
    const { kysely } = openDatabase<Tables>('sqlite:never-opened')
    let compiled = 0
    const tickets = compiledOnce(['date', 'email'], ({ date, email }) => {
      compiled += 1
      return kysely
        .selectFrom('ticket')
        .select('ticket_id')
        .where('state', '=', 'valid')
        .where((row) =>
          row.or([row('ticket_date', '<', date), row('email', '=', email), row('ticket_date', '>', date)]),
        )
        .compile()
    })
    const [one, other] = [tickets({ date: 'a', email: 'b' }), tickets({ date: 'c', email: 'd' })]
    expect(one.parameters).toEqual(['valid', 'a', 'b', 'a'])
    expect(other.parameters).toEqual(['valid', 'c', 'd', 'c'])
    expect(other.sql).toBe(one.sql)
    expect(compiled).toBe(1)
  })
})

describe('compiledForEachCount', () => {
  it('compiles a statement once for each number of items, with the values of each call', () => {
    const { kysely } = openDatabase<Tables>('sqlite:never-opened')
    const compiled: number[] = []
    const tickets = compiledForEachCount(
      (codes: readonly string[]) => codes.map((code) => code.toUpperCase()),
      (codes) => {
        compiled.push(codes.length)
        return kysely.selectFrom('ticket').select('ticket_id').where('confirmation_code', 'in', codes).compile()
      },
    )
    const statements = [tickets(['a', 'b']), tickets(['c']), tickets(['d', 'e'])]
    expect(statements.map(({ parameters }) => parameters)).toEqual([['A', 'B'], ['C'], ['D', 'E']])
    expect(statements[0]!.sql).toMatch(/in \(\?, \?\)$/)
    expect(statements[2]!.sql).toBe(statements[0]!.sql)
    expect(compiled).toEqual([2, 1])
    // Beyond the size of a batch it keeps no text.
    const many = Array.from({ length: 129 }, (_, n) => `${n}`)
    expect(tickets(many).sql).toBe(tickets(many).sql)
    expect(compiled).toEqual([2, 1, 129, 129])
  })
})

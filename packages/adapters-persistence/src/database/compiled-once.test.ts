import { describe, expect, it } from '@jest/globals'
import { compiledOnce } from './compiled-once.ts'
import { openDatabase } from './open-database.ts'

describe('compiledOnce', () => {
  it('compiles a statement once, and puts the values of each call in all of their places', () => {
    const { kysely } = openDatabase('sqlite:never-opened')
    let compiled = 0
    const tickets = compiledOnce(['date', 'email'], ({ date, email }) => {
      compiled += 1
      return kysely
        .selectFrom('museum_ticket')
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

import { describe, expect, it } from '@jest/globals'
import { describeError } from './describe-error.ts'

describe('the description of an error', () => {
  it('has its type, message and stack', () => {
    expect(describeError(new TypeError('no such window'))).toEqual({
      type: 'TypeError',
      message: 'no such window',
      stack: expect.arrayContaining([expect.stringMatching(/^at .*describe-error\.test\.ts/)]),
    })
  })

  it('ends although its causes form a cycle', () => {
    const [one, other] = [new Error('one'), new Error('other')]
    one.cause = other
    other.cause = one
    expect(JSON.stringify(describeError(one)).match(/"message":"one"/g)).toHaveLength(6)
  })

  it('has the codes of a database error, but not its message and statement, which contain personal data', () => {
    const email = 'visitor@example.org'
    const ofMysql = Object.assign(new Error(`Duplicate entry '${email}'`), {
      errno: 1062,
      code: 'ER_DUP_ENTRY',
      sql: email,
    })
    const ofSqlite = Object.assign(new Error(`near "${email}"`), { errcode: 1, code: 'ERR_SQLITE_ERROR' })
    const wrapped = new Error('the database is unavailable', { cause: ofMysql })
    const logged = JSON.stringify([ofMysql, ofSqlite, wrapped].map(describeError))
    expect(logged).not.toContain('visitor')
    expect(logged).toContain('"errno":1062')
    expect(logged).toContain('"errcode":1')
    expect(logged).toContain('the database is unavailable')
  })
})

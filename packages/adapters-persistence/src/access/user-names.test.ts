import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { repositoriesOf } from '../../test/repositories-of.ts'
import { kyselyUserRepository } from './kysely-user-repository.ts'

describe.each(namedEngines)('user names on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await aDatabase(engine)
    for (const username of ['admin', '\ufffd', 'x'.repeat(255), '🗝️'.repeat(100)])
      await opened.users.put({ username, passwordHash: `hash of ${username.length}` })
  })
  afterAll(() => opened.close())

  it.each([
    ['ten thousand characters', 'x'.repeat(10_000)],
    ['two hundred thousand characters', '🗝'.repeat(100_000)],
    ['a NUL', 'admin\u0000'],
    ['a NUL in the middle', 'ad\u0000min'],
    ['half of a surrogate pair', '\ud83d'],
    ['the other half', '\udddd'],
    ['a line break', 'admin\n'],
    ['a blank', 'admin '],
    ['another form of the same letters', 'ａdmin'],
    ['SQL', "admin' or '1' = '1"],
    ['SQL with a backslash', "\\' or 1=1 -- "],
  ])('are not found, and do no harm, with %s', async (_what, username) => {
    expect(await opened.users.find(username)).toBeUndefined()
  })

  it('are found in every length that is kept', async () => {
    for (const username of ['admin', '\ufffd', 'x'.repeat(255), '🗝️'.repeat(100)])
      expect(await opened.users.find(username)).toEqual({ username, passwordHash: `hash of ${username.length}` })
  })

  it('are kept apart by a blank at their end', async () => {
    await opened.users.put({ username: 'admin ', passwordHash: 'another' })
    expect(await opened.users.find('admin')).toMatchObject({ passwordHash: 'hash of 5' })
    expect(await opened.users.find('admin ')).toMatchObject({ passwordHash: 'another' })
  })

  it('add one first user when two servers start at once with different names', async () => {
    const fresh = await aDatabase(engine)
    const hash = { passwordHash: 'hash' }
    let late: Promise<boolean> | undefined
    await fresh.database.transaction(async (tables) => {
      const undone = kyselyUserRepository({ ...fresh.database, write: (work) => work(tables, false) })
      expect(await undone.addFirst({ username: 'one', ...hash })).toBe(true)
      late = repositoriesOf(fresh.open()).users.addFirst({ username: 'other', ...hash })
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await late).toBe(false)
    expect(await fresh.users.find('one')).toBeDefined()
    expect(await fresh.users.find('other')).toBeUndefined()
    await fresh.close()
  })
})

import type { User } from '@museum/application'
import { anAuditEntry } from '@museum/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { kyselyUserRepository } from './kysely-user-repository.ts'

const aUser = (username: string, passwordHash = 'hash'): User => ({
  username,
  role: 'admin',
  isEnabled: true,
  passwordHash,
})

describe.each(namedEngines)('on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await aDatabase(engine)
    for (const username of ['admin', '\ufffd', 'x'.repeat(255), '🗝️'.repeat(100)])
      await opened.users.add(aUser(username, `hash of ${username.length}`), anAuditEntry())
  })
  afterAll(() => opened.close())

  it.each([
    ['ten thousand characters', 'x'.repeat(10_000)],
    ['two hundred thousand characters', '🗝'.repeat(100_000)],
    ['a NUL at the end', 'admin\u0000'],
    ['a NUL in the middle', 'ad\u0000min'],
    ['a high surrogate without a low one', '\ud83d'],
    ['a low surrogate without a high one', '\udddd'],
    ['a line break at the end', 'admin\n'],
    ['a space at the end', 'admin '],
    ['a full-width letter', 'ａdmin'],
    ['SQL', "admin' or '1' = '1"],
    ['SQL with a backslash', "\\' or 1=1 -- "],
  ])('a user name with %s, which does not exist, is not found', async (_what, username) => {
    expect(await opened.users.find(username)).toBeUndefined()
  })

  it('user names of every length that can be stored are found', async () => {
    for (const username of ['admin', '\ufffd', 'x'.repeat(255), '🗝️'.repeat(100)])
      expect(await opened.users.find(username)).toEqual(aUser(username, `hash of ${username.length}`))
  })

  it('two user names that differ by a space at the end belong to different users', async () => {
    await opened.users.add(aUser('admin ', 'another'), anAuditEntry())
    expect(await opened.users.find('admin')).toMatchObject({ passwordHash: 'hash of 5' })
    expect(await opened.users.find('admin ')).toMatchObject({ passwordHash: 'another' })
  })

  it('only one first user is added when two servers add one, with different names, at the same time', async () => {
    const another = await aDatabase(engine)
    let late: Promise<boolean> | undefined
    await another.database.transaction(async (tables) => {
      const uncommitted = kyselyUserRepository({
        ...another.database,
        transaction: (work) => work(tables, false),
      })
      expect(await uncommitted.addFirst(aUser('one'), anAuditEntry())).toBe(true)
      late = kyselyRepositories(another.open()).users.addFirst(aUser('other'), anAuditEntry())
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await late).toBe(false)
    expect(await another.users.find('one')).toBeDefined()
    expect(await another.users.find('other')).toBeUndefined()
    expect((await another.audit.list({}, { page: 1, limit: 10 })).items).toHaveLength(1)
    await another.close()
  })
})

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { Password, Unavailable, Username, createUsers } from '@museum/application'
import { userRepositoryContract } from '@museum/testing/contracts'
import { inMemoryPasswordHasher } from '@museum/testing'
import { Instant, isRefusal } from '@museum/domain'
import { openUserAdapters } from './open-user-adapters.mjs'
import { sqliteUserRepository } from './sqlite-user-repository.mjs'

// The promises that the museum demands of a repository of users …
userRepositoryContract({ describe, it }, 'SQLite', openUserAdapters)

// … and the further promises of this one.
describe('users in a SQLite file', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'users-'))
  })
  after(() => rm(folder, { recursive: true }))
  const actor = { username: 'director' }
  const ada = {
    username: Username('ada'),
    role: /** @type {const} */ ('admin'),
    password: Password('correct horse battery'),
  }

  it('are those of the museum’s operations, and each change has its audit entry', async () => {
    const { users, entries, close } = sqliteUserRepository(join(folder, 'operations'))
    const operations = createUsers({
      users,
      passwordHasher: inMemoryPasswordHasher(),
      now: () => Instant(0),
      randomInt,
    })
    assert.deepEqual(await operations.addUser(ada, actor), { username: 'ada', role: 'admin', isEnabled: true })
    const refusal = await operations.updateUser('ada', { isEnabled: false }, actor)
    assert(isRefusal(refusal))
    assert.equal(refusal.refusal, 'last-administrator')
    assert.deepEqual(
      entries().map(({ actor, operation, subject }) => [actor, operation, subject.id]),
      [['director', 'addUser', 'ada']],
    )
    close()
  })

  it('are not changed when the audit entry cannot be made', async () => {
    const { users, close } = sqliteUserRepository(join(folder, 'no-entry'))
    const operations = createUsers({
      users,
      passwordHasher: inMemoryPasswordHasher(),
      now: () => Instant(0),
      randomInt,
    })
    await operations.addUser(ada, actor)
    const noEntry = () => {
      throw new Error('no entry')
    }
    await assert.rejects(
      users.update('ada', (user) => ({ ...user, role: 'gate' }), noEntry),
      /no entry/,
    )
    assert.deepEqual(await operations.listUsers(), [{ username: 'ada', role: 'admin', isEnabled: true }])
    close()
  })

  it('are Unavailable while another server has them locked', async () => {
    const file = join(folder, 'locked')
    const { users, close } = sqliteUserRepository(file, { timeout: 1 })
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    const remove = () =>
      users.remove(
        'ada',
        () => undefined,
        () => assert.fail(),
      )
    await assert.rejects(remove, Unavailable)
    other.close()
    assert(isRefusal(await remove()))
    close()
  })
})

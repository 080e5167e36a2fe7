import { describe, expect, it } from '@jest/globals'
import { verifyPassword } from '@museum/adapters-access'
import { inMemoryRepositories } from '@museum/application/in-memory'
import { aLog } from '../../test/a-log.ts'
import { applyAdministrator } from './apply-administrator.ts'

describe('the administrator of the environment', () => {
  it('is stored with its current password', async () => {
    const { users } = inMemoryRepositories()
    const hashNow = async () => (await users.find('director'))!.passwordHash
    const { log } = aLog()
    await applyAdministrator(users, { username: 'director', password: 'one' }, log)
    const first = await hashNow()
    await applyAdministrator(users, { username: 'director', password: 'one' }, log)
    expect(await hashNow()).toBe(first)
    await applyAdministrator(users, { username: 'director', password: 'two' }, log)
    expect(await verifyPassword(await hashNow(), 'two')).toBe(true)
  })

  it('is logged without the password when it is created or its password changes', async () => {
    const { users } = inMemoryRepositories()
    const { log, lines } = aLog()
    for (const password of ['hunter2 hunter2', 'hunter2 hunter2', 'correct horse'])
      await applyAdministrator(users, { username: 'director', password }, log)
    expect(lines).toEqual([
      { level: 30, user: 'director', msg: 'created the administrator of the environment, with its password' },
      { level: 30, user: 'director', msg: 'changed the password of the administrator to that of the environment' },
    ])
  })
})

import { describe, expect, it } from '@jest/globals'
import { inMemoryRepositories } from '@museum/application/in-memory'
import { aLog } from '../../test/a-log.ts'
import { warnOfOtherAdministrators } from './warn-of-other-administrators.ts'

describe('warnOfOtherAdministrators', () => {
  const warningsFor = async (usernames: readonly string[], administrator?: string) => {
    const { users } = inMemoryRepositories()
    for (const username of usernames) await users.put({ username, passwordHash: 'scrypt$1' })
    const { log, lines } = aLog()
    await warnOfOtherAdministrators(users, administrator, log)
    return lines
  }

  it('names all users except the administrator of the environment', async () => {
    expect(await warningsFor(['bob', 'alice', 'carol'], 'bob')).toEqual([
      {
        level: 40,
        users: ['alice', 'carol'],
        msg: 'other administrators are enabled: they can still log in with their passwords',
      },
    ])
    expect(await warningsFor(['bob'], 'bob')).toEqual([])
  })

  it('names all users if there are several and the environment names none', async () => {
    expect(await warningsFor(['admin'])).toEqual([])
    expect(await warningsFor(['admin', 'alice'])).toEqual([
      {
        level: 40,
        users: ['admin', 'alice'],
        msg: 'several administrators are enabled: each can log in with their password',
      },
    ])
  })

  it('names at most twenty users, each with at most 64 characters', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `${String(n).padStart(2, '0')}\n${'🗝'.repeat(200)}`)
    const [line] = (await warningsFor(names, 'bob')) as [{ users: string[]; more: number }]
    expect(line.more).toBe(10)
    expect(line.users).toEqual(names.slice(0, 20).map((name) => `${Array.from(name).slice(0, 64).join('')}…`))
  })
})

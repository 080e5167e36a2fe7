import { describe, expect, it } from '@jest/globals'
import { type Role, Password, Username, createUsers } from '@museum/application'
import { anActor, inMemoryPorts } from '@museum/testing'
import { aLog } from '../../test/a-log.ts'
import { warnOfAdministrators } from './ensure-administrator.ts'

type GivenUser = Readonly<{ name: string; role?: Role; isEnabled?: boolean }>

describe('warnOfAdministrators', () => {
  const warningsFor = async (given: readonly (string | GivenUser)[], administrator?: string) => {
    const users = createUsers(inMemoryPorts())
    for (const each of given) {
      const { name, role = 'admin', isEnabled = true } = typeof each === 'string' ? { name: each } : each
      await users.addUser({ username: Username(name), role, password: Password('correct horse') }, anActor)
      if (!isEnabled) await users.updateUser(name, { isEnabled: false }, anActor)
    }
    const { log, lines } = aLog()
    await warnOfAdministrators(users, administrator, log)
    return lines
  }

  it('names all administrators except the one of the environment', async () => {
    expect(await warningsFor(['bob', 'carol', 'alice'], 'bob')).toEqual([
      {
        level: 40,
        users: ['alice', 'carol'],
        msg: 'other administrators are enabled: they can still log in with their passwords',
      },
    ])
    expect(await warningsFor(['bob'], 'bob')).toEqual([])
  })

  it('names neither disabled administrators nor users with another role', async () => {
    const others: readonly GivenUser[] = [
      { name: 'former', isEnabled: false },
      { name: 'seller', role: 'box-office' },
      { name: 'door', role: 'gate' },
      { name: 'kiosk', role: 'reader' },
    ]
    expect(await warningsFor(['bob', ...others], 'bob')).toEqual([])
    expect(await warningsFor(['bob', ...others])).toEqual([])
    expect(await warningsFor(['bob', 'alice', ...others], 'bob')).toMatchObject([{ users: ['alice'] }])
  })

  it('names all administrators if there are several and the environment names none', async () => {
    expect(await warningsFor(['admin'])).toEqual([])
    expect(await warningsFor(['admin', 'alice'])).toEqual([
      {
        level: 40,
        users: ['admin', 'alice'],
        msg: 'several administrators are enabled: each can log in with their password',
      },
    ])
  })

  it('says how to add an administrator when none is enabled', async () => {
    const warning = {
      level: 40,
      msg: expect.stringMatching(/^no administrator is enabled; to add one: .*museum users add NAME --role admin$/),
    }
    expect(await warningsFor([{ name: 'seller', role: 'box-office' }])).toEqual([warning])
    expect(await warningsFor([{ name: 'bob', role: 'gate' }], 'bob')).toEqual([warning])
  })

  it('names at most twenty administrators, each with at most 64 characters', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `${String(n).padStart(2, '0')}${'🗝'.repeat(200)}`)
    const [line] = (await warningsFor(['bob', ...names], 'bob')) as [{ users: string[]; more: number }]
    expect(line.more).toBe(10)
    expect(line.users).toEqual(names.slice(0, 20).map((name) => `${Array.from(name).slice(0, 64).join('')}…`))
  })
})

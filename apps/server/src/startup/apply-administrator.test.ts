import { describe, expect, it } from '@jest/globals'
import { Password, Username, createUsers } from '@museum/application'
import { anActor, inMemoryPorts } from '@museum/testing'
import { aLog } from '../../test/a-log.ts'
import { applyAdministrator } from './ensure-administrator.ts'

const username = Username('director')
const [one, two] = [Password('correct horse'), Password('battery staple')]
const other = { username: Username('deputy'), role: 'admin', password: one } as const

/** Users, including the administrator of the environment if `password` is given; `apply` applies the environment to them. */
const withUsers = async (password?: Password) => {
  const ports = inMemoryPorts()
  const users = createUsers(ports)
  await users.addUser(other, anActor)
  if (password !== undefined) await users.addUser({ username, role: 'admin', password }, anActor)
  const accountNow = async () => (await users.listUsers()).find((account) => account.username === username)
  const isPasswordNow = async (password: Password) =>
    ports.passwordHasher.verify((await ports.users.find(username))!.passwordHash, password)
  /** The log of a start with this password in the environment, and the audit entries that it adds. */
  const apply = async (password: Password) => {
    const { log, lines } = aLog()
    const page = { page: 1, limit: 100 }
    const { items: before } = await ports.audit.list({}, page)
    await applyAdministrator(users, { username, password }, log)
    const { items: after } = await ports.audit.list({}, page)
    return { lines, audited: after.slice(0, after.length - before.length) }
  }
  return { ports, users, apply, accountNow, isPasswordNow }
}

describe('the administrator of the environment', () => {
  it('is added by the server, with the role admin, when there is no user of that name', async () => {
    const { apply, accountNow, isPasswordNow } = await withUsers()
    expect(await apply(one)).toEqual({
      lines: [{ level: 30, user: username, msg: 'created the administrator of the environment, with its password' }],
      audited: [
        expect.objectContaining({
          actor: 'server',
          operation: 'addUser',
          subject: { kind: 'user', id: username },
          before: null,
          after: { role: 'admin', enabled: true },
        }),
      ],
    })
    expect(await accountNow()).toEqual({ username, role: 'admin', isEnabled: true })
    expect(await isPasswordNow(one)).toBe(true)
  })

  it('is not changed when it has the password of the environment', async () => {
    const { apply } = await withUsers(one)
    expect(await apply(one)).toEqual({ lines: [], audited: [] })
  })

  it('gets the password of the environment when it has another one, and the audit log names the server', async () => {
    const { apply, isPasswordNow } = await withUsers(one)
    expect(await apply(two)).toEqual({
      lines: [
        { level: 30, user: username, msg: 'changed the password of the administrator to that of the environment' },
      ],
      audited: [
        expect.objectContaining({ actor: 'server', operation: 'changeUserPassword', before: null, after: null }),
      ],
    })
    expect(await isPasswordNow(two)).toBe(true)
  })

  it('may have a password of fewer than 10 characters', async () => {
    const { apply, isPasswordNow } = await withUsers()
    await apply(Password.ofAnyLength('x'))
    expect(await isPasswordNow(Password.ofAnyLength('x'))).toBe(true)
  })

  it('stays disabled when it was disabled, and the log says so and how to enable it', async () => {
    const { users, apply, accountNow, isPasswordNow } = await withUsers(one)
    await users.updateUser(username, { isEnabled: false }, anActor)
    const { lines, audited } = await apply(one)
    expect(lines).toEqual([
      {
        level: 40,
        user: username,
        msg: expect.stringMatching(
          /^the administrator of the environment is disabled and stays so; to enable it: .*museum users enable director$/,
        ),
      },
    ])
    expect(audited).toEqual([])
    // It still gets the password, since a command may enable it later.
    expect((await apply(two)).lines).toMatchObject([{ level: 30 }, { level: 40 }])
    expect(await accountNow()).toEqual({ username, role: 'admin', isEnabled: false })
    expect(await isPasswordNow(two)).toBe(true)
  })

  it('keeps the role that it was given, and the log says so and how to change it', async () => {
    const { users, apply, accountNow } = await withUsers(one)
    await users.updateUser(username, { role: 'gate' }, anActor)
    expect(await apply(one)).toEqual({
      lines: [
        {
          level: 40,
          user: username,
          role: 'gate',
          msg: expect.stringMatching(
            /^the administrator of the environment has the role gate and keeps it; to make it an administrator: .*museum users role director admin$/,
          ),
        },
      ],
      audited: [],
    })
    expect(await accountNow()).toEqual({ username, role: 'gate', isEnabled: true })
  })

  it('is added once, and its password changed once, when several servers start at the same time', async () => {
    const { ports, users, accountNow, isPasswordNow } = await withUsers()
    const startThree = async (password: Password) => {
      const { log, lines } = aLog()
      await Promise.all([1, 2, 3].map(() => applyAdministrator(users, { username, password }, log)))
      return lines
    }
    expect(await startThree(one)).toHaveLength(1)
    expect(await startThree(two)).toHaveLength(1)
    const { items } = await ports.audit.list({}, { page: 1, limit: 100 })
    // The first entry is about the other administrator.
    expect(items.map(({ operation }) => operation)).toEqual(['changeUserPassword', 'addUser', 'addUser'])
    expect(await accountNow()).toEqual({ username, role: 'admin', isEnabled: true })
    expect(await isPasswordNow(two)).toBe(true)
  })

  it('gets the password of each of two servers that start at the same time with different ones', async () => {
    const { ports, users, isPasswordNow } = await withUsers()
    const { log } = aLog()
    await Promise.all([one, two].map((password) => applyAdministrator(users, { username, password }, log)))
    const { items } = await ports.audit.list({}, { page: 1, limit: 100 })
    expect(items.map(({ operation }) => operation)).toEqual(['changeUserPassword', 'addUser', 'addUser'])
    expect([await isPasswordNow(one), await isPasswordNow(two)].filter(Boolean)).toHaveLength(1)
  })

  it('is added again when a command removes it while the server starts', async () => {
    const { ports, users, accountNow } = await withUsers(one)
    const { log } = aLog()
    await Promise.all([
      applyAdministrator(users, { username, password: two }, log),
      ports.users.remove(
        username,
        () => undefined,
        () => ({
          at: ports.now(),
          actor: 'cli:root',
          operation: 'removeUser',
          subject: { kind: 'user', id: username },
          before: null,
          after: null,
        }),
      ),
    ])
    expect(await accountNow()).toEqual({ username, role: 'admin', isEnabled: true })
  })
})

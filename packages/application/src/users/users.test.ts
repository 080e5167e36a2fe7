import { describe, expect, it } from '@jest/globals'
import { isRefusal } from '@museum/domain'
import { anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { serverPrincipal } from '../access/principal.ts'
import { Password } from './password.ts'
import { Username } from './username.ts'
import { createUsers } from './users.ts'

const password = Password('correct horse')
const admin = { username: Username('director'), role: 'admin', password } as const
const seller = { username: Username('box office 1'), role: 'box-office', password } as const

const withUsers = async (...users: readonly (typeof admin | typeof seller)[]) => {
  const ports = inMemoryPorts()
  const operations = createUsers(ports)
  for (const user of users) await operations.addUser(user, anActor)
  const audited = async () => {
    const { items } = await ports.audit.list({}, { page: 1, limit: 100 })
    return items.slice(0, items.length - users.length)
  }
  return { ports, ...operations, audited }
}

describe('the users', () => {
  it('are added enabled, with the hash of their password, and listed without it', async () => {
    const { addUser, listUsers, ports, audited } = await withUsers(admin)
    const account = { username: 'box office 1', role: 'box-office', isEnabled: true }
    expect(await addUser(seller, anActor)).toEqual(account)
    expect(await listUsers()).toEqual([account, { username: 'director', role: 'admin', isEnabled: true }])
    const { passwordHash } = (await ports.users.find('box office 1'))!
    expect(await ports.passwordHasher.verify(passwordHash, password)).toBe(true)
    expect(await audited()).toEqual([
      {
        auditId: 2,
        at: ports.now(),
        actor: 'curator',
        operation: 'addUser',
        subject: { kind: 'user', id: 'box office 1' },
        before: null,
        after: { role: 'box-office', enabled: true },
      },
    ])
  })

  it('are not replaced by another user of the same name', async () => {
    const { addUser, audited } = await withUsers(admin)
    expect(await addUser({ ...seller, username: admin.username }, anActor)).toMatchObject({ refusal: 'user-exists' })
    expect(await audited()).toEqual([])
  })

  it('get a first one only while there is none', async () => {
    const { addFirstUser, listUsers, audited } = await withUsers()
    expect(await addFirstUser(admin, serverPrincipal)).toBe(true)
    expect(await addFirstUser(seller, serverPrincipal)).toBe(false)
    expect(await listUsers()).toHaveLength(1)
    expect(await audited()).toMatchObject([{ actor: 'server', operation: 'addFirstUser' }])
  })

  it('get another role', async () => {
    const { updateUser, audited } = await withUsers(admin, seller)
    const user = { username: 'box office 1', role: 'gate', isEnabled: true }
    expect(await updateUser('box office 1', { role: 'gate' }, anActor)).toEqual({ user, isChanged: true })
    expect(await updateUser('box office 1', { role: 'gate' }, anActor)).toEqual({ user, isChanged: false })
    expect(await updateUser('nobody', { role: 'gate' }, anActor)).toMatchObject({ refusal: 'user-not-found' })
    expect(await audited()).toMatchObject([
      { operation: 'changeUserRole', before: { role: 'box-office' }, after: { role: 'gate' } },
    ])
  })

  it('get another password, whose values are not audited', async () => {
    const { updateUser, audited, ports } = await withUsers(admin)
    const other = Password('battery staple')
    expect(await updateUser('director', { password: other }, anActor)).toMatchObject({ isChanged: true })
    expect(await updateUser('director', { password: other }, anActor)).toMatchObject({ isChanged: false })
    expect(await updateUser('nobody', { password: other }, anActor)).toMatchObject({ refusal: 'user-not-found' })
    const { passwordHash } = (await ports.users.find('director'))!
    expect(await ports.passwordHasher.verify(passwordHash, other)).toBe(true)
    expect(await audited()).toMatchObject([{ operation: 'changeUserPassword', before: null, after: null }])
    expect(JSON.stringify(await audited())).not.toMatch(/staple|plain/)
  })

  it('get a password once when several callers set the same one at the same time', async () => {
    const { updateUser, audited } = await withUsers(admin)
    const other = Password('battery staple')
    const changes = await Promise.all([1, 2, 3].map(() => updateUser('director', { password: other }, serverPrincipal)))
    expect(changes.filter((change) => 'isChanged' in change && change.isChanged)).toHaveLength(1)
    expect(changes.filter((change) => 'isChanged' in change && !change.isChanged)).toHaveLength(2)
    expect(await audited()).toHaveLength(1)
  })

  it('get the last of several passwords that are set at the same time', async () => {
    const { updateUser, audited, ports } = await withUsers(admin)
    const others = [Password('battery staple'), Password('staple battery')]
    const changes = await Promise.all(others.map((other) => updateUser('director', { password: other }, anActor)))
    expect(changes).toMatchObject([{ isChanged: true }, { isChanged: true }])
    const { passwordHash } = (await ports.users.find('director'))!
    const isRight = await Promise.all(others.map((other) => ports.passwordHasher.verify(passwordHash, other)))
    expect(isRight.filter(Boolean)).toHaveLength(1)
    expect(await audited()).toHaveLength(2)
  })

  it('get another password in place of a hash in an unknown format', async () => {
    const { updateUser, ports } = await withUsers(admin)
    await ports.users.update<never>(
      'director',
      (user) => ({ ...user, passwordHash: 'argon2' }),
      () => [anAuditEntry()],
    )
    expect(await updateUser('director', { password: password }, anActor)).toMatchObject({ isChanged: true })
    const { passwordHash } = (await ports.users.find('director'))!
    expect(await ports.passwordHasher.verify(passwordHash, password)).toBe(true)
  })

  it('get no password when they are removed while it is hashed', async () => {
    const { ports, audited } = await withUsers(seller)
    const passwordHasher = {
      ...ports.passwordHasher,
      async hash(text: Password) {
        await createUsers(ports).removeUser('box office 1', anActor)
        return ports.passwordHasher.hash(text)
      },
    }
    const { updateUser } = createUsers({ ...ports, passwordHasher })
    expect(await updateUser('box office 1', { password: Password('battery staple') }, anActor)).toMatchObject({
      refusal: 'user-not-found',
    })
    expect(await audited()).toMatchObject([{ operation: 'removeUser' }])
  })

  it('are disabled and enabled again', async () => {
    const { updateUser, listUsers, audited } = await withUsers(admin, seller)
    const user = (isEnabled: boolean) => ({ username: 'box office 1', role: 'box-office', isEnabled })
    expect(await updateUser('box office 1', { isEnabled: false }, anActor)).toEqual({
      user: user(false),
      isChanged: true,
    })
    expect(await listUsers()).toContainEqual(user(false))
    expect(await updateUser('box office 1', { isEnabled: false }, anActor)).toEqual({
      user: user(false),
      isChanged: false,
    })
    expect(await updateUser('box office 1', { isEnabled: true }, anActor)).toEqual({
      user: user(true),
      isChanged: true,
    })
    expect(await listUsers()).toContainEqual(user(true))
    expect(await updateUser('box office 1', { isEnabled: true }, anActor)).toEqual({
      user: user(true),
      isChanged: false,
    })
    expect(await updateUser('nobody', { isEnabled: false }, anActor)).toMatchObject({ refusal: 'user-not-found' })
    expect(await updateUser('nobody', { isEnabled: true }, anActor)).toMatchObject({ refusal: 'user-not-found' })
    expect(await audited()).toMatchObject([
      { operation: 'enableUser', before: { enabled: false }, after: { enabled: true } },
      { operation: 'disableUser', before: { enabled: true }, after: { enabled: false } },
    ])
  })

  it('are removed', async () => {
    const { removeUser, listUsers, audited } = await withUsers(admin, seller)
    expect(await removeUser('box office 1', anActor)).toMatchObject({ username: 'box office 1' })
    expect(await removeUser('box office 1', anActor)).toMatchObject({ refusal: 'user-not-found' })
    expect(await listUsers()).toMatchObject([{ username: 'director' }])
    expect(await audited()).toMatchObject([
      { operation: 'removeUser', before: { role: 'box-office', enabled: true }, after: null },
    ])
  })

  it('keep an enabled administrator', async () => {
    const other = { ...admin, username: Username('deputy') }
    const users = await withUsers(admin, seller, other)
    const { updateUser, removeUser, audited } = users
    const endings = [
      () => updateUser('director', { isEnabled: false }, anActor),
      () => removeUser('director', anActor),
      () => updateUser('director', { role: 'reader' }, anActor),
    ]
    expect(isRefusal(await updateUser('deputy', { isEnabled: false }, anActor))).toBe(false)
    for (const end of endings) expect(await end()).toMatchObject({ refusal: 'last-administrator' })
    // A disabled administrator is not the last enabled one.
    expect(isRefusal(await updateUser('deputy', { role: 'reader' }, anActor))).toBe(false)
    expect(isRefusal(await updateUser('deputy', { isEnabled: true }, anActor))).toBe(false)
    for (const end of endings) expect(await end()).toMatchObject({ refusal: 'last-administrator' })
    expect(isRefusal(await updateUser('deputy', { role: 'admin' }, anActor))).toBe(false)
    expect(isRefusal(await removeUser('director', anActor))).toBe(false)
    expect((await audited()).map(({ operation }) => operation)).toEqual([
      'removeUser',
      'changeUserRole',
      'enableUser',
      'changeUserRole',
      'disableUser',
    ])
  })
})

describe('a user name', () => {
  it.each(['a', 'a'.repeat(255), '🗝️'.repeat(100), 'Ōmura der Ältere', 'Server'])('may be %j', (text) => {
    expect(Username.faultOf(text)).toBeUndefined()
  })

  it.each([
    ['', 'must have 1 to 255 characters'],
    ['a'.repeat(256), 'must have 1 to 255 characters'],
    ['cli:root', 'must not hold a colon'],
    ['a\nb', 'must not hold a colon or a control character'],
    ['\u007f', 'must not hold a colon or a control character'],
    ['C1\u0085name', 'must not hold a colon or a control character'],
    [' ', 'must not begin or end with a space'],
    ['curator ', 'must not begin or end with a space'],
    ['\u2003curator', 'must not begin or end with a space'],
    ['\ud83d', 'half of a surrogate pair'],
    ['server', 'must not be "server"'],
  ])('may not be %j', (text, detail) => {
    expect(Username.faultOf(text)?.detail).toContain(detail)
    expect(() => Username(text)).toThrow('not-a-username')
  })

  it('is in Unicode normalization form C', () => {
    expect(Username('Zoe\u0308')).toBe('Zo\u00eb')
    expect(Username.normalize('Zoe\u0308')).toBe('Zo\u00eb')
    expect(Username.faultOf('e\u0308'.repeat(255))).toBeUndefined()
  })
})

describe('a password', () => {
  it.each(['a'.repeat(10), '🗝'.repeat(10), 'correct horse: battery', 'a'.repeat(1_000)])('may be %j', (text) => {
    expect(Password.faultOf(text)).toBeUndefined()
  })

  it.each([
    ['', 'must have at least 10 characters'],
    ['🗝'.repeat(9), 'must have at least 10 characters'],
    ['a'.repeat(1_001), 'must have at most 1000 characters'],
    ['correct\nhorse', 'must not hold control characters'],
    ['correct\u0085horse', 'must not hold control characters'],
    ['correct hors\ud83d', 'half of a surrogate pair'],
  ])('may not be %j', (text, detail) => {
    expect(Password.faultOf(text)?.detail).toContain(detail)
  })

  it('of the environment may have any length', () => {
    expect(Password.ofAnyLength('short')).toBe('short')
  })
})

import { describe, expect, it } from '@jest/globals'
import { type CredentialVerifier, Password, type Role, Username, createUsers, roles } from '@museum/application'
import { refuse } from '@museum/domain'
import { anActor, inMemoryPorts } from '@museum/testing'
import { aMuseumApi, authorization, authorizationOf, basic, credentials } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import type { RequestRecord } from '../middleware/request-log.ts'
import type { MuseumApiOptions } from '../museum-api-options.ts'
import { museumApi } from '../museum-api.ts'

const password = 'correct horse'
const made = expect.stringMatching(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)

/** An API with users of these names and roles, all with the same password. */
const anApiWith = async (users: Readonly<Record<string, Role>>, options: MuseumApiOptions = {}) => {
  const api = aMuseumApi({}, options)
  for (const [username, role] of Object.entries(users))
    await api.users.addUser(
      { username: Username.ofEnvironment(username), role, password: Password(password) },
      { username: 'server' },
    )
  const isRight = async (username: string, text: string) =>
    api.ports.passwordHasher.verify((await api.ports.users.find(username))!.passwordHash, text)
  const audit = async () =>
    (await api.ports.audit.list({ actors: ['curator', 'guide'] }, { page: 1, limit: 100 })).items.toReversed()
  return { ...api, isRight, audit }
}

describe('listUsers', () => {
  it('returns the name, the role and the state of each user, and nothing else', async () => {
    const { request, users } = await anApiWith({ müller: 'gate', 'desk-1': 'box-office', curator: 'admin' })
    await users.updateUser('desk-1', { isEnabled: false }, anActor)
    await users.updateUser('müller', { password: null }, anActor)
    const response = await request('GET', '/users')
    expect(await response.json()).toEqual([
      { username: 'curator', role: 'admin', enabled: true, passwordIsTemporary: false },
      { username: 'desk-1', role: 'box-office', enabled: false, passwordIsTemporary: false },
      { username: 'müller', role: 'gate', enabled: true, passwordIsTemporary: true },
    ])
    const headers = { 'If-None-Match': response.headers.get('ETag')! }
    expect((await request('GET', '/users', { headers })).status).toBe(304)
    await users.updateUser('desk-1', { isEnabled: true }, anActor)
    expect((await request('GET', '/users', { headers })).status).toBe(200)
  })

  it('is in the API and in its document, with the other operations on users, only with their use cases', async () => {
    const { museum } = aMuseumApi()
    const without = museumApi(museum, credentials)
    const response = await without.request('/v1.1/users', { headers: { Authorization: authorization } })
    expect(await problemOf(response)).toMatchObject({ status: 404, slug: 'not-found' })
    const { paths } = (await (await without.request('/openapi.json')).json()) as { paths: object }
    expect(Object.keys(paths).filter((path) => path.startsWith('/users'))).toEqual([])
  })
})

describe('addUser', () => {
  it('adds a user with the password of the request, which the response does not have', async () => {
    const { send, isRight, audit } = await anApiWith({})
    const response = await send('POST', '/users', { username: 'Zoe\u0308', role: 'gate', password })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      username: 'Zo\u00eb',
      role: 'gate',
      enabled: true,
      passwordIsTemporary: false,
    })
    expect(await isRight('Zo\u00eb', password)).toBe(true)
    expect(await audit()).toMatchObject([
      { actor: 'curator', operation: 'addUser', before: null, after: { role: 'gate', enabled: true } },
    ])
  })

  it('makes a password without one, marks it, and has it nowhere but in this response', async () => {
    const records: RequestRecord[] = []
    const { send, request, ports, isRight, audit } = await anApiWith(
      {},
      { onResponse: (record) => records.push(record) },
    )
    const add = (username: string, headers = {}) => send('POST', '/users', { username, role: 'gate' }, headers)
    const response = await add('desk 1', { 'Idempotency-Key': 'one' })
    const body = (await response.json()) as { password: string }
    expect(body).toEqual({ username: 'desk 1', role: 'gate', enabled: true, passwordIsTemporary: true, password: made })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await isRight('desk 1', body.password)).toBe(true)
    expect(((await (await add('desk 2')).json()) as { password: string }).password).not.toBe(body.password)
    expect(await ports.idempotencyRecords.find('curator', 'one')).toBeUndefined()
    const listed = await (await request('GET', '/users')).text()
    expect(JSON.parse(listed)).toContainEqual({
      username: 'desk 1',
      role: 'gate',
      enabled: true,
      passwordIsTemporary: true,
    })
    expect([listed, JSON.stringify(records), JSON.stringify(await audit())].join('')).not.toContain(body.password)
  })

  it('refuses a name that exists, in any Unicode normalization form', async () => {
    const { send } = await anApiWith({ 'Zo\u00eb': 'gate' })
    const response = await send('POST', '/users', { username: 'Zoe\u0308', role: 'gate' })
    expect(await problemOf(response)).toMatchObject({ status: 409, slug: 'user-exists' })
  })

  it.each(['', 'a/b', 'a:b', 'a\nb', ' a', 'me', 'server', '.', '..', 'x'.repeat(256)])(
    'refuses the name %j',
    async (username) => {
      const { send, users } = await anApiWith({})
      const { status, errors } = await problemOf(await send('POST', '/users', { username, role: 'gate' }))
      expect([status, errors]).toMatchObject([400, [{ pointer: '#/username', code: 'not-a-username' }]])
      expect(await users.listUsers()).toEqual([])
    },
  )

  it('refuses a short password and an unknown role', async () => {
    const { send } = await anApiWith({})
    const response = await send('POST', '/users', { username: 'desk', role: 'boss', password: '123456789' })
    expect((await problemOf(response)).errors).toMatchObject([
      { pointer: '#/role', code: 'unknown-value' },
      { pointer: '#/password', code: 'not-a-password', values: { minLength: 10, maxLength: 1_000 } },
    ])
  })
})

describe('updateUser', () => {
  it('makes all changes of a request at once, with an audit entry for each', async () => {
    const { send, isRight, audit } = await anApiWith({ desk: 'gate' })
    const changes = { role: 'box-office', enabled: false, password: 'battery staple' }
    const response = await send('PATCH', '/users/desk', changes)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      username: 'desk',
      role: 'box-office',
      enabled: false,
      passwordIsTemporary: false,
    })
    expect(await isRight('desk', 'battery staple')).toBe(true)
    const subject = { kind: 'user', id: 'desk' }
    expect(await audit()).toMatchObject([
      { operation: 'changeUserRole', subject, before: { role: 'gate' }, after: { role: 'box-office' } },
      { operation: 'disableUser', subject, before: { enabled: true }, after: { enabled: false } },
      { operation: 'changeUserPassword', subject, before: null, after: null },
    ])
    expect((await send('PATCH', '/users/desk', changes)).status).toBe(200)
    expect(await audit()).toHaveLength(3)
  })

  it('makes a password in place of null, marked until another one is given', async () => {
    const { send, isRight, users } = await anApiWith({ desk: 'gate' })
    const body = (await (await send('PATCH', '/users/desk', { password: null })).json()) as { password: string }
    expect(body).toMatchObject({ passwordIsTemporary: true, password: made })
    expect(await isRight('desk', body.password)).toBe(true)
    const same = await (await send('PATCH', '/users/desk', { role: 'reader' })).json()
    expect(same).toEqual({ username: 'desk', role: 'reader', enabled: true, passwordIsTemporary: true })
    await send('PATCH', '/users/desk', { password: 'battery staple' })
    expect(await users.listUsers()).toEqual([{ username: 'desk', role: 'reader', isEnabled: true }])
  })

  it.each(['Ōmura 🗝️', 'a/b', '50%', '%2f', 'what?', '#1', 'me', 'a b', '__proto__'])(
    'finds the user %j by the percent-encoded name',
    async (username) => {
      const { send, request, users } = await anApiWith({ curator: 'admin', [username]: 'gate' })
      const path = `/users/${encodeURIComponent(username)}`
      expect(await (await send('PATCH', path, { role: 'reader' })).json()).toMatchObject({ username, role: 'reader' })
      expect((await request('DELETE', path)).status).toBe(204)
      expect(await users.listUsers()).toMatchObject([{ username: 'curator' }])
    },
  )

  it('changes nothing when it would leave no enabled administrator, or there is no such user', async () => {
    const { send, request, users } = await anApiWith({ curator: 'admin', desk: 'gate' })
    for (const changes of [{ role: 'gate' }, { enabled: false }, { role: 'reader', password: 'battery staple' }])
      expect(await problemOf(await send('PATCH', '/users/curator', changes))).toMatchObject({
        status: 409,
        slug: 'last-administrator',
      })
    expect(await problemOf(await request('DELETE', '/users/curator'))).toMatchObject({ slug: 'last-administrator' })
    for (const response of [await send('PATCH', '/users/Desk', {}), await request('DELETE', '/users/Desk')])
      expect(await problemOf(response)).toMatchObject({ status: 404, slug: 'user-not-found' })
    expect(await users.listUsers()).toMatchObject([{ role: 'admin', isEnabled: true }, { role: 'gate' }])
  })
})

/** Verifies as an earlier read of the users would: with their passwords of now, or also `formerly` right ones. */
const verifierOf = (
  { users, passwordHasher }: ReturnType<typeof inMemoryPorts>,
  formerly?: string,
): CredentialVerifier => ({
  async verify(username, text) {
    const user = (await users.find(username))!
    return text === formerly || (await passwordHasher.verify(user.passwordHash, text))
      ? user
      : refuse('unauthorized', 'Wrong.')
  },
})

const newPassword = 'battery staple'

describe('changeOwnPassword', () => {
  /** An API whose users change their own passwords. */
  const anApi = async (options: MuseumApiOptions & Readonly<{ formerly?: string }> = {}) => {
    const api = await anApiWith(Object.fromEntries(roles.map((role) => [role === 'reader' ? 'guide' : role, role])))
    const own = museumApi(api.museum, verifierOf(api.ports, options.formerly), { users: api.users, ...options })
    const change = (username: string, body: object, sentPassword = password) =>
      own.request('/v1.1/users/me/password', {
        method: 'PUT',
        headers: { Authorization: basic(username, sentPassword), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    return { ...api, change, own }
  }

  it('changes the password of a user of any role, which is not temporary then', async () => {
    const { change, users, isRight, own, audit } = await anApi()
    for (const username of ['admin', 'box-office', 'shop', 'gate', 'guide']) {
      const { madePassword } = (await users.updateUser(username, { password: null }, anActor)) as {
        madePassword: string
      }
      const userOf = async (text: string) => {
        const response = await own.request('/v1.1/museum', { headers: { Authorization: basic(username, text) } })
        return ((await response.json()) as { user: object }).user
      }
      expect(await userOf(madePassword)).toMatchObject({ username, passwordIsTemporary: true })
      expect((await change(username, { password: madePassword, newPassword }, madePassword)).status).toBe(204)
      expect(await isRight(username, newPassword)).toBe(true)
      expect(await userOf(newPassword)).toMatchObject({ username, passwordIsTemporary: false })
    }
    expect((await audit()).at(-1)).toMatchObject({
      actor: 'guide',
      operation: 'changeUserPassword',
      subject: { kind: 'user', id: 'guide' },
      before: null,
      after: null,
    })
  })

  it('refuses a wrong present password at its member, and a short new one at the other', async () => {
    const { change, isRight } = await anApi()
    const wrong = await problemOf(await change('guide', { password: 'wrong', newPassword }))
    expect(wrong).toMatchObject({
      status: 400,
      slug: 'validation-failed',
      errors: [{ pointer: '#/password', code: 'wrong-password' }],
    })
    const short = await problemOf(await change('guide', { password, newPassword: '123456789' }))
    expect(short.errors).toMatchObject([{ pointer: '#/newPassword', code: 'not-a-password' }])
    expect(await isRight('guide', password)).toBe(true)
  })

  it('refuses a password that was right until it was changed elsewhere, which a server may accept for 5 seconds', async () => {
    const { change, users, isRight } = await anApi({ formerly: password })
    await users.updateUser('guide', { password: Password('another password') }, anActor)
    const refused = await problemOf(await change('guide', { password, newPassword }))
    expect(refused.errors).toMatchObject([{ pointer: '#/password', code: 'wrong-password' }])
    expect(await isRight('guide', 'another password')).toBe(true)
  })

  it('makes one change of a user at a time', async () => {
    const { change } = await anApi()
    const responses = await Promise.all([1, 2, 3].map(async () => change('guide', { password, newPassword })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 429, 429])
    const refused = responses.find(({ status }) => status === 429)!
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect((await change('guide', { password: newPassword, newPassword: password }, newPassword)).status).toBe(204)
  })

  it('is refused for the user whose password the environment sets, as an administrator is who would change it', async () => {
    const { change, send, isRight } = await anApi({ environmentUser: 'guide' })
    const set = { status: 409, slug: 'set-by-environment' }
    expect(await problemOf(await change('guide', { password, newPassword }))).toMatchObject(set)
    expect(await isRight('guide', password)).toBe(true)
    const api = await anApiWith({ guide: 'reader' }, { environmentUser: 'guide' })
    for (const changed of [newPassword, null])
      expect(
        await problemOf(await api.send('PATCH', '/users/guide', { role: 'gate', password: changed })),
      ).toMatchObject(set)
    expect(await api.users.listUsers()).toMatchObject([{ role: 'reader' }])
    expect((await api.send('PATCH', '/users/guide', { role: 'gate', enabled: false })).status).toBe(200)
    expect((await send('PATCH', '/users/guide', { password: newPassword })).status).toBe(200)
  })
})

describe('users that are changed by commands only', () => {
  it('are listed, and no request changes one', async () => {
    const { request, send, users } = await anApiWith({ guide: 'reader' }, { userAdministration: 'commands' })
    const asReader = { Authorization: authorizationOf('reader') }
    const outcomes = [
      await send('POST', '/users', { username: 'desk', role: 'gate' }),
      await send('PATCH', '/users/guide', { role: 'gate' }),
      await send('PATCH', '/users/guide', { password: null }),
      await request('DELETE', '/users/guide'),
      await send('PUT', '/users/me/password', { password: 'päss:wörd', newPassword }, asReader),
    ]
    for (const response of outcomes)
      expect(await problemOf(response)).toMatchObject({ status: 403, slug: 'users-by-commands' })
    expect((await request('GET', '/users')).status).toBe(200)
    expect(await users.listUsers()).toEqual([{ username: 'guide', role: 'reader', isEnabled: true }])
  })

  it('are changed by the use cases of commands', async () => {
    const { addUser } = createUsers(inMemoryPorts())
    expect(await addUser({ username: Username('desk'), role: 'gate' }, anActor)).toMatchObject({ madePassword: made })
  })
})

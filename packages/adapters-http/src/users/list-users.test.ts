import { describe, expect, it } from '@jest/globals'
import { Password, type Role, Username } from '@museum/application'
import { anActor } from '@museum/testing'
import { aMuseumApi, authorization, credentials } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'

describe('listUsers', () => {
  it('returns the name, the role and the state of each user, and nothing else', async () => {
    const { request, users } = aMuseumApi()
    const add = (username: string, role: Role) =>
      users.addUser({ username: Username(username), role, password: Password('correct horse') }, anActor)
    await add('müller', 'gate')
    await add('desk-1', 'box-office')
    await add('curator', 'admin')
    await users.disableUser('desk-1', anActor)
    const response = await request('GET', '/users')
    expect(await response.json()).toEqual([
      { username: 'curator', role: 'admin', enabled: true },
      { username: 'desk-1', role: 'box-office', enabled: false },
      { username: 'müller', role: 'gate', enabled: true },
    ])
    const headers = { 'If-None-Match': response.headers.get('ETag')! }
    expect((await request('GET', '/users', { headers })).status).toBe(304)
    await users.enableUser('desk-1', anActor)
    expect((await request('GET', '/users', { headers })).status).toBe(200)
  })

  it('is in the API and in its document only with the use cases of the users', async () => {
    const { museum } = aMuseumApi()
    const without = museumApi(museum, credentials)
    const response = await without.request('/v1.1/users', { headers: { Authorization: authorization } })
    expect(await problemOf(response)).toMatchObject({ status: 404, slug: 'not-found' })
    const { paths } = (await (await without.request('/openapi.json')).json()) as { paths: object }
    expect(Object.keys(paths)).not.toContain('/users')
  })
})

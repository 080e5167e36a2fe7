import { describe, expect, it } from '@jest/globals'
import { roles } from '@museum/application'
import { TicketKeyId, TimeOfDay } from '@museum/domain'
import { anActor } from '@museum/testing'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { TicketKeySet } from './list-ticket-keys.ts'

const usualTimes = { entryTimes: { early: 15, late: null }, dayEnds: '00:00' }

/** An API with two ticket keys, and a function that lists the keys. */
const anApiWithKeys = async (ports: Parameters<typeof aMuseumApi>[0] = {}) => {
  const api = aMuseumApi(ports)
  for (let n = 1; n <= 2; n += 1) await api.museum.rotateTicketKey(anActor)
  const list = async (headers: Record<string, string> = {}) => api.request('GET', '/ticket-keys', { headers })
  return { ...api, list }
}

describe('listTicketKeys', () => {
  it('responds with the public keys as a JWK Set, and with no private key', async () => {
    const { list, museum } = await anApiWithKeys()
    const response = await list()
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    const text = await response.text()
    expect(text).not.toContain('private')
    const [one, two] = await museum.listTicketKeys()
    expect(TicketKeySet.strict().parse(JSON.parse(text))).toEqual({
      keys: [
        { kty: 'OKP', crv: 'Ed25519', kid: '1', x: one!.publicKey, use: 'sig' },
        { kty: 'OKP', crv: 'Ed25519', kid: '2', x: two!.publicKey, use: 'sig' },
      ],
      ...usualTimes,
    })
  })

  it('leaves out a revoked key at once, and responds with 304 only until then', async () => {
    const { list, museum } = await anApiWithKeys()
    const etag = (await list()).headers.get('ETag')!
    const unchanged = await list({ 'If-None-Match': etag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    await museum.revokeTicketKey(TicketKeyId(1), anActor)
    const changed = await list({ 'If-None-Match': etag })
    expect(changed.status).toBe(200)
    expect(TicketKeySet.parse(await changed.json()).keys.map(({ kid }) => kid)).toEqual(['2'])
  })

  it('responds with an empty set while there is no key', async () => {
    const response = await aMuseumApi().request('GET', '/ticket-keys')
    expect([response.status, await response.json()]).toEqual([200, { keys: [], ...usualTimes }])
  })

  it('responds with how early and late tickets admit, and with 304 only until that changes, and with the end of the day', async () => {
    const { list, send } = await anApiWithKeys({ dayEnds: TimeOfDay('03:00') })
    const response = await list()
    const headers = { 'If-None-Match': response.headers.get('ETag')! }
    expect(await response.json()).toMatchObject({ entryTimes: { early: 15, late: null }, dayEnds: '03:00' })
    await send('PUT', '/museum-hours/entry-times', { rule: null, early: 30, late: 45 })
    const changed = await list(headers)
    expect([changed.status, await changed.json()]).toMatchObject([
      200,
      { entryTimes: { early: 30, late: 45 }, dayEnds: '03:00' },
    ])
    expect((await list({ 'If-None-Match': changed.headers.get('ETag')! })).status).toBe(304)
  })

  it.each(roles)('is for the gate and administrators: %s', async (role) => {
    const { list } = await anApiWithKeys()
    const response = await list({ Authorization: authorizationOf(role) })
    if (role === 'gate' || role === 'admin') expect(response.status).toBe(200)
    else expect(await problemOf(response)).toMatchObject({ status: 403, type: '/problems/forbidden' })
  })
})

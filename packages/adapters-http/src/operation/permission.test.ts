import { describe, expect, it } from '@jest/globals'
import { type Role, roles } from '@museum/application'
import { exampleId } from '@museum/testing/examples'
import { aMuseumApi, authorizationOf, event, generalOrder } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import type { RequestRecord } from '../middleware/request-log.ts'
import { museumApi } from '../museum-api.ts'
import { allOperations } from '../operations.ts'

const as = (role: Role) => ({ Authorization: authorizationOf(role) })

describe('the permission to call an operation', () => {
  it.each(allOperations.map(({ route }) => [route.operationId, route] as const))(
    'of %s depends on the role of the user as its route says',
    async (_, { path, method, roles: permitted }) => {
      const outcomeOf = async (role: Role) => {
        const target = path.replaceAll(/\{\w+\}/g, exampleId(1))
        const response = await aMuseumApi().request(method.toUpperCase(), target, { headers: as(role) })
        const slug = response.status < 400 ? '' : (await problemOf(response)).slug
        // Any other outcome shows that the request reached the operation.
        expect(['unauthorized', 'not-found', 'method-not-allowed']).not.toContain(slug)
        return [role, response.status === 403 ? 403 : 'may']
      }
      expect(await Promise.all(roles.map(outcomeOf))).toEqual(
        roles.map((role) => [role, permitted.includes(role) ? 'may' : 403]),
      )
    },
  )

  it.each(roles)(
    'does not matter for unknown paths, other methods, OPTIONS and preflight requests: the role %s gets the same responses',
    async (role) => {
      const { request, api } = aMuseumApi({}, { corsOrigins: ['https://tickets.example'] })
      const outcomes = []
      for (const [method, path] of [
        ['GET', '/unknown'],
        ['POST', '/special-events/17/unknown'],
        ['GET', '/%zz'],
        ['PUT', '/tickets'],
        ['HEAD', '/tickets/17/cancellation'],
        ['GET', '/admissions/17'],
        ['POST', '/admissions/summary'],
        ['POST', '/ticket-revocations'],
        ['OPTIONS', '/admissions'],
        ['OPTIONS', '/special-events/17'],
      ] as const) {
        const { status, headers } = await request(method, path, { headers: as(role) })
        outcomes.push([method, path, status, headers.get('Allow')])
      }
      expect(outcomes).toEqual([
        ['GET', '/unknown', 404, null],
        ['POST', '/special-events/17/unknown', 404, null],
        ['GET', '/%zz', 400, null],
        ['PUT', '/tickets', 405, 'POST, GET, HEAD, OPTIONS'],
        ['HEAD', '/tickets/17/cancellation', 405, 'POST, OPTIONS'],
        ['GET', '/admissions/17', 405, 'DELETE, OPTIONS'],
        ['POST', '/admissions/summary', 405, 'GET, HEAD, DELETE, OPTIONS'],
        ['POST', '/ticket-revocations', 405, 'GET, HEAD, OPTIONS'],
        ['OPTIONS', '/admissions', 204, 'POST, GET, HEAD, OPTIONS'],
        ['OPTIONS', '/special-events/17', 204, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ])
      const headers = { Origin: 'https://tickets.example', 'Access-Control-Request-Method': 'POST', ...as(role) }
      expect((await api.request('/v1.1/tickets', { method: 'OPTIONS', headers })).status).toBe(204)
    },
  )
})

describe('a request that the role of its user does not permit', () => {
  it('gets 403, whose detail names the operation and the role and nothing else', async () => {
    const { send } = aMuseumApi()
    const { type, title, status, detail } = await problemOf(await send('POST', '/special-events', event, as('gate')))
    expect({ type, title, status, detail }).toEqual({
      type: '/problems/forbidden',
      title: 'Forbidden',
      status: 403,
      detail: 'The role gate may not call createSpecialEvent.',
    })
  })

  it('gets 403 also when its identifier, a header or its media type is malformed, or its event is unknown', async () => {
    const { request } = aMuseumApi()
    for (const [method, path, headers] of [
      ['PATCH', '/special-events/17', {}],
      ['DELETE', `/special-events/${exampleId(9)}`, { 'If-Match': 'x' }],
      ['POST', '/tickets', { 'Content-Type': 'text/plain', 'Idempotency-Key': '' }],
      ['GET', '/tickets/17/qr', {}],
      ['POST', '/tickets/17/cancellation', { 'Content-Type': 'text/plain' }],
      ['POST', '/admissions', {}],
      ['GET', '/tickets?email=', {}],
      ['DELETE', '/admissions/17', {}],
    ] as const)
      expect((await request(method, path, { headers: { ...as('reader'), ...headers } })).status).toBe(403)
  })

  it.each([
    ['a Content-Length', { 'Content-Length': '100' }],
    ['a Content-Length that is too large', { 'Content-Length': '999999999' }],
    ['chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('gets 403 before any part of a body with %s is read', async (_, framing) => {
    let reads = 0
    const pull = () => {
      reads += 1
    }
    // Never ends. It has no buffer, so it is pulled only when it is read.
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { ...as('reader'), 'Content-Type': 'application/json', ...framing }
    const response = await aMuseumApi().request('POST', '/tickets', { headers, body, duplex: 'half' })
    expect([response.status, reads]).toEqual([403, 0])
  })

  it('gets 403 although its Idempotency-Key was used for the same request when the user had another role', async () => {
    let role: Role = 'box-office'
    const verify = async (username: string) => ({ username, role })
    const api = museumApi(aMuseumApi().museum, { verify })
    const buy = async () => {
      const headers = { ...as('admin'), 'Content-Type': 'application/json', 'Idempotency-Key': 'one' }
      const body = JSON.stringify(generalOrder)
      return (await api.request('/v1.1/tickets', { method: 'POST', headers, body })).status
    }
    expect(await buy()).toBe(201)
    role = 'gate'
    expect(await buy()).toBe(403)
  })

  it('gets the headers of the 403 and no body when its method is HEAD', async () => {
    const { request } = aMuseumApi()
    const path = `/tickets/${exampleId(1)}/qr`
    const head = await request('HEAD', path, { headers: as('reader') })
    expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([
      403,
      'application/problem+json',
      '',
    ])
  })

  it('gets a 403 response that pages of an allowed origin can read', async () => {
    const { request } = aMuseumApi({}, { corsOrigins: ['https://tickets.example'] })
    const headers = { ...as('reader'), Origin: 'https://tickets.example' }
    const response = await request('GET', `/tickets/${exampleId(1)}/qr`, { headers })
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      403,
      'https://tickets.example',
    ])
  })

  it('has a record with the status 403 and without the name and the role of the user', async () => {
    const records: RequestRecord[] = []
    const { request } = aMuseumApi({}, { onResponse: (record) => records.push(record) })
    await request('GET', `/tickets/${exampleId(1)}/qr`, { headers: as('reader') })
    expect(records).toMatchObject([{ status: 403 }])
    expect(JSON.stringify(records)).not.toMatch(/guide|reader/)
  })
})

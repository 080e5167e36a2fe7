import { describe, expect, it } from '@jest/globals'
import { refuse } from '@museum/domain'
import { aMuseumApi, authorization, basic } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'

describe('authentication', () => {
  it.each([
    ['are missing', undefined],
    ['have a scheme other than Basic', 'Bearer abc'],
    ['are malformed', 'Basic ???'],
    ['have no colon', `Basic ${btoa('curator')}`],
    ['are of an unknown user', basic('nobody', 'päss:wörd')],
    ['have a wrong password', basic('curator', 'wrong')],
    ['begin with a byte order mark', basic('\ufeffcurator', 'päss:wörd')],
    ['are not UTF-8', `Basic ${Buffer.from('curator:päss:wörd', 'latin1').toString('base64')}`],
  ])('responds with the same 401 and challenge when the credentials %s', async (_, value) => {
    const response = await aMuseumApi().api.request('/v1.1/museum-hours', {
      headers: value ? { Authorization: value } : {},
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="museum", charset="UTF-8"')
    expect(await problemOf(response)).toMatchObject({
      slug: 'unauthorized',
      detail: 'The user name and the password of this museum, in HTTP Basic authentication, are missing or wrong.',
    })
  })

  it('accepts a password in UTF-8 that contains a colon', async () => {
    const response = await aMuseumApi().api.request('/v1.1/museum-hours', { headers: { Authorization: authorization } })
    expect(response.status).toBe(200)
  })

  it.each([
    ['GET', '/v1.1'],
    ['GET', '/v1.1/'],
    ['GET', '/v1.1/unknown'],
    ['PUT', '/v1.1/tickets'],
    ['OPTIONS', '/v1.1/tickets'],
    ['HEAD', '/v1.1/tickets'],
    ['GET', '/v1.1/special-events/malformed'],
    ['GET', '/v1.1/%zz'],
    ['GET', '/v1%2E1/museum-hours'],
    ['POST', '/v1.1/tickets'],
  ])(
    'comes before routing, validation and reading of the body: %s %s without credentials gets 401',
    async (method, path) => {
      expect((await aMuseumApi().api.request(path, { method })).status).toBe(401)
    },
  )

  it('responds with 429 and Retry-After when the verifier refuses with too-many-requests', async () => {
    const busy = { verify: async () => ({ ...refuse('too-many-requests', 'Busy.'), retryAfter: 17 }) }
    const response = await museumApi(aMuseumApi().museum, busy).request('/v1.1/museum-hours', {
      headers: { Authorization: authorization },
    })
    expect(response.headers.get('Retry-After')).toBe('17')
    expect(await problemOf(response)).toMatchObject({ slug: 'too-many-requests', status: 429 })
  })

  it.each(['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/', '/problems'])(
    'is not required for %s',
    async (path) => {
      expect((await aMuseumApi().api.request(path)).status).toBe(200)
    },
  )
})

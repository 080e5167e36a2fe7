import { describe, expect, it } from '@jest/globals'
import { createUsers } from '@museum/application'
import { Instant } from '@museum/domain'
import { anAuditEntry, setHours } from '@museum/testing'
import { hours } from '@museum/testing/examples'
import { aMuseumApi, event } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'
import { AuditEntryBody } from './audit-entry.wire.ts'

const at = (text: string) => Instant(Date.parse(text))

/** An API whose audit log has one entry for each of these moments, and a function that lists the entries. */
const anApiWithEntries = async (moments: readonly string[]) => {
  const api = aMuseumApi()
  for (const [n, moment] of moments.entries()) {
    const user = {
      username: `user ${n + 1}`,
      role: 'reader',
      isEnabled: true,
      passwordHash: '',
    } as const
    const subject = { kind: 'user', id: user.username } as const
    await api.ports.users.add(user, anAuditEntry({ at: at(moment), operation: 'addUser', subject }))
  }
  const list = async (query: Readonly<Record<string, string>> = {}) => {
    const response = await api.request('GET', `/audit?${new URLSearchParams(query).toString()}`)
    const body = AuditEntryBody.strict()
      .array()
      .parse(await response.json())
    return { response, body, ids: body.map(({ auditId }) => auditId) }
  }
  return { ...api, list }
}

describe('listAuditEntries', () => {
  it('responds with the changes of events, hours and users, the latest first, as a bare array', async () => {
    let now = at('2030-05-01T10:00:00.000Z')
    const api = aMuseumApi({ now: () => now })
    const { eventId } = (await createdEvent(api)).body
    now = at('2030-05-01T10:00:01.005Z')
    await api.send('PATCH', `/special-events/${eventId}`, { name: 'Day', dates: ['2030-05-18'] })
    const actor = { username: 'cli:root' }
    await setHours(api.museum, { weekday: 'monday', hours: hours('10:00', '12:00') }, actor)
    const { updateUser } = createUsers(api.ports)
    await api.ports.users.add(
      { username: 'former', role: 'gate', isEnabled: true, passwordHash: '' },
      anAuditEntry({ at: at('2030-01-01T00:00:00Z'), actor: 'server', operation: 'addUser', before: null }),
    )
    await updateUser('former', { isEnabled: false }, { username: 'server' })
    const response = await api.request('GET', '/audit')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(response.headers.get('X-Total-Count')).toBe('5')
    const entries = AuditEntryBody.strict()
      .array()
      .parse(await response.json())
    expect(entries.map(({ auditId }) => auditId)).toEqual([5, 3, 2, 1, 4])
    expect(entries.slice(0, 4)).toEqual([
      {
        auditId: 5,
        at: '2030-05-01T10:00:01.005Z',
        actor: 'server',
        operation: 'disableUser',
        subject: { kind: 'user', id: 'former' },
        before: { enabled: true },
        after: { enabled: false },
      },
      {
        auditId: 3,
        at: '2030-05-01T10:00:01.005Z',
        actor: 'cli:root',
        operation: 'setSchedule',
        subject: { kind: 'museum-hours', id: 'monday' },
        before: { hours: '09:00-18:00' },
        after: { hours: '10:00-12:00' },
      },
      {
        auditId: 2,
        at: '2030-05-01T10:00:01.005Z',
        actor: 'curator',
        operation: 'updateSpecialEvent',
        subject: { kind: 'special-event', id: eventId },
        before: { name: 'Night at the Museum', dates: ['2030-05-17', '2030-05-18'] },
        after: { name: 'Day', dates: ['2030-05-18'] },
      },
      {
        auditId: 1,
        at: '2030-05-01T10:00:00.000Z',
        actor: 'curator',
        operation: 'createSpecialEvent',
        subject: { kind: 'special-event', id: eventId },
        before: null,
        after: event,
      },
    ])
  })

  it('responds with the changes from since to until: dates, including the last one, or moments with an offset', async () => {
    const { list } = await anApiWithEntries([
      '2030-05-01T23:59:59.999Z',
      '2030-05-02T00:00:00Z',
      '2030-05-03T12:00:00Z',
    ])
    expect((await list()).ids).toEqual([3, 2, 1])
    expect((await list({ since: '2030-05-02' })).ids).toEqual([3, 2])
    expect((await list({ until: '2030-05-01' })).ids).toEqual([1])
    expect((await list({ since: '2030-05-01', until: '2030-05-02' })).ids).toEqual([2, 1])
    expect((await list({ since: '2030-05-03T14:00:00+02:00' })).ids).toEqual([3])
    expect((await list({ since: '2030-05-03T12:00:00.001Z' })).ids).toEqual([])
    expect((await list({ until: '2030-05-02T00:00:00Z' })).ids).toEqual([1])
    expect((await list({ since: '2030-05-02T00:00:00Z', until: '2030-05-02T00:00:00Z' })).ids).toEqual([])
    expect((await list({ since: '1970-01-01', until: '9999-12-31' })).ids).toEqual([3, 2, 1])
  })

  it('responds with the changes of a thing, of a kind of things, and by an actor', async () => {
    const api = await anApiWithEntries(['2030-05-01T10:00:00Z', '2030-05-01T10:00:00Z'])
    const { eventId } = (await createdEvent(api)).body
    const { list } = api
    expect((await list({ about: 'user' })).ids).toEqual([2, 1])
    expect((await list({ about: 'user 2' })).ids).toEqual([2])
    expect((await list({ about: 'user:user 1' })).ids).toEqual([1])
    expect((await list({ about: 'special-event' })).ids).toEqual([3])
    expect((await list({ about: eventId.toUpperCase() })).ids).toEqual([3])
    expect((await list({ about: 'museum-hours' })).ids).toEqual([])
    expect((await list({ actor: 'curator' })).ids).toEqual([3, 2, 1])
    expect((await list({ actor: 'Curator' })).ids).toEqual([])
    expect((await list({ about: 'x'.repeat(300), actor: '🗝️'.repeat(150) })).ids).toEqual([])
  })

  it('has pages whose links repeat the parameters as they were sent', async () => {
    const { list } = await anApiWithEntries(Array.from({ length: 12 }, (_, n) => `2030-05-01T10:00:${n + 10}Z`))
    const whole = await list()
    expect(whole.ids).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(whole.response.headers.get('Link')).toContain('</v1.1/audit?page=2&limit=10>; rel="next"')
    const since = '2030-05-01T12:00:00+02:00'
    const second = await list({ since, until: '2030-05-31', about: 'user', actor: 'curator', page: '2', limit: '5' })
    expect(second.ids).toEqual([7, 6, 5, 4, 3])
    expect(second.response.headers.get('X-Total-Count')).toBe('12')
    const parameters = 'since=2030-05-01T12%3A00%3A00%2B02%3A00&until=2030-05-31&about=user&actor=curator'
    const page = (number: number) => `</v1.1/audit?${parameters}&page=${number}&limit=5>`
    expect(second.response.headers.get('Link')).toBe(
      `${page(1)}; rel="first", ${page(1)}; rel="prev", ${page(3)}; rel="next", ${page(3)}; rel="last"`,
    )
    expect((await list({ page: '999999999' })).ids).toEqual([])
  })

  it.each([
    ['since', 'not-a-date-or-time', 'since='],
    ['since', 'not-a-date-or-time', 'since=yesterday'],
    ['since', 'not-a-date-or-time', 'since=2030-05-01T10:00:00'],
    // In a query, an unescaped + is a space.
    ['since', 'not-a-date-or-time', 'since=2030-05-01T10:00:00+02:00'],
    ['until', 'not-a-date-or-time', 'until=2030-02-30'],
    ['until', 'sent-twice', 'until=2030-05-01&until=2030-05-01'],
    ['about', 'text-blank', 'about='],
    ['about', 'text-too-long', `about=${'x'.repeat(301)}`],
    ['actor', 'text-blank', 'actor='],
    ['actor', 'sent-twice', 'actor=a&actor=b'],
    ['page', 'out-of-range', 'page=0'],
    ['limit', 'out-of-range', 'limit=101'],
    ['limit', 'not-an-integer', 'limit=ten'],
    ['since', 'start-after-end', 'since=2030-05-02&until=2030-05-01'],
    ['since', 'start-after-end', 'since=2030-05-02T00:00:00Z&until=2030-05-01'],
    ['since', 'start-after-end', 'since=2030-05-01&until=2030-04-30T23:59:59Z'],
  ])('reports %s as the fault %s: %s', async (parameter, code, query) => {
    expect(await faultsOf(await aMuseumApi().request('GET', `/audit?${query}`))).toEqual([[parameter, code]])
  })

  it('is refused with the name of the parameter when since is after until', async () => {
    const response = await aMuseumApi().request('GET', '/audit?since=2030-05-02&until=2030-05-01')
    expect(await problemOf(response)).toMatchObject({
      detail: 'The beginning of the period, since, is after its end, until.',
      errors: [{ parameter: 'since', code: 'start-after-end', detail: 'must not be after until' }],
    })
  })

  it('reports all malformed parameters together', async () => {
    const response = await aMuseumApi().request('GET', '/audit?since=x&until=y&about=&actor=&page=0&limit=0')
    expect((await faultsOf(response)).map(([parameter]) => parameter)).toEqual([
      'since',
      'until',
      'about',
      'actor',
      'page',
      'limit',
    ])
  })

  it('responds with 304 until there is another change', async () => {
    const api = await anApiWithEntries(['2030-05-01T10:00:00Z'])
    const etag = (await api.list()).response.headers.get('ETag')!
    const again = () => api.request('GET', '/audit', { headers: { 'If-None-Match': etag } })
    expect((await again()).status).toBe(304)
    await createdEvent(api)
    expect((await again()).status).toBe(200)
  })

  it('responds with an empty list when nothing was changed', async () => {
    const response = await aMuseumApi().request('GET', '/audit')
    expect([response.status, await response.json(), response.headers.get('X-Total-Count')]).toEqual([200, [], '0'])
  })

  it('is the only operation of its path', async () => {
    expect((await aMuseumApi().request('GET', '/audit/1')).status).toBe(404)
    expect((await aMuseumApi().request('DELETE', '/audit')).headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
  })
})

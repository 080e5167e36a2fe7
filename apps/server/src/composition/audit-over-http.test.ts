import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

type Entry = Readonly<{ auditId: number; at: string; actor: string; operation: string; subject: object }>

const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2040-05-17'], price: 5 }

describe('GET /audit of servers', () => {
  const { start } = useServers(newDatabase)
  const settings = { MUSEUM_ADMIN_USERNAME: 'curator', MUSEUM_ADMIN_PASSWORD: 'correct horse battery' }

  it('lists what every server has changed, once for a change under an Idempotency-Key', async () => {
    const [one, other] = [await start(settings), await start(settings)]
    const key = { 'Idempotency-Key': 'one' }
    const { eventId } = (await (await one.request('POST', '/special-events', event, key)).json()) as { eventId: string }
    expect((await other.request('POST', '/special-events', event, key)).headers.get('Idempotency-Replayed')).toBe(
      'true',
    )
    const path = `/special-events/${eventId}`
    expect((await other.request('PATCH', path, { price: 6 })).status).toBe(200)
    expect((await one.request('PATCH', path, { price: 6 })).status).toBe(200)
    expect((await one.request('DELETE', path)).status).toBe(204)
    const response = await other.request('GET', '/audit')
    expect(response.headers.get('X-Total-Count')).toBe('5')
    const entries = (await response.json()) as Entry[]
    const subject = { kind: 'special-event', id: eventId }
    expect(entries).toMatchObject([
      { actor: 'curator', operation: 'deleteSpecialEvent', subject, before: { ...event, price: 6 }, after: null },
      { actor: 'curator', operation: 'updateSpecialEvent', subject, before: { price: 5 }, after: { price: 6 } },
      { actor: 'curator', operation: 'createSpecialEvent', subject, before: null, after: event },
      { actor: 'server', subject: { kind: 'ticket-key', id: '1' } },
      { actor: 'server', subject: { kind: 'user', id: 'curator' } },
    ])
    for (const { at } of entries) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    // The time of an entry, as it is returned, is the beginning of a period that contains this entry.
    const since = encodeURIComponent(entries[0]!.at)
    const [latest] = (await (await one.request('GET', `/audit?since=${since}&limit=1`)).json()) as Entry[]
    expect(latest).toEqual(entries[0])
  })

  it('answers requests for every period and every text, even far from any entry', async () => {
    const server = await start({ ...settings, MUSEUM_TIME_ZONE: 'Pacific/Kiritimati' })
    const lengthOf = async (query: string) => {
      const response = await server.request('GET', `/audit?${query}`)
      expect([query, response.status]).toEqual([query, 200])
      return ((await response.json()) as Entry[]).length
    }
    // In this time zone, the first of these days begins before 1970 in UTC.
    expect(await lengthOf('since=1970-01-01')).toBe(2)
    expect(await lengthOf('until=1970-01-01')).toBe(0)
    expect(await lengthOf('since=9999-12-31')).toBe(0)
    expect(await lengthOf('until=9999-12-31')).toBe(2)
    expect(await lengthOf('since=9999-12-31T23:59:59.999Z')).toBe(0)
    for (const text of ['%00', '%ff', '%F0%9F%97%9D', '%', "'", 'user:', ':', 'server%20', 'SERVER'])
      for (const parameter of ['about', 'actor']) expect(await lengthOf(`${parameter}=${text}`)).toBe(0)
    expect(await lengthOf('page=999999999&limit=100')).toBe(0)
    expect(await lengthOf('about=user&actor=server')).toBe(1)
  })
})

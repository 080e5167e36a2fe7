import { describe, expect, it } from '@jest/globals'
import { Password, Username, createUsers } from '@museum/application'
import { inMemoryCredentialVerifier } from '@museum/testing'
import { aMuseumApi, authorizationOf, basic, event, generalOrder } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { museumApi } from '../museum-api.ts'
import { AuditEntryBody } from './audit-entry.wire.ts'

/** An API, and a function that returns the audit log as text and as entries, the earliest change first. */
const anAuditedApi = () => {
  const api = aMuseumApi()
  const audit = async () => {
    const text = await (await api.request('GET', '/audit?limit=100')).text()
    const entries = AuditEntryBody.strict().array().parse(JSON.parse(text))
    return { text, entries: entries.toReversed() }
  }
  return { ...api, audit }
}
const at = '2030-05-01T10:00:00.000Z'
const key = { 'Idempotency-Key': 'one' }

describe('the audit log of changes over HTTP', () => {
  it('has one entry for each change of an event: the user, the operation, the event, and the values before and after', async () => {
    const api = anAuditedApi()
    const { eventId } = (await createdEvent(api)).body
    const path = `/special-events/${eventId}`
    const entry = { at, actor: 'curator', subject: { kind: 'special-event', id: eventId } }
    const created = { ...entry, auditId: 1, operation: 'createSpecialEvent', before: null, after: event }
    expect((await api.audit()).entries).toEqual([created])

    const ofDirector = museumApi(api.museum, inMemoryCredentialVerifier({ director: 'secret' }))
    const headers = { Authorization: basic('director', 'secret'), 'Content-Type': 'application/json' }
    const body = JSON.stringify({ price: 25, location: 'Garden' })
    expect((await ofDirector.request(`/v1.1${path}`, { method: 'PATCH', headers, body })).status).toBe(200)
    const updated = {
      ...entry,
      auditId: 2,
      actor: 'director',
      operation: 'updateSpecialEvent',
      before: { location: 'Main Hall', price: 19.9 },
      after: { location: 'Garden', price: 25 },
    }
    expect((await api.audit()).entries).toEqual([created, updated])

    expect((await api.request('DELETE', path)).status).toBe(204)
    const before = { ...event, price: 25, location: 'Garden' }
    const deleted = { ...entry, auditId: 3, operation: 'deleteSpecialEvent', before, after: null }
    expect((await api.audit()).entries).toEqual([created, updated, deleted])
  })

  it('has the entry of an event that was created under an Idempotency-Key, and no second one when the request is repeated', async () => {
    const { send, audit } = anAuditedApi()
    const { eventId } = (await (await send('POST', '/special-events', event, key)).json()) as { eventId: string }
    const entry = {
      auditId: 1,
      at,
      actor: 'curator',
      operation: 'createSpecialEvent',
      subject: { kind: 'special-event', id: eventId },
      before: null,
      after: event,
    }
    for (let repetition = 0; repetition < 2; repetition += 1) {
      expect((await send('POST', '/special-events', event, key)).headers.get('Idempotency-Replayed')).toBe('true')
      expect((await audit()).entries).toEqual([entry])
    }
  })

  it('has no entry of a request that changes nothing, is refused or is not valid', async () => {
    const api = anAuditedApi()
    const { body, path } = await createdEvent(api)
    const asGate = { Authorization: authorizationOf('gate') }
    const outcomes = [
      await api.send('PATCH', path, {}),
      await api.send('PATCH', path, body),
      await api.send('PATCH', path, { dates: body.dates.toReversed() }),
      await api.send('PATCH', path, { name: '' }),
      await api.send('PATCH', path, { name: 'Day' }, { 'If-Match': '"other"' }),
      await api.send('PATCH', path, { name: 'Day' }, asGate),
      await api.send('POST', '/special-events', event, asGate),
      await api.send('POST', '/special-events', { ...event, dates: [] }, key),
      await api.request('DELETE', path, { headers: { 'If-Match': '"other"' } }),
      await api.request('DELETE', path, { headers: asGate }),
      await api.request('DELETE', `${path.slice(0, -1)}f`),
      await api.request('GET', path),
    ]
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 400, 412, 403, 403, 400, 412, 403, 404, 200])
    expect((await api.audit()).entries).toHaveLength(1)
  })

  it('contains no e-mail address or phone number of a purchaser, and no password or hash of a user', async () => {
    const api = anAuditedApi()
    const { ports, send, audit } = api
    const { eventId, path } = await createdEvent(api).then(({ body, path }) => ({ eventId: body.eventId, path }))
    const order = { ...generalOrder, phone: '+1(234)-567-8910' }
    for (const [body, headers] of [
      [order, {}],
      [order, key],
      [{ ...order, ticketType: 'event', eventId }, {}],
    ] as const)
      expect((await send('POST', '/tickets', body, headers)).status).toBe(201)
    // Cancels the ticket.
    expect((await api.request('DELETE', path)).status).toBe(204)
    const { addUser, updateUser, removeUser } = createUsers(ports)
    const server = { username: 'server' }
    const username = Username('cashier 2')
    await addUser({ username, role: 'box-office', password: Password('first pässwörd') }, server)
    await updateUser(username, { password: Password('second pässwörd') }, server)
    await removeUser(username, server)
    const { text, entries } = await audit()
    expect(entries.map(({ operation }) => operation)).toEqual([
      'createSpecialEvent',
      // The first purchase made the first ticket key.
      'ensureTicketKey',
      'deleteSpecialEvent',
      'addUser',
      'changeUserPassword',
      'removeUser',
    ])
    expect(text).not.toMatch(/visitor|example\.org|567|8910|pässwörd|plain|hash/i)
  })
})

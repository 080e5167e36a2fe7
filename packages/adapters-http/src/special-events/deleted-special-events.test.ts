import { describe, expect, it } from '@jest/globals'
import { Instant } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { aMuseumApi, authorizationOf, event, generalOrder } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

/** An API whose clock is moved by `later`, and a function that deletes an event. */
const anApi = () => {
  let now = Date.UTC(2030, 4, 1, 10)
  const api = aMuseumApi({ now: () => Instant(now) })
  const later = (milliseconds: number) => {
    now += milliseconds
  }
  const remove = async (path: string) => expect((await api.request('DELETE', path)).status).toBe(204)
  const restore = (eventId: string) => api.request('POST', `/deleted-special-events/${eventId}/restoration`)
  return { ...api, later, remove, restore }
}

describe('listDeletedSpecialEvents', () => {
  it('returns the deleted events that were not restored as they were, in pages, the latest deletion first', async () => {
    const api = anApi()
    const { request, later, remove, restore } = api
    const made = []
    for (const name of ['One', 'Two', 'Three', 'Restored']) made.push(await createdEvent(api, { name }))
    const [one, two, three, restored] = made.map(({ body }) => body)
    for (const { path } of [made[1]!, made[0]!, made[3]!]) await remove(path)
    later(1_500)
    await remove(made[2]!.path)
    await restore(restored!.eventId)
    const response = await request('GET', '/deleted-special-events?limit=2')
    expect(await response.json()).toEqual([
      { ...three, deletedAt: '2030-05-01T10:00:01.000Z' },
      { ...one, deletedAt: '2030-05-01T10:00:00.000Z' },
    ])
    expect(response.headers.get('X-Total-Count')).toBe('3')
    expect(response.headers.get('Link')).toContain('</v1.1/deleted-special-events?page=2&limit=2>; rel="next"')
    expect(await (await request('GET', '/deleted-special-events?limit=2&page=2')).json()).toEqual([
      { ...two, deletedAt: '2030-05-01T10:00:00.000Z' },
    ])
    const headers = { 'If-None-Match': response.headers.get('ETag')! }
    expect((await request('GET', '/deleted-special-events?limit=2', { headers })).status).toBe(304)
    expect(await faultsOf(await request('GET', '/deleted-special-events?limit=101'))).toEqual([
      ['limit', 'out-of-range'],
    ])
  })

  it('is empty when no event is deleted', async () => {
    const response = await aMuseumApi().request('GET', '/deleted-special-events')
    expect([await response.json(), response.headers.get('X-Total-Count')]).toEqual([[], '0'])
  })
})

describe('restoreSpecialEvent', () => {
  it('returns the event with its ETag; its tickets are valid again, and the audit log names the user', async () => {
    const api = anApi()
    const { request, send, remove, restore } = api
    const { body, path, etag } = await createdEvent(api)
    const order = { ...generalOrder, ticketType: 'event', eventId: body.eventId }
    const { ticketId } = (await (await send('POST', '/tickets', order)).json()) as { ticketId: string }
    const stateOf = async () => {
      const { state } = (await (await request('GET', `/tickets/${ticketId}`)).json()) as { state: string }
      return state
    }
    await remove(path)
    expect(await stateOf()).toBe('cancelled')
    const restored = await restore(body.eventId)
    expect([restored.status, restored.headers.get('ETag'), await restored.json()]).toEqual([200, etag, body])
    expect(await stateOf()).toBe('valid')
    expect(await (await request('GET', path)).json()).toEqual(body)
    const entries = async () =>
      (await (await request('GET', `/audit?about=special-event:${body.eventId}`)).json()) as object[]
    expect((await entries())[0]).toMatchObject({ operation: 'restoreSpecialEvent', actor: 'curator', before: null })

    // Again, it changes nothing, and is not audited.
    const count = (await entries()).length
    const again = await restore(body.eventId)
    expect([again.status, await again.json()]).toEqual([200, body])
    expect(await entries()).toHaveLength(count)
  })

  it('gets 404 for an event that never was, 400 for a malformed eventId, and 403 for other roles', async () => {
    const api = anApi()
    const { send, remove, restore } = api
    expect(await problemOf(await restore(exampleId(999)))).toMatchObject({ status: 404, slug: 'event-not-found' })
    expect(await faultsOf(await restore('17'))).toEqual([['eventId', 'not-a-uuid']])
    const { body, path } = await createdEvent(api, event)
    await remove(path)
    const headers = { Authorization: authorizationOf('box-office') }
    const forbidden = await send('POST', `/deleted-special-events/${body.eventId}/restoration`, {}, headers)
    expect(await problemOf(forbidden)).toMatchObject({ status: 403, slug: 'forbidden' })
  })
})

import { describe, expect, it } from '@jest/globals'
import type { ClaimedWebhookDelivery } from '@museum/application'
import { Instant, WebhookId, messageTypes } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { aMuseumApi, authorizationOf, credentials, event } from '../../test/a-museum-api.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'
import { webhookOperations } from '../operations.ts'

const calendar = { url: 'https://calendar.example/museum', types: ['special-event.created'] }

type Created = { webhookId: string; secret: string; publicKey: string }

/** An API with a webhook. `deliver` attempts the deliveries that are due. */
const anApiWithWebhook = async (ports: Parameters<typeof aMuseumApi>[0] = {}) => {
  const api = aMuseumApi(ports)
  const add = (but: object = {}) => api.send('POST', '/webhooks', { ...calendar, ...but })
  const created = (await (await add()).json()) as Created
  const path = `/webhooks/${created.webhookId}`
  const read = async (at = path) => (await api.request('GET', at)).json() as Promise<Record<string, unknown>>
  const deliver = async () => {
    const { deliveries } = api.ports
    const claimed = (await deliveries.claim(WebhookId(created.webhookId), 10)) as readonly ClaimedWebhookDelivery[]
    for (const delivery of claimed) await deliveries.settle([await api.webhooks.attemptDelivery(delivery)])
    return claimed
  }
  return { ...api, add, created, path, read, deliver }
}

describe('createWebhook', () => {
  it('responds with the webhook, its path, its public key, and its secret, which no other response has', async () => {
    const { add, request } = await anApiWithWebhook()
    const response = await add({ description: 'Calendar of the city', purchaser: true })
    const { secret, ...webhook } = (await response.json()) as Created
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe(`/v1.1/webhooks/${webhook.webhookId}`)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      ...calendar,
      webhookId: expect.any(String),
      description: 'Calendar of the city',
      purchaser: true,
      enabled: true,
      createdAt: '2030-05-01T10:00:00.000Z',
      publicKey: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
    })
    for (const path of [`/webhooks/${webhook.webhookId}`, '/webhooks']) {
      const read = await request('GET', path)
      const text = await read.text()
      expect([read.status, text.includes(secret)]).toEqual([200, false])
      expect([JSON.parse(text)].flat()).toContainEqual(webhook)
      const headers = { 'If-None-Match': read.headers.get('ETag')! }
      expect((await request('GET', path, { headers })).status).toBe(304)
    }
  })

  it.each([
    [{ url: 'http://calendar.example' }, [['#/url', 'not-a-webhook-url']]],
    [{ url: 'https://calendar.example/a b' }, [['#/url', 'not-a-webhook-url']]],
    [{ url: `https://calendar.example/${'x'.repeat(2_000)}` }, [['#/url', 'not-a-webhook-url']]],
    [{ url: null }, [['#/url', 'null-not-allowed']]],
    [{ types: ['event.created'] }, [['#/types/0', 'unknown-value']]],
    [
      { types: ['ticket.sold', 'webhook.test', 7] },
      [
        ['#/types/1', 'unknown-value'],
        ['#/types/2', 'unknown-value'],
      ],
    ],
    [{ types: [] }, [['#/types', 'no-types']]],
    [{ types: Array.from({ length: 9 }, () => 'ticket.sold') }, [['#/types', 'too-many-types']]],
    [{ types: 'ticket.sold' }, [['#/types', 'wrong-type']]],
    [{ description: '' }, [['#/description', 'text-blank']]],
    [{ purchaser: 'yes' }, [['#/purchaser', 'wrong-type']]],
  ])('refuses %j with 400', async (but, faults) => {
    const { add, read } = await anApiWithWebhook()
    expect(await faultsOf(await add(but))).toEqual(faults)
    expect(await read('/webhooks')).toHaveLength(1)
  })

  it('takes each type once, in one order, and null for what may be absent', async () => {
    const { add } = await anApiWithWebhook()
    const types = ['ticket.sold', 'special-event.created', 'ticket.sold']
    const response = await add({ types, description: null, purchaser: null })
    const webhook = (await response.json()) as object
    expect(webhook).toMatchObject({ types: ['special-event.created', 'ticket.sold'], purchaser: false })
    expect(webhook).not.toHaveProperty('description')
    expect(await (await add({ types: messageTypes })).json()).toMatchObject({ types: messageTypes })
  })

  it('responds with 409 when there are 50 webhooks', async () => {
    const { add } = await anApiWithWebhook()
    for (let count = 1; count < 50; count += 1) expect((await add()).status).toBe(201)
    expect(await problemOf(await add())).toMatchObject({ status: 409, slug: 'too-many-webhooks' })
  })
})

describe('updateWebhook', () => {
  it('changes the members of the request; null removes the description', async () => {
    const { send, path, read } = await anApiWithWebhook()
    const before = await read()
    for (const [changes, changed] of [
      [{}, {}],
      [{ url: 'https://other.example/' }, { url: 'https://other.example/' }],
      [{ types: ['order.created'] }, { types: ['order.created'] }],
      [{ description: 'City' }, { description: 'City' }],
      [{ description: null }, { description: undefined }],
      [{ purchaser: true }, { purchaser: true }],
      [{ enabled: false }, { enabled: false, disabledAt: '2030-05-01T10:00:00.000Z' }],
      [{ enabled: true }, { enabled: true, disabledAt: undefined }],
    ] as const) {
      const response = await send('PATCH', path, changes)
      const body = await response.json()
      expect([response.status, body]).toEqual([200, await read()])
      expect(body).toEqual(JSON.parse(JSON.stringify({ ...before, ...changed })))
      Object.assign(before, changed)
    }
  })

  it.each([
    [{ url: 'http://calendar.example' }, [['#/url', 'not-a-webhook-url']]],
    [{ types: ['x'] }, [['#/types/0', 'unknown-value']]],
    [
      { enabled: null, purchaser: null },
      [
        ['#/purchaser', 'null-not-allowed'],
        ['#/enabled', 'null-not-allowed'],
      ],
    ],
  ])('refuses %j with 400', async (changes, faults) => {
    const { send, path, read } = await anApiWithWebhook()
    const before = await read()
    expect(await faultsOf(await send('PATCH', path, changes))).toEqual(faults)
    expect(await read()).toEqual(before)
  })
})

describe('a webhook', () => {
  it('is deleted', async () => {
    const { request, path, read } = await anApiWithWebhook()
    expect((await request('DELETE', path)).status).toBe(204)
    expect(await read('/webhooks')).toEqual([])
    expect(await problemOf(await request('DELETE', path))).toMatchObject({ status: 404, slug: 'webhook-not-found' })
  })

  it('gets a new secret and a new public key', async () => {
    const { request, path, created, read } = await anApiWithWebhook()
    const response = await request('POST', `${path}/secret`)
    const renewed = (await response.json()) as Created
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(renewed).toEqual({ ...created, secret: expect.any(String), publicKey: expect.any(String) })
    expect(renewed.secret).not.toBe(created.secret)
    expect(await read()).toMatchObject({ publicKey: renewed.publicKey })
  })

  it('is tested by a message, unless it is disabled', async () => {
    const { request, send, path, deliver, webhookSender } = await anApiWithWebhook()
    const response = await request('POST', `${path}/test`)
    expect([response.status, await response.text()]).toEqual([202, ''])
    await deliver()
    expect(webhookSender.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { type: 'webhook.test', timestamp: '2030-05-01T10:00:00.000Z' },
    ])
    await send('PATCH', path, { enabled: false })
    expect(await problemOf(await request('POST', `${path}/test`))).toMatchObject({
      status: 409,
      slug: 'webhook-disabled',
    })
  })

  it('is in the audit log without its secret', async () => {
    const { request, send, path, created } = await anApiWithWebhook()
    await send('PATCH', path, { enabled: false })
    await request('POST', `${path}/secret`)
    await request('DELETE', path)
    const text = await (await request('GET', `/audit?about=${created.webhookId}`)).text()
    expect(text).not.toMatch(/whsec_|whpk_/)
    const subject = { kind: 'webhook', id: created.webhookId }
    expect(JSON.parse(text)).toMatchObject([
      { operation: 'deleteWebhook', subject, actor: 'curator', before: { url: calendar.url }, after: null },
      { operation: 'renewWebhookSecret', subject, before: null, after: null },
      { operation: 'updateWebhook', subject, before: { enabled: true }, after: { enabled: false } },
      { operation: 'createWebhook', subject, before: null, after: { ...calendar, enabled: true } },
    ])
  })

  it('that no webhookId identifies gets 404 from every operation, and a malformed one 400', async () => {
    const { request, send } = await anApiWithWebhook()
    const ofOne = webhookOperations.filter(({ route }) => route.path.includes('{webhookId}'))
    expect(ofOne).toHaveLength(8)
    for (const { route } of ofOne) {
      const call = (webhookId: string) => {
        const path = route.path.replace('{webhookId}', webhookId).replace('{deliveryId}', '1')
        const method = route.method.toUpperCase()
        return route.request?.body === undefined ? request(method, path) : send(method, path, { enabled: true })
      }
      expect(await problemOf(await call(exampleId(7)))).toMatchObject({ status: 404, slug: 'webhook-not-found' })
      expect(await faultsOf(await call('7'))).toEqual([['webhookId', 'not-a-uuid']])
    }
  })
})

describe('listWebhookDeliveries', () => {
  it('lists the deliveries, the latest first, with what became of them', async () => {
    let moment = Date.UTC(2030, 4, 1, 10)
    const { send, path, read, deliver, request } = await anApiWithWebhook({ now: () => Instant(moment) })
    await send('POST', '/special-events', event)
    const [claimed] = await deliver()
    moment += 1_000
    await request('POST', `${path}/test`)
    expect(await read(`${path}/deliveries`)).toEqual([
      {
        deliveryId: 2,
        messageId: expect.any(String),
        type: 'webhook.test',
        timestamp: '2030-05-01T10:00:01.000Z',
        state: 'pending',
        attempts: 0,
        dueAt: '2030-05-01T10:00:01.000Z',
      },
      {
        deliveryId: 1,
        messageId: claimed!.messageId,
        type: 'special-event.created',
        timestamp: '2030-05-01T10:00:00.000Z',
        state: 'delivered',
        attempts: 1,
        latestAttempt: { at: '2030-05-01T10:00:00.000Z', status: 204 },
      },
    ])
  })

  it('has pages, and a filter for the state, which the links of its pages keep', async () => {
    const { request, path, deliver } = await anApiWithWebhook()
    for (let count = 0; count < 3; count += 1) await request('POST', `${path}/test`)
    const list = (query: string) => request('GET', `${path}/deliveries?${query}`)
    const page = await list('state=pending&limit=2')
    expect(await page.json()).toMatchObject([{ deliveryId: 3 }, { deliveryId: 2 }])
    expect(page.headers.get('X-Total-Count')).toBe('3')
    const [, next] = /<([^>]*)>; rel="next"/.exec(page.headers.get('Link')!)!
    expect(await (await request('GET', next!)).json()).toMatchObject([{ deliveryId: 1 }])
    expect(next).toContain('state=pending')
    await deliver()
    expect(await (await list('state=pending')).json()).toEqual([])
    expect(await (await list('state=delivered')).json()).toHaveLength(3)
    expect(await faultsOf(await list('state=done&page=0'))).toEqual([
      ['state', 'unknown-value'],
      ['page', 'out-of-range'],
    ])
  })
})

describe('replayWebhookDelivery', () => {
  it('delivers the message again under its webhook-id, and is in the audit log', async () => {
    const { request, path, deliver, created, webhookSender } = await anApiWithWebhook()
    await request('POST', `${path}/test`)
    await deliver()
    const response = await request('POST', `${path}/deliveries/1/replay`)
    expect([response.status, await response.text()]).toEqual([202, ''])
    await deliver()
    const [first, again, ...others] = webhookSender.requests
    expect([again!.messageId, others]).toEqual([first!.messageId, []])
    expect(await (await request('GET', `/audit?about=${created.webhookId}&limit=1`)).json()).toMatchObject([
      { operation: 'replayWebhookDelivery', after: { deliveryId: 1 } },
    ])
  })

  it('responds with 404 for another deliveryId, and with 400 for a malformed one', async () => {
    const { request, path } = await anApiWithWebhook()
    const replay = (deliveryId: string) => request('POST', `${path}/deliveries/${deliveryId}/replay`)
    expect(await problemOf(await replay('17'))).toMatchObject({ status: 404, slug: 'delivery-not-found' })
    for (const malformed of ['0', '-1', '1.5', 'x', '1'.repeat(16)])
      expect(await faultsOf(await replay(malformed))).toEqual([['deliveryId', 'not-an-integer']])
  })
})

describe('an API without webhooks', () => {
  it('responds with 404 to their paths, and its OpenAPI document has neither them nor the messages', async () => {
    const api = museumApi(aMuseumApi().museum, credentials)
    for (const { route } of webhookOperations) {
      const headers = { Authorization: authorizationOf('admin') }
      const path = `/v1.1${route.path.replace('{webhookId}', exampleId(1)).replace('{deliveryId}', '1')}`
      const response = await api.request(path, { method: route.method.toUpperCase(), headers })
      expect(await problemOf(response)).toMatchObject({ status: 404, slug: 'not-found' })
    }
    const document = (await (await api.request('/openapi.json')).json()) as { paths: object }
    expect(Object.keys(document.paths).filter((path) => path.includes('webhook'))).toEqual([])
    expect(document).not.toHaveProperty('webhooks')
  })
})

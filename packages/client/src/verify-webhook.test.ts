import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from './index.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const pair = generateKeyPairSync('ed25519')
const publicKeyOf = ({ publicKey }: typeof pair) =>
  `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`

const now = Date.UTC(2030, 4, 1, 10)
const id = '01940000-0000-7000-8000-000000000501'
const event = { type: 'special-event.created', timestamp: '2030-05-01T10:00:00.000Z', name: 'Nuit au musée 🦣' }
const body = JSON.stringify(event)

/** The headers of a request that was sent at a moment, signed with these secrets and with the private key. */
const headersOf = (sentAt = now, ...secrets: readonly string[]) => {
  const timestamp = String(Math.floor(sentAt / 1000))
  const signed = secrets.map((each) => new Webhook(each).sign(id, new Date(sentAt), body))
  const ed25519 = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), pair.privateKey).toString('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...signed, `v1a,${ed25519}`].join(' '),
  }
}

describe('verifyWebhook', () => {
  it.each([
    ['secret', secret],
    ['public key', publicKeyOf(pair)],
  ])('returns the message of a request that is signed for its %s', async (_, key) => {
    const headers = headersOf(now, secret)
    expect(await verifyWebhook(body, headers, key, now)).toEqual(event)
    expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), key, now)).toEqual(event)
  })

  it('returns the message of a request that is signed with several secrets, for each of them', async () => {
    const headers = headersOf(now, other, secret)
    for (const key of [secret, other]) expect(await verifyWebhook(body, headers, key, now)).toEqual(event)
  })

  it.each([
    ['secret', secret],
    ['public key', publicKeyOf(pair)],
  ])('returns undefined for the %s when any part was changed', async (_, key) => {
    const headers = headersOf(now, secret)
    const next = String(Number(headers['webhook-timestamp']) + 1)
    for (const changed of [
      { 'webhook-id': id.replace('5', '6') },
      { 'webhook-timestamp': next },
      { 'webhook-signature': headers['webhook-signature'].replaceAll('v1', 'v2') },
      { 'webhook-signature': headers['webhook-signature'].replaceAll(',', '') },
      { 'webhook-signature': 'v1,é v1a,é v1, v1a, ,' },
      { 'webhook-id': undefined },
      { 'webhook-timestamp': undefined },
      { 'webhook-signature': undefined },
    ])
      expect(await verifyWebhook(body, { ...headers, ...changed }, key, now)).toBeUndefined()
    expect(await verifyWebhook(`${body} `, headers, key, now)).toBeUndefined()
    expect(await verifyWebhook(body, headers, key, now)).toEqual(event)
  })

  it('returns undefined for another key', async () => {
    const headers = headersOf(now, secret)
    for (const key of [other, publicKeyOf(generateKeyPairSync('ed25519'))])
      expect(await verifyWebhook(body, headers, key, now)).toBeUndefined()
  })

  it('takes a signature of one version only for the key of that version', async () => {
    const headers = headersOf(now, secret)
    const swapped = headers['webhook-signature'].replace('v1a,', 'x,').replace('v1,', 'v1a,').replace('x,', 'v1,')
    for (const key of [secret, publicKeyOf(pair)])
      expect(await verifyWebhook(body, { ...headers, 'webhook-signature': swapped }, key, now)).toBeUndefined()
  })

  it('takes a request that was sent at most five minutes ago, or ahead', async () => {
    for (const [seconds, isTaken] of [
      [-301, false],
      [-300, true],
      [300, true],
      [301, false],
    ] as const) {
      const message = await verifyWebhook(body, headersOf(now + seconds * 1000, secret), secret, now)
      expect([seconds, message]).toEqual([seconds, isTaken ? event : undefined])
    }
    const headers = { ...headersOf(now, secret), 'webhook-timestamp': 'NaN' }
    expect(await verifyWebhook(body, headers, secret, now)).toBeUndefined()
    expect(await verifyWebhook(body, headersOf(Date.now(), secret), secret)).toEqual(event)
  })

  it.each(['', 'whsec_', 'whsec_é', 'whpk_AAAA', `whsk_${'A'.repeat(44)}`, secret.slice(6)])(
    'rejects with a TypeError for the key %j',
    async (key) => {
      const verified = verifyWebhook(body, headersOf(now, secret), key, now)
      await expect(verified).rejects.toThrow(
        new TypeError('The key of a webhook is its secret, whsec_…, or its public key, whpk_…'),
      )
    },
  )
})

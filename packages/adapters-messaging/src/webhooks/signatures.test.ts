import { webcrypto } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { aMessage, aReceiver, closeReceivers } from '../../test/receivers.ts'
import { webhookSender } from '../index.ts'

afterEach(closeReceivers)

const sender = webhookSender({ privateAddresses: 'allow' })

/** The request that a receiver gets of a message which is signed with these secrets. */
const received = async (secrets = [sender.newSecret()], body = '{"name":"Rêve 夢"}', now?: number) => {
  const receiver = await aReceiver()
  const sending = now === undefined ? sender : webhookSender({ privateAddresses: 'allow', now: () => now })
  await sending.send(aMessage(`http://127.0.0.1:${receiver.port}/`, { secrets, body }))
  const [{ headers, body: receivedBody }] = receiver.requests as [(typeof receiver.requests)[number]]
  return { secrets, headers: headers as Record<string, string>, body: receivedBody }
}

/** A verifier by the text of Standard Webhooks 1.0 alone, with Web Crypto: which signatures are right. */
const verify = async (
  { headers, body }: Readonly<{ headers: Record<string, string>; body: string }>,
  { secret, publicKey }: Readonly<{ secret: string; publicKey: string }>,
) => {
  const { subtle } = webcrypto
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (char) => char.codePointAt(0)!)
  const content = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const hmacKey = await subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), hmac, false, ['verify'])
  const ed25519Key = await subtle.importKey('raw', bytesOf(publicKey.replace(/^whpk_/, '')), 'Ed25519', false, [
    'verify',
  ])
  return Promise.all(
    headers['webhook-signature']!.split(' ').map(async (entry) => {
      const [version, signature] = entry.split(',') as [string, string]
      const isRight =
        version === 'v1'
          ? await subtle.verify('HMAC', hmacKey, bytesOf(signature), content)
          : version === 'v1a' && (await subtle.verify('Ed25519', ed25519Key, bytesOf(signature), content))
      return `${version} ${isRight ? 'right' : 'wrong'}`
    }),
  )
}

describe('the signatures of a message', () => {
  it('are verified by the package standardwebhooks', async () => {
    const { secrets, headers, body } = await received()
    const verifier = new Webhook(sender.secretTexts(secrets[0]!).secret)
    expect(verifier.verify(body, headers)).toEqual({ name: 'Rêve 夢' })
    expect(() => verifier.verify(`${body} `, headers)).toThrow('No matching signature')
  })

  it('are one with HMAC-SHA256 and one with Ed25519, for each secret', async () => {
    const request = await received([sender.newSecret(), sender.newSecret()])
    const [present, previous] = request.secrets.map(sender.secretTexts)
    expect(await verify(request, present!)).toEqual(['v1 right', 'v1a right', 'v1 wrong', 'v1a wrong'])
    expect(await verify(request, previous!)).toEqual(['v1 wrong', 'v1a wrong', 'v1 right', 'v1a right'])
    for (const { secret } of [present!, previous!])
      expect(new Webhook(secret).verify(request.body, request.headers)).toBeDefined()
  })

  it.each(['webhook-id', 'webhook-timestamp'])('do not fit another %s', async (name) => {
    const request = await received()
    const changed = { ...request, headers: { ...request.headers, [name]: `${request.headers[name]}0` } }
    expect(await verify(changed, sender.secretTexts(request.secrets[0]!))).toEqual(['v1 wrong', 'v1a wrong'])
  })

  it('are made anew in each attempt, with its time and the same id', async () => {
    const secrets = [sender.newSecret()]
    const first = await received(secrets, '{}', 1_700_000_000_999)
    const second = await received(secrets, '{}', 1_700_000_005_000)
    expect(first.headers).toMatchObject({ 'webhook-id': 'msg_2b1f', 'webhook-timestamp': '1700000000' })
    expect(second.headers).toMatchObject({ 'webhook-id': 'msg_2b1f', 'webhook-timestamp': '1700000005' })
    for (const request of [first, second])
      expect(await verify(request, sender.secretTexts(secrets[0]!))).toEqual(['v1 right', 'v1a right'])
  })

  it('are those of the test vector of Standard Webhooks and of RFC 8032', async () => {
    const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
    const ed25519Seed = hex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')
    const hmacKey = new Uint8Array(Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'))
    const receiver = await aReceiver()
    const at = webhookSender({ privateAddresses: 'allow', now: () => 1_614_265_330_000 })
    await at.send(
      aMessage(`http://127.0.0.1:${receiver.port}/`, {
        messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        body: '{"test": 2432232314}',
        secrets: [{ hmacKey, ed25519Seed }],
      }),
    )
    expect(receiver.requests[0]!.headers['webhook-signature']).toMatch(
      /^v1,g0hM9SsE\+OTPJTGt\/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1a,/,
    )
    expect(sender.secretTexts({ hmacKey, ed25519Seed })).toEqual({
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      publicKey: `whpk_${Buffer.from(hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')).toString('base64')}`,
    })
  })
})

describe('a new secret', () => {
  it('is 32 random bytes for each algorithm, with texts of their base64', () => {
    const [one, other] = [sender.newSecret(), sender.newSecret()]
    for (const bytes of [one.hmacKey, one.ed25519Seed]) expect(bytes.length).toBe(32)
    expect(new Set([one, other].flatMap((secret) => Object.values(secret).map(String))).size).toBe(4)
    const { secret, publicKey } = sender.secretTexts(one)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/)
    expect(sender.secretTexts(other)).not.toEqual({ secret, publicKey })
  })
})

import type { WebhookRequest, WebhookSender } from '@museum/application'
import { exampleId } from '../examples/index.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** Opens a sender, and a receiver of its messages. Each test calls it once. */
export type OpenWebhookSender = () => Promise<
  Readonly<{
    webhookSender: WebhookSender
    /** The URL of the receiver. */
    url: string
    /** Has the receiver answer with this status from now on. */
    answer: (status: number) => unknown
    /** The messages that the receiver got. */
    requests: () => readonly Pick<WebhookRequest, 'messageId' | 'body'>[]
    /** Ends them after a test. */
    close?: () => Promise<unknown>
  }>
>

/** The tests that every `WebhookSender` must pass. How a message is signed is no part of them. */
export const webhookSenderContract: Contract<OpenWebhookSender> = ({ describe, it }, adapter, open) =>
  describe(`sending messages to receivers in ${adapter}`, () => {
    const itWithSender = (name: string, test: (opened: Awaited<ReturnType<OpenWebhookSender>>) => Promise<void>) =>
      it(name, async () => {
        const opened = await open()
        try {
          await test(opened)
        } finally {
          await opened.close?.()
        }
      })
    const message = { messageId: exampleId(1), body: '{"type":"webhook.test","name":"Ü 児 👋"}' }

    itWithSender(
      'sends the body as it is, and says what became of it',
      async ({ webhookSender, url, answer, requests }) => {
        const secrets = [webhookSender.newSecret(), webhookSender.newSecret()]
        const send = (status: number) => {
          answer(status)
          return webhookSender.send({ ...message, url, secrets })
        }
        expect(await send(204)).toEqual({ outcome: 'delivered', status: 204 })
        expect(await send(410)).toEqual({ outcome: 'gone', status: 410 })
        for (const status of [404, 500, 503]) {
          const { outcome, because, ...rest } = (await send(status)) as Record<string, unknown>
          expect([outcome, rest]).toEqual(['failed', { status }])
          expect(because).toMatch(/\w/)
        }
        expect(requests().map(({ messageId, body }) => ({ messageId, body }))).toEqual(
          Array.from({ length: 5 }, () => message),
        )
      },
    )

    itWithSender('makes secrets of 64 bytes that differ', async ({ webhookSender }) => {
      const secrets = Array.from({ length: 10 }, () => webhookSender.newSecret())
      for (const { hmacKey, ed25519Seed } of secrets) expect([hmacKey.length, ed25519Seed.length]).toEqual([32, 32])
      expect(new Set(secrets.map(({ hmacKey }) => hmacKey.join())).size).toBe(10)
      expect(new Set(secrets.map(({ ed25519Seed }) => ed25519Seed.join())).size).toBe(10)
    })

    itWithSender(
      'shows a secret as texts of 32 bytes, of which the public key is not secret',
      async ({ webhookSender }) => {
        const [one, other] = [webhookSender.newSecret(), webhookSender.newSecret()].map((secret) =>
          webhookSender.secretTexts({ ...secret }),
        ) as [ReturnType<WebhookSender['secretTexts']>, ReturnType<WebhookSender['secretTexts']>]
        for (const { secret, publicKey } of [one, other]) {
          expect(secret).toMatch(/^whsec_[\w+/-]{43}=$/)
          expect(publicKey).toMatch(/^whpk_[\w+/-]{43}=$/)
          expect(publicKey.slice('whpk_'.length) === secret.slice('whsec_'.length)).toBe(false)
        }
        expect(one.secret === other.secret || one.publicKey === other.publicKey).toBe(false)
      },
    )

    itWithSender('knows which URLs a receiver may have', async ({ webhookSender, url }) => {
      expect(webhookSender.faultOfUrl(url)).toBeUndefined()
      expect(webhookSender.faultOfUrl('https://receiver.example.org/museum?key=1')).toBeUndefined()
      for (const wrong of ['', 'receiver.example.org', 'ftp://receiver.example.org/', 'mailto:x@example.org'])
        expect(webhookSender.faultOfUrl(wrong)).toMatchObject({ code: 'not-a-webhook-url' })
    })
  })

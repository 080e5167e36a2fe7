import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Instant } from '@museum/domain'
import type { PaymentNotification, PaymentNotificationOptions } from '@museum/testing'
import { Stripe } from 'stripe'
import { type FakeAccountOptions, StripeFault, fakeAccount } from './fake-account.ts'
import { type Params, decoded } from './fake-parameters.ts'

/** A request, as the fake has understood it. */
export type FakeRequest = Readonly<{
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The key under which the response is stored. */
  key: string | undefined
  params: Params
}>

/**
 * How a request is answered; a number is the status of an error, which may be given too.
 *
 * - `late`: it takes effect, and is answered, after `lateMilliseconds`, which may be drawn for each.
 * - `twice`: it arrives twice, and the second response is sent.
 * - `half`: it takes effect, and the connection is closed in the middle of the response; `slow`: the other half comes a byte at a time.
 * - `never`: it has no effect, and is not answered.
 */
export type FakeAnswer =
  | 'at once'
  | 'late'
  | 'twice'
  | 'half'
  | 'slow'
  | 'never'
  | number
  | Readonly<{ status: number; error: object }>

/** The options of `fakeStripe`. By default refunds succeed at once. */
export type FakeStripeOptions = Partial<Omit<FakeAccountOptions, 'onEvent'>> &
  Readonly<{ key?: string; webhookSecret?: string; lateMilliseconds?: number | (() => number) }>

type Response = Readonly<{ status: number; body: object; isOfValidation?: boolean; isReplayed?: boolean }>

const day = 86_400_000

/**
 * The part of Stripe's HTTP API that the adapter uses, on this machine, with what happens at its pages. It refuses parameters that it
 * does not know, and stores the responses to requests with keys for a day.
 */
export const fakeStripe = async ({
  now = () => Instant(Date.now()),
  key: secretKey = 'rk_test_fake',
  webhookSecret = 'whsec_test',
  holdsRefunds = false,
  surcharge = 0,
  lateMilliseconds = 5_000,
}: FakeStripeOptions = {}) => {
  const notifications: PaymentNotification[] = []
  const { webhooks } = new Stripe('rk_test_signer', { telemetry: false })
  const notificationAbout = (type: string, object: object, signedAt = now(), secret = webhookSecret) => {
    const created = Math.floor(now() / 1_000)
    const event = { id: account.newId('evt'), object: 'event', type, created, livemode: false, data: { object } }
    const payload = JSON.stringify(event, undefined, 2)
    const timestamp = Math.floor(signedAt / 1_000)
    const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return { body: new TextEncoder().encode(payload), headers: { 'stripe-signature': signature } }
  }
  const onEvent = (type: string, object: object) => void notifications.push(notificationAbout(type, object))
  const account = fakeAccount({ now, holdsRefunds, surcharge, onEvent })

  const requests: FakeRequest[] = []
  let answerTo: (request: FakeRequest) => FakeAnswer = () => 'at once'
  /** The responses to requests with a key; without one while the request is in progress. */
  const keys = new Map<string, Readonly<{ fingerprint: string; at: number; response?: Response }>>()

  const run = ({ method, path, params }: FakeRequest): Response => {
    try {
      return { status: 200, body: account.handle(method, path, params) }
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      const { status, message, fields, isOfValidation } = error
      return { status, body: { error: { message, ...fields } }, isOfValidation }
    }
  }
  /** The response to a request: if it has a key, the one that was stored. */
  const respond = (request: FakeRequest, fingerprint: string): Response => {
    const { key } = request
    if (key === undefined) return run(request)
    const known = keys.get(key)
    if (known?.response !== undefined && known.at + day > now()) {
      if (known.fingerprint === fingerprint) return { ...known.response, isReplayed: true }
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return { status: 400, body: { error: { type: 'idempotency_error', message } } }
    }
    // As it is now: later changes of an object do not change a stored response.
    const response = structuredClone(run(request))
    if (response.isOfValidation) keys.delete(key)
    else keys.set(key, { fingerprint, at: now(), response })
    return response
  }
  /** The error of a request that is refused before it is looked at. */
  const refusalOf = (request: FakeRequest, answer: FakeAnswer): Response | undefined => {
    const { authorization } = request.headers
    if (authorization !== `Bearer ${secretKey}`)
      return { status: 401, body: { error: { message: `Invalid API Key provided: ${authorization}` } } }
    if (typeof answer === 'number')
      return { status: answer, body: { error: { type: 'api_error', message: secretKey } } }
    if (typeof answer === 'object') return { status: answer.status, body: { error: answer.error } }
    const known = request.key === undefined ? undefined : keys.get(request.key)
    if (known === undefined || known.response !== undefined) return undefined
    return { status: 409, body: { error: { code: 'idempotency_key_in_use', message: 'In use.' } } }
  }

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await text(incoming)
    const { method = '', headers } = incoming
    const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://stripe.example')
    const key = headers['idempotency-key'] as string | undefined
    const request = {
      method,
      path,
      headers,
      key,
      params: decoded(method === 'POST' ? new URLSearchParams(body) : searchParams),
    }
    requests.push(request)
    const answer = answerTo(request)
    if (answer === 'never') return
    let response = refusalOf(request, answer)
    if (response === undefined) {
      const fingerprint = `${method} ${path} ${body}`
      if (answer === 'late') {
        if (key !== undefined && !keys.has(key)) keys.set(key, { fingerprint, at: now() })
        await sleep(typeof lateMilliseconds === 'number' ? lateMilliseconds : lateMilliseconds())
      }
      if (answer === 'twice') respond(request, fingerprint)
      response = respond(request, fingerprint)
    }
    const json = JSON.stringify(response.body)
    outgoing.writeHead(response.status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(json),
      Date: new Date(now()).toUTCString(),
      'Request-Id': account.newId('req'),
      ...(response.isReplayed && { 'Idempotent-Replayed': 'true' }),
    })
    if (answer === 'half') outgoing.write(json.slice(0, json.length / 2), () => outgoing.destroy())
    else if (answer === 'slow') await writeSlowly(outgoing, json)
    else outgoing.end(json)
  }
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    ...account,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: secretKey,
    webhookSecret,
    /** All requests, in the order in which they arrived. */
    requests: requests as readonly FakeRequest[],
    /** Says how each request is answered from now on. */
    answer: (how: (request: FakeRequest) => FakeAnswer) => void (answerTo = how),
    forgetKeys: () => keys.clear(),
    /** Forgets the keys under which refunds were requested this number of milliseconds ago, or earlier. */
    forgetRefundKeys(age: number) {
      for (const [key, { fingerprint, at, response }] of keys)
        if (response !== undefined && at + age <= now() && fingerprint.startsWith('POST /v1/refunds ')) keys.delete(key)
    },
    /** The signed notifications of all that has happened, in order: a test delivers them, once, twice, late, or not at all. */
    notifications: notifications as readonly PaymentNotification[],
    /** A notification about an object of Stripe. `secret` signs it in the place of that of the museum. */
    notificationAbout,
    /** A notification about a payment, or about one of another system. */
    notificationOf: ({ paymentId, isOfAnotherKind, signedAt }: PaymentNotificationOptions, secret?: string) =>
      notificationAbout(
        isOfAnotherKind ? 'payout.paid' : 'checkout.session.completed',
        account.sessionOf(paymentId) ?? { id: 'cs_test_foreign', object: 'checkout.session', metadata: {} },
        signedAt,
        secret,
      ),
    /** Sends a notification, and returns the status of the response. */
    async deliver(url: string, { body, headers }: PaymentNotification) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: Buffer.from(body),
      })
      return response.status
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const writeSlowly = async (outgoing: ServerResponse, json: string) => {
  const half = Math.floor(json.length / 2)
  outgoing.write(json.slice(0, half))
  for (const character of json.slice(half)) {
    await sleep(100)
    if (outgoing.destroyed) return
    outgoing.write(character)
  }
  outgoing.end()
}

/** A fake of Stripe that has started. */
export type FakeStripe = Awaited<ReturnType<typeof fakeStripe>>

import { setTimeout as sleep } from 'node:timers/promises'
import {
  type KnownPayment,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderRefund,
  type RefundRequest,
} from '@museum/application'
import { Instant, OrderId, type PaidPayment, PaymentId, PaymentReference, type ProviderPayment } from '@museum/domain'
import { Stripe } from 'stripe'
import { patience as usualPatience, withinLimit } from '../time-limit.ts'
import { minimumOf, toHundredths, toStripeAmount } from './stripe-amounts.ts'
import { museumError } from './stripe-errors.ts'
import { stripeLocale } from './stripe-locales.ts'

/** The options of `stripePaymentProvider`. */
export type StripeOptions = Readonly<{
  /** A secret key, or better a restricted one: it writes Checkout Sessions, Charges and Refunds, and reads PaymentIntents. */
  key: string
  /** What signs the notifications, `whsec_…`. Without it, every notification is `invalid`. */
  webhookSecret?: string | undefined
  /** Stripe's names of the methods that the page offers: only such as are paid or refused at once. By default `card`, with wallets. */
  methods?: readonly string[]
  /** The URL of Stripe's API, for tests; by default Stripe itself. */
  apiUrl?: string | undefined
  /** The milliseconds within which a call has its answer or throws `Unavailable`, by default 3,500. */
  patience?: number
  /** The current moment; by default that of this machine. */
  now?: () => Instant
}>

type Session = Stripe.Checkout.Session

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** How long a payment page may be used, and Stripe's shortest time: a session is not created later than this before its end. */
const minPageMinutes = 30
/** How far the clock of the museum may be ahead of Stripe's, for a session to be found. */
const maxClockDifference = hour
/** How many payments a process remembers to have opened. */
const maxRemembered = 10_000

const toSeconds = (instant: number) => Math.floor(instant / second)

/** What is read together with a session. */
const expand = ['payment_intent.latest_charge']

/**
 * Takes money through Stripe: its Checkout Sessions are the payment pages, and its PaymentIntents the references of payments. Sessions,
 * PaymentIntents and refunds have the museum's identifiers as metadata, and are looked up by them: the keys of requests, which Stripe
 * may forget after a day, only keep requests apart that come at the same time.
 */
export const stripePaymentProvider = ({
  key,
  webhookSecret,
  methods = ['card'],
  apiUrl,
  patience = usualPatience,
  now = () => Instant(Date.now()),
}: StripeOptions): PaymentProvider => {
  const client = new Stripe(key, {
    ...(apiUrl !== undefined && addressOf(apiUrl)),
    // Those who call may repeat each call. The library itself repeats only a request on a kept connection that was closed.
    maxNetworkRetries: 0,
    timeout: patience,
    // It would report the time that requests take, and keep an identifier of this machine in a file.
    telemetry: false,
  })
  const { sessions } = client.checkout

  const late = `Stripe has not answered within ${patience / second} s.`
  /** Runs requests that have an answer in time all together. */
  const ask = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await withinLimit(run(), late, patience)
    } catch (error) {
      throw museumError(error, late)
    }
  }

  /** The session of a payment among those that Stripe has created in this time. */
  const findSession = async (
    paymentId: PaymentId,
    [from, to]: readonly [from: number, to: number],
  ): Promise<Session | undefined> => {
    const created = { gte: toSeconds(from), lte: toSeconds(to) }
    for await (const session of sessions.list({ created, limit: 100 }))
      if (session.metadata?.['museum_payment'] === paymentId) return session
    return undefined
  }

  /** The identifier of the session of a payment. */
  const sessionIdOf = async ({ paymentId, providerId, openedAt }: KnownPayment): Promise<string | undefined> =>
    // After its first minutes no session is created any more, since the page would be open for too short a time.
    providerId ?? (await findSession(paymentId, [openedAt - maxClockDifference, openedAt + 5 * minute]))?.id

  /** Payments that this process has tried to open. For one that it has forgotten, the key of the first request counts. */
  const tried = new Set<PaymentId>()

  const create = async (request: PaymentRequest): Promise<Session> => {
    const { paymentId } = request
    const params = sessionParams(request, methods)
    try {
      return await whenFree(() => sessions.create(params, { idempotencyKey: paymentId }))
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.param !== 'customer_email') throw error
      // Stripe does not take every address that the museum does. The visitor types another one at the page.
      const { customer_email: _, ...others } = params
      return whenFree(() => sessions.create(others, { idempotencyKey: `${paymentId}-without-email` }))
    }
  }

  const findRefund = async ({ refundId, reference }: RefundRequest): Promise<Stripe.Refund | undefined> => {
    try {
      for await (const refund of client.refunds.list({ payment_intent: reference, limit: 100 }))
        if (refund.metadata?.['museum_refund'] === refundId) return refund
      return undefined
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** The event of a notification; `undefined` unless it is signed with the secret of the webhook, in the last 5 minutes. */
  const eventOf = (body: Uint8Array, signature: string | undefined): Stripe.Event | undefined => {
    if (webhookSecret === undefined || signature === undefined) return undefined
    try {
      return client.webhooks.constructEvent(body, signature, webhookSecret, maxAgeSeconds, undefined, now())
    } catch {
      return undefined
    }
  }

  return {
    open: (request) =>
      ask(async () => {
        const { paymentId, expiresAt, amount, currency, returnUrl } = request
        const latest = expiresAt - minPageMinutes * minute
        // The key of the first request is known for a day, while the page is open for half an hour.
        const isRepeated = tried.has(paymentId) || now() > latest
        if (tried.size >= maxRemembered) tried.clear()
        tried.add(paymentId)
        const session =
          (isRepeated && (await findSession(paymentId, [latest - maxClockDifference, latest + 5 * minute]))) ||
          (await create(request))
        if (session.amount_total !== toStripeAmount(amount, currency) || session.currency !== currency.toLowerCase()) {
          if (session.status === 'open') await sessions.expire(session.id)
          const asked = `${session.amount_total} ${session.currency}`
          throw new Error(`Stripe asked for another amount for the payment ${paymentId}, ${asked}: it was closed.`)
        }
        return { providerId: session.id, url: session.url ?? returnUrl }
      }),

    stateOf: (payment) =>
      ask(async () => {
        const id = await sessionIdOf(payment)
        if (id === undefined) return undefined
        try {
          return providerPayment(await sessions.retrieve(id, { expand }))
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      }),

    close: (payment) =>
      ask(async () => {
        const id = await sessionIdOf(payment)
        if (id === undefined) return undefined
        try {
          return providerPayment(await sessions.expire(id, { expand }))
        } catch (error) {
          if (isMissing(error)) return undefined
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          // It is no longer open, or being paid in this moment.
          return providerPayment(await sessions.retrieve(id, { expand }))
        }
      }),

    refund: (request) =>
      ask(async () => {
        const { refundId, reference, amount, currency } = request
        const known = await findRefund(request)
        if (known !== undefined) return providerRefund(known)
        const params = {
          payment_intent: reference,
          amount: toStripeAmount(amount, currency),
          metadata: { museum_refund: refundId },
        }
        try {
          return providerRefund(await whenFree(() => client.refunds.create(params, { idempotencyKey: refundId })))
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          // Asked again each hour: Stripe repeats this answer for a day.
          if (error.code === 'balance_insufficient') return { state: 'sending' }
          // Such as more than what is left of the payment. There is nothing about the visitor in the request.
          return { state: 'failed', because: `Stripe: ${error.message.slice(0, maxReason)}` }
        }
      }),

    refundStateOf: (request) =>
      ask(async () => {
        const found = await findRefund(request)
        return found && providerRefund(found)
      }),

    async paymentOfNotification(body, headers) {
      const event = eventOf(body, headers['stripe-signature'])
      if (event === undefined) return 'invalid'
      const object = event.data.object as EventObject
      if (!kinds.some((kind) => event.type.startsWith(kind))) return undefined
      const { payment_intent: intent } = object
      const named = museumPayment(object.metadata)
      if (named !== undefined || object.object === 'checkout.session' || intent === undefined || intent === null)
        return named
      // Refunds and disputes have other metadata: they name the PaymentIntent.
      return ask(async () => {
        try {
          const id = typeof intent === 'string' ? intent : intent.id
          return museumPayment((await client.paymentIntents.retrieve(id)).metadata)
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      })
    },

    async paidSince(since) {
      const paid: PaidPayment[] = []
      const list = {
        // A payment page is open for less than an hour.
        created: { gte: toSeconds(since - hour) },
        status: 'complete',
        limit: 100,
        expand: expand.map((path) => `data.${path}`),
      }
      for (let after: string | undefined; ;) {
        const page = await ask(() => sessions.list({ ...list, ...(after !== undefined && { starting_after: after }) }))
        for (const session of page.data) {
          const paymentId = museumPayment(session.metadata)
          const reservationId = session.metadata?.['museum_reservation'] ?? ''
          if (paymentId === undefined || OrderId.faultOf(reservationId) !== undefined) continue
          const found = providerPayment(session)
          if (found.state === 'paid')
            paid.push({ paymentId, reservationId: OrderId(reservationId), providerId: session.id, ...found })
        }
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return paid
      }
    },

    inspect: () =>
      ask(async () => {
        // Stripe refuses a right before it looks up what does not exist.
        const refusals = await Promise.all([
          refusalOf('write Checkout Sessions', sessions.expire('cs_museum_inspection')),
          refusalOf('write Charges and Refunds', client.refunds.create({ payment_intent: noPayment, amount: 100 })),
          refusalOf('read PaymentIntents', client.paymentIntents.retrieve(noPayment)),
        ])
        const clock = Date.parse(refusals[0].error.headers?.['date'] ?? '')
        return {
          ...(!Number.isNaN(clock) && { clock: Instant(clock) }),
          faults: [...new Set(refusals.flatMap(({ fault }) => fault ?? []))],
        }
      }),

    minimumOf,
  }
}

/** The identifier of a PaymentIntent that does not exist. */
const noPayment = 'pi_museum_inspection'

/** How Stripe refuses a request for something that does not exist; `fault` where the key is the reason. Throws any other error. */
const refusalOf = async (right: string, request: Promise<unknown>) => {
  try {
    await request
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError)
      return { error, fault: `The key at Stripe lacks the right to ${right}.` }
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return { error, fault: 'Stripe does not know the key.' }
    if (error instanceof Stripe.errors.StripeInvalidRequestError && isMissing(error)) return { error }
    throw error
  }
  throw new Error('Stripe has what does not exist.')
}

const maxAgeSeconds = 300
/** The characters of Stripe's reason for a failed refund that are kept. */
const maxReason = 200

/** The kinds of notifications after which a payment is read. */
const kinds = ['checkout.session.', 'charge.refunded', 'charge.dispute.', 'refund.']
type EventObject = Readonly<{
  object: string
  metadata?: Stripe.Metadata | null
  payment_intent?: string | Readonly<{ id: string }> | null
}>

const addressOf = (apiUrl: string) => {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isSecure = protocol === 'https:'
  return {
    host: hostname,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    protocol: isSecure ? 'https' : 'http',
  } as const
}

const sessionParams = (
  { paymentId, reservationId, lines, amount, currency, expiresAt, returnUrl, language, email }: PaymentRequest,
  methods: readonly string[],
): Stripe.Checkout.SessionCreateParams => {
  const sum = lines.reduce((total, { quantity, price }) => total + quantity * price, 0)
  if (sum !== amount) throw new TypeError(`The lines of the payment ${paymentId} are ${sum} together, not ${amount}.`)
  const metadata = { museum_reservation: reservationId, museum_payment: paymentId }
  return {
    mode: 'payment',
    client_reference_id: reservationId,
    metadata,
    payment_intent_data: { metadata },
    line_items: lines.map(({ name, quantity, price }) => ({
      quantity,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: toStripeAmount(price, currency),
        product_data: { name },
      },
    })),
    // A filter on the methods that are turned on in the account. Link, a wallet of cards, would bring others with it.
    allowed_payment_method_types: [...methods],
    ...(!methods.includes('link') && { wallet_options: { link: { display: 'never' } } }),
    expires_at: toSeconds(expiresAt),
    success_url: returnUrl,
    cancel_url: returnUrl,
    locale: stripeLocale(language),
    ...(email !== undefined && { customer_email: email }),
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: false,
    billing_address_collection: 'auto',
  }
}

/** Sends a request again, up to ten times, while the same one is in progress, which another process has sent. */
const whenFree = async <Result>(send: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 409 || attempt === 10) throw error
      await sleep(200)
    }
  }
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

const museumPayment = (metadata: Stripe.Metadata | null | undefined): PaymentId | undefined => {
  const text = metadata?.['museum_payment']
  return text !== undefined && PaymentId.faultOf(text) === undefined ? PaymentId(text) : undefined
}

/** What a session says of the payment. Its PaymentIntent must be expanded, with the charge. */
const providerPayment = ({ status, payment_status, amount_total, currency, ...session }: Session): ProviderPayment => {
  if (status === 'open') return { state: 'open' }
  if (status === 'expired') return { state: 'closed' }
  const intent = session.payment_intent
  if (typeof intent !== 'object' || intent === null || amount_total === null || currency === null)
    throw new TypeError(`Stripe did not say what was paid in ${session.id}.`)
  if (payment_status === 'unpaid')
    // A method that takes days: it is either still being paid, or has failed.
    return { state: intent.status === 'canceled' || intent.status === 'requires_payment_method' ? 'closed' : 'pending' }
  const code = currency.toUpperCase()
  const charge = intent.latest_charge
  const { amount_refunded = 0, disputed = false } = typeof charge === 'object' && charge !== null ? charge : {}
  return {
    state: 'paid',
    amount: toHundredths(amount_total, code),
    currency: code,
    reference: PaymentReference(intent.id),
    ...(amount_refunded > 0 && { refunded: toHundredths(amount_refunded, code) }),
    ...(disputed && { isDisputed: true }),
  }
}

const providerRefund = ({ status, failure_reason }: Stripe.Refund): ProviderRefund => {
  if (status === 'succeeded') return { state: 'settled' }
  if (status === 'failed' || status === 'canceled')
    return { state: 'failed', because: `Stripe: ${failure_reason ?? status}` }
  return { state: 'sending' }
}

import type { Instant, PaymentId, RefundId } from '@museum/domain'
import { type Param, type Params, knownParams, membersOf, namesOf, textOf, textsOf } from './fake-parameters.ts'

type Metadata = Record<string, string>
type Session = {
  id: string
  object: 'checkout.session'
  created: number
  expires_at: number
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  mode: string
  amount_total: number
  currency: string
  client_reference_id: string | null
  customer_email: string | null
  metadata: Metadata
  payment_intent: string | null
}
type Intent = {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  metadata: Metadata
  latest_charge: string
}
type Charge = {
  id: string
  object: 'charge'
  payment_intent: string
  amount: number
  amount_refunded: number
  disputed: boolean
  metadata: Metadata
}
type Refund = {
  id: string
  object: 'refund'
  created: number
  amount: number
  payment_intent: string
  status: string
  failure_reason?: string
  metadata: Metadata
}

/** An error of Stripe. One of validation is not stored under the key of the request. */
export class StripeFault extends Error {
  readonly status: number
  readonly fields: object
  readonly isOfValidation: boolean
  constructor(status: number, message: string, fields: object, isOfValidation = true) {
    super(message)
    this.status = status
    this.fields = fields
    this.isOfValidation = isOfValidation
  }
}
const type = 'invalid_request_error'
const invalid = (message: string, param?: string, code?: string) => new StripeFault(400, message, { type, param, code })
const missing = (kind: string, id: string) =>
  new StripeFault(404, `No such ${kind}: '${id}'`, { type, code: 'resource_missing', param: 'id' })

/** What a fake account does, and how. */
export type FakeAccountOptions = Readonly<{
  now: () => Instant
  /** Whether a refund is pending until `finishRefund`, which may be decided for each. */
  holdsRefunds: boolean | (() => boolean)
  /** What a setting of the account adds to every total, such as a tax. */
  surcharge: number
  /** Called with each event. */
  onEvent: (type: string, object: object) => void
}>

/** An account at Stripe, as far as the adapter uses it: what its API does, and what visitors do at its pages. */
export const fakeAccount = ({ now, holdsRefunds, surcharge, onEvent }: FakeAccountOptions) => {
  const seconds = () => Math.floor(now() / 1_000)
  let numbers = 0
  const newId = (prefix: string) => `${prefix}_${String((numbers += 1)).padStart(8, '0')}`
  const sessions = new Map<string, Session>()
  /** The metadata that the PaymentIntent of a session gets. */
  const intentMetadata = new Map<string, Metadata>()
  const intents = new Map<string, Intent>()
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, Refund>()

  const expire = (session: Session) => {
    session.status = 'expired'
    onEvent('checkout.session.expired', shown(session))
  }
  /** The sessions, those first that were created last. */
  const allSessions = () => {
    for (const session of sessions.values())
      if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
    return [...sessions.values()].toReversed()
  }
  const sessionOf = (paymentId: PaymentId | undefined) =>
    allSessions().find(({ metadata }) => metadata['museum_payment'] === paymentId)
  const intentOf = (paymentId: PaymentId) => intents.get(sessionOf(paymentId)!.payment_intent!)!
  const chargeOf = (paymentId: PaymentId) => charges.get(intentOf(paymentId).latest_charge)!

  const shown = (session: Session, expanded: readonly string[] = []) => {
    const intent = intents.get(session.payment_intent ?? '')
    return {
      ...session,
      url: session.status === 'open' ? `https://checkout.stripe.example/c/pay/${session.id}` : null,
      payment_intent:
        intent !== undefined && expanded.includes('payment_intent.latest_charge')
          ? { ...intent, latest_charge: charges.get(intent.latest_charge) }
          : session.payment_intent,
    }
  }

  const createSession = (params: Params) => {
    const created = seconds()
    const end = Number(textOf(params['expires_at']))
    if (!(end >= created + 1_800 && end <= created + 86_400))
      throw invalid('`expires_at` must be between 30 minutes and 24 hours from the creation.', 'expires_at')
    const email = params['customer_email'] === undefined ? null : textOf(params['customer_email'])
    if (email !== null && !/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(email))
      throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid')
    if (membersOf(params['allowed_payment_method_types']).length === 0)
      throw invalid('No payment method types.', 'allowed_payment_method_types')
    if (!/^(auto|[a-z]{2,3}(-\w+)?)$/.test(textOf(params['locale']))) throw invalid('Invalid locale.', 'locale')
    const { amount, currency } = totalOf(membersOf(params['line_items']) as readonly Params[])
    const session: Session = {
      id: newId('cs_test'),
      object: 'checkout.session',
      created,
      expires_at: end,
      status: 'open',
      payment_status: 'unpaid',
      mode: textOf(params['mode']),
      amount_total: amount + surcharge,
      currency,
      client_reference_id: textOf(params['client_reference_id']),
      customer_email: email,
      metadata: textsOf(params['metadata']),
      payment_intent: null,
    }
    sessions.set(session.id, session)
    intentMetadata.set(session.id, textsOf((params['payment_intent_data'] as Params | undefined)?.['metadata']))
    return session
  }

  const createRefund = (params: Params) => {
    const id = textOf(params['payment_intent'])
    const intent = intents.get(id)
    if (intent === undefined) throw missing('payment_intent', id)
    const charge = charges.get(intent.latest_charge)!
    const [amount, left] = [wholeOf(params['amount']), charge.amount - charge.amount_refunded]
    if (left === 0) {
      const message = `Charge ${charge.id} has already been refunded.`
      throw new StripeFault(400, message, { type, code: 'charge_already_refunded' }, false)
    }
    if (amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
      throw new StripeFault(400, message, { type, param: 'amount' }, false)
    }
    charge.amount_refunded += amount
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      created: seconds(),
      amount,
      payment_intent: id,
      status: (typeof holdsRefunds === 'boolean' ? holdsRefunds : holdsRefunds()) ? 'pending' : 'succeeded',
      metadata: textsOf(params['metadata']),
    }
    refunds.set(refund.id, refund)
    onEvent('charge.refunded', charge)
    return refund
  }

  /** What the API does with a request. Throws a `StripeFault`. */
  const handle = (method: string, path: string, params: Params): object => {
    const known = knownParams.find(([route]) => route.test(`${method} ${path}`))
    if (known === undefined) throw new StripeFault(404, `Unrecognized request URL (${method}: ${path}).`, { type })
    for (const name of namesOf(params)) {
      if (name === 'payment_method_types[]')
        throw invalid('It is no longer supported.', name, 'payment_method_types_no_longer_supported')
      if (!known[1].has(name) && !/^(payment_intent_data\[)?metadata\]?\[/.test(name))
        throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
    }
    if (path === '/v1/refunds') {
      if (method === 'POST') return createRefund(params)
      const intent = textOf(params['payment_intent'])
      if (!intents.has(intent)) throw missing('payment_intent', intent)
      return listed(
        [...refunds.values()].toReversed().filter((refund) => refund.payment_intent === intent),
        params,
      )
    }
    const [, kind, id = '', action] = /^\/v1\/(payment_intents|checkout\/sessions)(?:\/(\w+))?(\/expire)?$/.exec(path)!
    if (kind === 'payment_intents') {
      const intent = intents.get(id)
      if (intent === undefined) throw missing('payment_intent', id)
      return intent
    }
    const expanded = membersOf(params['expand']).map(textOf)
    if (id === '') {
      if (method === 'POST') return shown(createSession(params), expanded)
      const created = params['created'] as Params | undefined
      const found = allSessions().filter(
        (each) =>
          each.created >= Number(created?.['gte'] ?? 0) &&
          each.created <= Number(created?.['lte'] ?? Infinity) &&
          (params['status'] === undefined || each.status === params['status']),
      )
      const page = listed(found, params)
      const ofEach = expanded.map((name) => name.replace(/^data\./, ''))
      return { ...page, data: page.data.map((session) => shown(session, ofEach)) }
    }
    const session = allSessions().find((each) => each.id === id)
    if (session === undefined) throw missing('checkout.session', id)
    if (action !== undefined) {
      if (session.status !== 'open')
        throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired, not "${session.status}".`)
      expire(session)
    }
    return shown(session, expanded)
  }

  /** Ends an open session; returns whether it was open. */
  const complete = (paymentId: PaymentId, isPaid: boolean) => {
    const session = sessionOf(paymentId)
    if (session?.status !== 'open') return false
    const [intent, charge] = [newId('pi'), newId('ch')]
    const { amount_total: amount } = session
    const metadata = intentMetadata.get(session.id)!
    const status = isPaid ? 'succeeded' : 'processing'
    intents.set(intent, { id: intent, object: 'payment_intent', status, amount, metadata, latest_charge: charge })
    charges.set(charge, {
      id: charge,
      object: 'charge',
      payment_intent: intent,
      amount,
      amount_refunded: 0,
      disputed: false,
      metadata,
    })
    session.status = 'complete'
    session.payment_intent = intent
    if (isPaid) session.payment_status = 'paid'
    onEvent('checkout.session.completed', shown(session))
    return true
  }

  return {
    handle,
    newId,
    sessionOf,
    sessions: (): readonly Readonly<Session>[] => [...sessions.values()],
    refunds: (): readonly Readonly<Refund>[] => [...refunds.values()],
    /** Pays at the page of a payment; returns whether it takes the money. */
    pay: (paymentId: PaymentId) => complete(paymentId, true),
    /** Has a card declined at the page; returns whether it takes another one. */
    decline: (paymentId: PaymentId) => sessionOf(paymentId)?.status === 'open',
    /** Pays by a method that takes days. */
    payLater: (paymentId: PaymentId) => complete(paymentId, false),
    /** Ends a payment by a method that takes days. */
    finishPayment(paymentId: PaymentId, isPaid: boolean) {
      const session = sessionOf(paymentId)!
      intentOf(paymentId).status = isPaid ? 'succeeded' : 'requires_payment_method'
      if (isPaid) session.payment_status = 'paid'
      onEvent(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, shown(session))
    },
    /** Has the visitor's bank dispute a payment. */
    dispute(paymentId: PaymentId) {
      const charge = chargeOf(paymentId)
      charge.disputed = true
      const { payment_intent } = charge
      onEvent('charge.dispute.created', { id: newId('dp'), object: 'dispute', payment_intent, metadata: {} })
    },
    /** Gives money back as a person does in Stripe's dashboard: without metadata. */
    refundByHand: (paymentId: PaymentId, amount: number) =>
      createRefund({ payment_intent: intentOf(paymentId).id, amount: String(amount) }),
    /** Ends a refund that is pending. */
    finishRefund(refundId: RefundId, state: 'settled' | 'failed') {
      const refund = [...refunds.values()].find(({ metadata }) => metadata['museum_refund'] === refundId)!
      if (refund.status !== 'pending') return
      refund.status = state === 'settled' ? 'succeeded' : 'failed'
      if (state === 'failed') {
        refund.failure_reason = 'lost_or_stolen_card'
        charges.get(intents.get(refund.payment_intent)!.latest_charge)!.amount_refunded -= refund.amount
      }
      onEvent(state === 'settled' ? 'refund.updated' : 'refund.failed', refund)
    },
    /** Opens a payment page of another system that uses the account; `isPaid`: and pays it. */
    openForeign(metadata: Metadata = {}, isPaid = false) {
      const session = createSession({
        mode: 'payment',
        expires_at: String(seconds() + 3_600),
        locale: 'auto',
        allowed_payment_method_types: { 0: 'card' },
        line_items: {
          0: { quantity: '1', price_data: { currency: 'eur', unit_amount: '500', product_data: { name: 'Book' } } },
        },
        metadata,
      })
      if (isPaid) Object.assign(session, { status: 'complete', payment_status: 'paid' })
    },
  }
}

/** The sum of line items, and their currency. */
const totalOf = (items: readonly Params[]) => {
  const prices = items.map((item) => item['price_data'] as Params)
  const currency = textOf(prices[0]?.['currency'])
  if (items.length > 100 || !/^[a-z]{3}$/.test(currency)) throw invalid('Invalid items or currency.', 'line_items')
  for (const price of prices)
    if (price['currency'] !== currency || textOf((price['product_data'] as Params)['name']) === '')
      throw invalid('Each item needs the same currency, and a name.', 'line_items')
  const amount = items.reduce((sum, item, n) => sum + wholeOf(item['quantity']) * wholeOf(prices[n]!['unit_amount']), 0)
  if (currency === 'kwd' && amount % 10 !== 0) throw invalid('The last digit must be 0.', 'line_items')
  if (amount < 50)
    throw invalid("The Checkout Session's total amount due is too small.", 'line_items', 'amount_too_small')
  return { amount, currency }
}

/** A part of a list, as `limit` and `starting_after` say. */
const listed = <Item extends Readonly<{ id: string }>>(items: readonly Item[], { limit, starting_after }: Params) => {
  const size = limit === undefined ? 10 : wholeOf(limit)
  if (size < 1 || size > 100) throw invalid('The limit must be between 1 and 100.', 'limit')
  const from = starting_after === undefined ? 0 : items.findIndex(({ id }) => id === starting_after) + 1
  return { object: 'list', url: '/v1', data: items.slice(from, from + size), has_more: items.length > from + size }
}

const wholeOf = (value: Param) => {
  if (!/^\d+$/.test(textOf(value))) throw invalid(`Invalid integer: ${textOf(value)}`)
  return Number(value)
}

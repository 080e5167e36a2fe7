import { describe, expect, it } from '@jest/globals'
import { Password, Username } from '@museum/application'
import { Instant, OnlinePayment, OrderId, PaymentId, PaymentReference } from '@museum/domain'
import { anActor, inMemoryPaymentProvider } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import fc from 'fast-check'
import { anApiAtTheGate } from '../../test/an-api-at-the-gate.ts'
import { dubious, valid } from '../../test/consumer/arbitraries.ts'
import { type Operation, type Parameter, type Schema, operations, resolve } from '../../test/consumer/openapi.ts'
import { faultsOfResponse } from '../../test/consumer/response-check.ts'
import { faultsBySchema } from '../../test/consumer/schema-check.ts'
import type { Problem } from '../problems/problem-details.ts'

const numRuns = 24

/**
 * The rules that no schema expresses: about invisible characters, parameters that depend on each other, and what the museum
 * has.
 */
const beyondSchema = new Set([
  'wrong-password',
  'text-blank',
  'start-after-end',
  'too-many-days',
  'closes-before-it-opens',
  'duplicate-date',
  'times-incomplete',
  'duplicate-price-category',
  'duplicate-price-category-name',
  'full-price-missing',
  'full-price-not-100',
  'full-price-has-general-price',
  'unknown-price-category',
  'email-required',
  'event-id-required',
  'too-many-dates',
  'too-many-tickets',
  'not-a-webhook-url',
  'times-not-ascending',
  'not-an-order-number',
  'not-a-confirmation-code',
  'not-the-method-of-the-order',
  'duplicate-method',
  'entry-time-required',
  'not-an-entry-time',
  'no-entry-times',
  'entry-time-over',
  'not-a-language',
  'online-method',
  'no-reference',
  'not-in-the-future',
  'too-far-ahead',
  'after-the-last-date',
  'until-required',
  'no-until',
  'not-one-for-each-item',
  'no-tickets',
])

const changesOfReservation = new Set(['extendReservation', 'releaseReservation', 'sellReservation', 'openPayment'])

/** A client of a museum with an event and tickets. `known` has identifiers and dates of this museum. */
const aConsumer = async () => {
  const { request, send, buy, ticket, general, eventId, code, get, later, ports, users } = await anApiAtTheGate({
    paymentProvider: inMemoryPaymentProvider(),
    shop: { publicUrl: 'https://museum.example', payment: 'rehearsal', isRehearsal: true },
  })
  await ports.deliveries.setMailOn(true)
  for (const [username, role] of [
    ['curator', 'admin'],
    ['desk-1', 'gate'],
  ] as const)
    await users.addUser({ username: Username(username), role, password: Password.ofAnyLength('päss:wörd') }, anActor)
  const place = async () => {
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-17' }]
    const placed = await send('POST', '/orders', { items, email: 'family@example.org' })
    return ((await placed.json()) as { orderId: string }).orderId
  }
  const reserved = async (but: object = {}) => {
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-18' }]
    const made = await send('POST', '/reservations', { items, ...but })
    return ((await made.json()) as { reservationId: string }).reservationId
  }
  const aGroup = { email: 'teacher@example.org', until: '2030-05-18T12:00:00Z' }
  /** An order whose refund is due. */
  const cancelledOrder = async () => {
    const placed = await place()
    await request('POST', `/orders/${placed}/cancellation`)
    return placed
  }
  /** A ticket whose refund is due. */
  const cancelled = async () => {
    const { ticketId } = await buy({ ticketType: 'event', eventId })
    await request('POST', `/tickets/${ticketId}/cancellation`)
    return ticketId
  }
  const receiver = 'https://calendar.example/museum'
  const webhook = { url: receiver, types: ['special-event.created'] }
  const { webhookId } = (await (await send('POST', '/webhooks', webhook)).json()) as { webhookId: string }
  await request('POST', `/webhooks/${webhookId}/test`)
  const orderId = await place()
  const closing = await send('POST', '/closings', { float: 0, counted: [] })
  const { closingId } = (await closing.json()) as { closingId: string }
  const unknown = OnlinePayment.unknown(
    {
      paymentId: PaymentId(exampleId(600)),
      reservationId: OrderId(exampleId(601)),
      providerId: 'cs_1',
      state: 'paid',
      amount: 100,
      currency: 'EUR',
      reference: PaymentReference('pi_1'),
    },
    Instant(Date.UTC(2030, 4, 17)),
  )
  await ports.reservations.addUnknownPayment(unknown)
  const { cursor } = (await (await get('/ticket-revocations?date=2030-05-17')).json()) as { cursor: string }
  const known = {
    eventId: fc.constant(eventId),
    ticketId: fc.constantFrom(ticket.ticketId, general.ticketId),
    paymentId: fc.constant<string>(unknown.paymentId),
    ticketDate: fc.constantFrom('2030-05-17', '2030-05-18'),
    code: fc.constantFrom(code, general.confirmationCode, 'x'),
    priceCategory: fc.constant('full'),
    quantity: fc.constantFrom(1, 2),
    // A reservation has one item.
    quantities: fc.constant([1]),
    total: fc.constant(null),
    percentage: fc.constant(100),
    generalPrice: fc.constant(null),
    url: fc.constant(receiver),
    // Not one of the few names that mean something else, such as `me`.
    username: fc.stringMatching(/^[a-zé博🦣][a-zé博🦣 %.?#-]*[a-z]{6}$/u),
    // The moment of an offline scan must be in the last seven days.
    offline: fc.constant(false),
  }
  const ids: Readonly<Record<string, string>> = {
    eventId,
    ticketId: general.ticketId,
    orderId,
    reservationId: await reserved(),
    closingId,
    admissionId: exampleId(1),
    webhookId,
    deliveryId: '1',
    username: 'desk-1',
    cursor,
  }
  /** The query that an operation needs: the examples of its required parameters, and what no schema expresses. */
  const neededQuery = ({ operationId, parameters = [] }: Operation): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(
      parameters
        .filter((each) => each.in === 'query' && each.required)
        .map(({ name, schema }) => [name, String(schema.example)]),
    ),
    ...(['setSchedule', 'setEntryTimes', 'setEventEntryTimes'].includes(operationId) && { confirm: 'true' }),
    ...(operationId === 'findTickets' && { email: 'visitor@example.org' }),
  })
  /** The identifier of an e-mail. */
  const mailed = async () => {
    await request('POST', `/tickets/${general.ticketId}/mail`)
    // At most 10 an hour go to one address.
    later(360_000)
    const [mail] = (await (await request('GET', '/mails')).json()) as [{ deliveryId: number }]
    return String(mail.deliveryId)
  }
  const call = async (
    operation: Operation,
    {
      path = {},
      query = {},
      headers = {},
      body,
    }: Partial<Record<'path' | 'query' | 'headers', Record<string, string>>> & { body?: unknown },
  ) => {
    const own = {
      ...(operation.operationId === 'settleRefund' && { ticketId: await cancelled() }),
      ...(operation.operationId === 'refundOrder' && { orderId: await cancelledOrder() }),
      ...(changesOfReservation.has(operation.operationId) && { reservationId: await reserved() }),
      ...(operation.operationId === 'mailReservation' && { reservationId: await reserved(aGroup) }),
      ...(operation.operationId === 'attendToPayment' && { reservationId: unknown.reservationId }),
      ...(operation.operationId === 'replayMail' && { deliveryId: await mailed() }),
    }
    const wanted: Readonly<Record<string, string>> = { ...ids, ...own, ...path }
    const target = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wanted[name]!))
    const all = new URLSearchParams({ ...neededQuery(operation), ...query })
    const file = operation.requestBody?.content['text/csv']?.schema.example as string | undefined
    const type = file === undefined ? 'application/json' : 'text/csv'
    const content = file ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await request(operation.method.toUpperCase(), `${target}?${all.toString()}`, {
      headers: { ...(content !== undefined && { 'Content-Type': type }), ...headers },
      ...(content !== undefined && { body: content }),
    })
    // At most 10 an hour go to one address.
    if (['mailTicket', 'mailOrder', 'mailReservation'].includes(operation.operationId)) later(360_000)
    // There are at most 50.
    if (operation.operationId === 'createWebhook' && response.status === 201)
      await request('DELETE', response.headers.get('Location')!)
    // A name belongs to one user.
    if (operation.operationId === 'addUser' && response.status === 201) {
      const { username } = (await response.clone().json()) as { username: string }
      await request('DELETE', `/users/${encodeURIComponent(username)}`)
    }
    expect([operation.operationId, await faultsOfResponse(operation, response)]).toEqual([operation.operationId, []])
    return response
  }
  /** The same for an operation: no refund of an event is due, and a present password is that of the user. */
  const knownTo = ({ operationId }: Operation) => ({
    ...known,
    ...(operationId === 'createRefundRun' && { total: fc.constant(0) }),
    ...(operationId === 'changeOwnPassword' && { password: fc.constant('päss:wörd') }),
  })
  return { knownTo, call, ids }
}

/** The faults of a response; undefined when it is not 400. */
const faultsOf = async (response: Response) =>
  response.status === 400 ? ((await response.json()) as Problem).errors! : undefined

/** Expects that the response refuses a request exactly when the schema does. */
const expectRefusal = async (response: Response, bySchema: readonly string[], isPlace: (place: string) => boolean) => {
  const faults = await faultsOf(response)
  if (bySchema.length === 0) {
    expect(faults?.filter(({ code }) => !beyondSchema.has(code)) ?? []).toEqual([])
    if (faults === undefined) expect(response.status).not.toBe(400)
    return
  }
  expect([response.status, bySchema]).toEqual([400, bySchema])
  expect(faults!.filter(({ pointer, parameter, header }) => isPlace(pointer ?? parameter ?? header!))).not.toEqual([])
}

const bodySchema = ({ requestBody }: Operation): Schema => requestBody!.content['application/json']!.schema
// Whether a file is valid, its schema does not say.
const withBody = operations.filter(({ requestBody }) => requestBody && 'application/json' in requestBody.content)
const byId = (all: readonly Operation[]) => all.map((operation) => [operation.operationId, operation] as const)

describe('a client that knows only the OpenAPI document', () => {
  it.each(byId(operations))('calls %s and gets a documented response', async (_, operation) => {
    const { call, knownTo } = await aConsumer()
    // Some break a rule that no schema expresses.
    const bodies: unknown[] = withBody.includes(operation)
      ? fc.sample(valid(bodySchema(operation), knownTo(operation)), 200)
      : [undefined]
    // Two items would have the same identifier.
    const send = () => {
      const body = bodies.pop()
      return call(operation, { body: Array.isArray(body) ? body.slice(0, 1) : body })
    }
    let response = await send()
    while (response.status === 400 && bodies.length > 0) response = await send()
    expect(response.status).toBeLessThan(operation.operationId === 'revertAdmission' ? 405 : 400)
    const etag = response.headers.get('ETag')
    const isConditional = operation.parameters?.some(({ name }) => name === 'If-None-Match')
    if (isConditional) expect((await call(operation, { headers: { 'If-None-Match': etag! } })).status).toBe(304)
  })

  it.each(byId(withBody))('calls %s with any body that conforms to its schema, and succeeds', async (_, operation) => {
    const { call, knownTo } = await aConsumer()
    await fc.assert(
      fc.asyncProperty(valid(bodySchema(operation), knownTo(operation)), async (body) => {
        expect(faultsBySchema(bodySchema(operation), body)).toEqual([])
        const response = await call(operation, { body })
        const faults = await faultsOf(response)
        if (faults === undefined) expect(response.status).toBeLessThan(300)
        else expect(faults.filter(({ code }) => !beyondSchema.has(code))).toEqual([])
      }),
      { numRuns },
    )
  })

  it.each(byId(withBody))(
    'gets 400 from %s exactly when the body does not conform to its schema',
    async (_, operation) => {
      const { call, knownTo } = await aConsumer()
      const schema = bodySchema(operation)
      const { items } = resolve(schema)
      const known = knownTo(operation)
      const draft = valid(items ?? schema, known) as fc.Arbitrary<Record<string, unknown>>
      // Made once: an arbitrary of texts that match a pattern first makes a table of characters.
      const mutation = fc.oneof(
        ...membersOf(items ?? schema).map(([name, member]) =>
          fc.tuple(fc.constant(name), fc.option(dubious(member, known, name), { nil: undefined, freq: 8 })),
        ),
      )
      await fc.assert(
        fc.asyncProperty(draft, mutation, async (members, [name, value]) => {
          const body: Record<string, unknown> = { ...members, [name]: value }
          // No schema expresses that the moment of an offline scan must be in the last seven days, and that it is of one ticket.
          fc.pre(body['offline'] !== true)
          const sent = items === undefined ? body : [body]
          const response = await call(operation, { body: sent })
          await expectRefusal(
            response,
            faultsBySchema(schema, JSON.parse(JSON.stringify(sent))),
            (place) => place.startsWith(items === undefined ? `#/${name}` : `#/0/${name}`) || name === 'ticketType',
          )
        }),
        { numRuns: 2 * numRuns },
      )
    },
  )

  const parameters = operations.flatMap((operation) =>
    (operation.parameters ?? [])
      // A malformed If-None-Match is ignored, and the filters of findTickets exclude each other.
      .filter(({ name }) => name !== 'If-None-Match')
      .filter(({ name }) => operation.operationId !== 'findTickets' || ['page', 'limit', 'email'].includes(name))
      .map((parameter) => [operation.operationId, parameter.in, parameter.name, operation, parameter] as const),
  )
  it.each(parameters)(
    'gets 400 from %s when the %s parameter %s does not conform to its schema, and otherwise only for a rule that no schema expresses',
    async (_, place, name, operation, parameter) => {
      const { call, knownTo, ids } = await aConsumer()
      const known = knownTo(operation)
      const part = ({ path: 'path', query: 'query', header: 'headers' } as const)[place]
      const [body] = withBody.includes(operation) ? fc.sample(valid(bodySchema(operation), known), 1) : []
      const arbitrary =
        name === 'since' && operation.operationId === 'getTicketRevocations'
          ? fc.constant(ids['cursor'])
          : textsFor(parameter, known)
      await fc.assert(
        fc.asyncProperty(arbitrary as fc.Arbitrary<string>, async (text) => {
          const response = await call(operation, { body, [part]: { [name]: text } })
          await expectRefusal(response, faultsBySchema(parameter.schema, parsed(parameter, text)), (at) => at === name)
        }),
        { numRuns: numRuns / 2 },
      )
    },
  )
})

/** The members that the objects of a schema can have, with their schemas. */
const membersOf = (reference: Schema): readonly (readonly [string, Schema])[] => {
  const { oneOf = [], properties = {} } = resolve(reference)
  return [...Object.entries(properties), ...oneOf.flatMap(membersOf)]
}

/** Texts for a parameter: some conform to its schema. */
const textsFor = ({ in: place, name, schema }: Parameter, known: Parameters<typeof valid>[1]) =>
  fc
    .oneof(valid(schema, known, name), dubious(schema, known, name))
    .filter((value) => typeof value !== 'object')
    .map(String)
    // A client cannot send these: an empty path segment or one of dots, and other bytes than visible ASCII in a header.
    .filter((text) =>
      place === 'path' ? /^[^./]+$/.test(text) : place === 'query' || /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text),
    )

/** The value that the schema of a parameter validates: an integer if the text is a plain decimal integer. */
const parsed = ({ schema: { type } }: Parameter, text: string): unknown => {
  if (type === 'integer') return /^\d{1,9}$/.test(text) ? Number(text) : text
  return text
}

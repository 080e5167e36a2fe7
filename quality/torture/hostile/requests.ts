/** Requests to the operations of the OpenAPI document: valid ones after its schemas, and mutated ones. */
import fc from 'fast-check'
import * as hostile from './hostile-values.ts'
import type { Headers } from './raw-http.ts'

/** The parts of JSON Schema that the document uses. */
type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  format?: string
  pattern?: string
  enum?: readonly string[]
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  description?: string
  example?: unknown
}>
type Content = Readonly<Record<string, Readonly<{ schema: Schema }>>>
type Parameter = Readonly<{ name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }>
type DocumentedOperation = Readonly<{
  operationId: string
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ content: Content; required?: boolean }>
  responses: Readonly<Record<string, Readonly<{ headers?: Readonly<Record<string, Header>>; content?: Content }>>>
}>
type Header = Readonly<{ $ref?: string; required?: boolean }>
export type Document = Readonly<{
  servers: readonly [Readonly<{ url: string }>]
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  components: Readonly<{
    schemas: Readonly<Record<string, Schema>>
    headers: Readonly<Record<string, Header>>
  }>
}>
/** An operation with its method in upper case and its complete path. */
export type Operation = DocumentedOperation & Readonly<{ method: string; path: string }>

export const operationsOf = ({ servers: [{ url }], paths }: Document): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      Object.assign({ method: method.toUpperCase(), path: `${url}${path}` }, operation),
    ),
  )

/**
 * A request before it is sent; in every text a character is a byte. Placeholders are replaced when it is sent:
 * `@event:3@`, `@etag:3@` (of that event), `@timed:3@` (an event with entry times), `@ticket:3@`, `@cancelled:3@`, `@admitted:3@` and `@due:3@` (tickets; of the last, a
 * refund is due), `@order:3@`, `@reservation:3@`, `@webhook:3@`, `@code:3@`, `@admission:3@`, `@cursor:0@`, `@now@`, `@soon@` (in an hour),
 * `@credentials@`.
 */
export type Request = Readonly<{
  /** Absent when the request addresses no operation. */
  operation?: Operation
  /** Whether all of it conforms to the document. */
  isValid: boolean
  method: string
  path: string
  query: Headers
  headers: Headers
  body?: string | undefined
  /** The sizes of its chunks in bytes, repeated in turn. */
  chunks?: readonly number[]
}>
/** A request whose body is still a list of members, each with the JSON text of its value. */
type Draft = Request & Readonly<{ members?: Headers | undefined }>
type Mutation = (draft: Draft) => Draft

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const json = (value: unknown) => utf8(JSON.stringify(value))
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)

const eventId = fc.nat(30).map((n) => `@event:${n}@`)
const ticketId = fc.oneof(
  { arbitrary: fc.nat(30).map((n) => `@ticket:${n}@`), weight: 3 },
  { arbitrary: fc.nat(30).map((n) => `@cancelled:${n}@`), weight: 1 },
  { arbitrary: fc.nat(30).map((n) => `@admitted:${n}@`), weight: 1 },
  { arbitrary: fc.nat(30).map((n) => `@due:${n}@`), weight: 2 },
)
const orderId = fc.nat(30).map((n) => `@order:${n}@`)
const reservationId = fc.nat(30).map((n) => `@reservation:${n}@`)
const closingId = fc.nat(30).map((n) => `@closing:${n}@`)
const webhookId = fc.nat(30).map((n) => `@webhook:${n}@`)
const admissionId = fc.nat(30).map((n) => `@admission:${n}@`)
// So few that one is sent again.
const scanId = fc.nat(40).map((n) => `01940000-0000-7000-8000-${String(n).padStart(12, '0')}`)
const identifiers: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ticketId,
  orderId,
  reservationId,
  closingId,
  webhookId,
  admissionId,
  scanId,
}
/** Codes of tickets that admit, or have admitted, on the museum's present day. */
const scannedCode = fc.nat(30).map((n) => `@code:${n}@`)
const date = fc.integer({ min: 0, max: 3_000 }).map((n) => new Date(Date.UTC(2030, 0, n)).toISOString().slice(0, 10))
/** The entry times that requests name. */
export const entryTimes = ['09:00', '10:00', '11:30', '12:00', '15:30', '23:59']
/** Ascending times, the longest list that is allowed among them. */
const listOfTimes = (maxItems: number) => {
  const longest = Array.from({ length: maxItems }, (_, n) => new Date(n * 29 * 60_000).toISOString().slice(11, 16))
  const some = fc.subarray(entryTimes, { minLength: 1 })
  return fc.oneof({ arbitrary: some, weight: 40 }, { arbitrary: fc.constant(longest), weight: 1 })
}
/** A date that every event of a fuzz session has, so that valid purchases can name it. */
export const firstDate = '2031-05-17'

/** A purchase with an entry time is of an event that has it. */
const withTimedEvent = (members: Readonly<Record<string, unknown>>) =>
  typeof members['entryTime'] === 'string' && typeof members['eventId'] === 'string'
    ? { ...members, eventId: members['eventId'].replace('@event', '@timed') }
    : members

/** Values that conform to a schema. The member's name decides what no schema says: which identifier, which phone number. */
const valueOf = (document: Document, schema: Schema, name: string): fc.Arbitrary<unknown> => {
  const { $ref, type, format, enum: literals, maxLength = 5_000, minLength = 0, minItems = 0, maxItems = 5 } = schema
  if ($ref !== undefined) return valueOf(document, document.components.schemas[$ref.split('/').at(-1)!]!, name)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) return fc.oneof(...alternatives.map((each) => valueOf(document, each, name)))
  // Most of what is sold has no entry times.
  if (name === 'entryTime')
    return fc.oneof({ arbitrary: fc.constant(null), weight: 2 }, { arbitrary: oneOf(entryTimes), weight: 1 })
  if (typeof type === 'object') {
    const types = type.map((each) => valueOf(document, { ...schema, type: each }, name))
    return fc.oneof(...types)
  }
  if (literals !== undefined) return oneOf(literals)
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1_000 } = schema
    const whole = fc.integer({ min: Math.max(Math.ceil(minimum), -1_000), max: Math.min(maximum, 1_000) })
    const [min, max] = [minimum, maximum].map((limit) => Math.round(limit * 100)) as [number, number]
    const precise = type === 'integer' ? whole : fc.integer({ min, max }).map((cents) => cents / 100)
    const bound = oneOf([minimum, maximum])
    return fc.oneof({ arbitrary: bound, weight: 1 }, { arbitrary: whole, weight: 2 }, { arbitrary: precise, weight: 3 })
  }
  if (type === 'array') {
    if (name === 'times') return listOfTimes(maxItems)
    // Reservations of a fuzz session have one item, of two tickets.
    if (name === 'quantities') return fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 2 })
    const item = valueOf(document, schema.items!, name)
    const short = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, 6) })
    const full = fc.array(item, { minLength: maxItems, maxLength: maxItems })
    return fc.oneof({ arbitrary: short, weight: 40 }, { arbitrary: full, weight: 1 })
  }
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {}).map(([key, property]) => [
      key,
      valueOf(document, property, key),
    ])
    return fc
      .record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: [...(schema.required ?? [])],
        noNullPrototype: true,
      })
      .map(withTimedEvent)
  }
  if (format === 'date')
    return fc.oneof({ arbitrary: fc.constant(firstDate), weight: 2 }, { arbitrary: date, weight: 1 })
  if (format === 'uuid')
    return fc.oneof({ arbitrary: identifiers[name] ?? eventId, weight: 8 }, { arbitrary: fc.uuid(), weight: 2 })
  if (format === 'date-time')
    return fc.oneof(
      { arbitrary: fc.constant(name === 'until' ? '@soon@' : '@now@'), weight: 4 },
      {
        arbitrary: oneOf(['2030-05-17T19:02:11.250+02:00', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']),
        weight: 1,
      },
    )
  // A cursor comes from an earlier response only.
  if (schema.description === 'The cursor of an earlier response.') return fc.constant('@cursor:0@')
  if (format === 'email')
    return fc.oneof(
      fc.constant('visitor@example.org'),
      // A purchase takes none with these characters.
      fc.emailAddress().filter((email) => !/[;,|<>"]/.test(email)),
    )
  if (name === 'since' || name === 'until')
    return fc.oneof(date, oneOf(['2031-05-17T09:00:00+02:00', '2031-05-17T07:00:00.5Z', '1970-01-01T00:00:00Z']))
  const pattern = new RegExp(schema.pattern ?? '', 'u')
  // Nothing listens there: no message leaves this machine.
  if (name === 'url') return fc.constant('http://127.0.0.1:9/museum')
  // Random texts seldom match the pattern of these.
  if (name === 'returnUrl') return fc.webUrl({ withFragments: true, withQueryParameters: true })
  if (/^(terms|privacy|legalNotice)Url$/.test(name))
    return fc.oneof(fc.constant('https://museum.example/terms'), fc.webUrl({ withQueryParameters: true }))
  if (name === 'email') return fc.constant('welcome@museum.example')
  // Not the user of the run, which must not be changed or removed.
  if (name === 'username') return oneOf(['desk-1', 'desk-2', 'kasse%C3%BC'])
  if (name === 'method' || name === 'paymentMethods') return fc.stringMatching(pattern)
  if (name === 'language') return oneOf(['de', 'pt-BR', 'zh-Hans-CN', 'en-u-ca-gregory', 'de-de-de'])
  if (name === 'timeOpen') return oneOf(['00:00', '09:00', '12:00'])
  if (name === 'timeClose') return oneOf(['12:00', '18:00', '23:59'])
  if (name === 'priceCategory')
    return fc.oneof({ arbitrary: fc.constant('full'), weight: 4 }, { arbitrary: fc.stringMatching(pattern), weight: 1 })
  if (name === 'phone')
    return fc
      .string({ unit: oneOf('0123456789+()-./x# '.split('')), minLength: 3, maxLength })
      .filter((text) => pattern.test(text))
  if (name === 'code')
    return fc.oneof({ arbitrary: scannedCode, weight: 6 }, { arbitrary: oneOf(hostile.wellFormedCodes), weight: 1 })
  const lengths = { minLength, maxLength: Math.min(maxLength, 20) }
  const longest = oneOf(['x', 'é', '博', '🦣']).map((character) => character.repeat(maxLength))
  return fc
    .oneof(
      { arbitrary: fc.string({ unit: 'grapheme', ...lengths }), weight: 3 },
      { arbitrary: fc.string({ unit: 'binary', ...lengths }), weight: 2 },
      { arbitrary: longest, weight: 1 },
    )
    .filter((text) => pattern.test(text))
}

/** The JSON text of a hostile value for a member of this name. */
const hostileValue = (name: string): fc.Arbitrary<string> => {
  const asJson = (values: readonly string[]) => oneOf(values).map(json)
  const specific: readonly fc.Arbitrary<string>[] =
    name === 'dates'
      ? [
          asJson(hostile.dates).map((date) => `[${date}]`),
          fc.array(asJson(hostile.dates)).map((dates) => `[${dates.join()}]`),
        ]
      : ['price', 'capacity', 'early', 'late'].includes(name)
        ? [oneOf(hostile.numbers), oneOf(hostile.numbers).map((number) => `"${number}"`), fc.double().map(json)]
        : name === 'rule'
          ? [oneOf(hostile.entryTimeRules)]
          : name === 'exceptions'
            ? [oneOf(hostile.scheduleExceptions)]
            : name === 'entryTime'
              ? [asJson(hostile.timesOfDay)]
              : name === 'scannedAt'
                ? [asJson(hostile.moments)]
                : name === 'code'
                  ? [
                      asJson(hostile.codes),
                      scannedCode.map((code) => json(`${code} `)),
                      scannedCode.map((code) => json(`x${code}`)),
                    ]
                  : /date/i.test(name)
                    ? [asJson(hostile.dates)]
                    : /id$/i.test(name)
                      ? [asJson(hostile.identifiers)]
                      : name === 'email'
                        ? [asJson(hostile.emails)]
                        : name === 'phone'
                          ? [asJson(hostile.phones)]
                          : [asJson(hostile.texts)]
  return fc.oneof(
    ...specific.map((arbitrary) => ({ arbitrary, weight: 6 })),
    { arbitrary: asJson(hostile.texts), weight: 2 },
    { arbitrary: oneOf(hostile.numbers), weight: 1 },
    { arbitrary: oneOf(hostile.values), weight: 3 },
    { arbitrary: fc.jsonValue().map(json), weight: 1 },
    { arbitrary: fc.string({ unit: 'binary' }).map(json), weight: 1 },
  )
}

const parameterText: fc.Arbitrary<string> = fc.oneof(
  oneOf([...hostile.dates, ...hostile.numbers, ...hostile.identifiers].filter((text) => text !== '')),
  oneOf(hostile.texts.filter((text) => text !== '' && text.length < 3_000).map((text) => text.toWellFormed())),
  fc.string({ unit: 'binary', minLength: 1 }),
)
const escapedParameter = parameterText.map((text) => encodeURIComponent(text))
// Unescaped, but without the characters that end a segment or a parameter.
const rawParameter = fc.oneof(
  oneOf([
    '%',
    '%zz',
    '%c0%af',
    '%00',
    '%ff',
    '%u0041',
    '%f0%9f',
    '\x80',
    '+',
    '%2B',
    '"',
    '^',
    '{}',
    '1%0d%0aX:y',
    '%2f',
    ';',
  ]),
  oneOf(['1', '0', '-1', '101', '1e1', '1.0', '01', '0x1', '999999999', '1000000000', '٣', '1%00', '%31', '1%20']),
)

const hostileHeader = fc.oneof(
  { arbitrary: oneOf(hostile.headers), weight: 4 },
  {
    arbitrary: fc.tuple(
      oneOf(['If-Match', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id', 'Accept', 'Origin']),
      fc.string({
        unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
        maxLength: 300,
      }),
    ),
    weight: 2,
  },
  {
    arbitrary: fc
      .tuple(oneOf(['If-Match', 'If-None-Match']), oneOf(['@etag:0@', '@etag:1@', 'W/@etag:0@', '"x", @etag:0@', '*']))
      .map(([name, tag]) => [name, tag] as const),
    weight: 2,
  },
)

const without = (headers: Headers, name: string) => headers.filter(([each]) => each !== name)
const replaced = (headers: Headers, name: string, value: string): Headers => [...without(headers, name), [name, value]]

const draftBody = ({ members, body }: Draft) =>
  members === undefined ? body : `{${members.map(([name, value]) => `${json(name)}:${value}`).join()}}`
const asBytes = (draft: Draft, change: (body: string) => string): Draft => {
  const { members: _, ...rest } = draft
  return { ...rest, body: change(draftBody(draft) ?? '') }
}
const splitAt = (text: string, n: number) =>
  [text.slice(0, n % (text.length + 1)), text.slice(n % (text.length + 1))] as const

const setMember =
  (name: string, value: string, isSecond = false): Mutation =>
  ({ members, ...draft }) =>
    members === undefined
      ? draft
      : { ...draft, members: isSecond ? [...members, [name, value]] : replaced(members, name, value) }

/** The names of the members that the objects of a schema can have. */
const membersOf = (document: Document, { $ref, oneOf = [], properties = {} }: Schema = {}): readonly string[] => [
  ...new Set([
    ...Object.keys(properties),
    ...oneOf.flatMap((each) => membersOf(document, each)),
    ...($ref === undefined ? [] : membersOf(document, document.components.schemas[$ref.split('/').at(-1)!])),
  ]),
]

/** Whether the body is a file, not JSON. Valid ones are the example of its media type. */
export const isFile = (requestBody: Operation['requestBody']): boolean =>
  requestBody !== undefined && !('application/json' in requestBody.content)

/** Mutations of the parts that requests to an operation have. */
const mutationsOf = (
  document: Document,
  { method, path, parameters = [], requestBody }: Operation,
): fc.Arbitrary<Mutation> => {
  const queried = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const members = membersOf(document, Object.values(requestBody?.content ?? {})[0]?.schema)
  const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>, mutate: (value: T) => Mutation) => ({
    weight,
    arbitrary: arbitrary.map(mutate),
  })
  const memberName = fc.oneof(
    { weight: 5, arbitrary: oneOf(members.length > 0 ? members : ['x']) },
    { weight: 1, arbitrary: oneOf(hostile.names) },
  )
  const hostileMember = memberName.chain((name) =>
    fc.tuple(
      fc.constant(name),
      hostileValue(name),
      fc.nat(9).map((n) => n === 0),
    ),
  )
  const ofMembers = [
    weighted(4, memberName, (name) => (draft) => ({ ...draft, members: without(draft.members ?? [], name) })),
    weighted(32, hostileMember, ([name, value, isSecond]) => setMember(name, value, isSecond)),
  ]
  const ofBody = [
    weighted(2, oneOf(hostile.bodies), (body) => (draft) => asBytes(draft, () => body)),
    weighted(
      1,
      fc.uint8Array({ maxLength: 200 }),
      (bytes) => (draft) => asBytes(draft, () => Buffer.from(bytes).toString('latin1')),
    ),
    weighted(1, fc.nat(2_000), (n) => (draft) => asBytes(draft, (body) => splitAt(body, n)[0])),
    weighted(
      1,
      fc.tuple(fc.nat(2_000), oneOf(['\x80', '\xc3', '\xed\xa0\x80', '\x00', '\x7f', '"', ',', '\\', '\xef\xbb\xbf'])),
      ([n, bytes]) =>
        (draft) =>
          asBytes(draft, (body) => splitAt(body, n).join(bytes)),
    ),
    weighted(
      4,
      oneOf([131_071, 131_072, 131_073, 300_000]),
      (size) => (draft) => asBytes(draft, (body) => body.padEnd(size)),
    ),
    weighted(1, oneOf(hostile.contentTypes), (type) => (draft) => ({
      ...draft,
      headers: replaced(draft.headers, 'Content-Type', type),
    })),
    weighted(1, oneOf(['gzip', 'br', 'identity', 'x', ' ', 'identity, gzip']), (encoding) => (draft) => ({
      ...draft,
      headers: [...draft.headers, ['Content-Encoding', encoding]],
    })),
    weighted(2, fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 4 }), (chunks) => (draft) => ({
      ...draft,
      chunks,
    })),
  ]
  const ofQuery = [
    weighted(
      members.length > 0 ? 1 : 10,
      fc.tuple(oneOf([...queried, 'x', '__proto__', '']), fc.oneof(escapedParameter, rawParameter)),
      ([name, value]) =>
        (draft) => ({ ...draft, query: [...draft.query, [name, value]] }),
    ),
  ]
  const ofPath = [
    weighted(
      6,
      fc.oneof(escapedParameter, rawParameter).filter((text) => !/^\.{0,2}$/.test(text)),
      (text) => (draft) => ({
        ...draft,
        path: path.replace(/\{\w+\}/, () => text),
      }),
    ),
  ]
  const ofHeaders = [
    weighted(4, hostileHeader, ([name, value]) => (draft) => ({
      ...draft,
      headers: replaced(draft.headers, name, value),
    })),
    weighted(2, oneOf(hostile.invalidAuthorizations), (value) => (draft) => ({
      ...draft,
      headers: replaced(draft.headers, 'Authorization', value),
    })),
    weighted(1, fc.constant(undefined), () => (draft) => ({
      ...draft,
      headers: without(draft.headers, 'Authorization'),
    })),
  ]
  return fc.oneof(
    ...(members.length > 0 ? ofMembers : []),
    ...(method === 'GET' ? [] : ofBody),
    ...ofQuery,
    ...(path.includes('{') ? ofPath : []),
    ...ofHeaders,
  )
}

const visibleAscii = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
})

/** The filters of which a request must have exactly one, which no schema says. */
const filters: Readonly<Record<string, readonly (readonly string[])[]>> = {
  findTickets: [['confirmationCode'], ['email'], ['eventId', 'date']],
}

/** Requests to one operation: a quarter of them valid, the others mutated. */
export const requestsTo = (document: Document, operation: Operation): fc.Arbitrary<Request> => {
  const { method, path, parameters = [], requestBody } = operation
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const queryOf = (required: readonly string[], optional: readonly string[]) =>
    fc.record(
      Object.fromEntries(
        inQuery
          .filter(({ name }) => required.includes(name) || optional.includes(name))
          .map(({ name, schema }) => [name, valueOf(document, schema, name)]),
      ),
      { requiredKeys: [...required] },
    )
  const names = inQuery.map(({ name }) => name)
  const ofFilters = filters[operation.operationId]
  const query =
    ofFilters === undefined
      ? queryOf(
          inQuery.filter(({ required }) => required).map(({ name }) => name),
          names,
        )
      : fc.oneof(...ofFilters.map((filter) => queryOf(filter, ['page', 'limit'])), queryOf([], names))
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const pathParameters = fc.tuple(...inPath.map(({ name, schema }) => valueOf(document, schema, name).map(String)))
  const conditions = parameters.filter((parameter) => parameter.in === 'header')
  const tags = oneOf(['', '', '*', '"x"', 'CURRENT', 'CURRENT', 'CURRENT, "y"', 'W/CURRENT'])
  const types = Object.keys(requestBody?.content ?? {})
  const content = isFile(requestBody) ? undefined : requestBody?.content[types[0]!]?.schema
  // A body that is not required is left out sometimes.
  const bodyOfSchema = (body: fc.Arbitrary<object>) =>
    requestBody?.required === false ? fc.option(body, { nil: undefined, freq: 3 }) : body
  const draft: fc.Arbitrary<Draft> = fc
    .record({
      query,
      pathParameters,
      tags,
      key: fc.oneof(oneOf(['!', '"x"', '~'.repeat(255)]), visibleAscii),
      type: types.length > 0 ? oneOf(types) : fc.constant(''),
      content: content ? bodyOfSchema(valueOf(document, content, '') as fc.Arbitrary<object>) : fc.constant(undefined),
    })
    .map(({ query, pathParameters, tags, key, type, content }) => {
      const [id = ''] = pathParameters
      // The entity tag of the event in the path.
      const current = id.startsWith('@event') ? id.replace('event', 'etag') : '"x"'
      const condition =
        tags === ''
          ? []
          : conditions.map(
              ({ name }) => [name, name === 'Idempotency-Key' ? key : tags.replace('CURRENT', current)] as const,
            )
      const contentType = type === '' ? [] : [['Content-Type', type] as const]
      return {
        operation,
        isValid: true,
        method,
        path: pathParameters.reduce((filled, text) => filled.replace(/\{\w+\}/, text), path),
        query: Object.entries(query).map(([name, value]) => [name, escapedValue(String(value))] as const),
        headers: [['Host', 'museum.example'], ['Authorization', '@credentials@'], ...condition, ...contentType],
        // An array has no members to change: only its bytes are.
        body: isFile(requestBody)
          ? utf8(String(requestBody!.content[type]!.schema.example))
          : Array.isArray(content)
            ? json(content)
            : undefined,
        members:
          content === undefined || Array.isArray(content)
            ? undefined
            : Object.entries(content).map(([name, value]) => [name, json(value)] as const),
      }
    })
  const mutated = fc
    .tuple(draft, fc.array(mutationsOf(document, operation), { minLength: 1, maxLength: 3 }))
    .map(([draft, mutations]) =>
      mutations.reduce<Draft>((current, mutate) => mutate(current), { ...draft, isValid: false }),
    )
  return fc.oneof({ arbitrary: draft, weight: 1 }, { arbitrary: mutated, weight: 3 }).map(toRequest)
}
/** Escapes a value for a query, but not the placeholders in it. */
const escapedValue = (value: string) =>
  encodeURIComponent(value)
    .replaceAll(/%40(\w+)%3A(\d+)%40/g, (_, kind: string, n: string) => `@${kind}:${n}@`)
    .replace(/%40(now|soon)%40/, '@$1@')
const toRequest = (draft: Draft): Request => ({ ...draft, body: draftBody(draft) })

/** Requests of any method to any path. */
export const strayRequests = (operations: readonly Operation[]): fc.Arbitrary<Request> =>
  fc
    .record({
      method: oneOf(hostile.methods),
      path: fc.oneof(oneOf(hostile.paths), oneOf(operations.map(({ path }) => path.replace(/\{\w+\}/, '@event:0@')))),
      credentials: fc.oneof(
        { arbitrary: fc.constant('@credentials@'), weight: 400 },
        { arbitrary: oneOf(hostile.invalidAuthorizations), weight: 200 },
        // Rare: each costs a password check, and too many are answered 429.
        { arbitrary: fc.nat().map((n) => `Basic ${Buffer.from(`unknown-${n}:x`).toString('base64')}`), weight: 1 },
      ),
      headers: fc.array(hostileHeader, { maxLength: 3 }),
      body: fc.option(oneOf(hostile.bodies), { nil: undefined, freq: 4 }),
    })
    .map(({ method, path, credentials, headers, body }) => ({
      isValid: false,
      method,
      path,
      query: [],
      headers: headers.reduce<Headers>(
        (sofar, [name, value]) => replaced(sofar, name, value),
        [
          ['Host', 'museum.example'],
          ['Authorization', credentials],
        ],
      ),
      body,
    }))

/** The bytes of a request, its placeholders replaced by `fillIn`. */
export const bytesOf = (request: Request, fillIn: (text: string) => string): Buffer => {
  const { method, path, query, headers, chunks } = request
  const body = request.body === undefined ? undefined : fillIn(request.body)
  const target = path + (query.length > 0 ? `?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : '')
  const framing: Headers =
    body === undefined ? [] : chunks ? [['Transfer-Encoding', 'chunked']] : [['Content-Length', String(body.length)]]
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...[...headers, ...framing].map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
  return Buffer.from(fillIn(head) + (body === undefined ? '' : chunks ? toChunks(body, chunks) : body), 'latin1')
}

const toChunks = (body: string, sizes: readonly number[]): string => {
  let chunked = ''
  for (let [at, n] = [0, 0]; at < body.length; n += 1) {
    const chunk = body.slice(at, at + sizes[n % sizes.length]!)
    chunked += `${chunk.length.toString(16)}\r\n${chunk}\r\n`
    at += chunk.length
  }
  return `${chunked}0\r\n\r\n`
}

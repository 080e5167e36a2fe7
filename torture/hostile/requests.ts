/** Requests to the operations of the OpenAPI document: as its schemas have them, and then bent. */
import fc from 'fast-check'
import * as hostile from './hostile-values.ts'
import type { Headers } from './raw-http.ts'

/** A JSON schema, as far as the document uses it. */
type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  format?: string
  enum?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}>
type Content = Readonly<Record<string, Readonly<{ schema: Schema }>>>
type Parameter = Readonly<{ name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }>
type Described = Readonly<{
  operationId: string
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ content: Content }>
  responses: Readonly<Record<string, Readonly<{ headers?: Record<string, { required?: boolean }>; content?: Content }>>>
}>
export type Document = Readonly<{
  servers: readonly [Readonly<{ url: string }>]
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>
}>
/** An operation with its method in capitals and its whole path. */
export type Operation = Described & Readonly<{ method: string; path: string }>

export const operationsOf = ({ servers: [{ url }], paths }: Document): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      Object.assign({ method: method.toUpperCase(), path: `${url}${path}` }, described),
    ),
  )

/**
 * A request before it is sent, everything a character a byte. Marks stand for what is known only then:
 * `@event:3@`, `@etag:3@` (of that event), `@ticket:3@`, `@cancelled:3@` (a ticket), `@credentials@`.
 */
export type Request = Readonly<{
  /** The operation that it is meant for, if any. */
  operation?: Operation
  /** Whether it is as the document says, in all of its parts. */
  isByTheBook: boolean
  method: string
  path: string
  query: Headers
  headers: Headers
  body?: string | undefined
  /** Sent in chunks of so many bytes, in turn. */
  chunks?: readonly number[]
}>
/** The same while its body still has members, each with the text of its value. */
type Draft = Request & Readonly<{ members?: Headers | undefined }>
type Bend = (draft: Draft) => Draft

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const json = (value: unknown) => utf8(JSON.stringify(value))
const pick = <T>(all: readonly T[]) => fc.constantFrom(...all)

const anEvent = fc.nat(30).map((n) => `@event:${n}@`)
const aTicket = fc.oneof(
  { arbitrary: fc.nat(30).map((n) => `@ticket:${n}@`), weight: 3 },
  { arbitrary: fc.nat(30).map((n) => `@cancelled:${n}@`), weight: 1 },
)
const aDay = fc.integer({ min: 0, max: 3_000 }).map((n) => new Date(Date.UTC(2030, 0, n)).toISOString().slice(0, 10))
/** On this day every event of the beginning takes place. */
export const premiere = '2031-05-17'

/** Values of a schema. What no schema says is taken from the name: whose identifier it is, what a phone number is. */
const valueOf = (document: Document, schema: Schema, name: string): fc.Arbitrary<unknown> => {
  const { $ref, type, format, enum: words, maxLength = 5_000, minLength = 0, minItems = 0, maxItems = 5 } = schema
  if ($ref !== undefined) return valueOf(document, document.components.schemas[$ref.split('/').at(-1)!]!, name)
  if (typeof type === 'object') {
    const types = type.map((one) => valueOf(document, { ...schema, type: one }, name))
    return fc.oneof(...types)
  }
  if (words !== undefined) return pick(words)
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1_000 } = schema
    const [edge, inside] = [pick([minimum, maximum]), fc.integer({ min: minimum, max: Math.min(maximum, 1_000) })]
    const exact = type === 'integer' ? inside : fc.integer({ min: 0, max: maximum * 100 }).map((cents) => cents / 100)
    return fc.oneof({ arbitrary: edge, weight: 1 }, { arbitrary: inside, weight: 2 }, { arbitrary: exact, weight: 3 })
  }
  if (type === 'array') {
    const item = valueOf(document, schema.items!, name)
    const few = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, 6) })
    const most = fc.array(item, { minLength: maxItems, maxLength: maxItems })
    return fc.oneof({ arbitrary: few, weight: 40 }, { arbitrary: most, weight: 1 })
  }
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {}).map(([key, of]) => [key, valueOf(document, of, key)])
    return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: [...(schema.required ?? [])],
      noNullPrototype: true,
    })
  }
  if (format === 'date')
    return fc.oneof({ arbitrary: fc.constant(premiere), weight: 2 }, { arbitrary: aDay, weight: 1 })
  if (format === 'uuid')
    return fc.oneof(
      { arbitrary: name === 'ticketId' ? aTicket : anEvent, weight: 8 },
      { arbitrary: fc.uuid(), weight: 2 },
    )
  if (format === 'email') return fc.oneof(fc.constant('visitor@example.org'), fc.emailAddress())
  if (name === 'phone') return fc.string({ unit: pick('0123456789+()-./x# '.split('')), minLength: 3, maxLength })
  const lengths = { minLength, maxLength: Math.min(maxLength, 20) }
  const longest = pick(['x', 'é', '博', '🦣']).map((character) => character.repeat(maxLength))
  return fc.oneof(
    {
      arbitrary: fc.string({ unit: 'grapheme', ...lengths }),
      weight: 3,
    },
    { arbitrary: fc.string({ unit: 'binary', ...lengths }), weight: 2 },
    { arbitrary: longest, weight: 1 },
  )
}

/** The text of some value that a member of this name should rather not have. */
const hostileValue = (name: string): fc.Arbitrary<string> => {
  const asJson = (all: readonly string[]) => pick(all).map(json)
  const near: readonly fc.Arbitrary<string>[] =
    name === 'dates'
      ? [
          asJson(hostile.dates).map((date) => `[${date}]`),
          fc.array(asJson(hostile.dates)).map((all) => `[${all.join()}]`),
        ]
      : name === 'price'
        ? [pick(hostile.numbers), pick(hostile.numbers).map((number) => `"${number}"`), fc.double().map(json)]
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
    ...near.map((arbitrary) => ({ arbitrary, weight: 6 })),
    { arbitrary: asJson(hostile.texts), weight: 2 },
    { arbitrary: pick(hostile.numbers), weight: 1 },
    { arbitrary: pick(hostile.values), weight: 3 },
    { arbitrary: fc.jsonValue().map(json), weight: 1 },
    { arbitrary: fc.string({ unit: 'binary' }).map(json), weight: 1 },
  )
}

const aParameter: fc.Arbitrary<string> = fc.oneof(
  pick([...hostile.dates, ...hostile.numbers, ...hostile.identifiers].filter((text) => text !== '')),
  pick(hostile.texts.filter((text) => text !== '' && text.length < 3_000).map((text) => text.toWellFormed())),
  fc.string({ unit: 'binary', minLength: 1 }),
)
const escaped = aParameter.map((text) => encodeURIComponent(text))
// As they stand in a target: anything but what ends a part of it.
const broken = fc.oneof(
  pick([
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
  pick(['1', '0', '-1', '101', '1e1', '1.0', '01', '0x1', '999999999', '1000000000', '٣', '1%00', '%31', '1%20']),
)

const aHeader = fc.oneof(
  { arbitrary: pick(hostile.headers), weight: 4 },
  {
    arbitrary: fc.tuple(
      pick(['If-Match', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id', 'Accept', 'Origin']),
      fc.string({
        unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
        maxLength: 300,
      }),
    ),
    weight: 2,
  },
  {
    arbitrary: fc
      .tuple(pick(['If-Match', 'If-None-Match']), pick(['@etag:0@', '@etag:1@', 'W/@etag:0@', '"x", @etag:0@', '*']))
      .map(([name, tag]) => [name, tag] as const),
    weight: 2,
  },
)

const authorization = 'Authorization'
const without = (headers: Headers, name: string) => headers.filter(([each]) => each !== name)
const instead = (headers: Headers, name: string, value: string): Headers => [...without(headers, name), [name, value]]

const bodyOf = ({ members, body }: Draft) =>
  members === undefined ? body : `{${members.map(([name, value]) => `${json(name)}:${value}`).join()}}`
const asBytes = (draft: Draft, change: (body: string) => string): Draft => {
  const { members: _, ...rest } = draft
  return { ...rest, body: change(bodyOf(draft) ?? '') }
}
const cutAt = (text: string, n: number) =>
  [text.slice(0, n % (text.length + 1)), text.slice(n % (text.length + 1))] as const

const setMember =
  (name: string, value: string, isSecond = false): Bend =>
  ({ members, ...draft }) =>
    members === undefined
      ? draft
      : { ...draft, members: isSecond ? [...members, [name, value]] : instead(members, name, value) }

/** Ways to bend a request, those first that concern what it has. */
const bendsOf = (document: Document, { path, parameters = [], requestBody }: Operation): fc.Arbitrary<Bend> => {
  const queried = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const ref = Object.values(requestBody?.content ?? {})[0]
    ?.schema.$ref?.split('/')
    .at(-1)
  const members = Object.keys(document.components.schemas[ref ?? '']?.properties ?? {})
  const some = <T>(weight: number, arbitrary: fc.Arbitrary<T>, bend: (value: T) => Bend) => ({
    weight,
    arbitrary: arbitrary.map(bend),
  })
  const aMember = fc.oneof(
    { weight: 5, arbitrary: pick(members.length > 0 ? members : ['x']) },
    { weight: 1, arbitrary: pick(hostile.names) },
  )
  const aBadMember = aMember.chain((name) =>
    fc.tuple(
      fc.constant(name),
      hostileValue(name),
      fc.nat(9).map((n) => n === 0),
    ),
  )
  const ofMembers = [
    some(4, aMember, (name) => (draft) => ({ ...draft, members: without(draft.members ?? [], name) })),
    some(32, aBadMember, ([name, value, isSecond]) => setMember(name, value, isSecond)),
  ]
  const ofBody = [
    some(2, pick(hostile.bodies), (body) => (draft) => asBytes(draft, () => body)),
    some(
      1,
      fc.uint8Array({ maxLength: 200 }),
      (bytes) => (draft) => asBytes(draft, () => Buffer.from(bytes).toString('latin1')),
    ),
    some(1, fc.nat(2_000), (n) => (draft) => asBytes(draft, (body) => cutAt(body, n)[0])),
    some(
      1,
      fc.tuple(fc.nat(2_000), pick(['\x80', '\xc3', '\xed\xa0\x80', '\x00', '\x7f', '"', ',', '\\', '\xef\xbb\xbf'])),
      ([n, bytes]) =>
        (draft) =>
          asBytes(draft, (body) => cutAt(body, n).join(bytes)),
    ),
    some(
      4,
      pick([131_071, 131_072, 131_073, 300_000]),
      (size) => (draft) => asBytes(draft, (body) => body.padEnd(size)),
    ),
    some(1, pick(hostile.contentTypes), (type) => (draft) => ({
      ...draft,
      headers: instead(draft.headers, 'Content-Type', type),
    })),
    some(1, pick(['gzip', 'br', 'identity', 'x', ' ', 'identity, gzip']), (encoding) => (draft) => ({
      ...draft,
      headers: [...draft.headers, ['Content-Encoding', encoding]],
    })),
    some(2, fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 4 }), (chunks) => (draft) => ({
      ...draft,
      chunks,
    })),
  ]
  const ofQuery = [
    some(
      members.length > 0 ? 1 : 10,
      fc.tuple(pick([...queried, 'x', '__proto__', '']), fc.oneof(escaped, broken)),
      ([name, value]) =>
        (draft) => ({ ...draft, query: [...draft.query, [name, value]] }),
    ),
  ]
  const ofPath = [
    some(
      6,
      fc.oneof(escaped, broken).filter((text) => !/^\.{0,2}$/.test(text)),
      (text) => (draft) => ({
        ...draft,
        path: path.replace(/\{\w+\}/, () => text),
      }),
    ),
  ]
  const ofHeaders = [
    some(4, aHeader, ([name, value]) => (draft) => ({ ...draft, headers: instead(draft.headers, name, value) })),
    some(2, pick(hostile.nobody), (value) => (draft) => ({
      ...draft,
      headers: instead(draft.headers, authorization, value),
    })),
    some(1, fc.constant(undefined), () => (draft) => ({ ...draft, headers: without(draft.headers, authorization) })),
  ]
  return fc.oneof(
    ...(members.length > 0 ? [...ofMembers, ...ofBody] : []),
    ...ofQuery,
    ...(path.includes('{') ? ofPath : []),
    ...ofHeaders,
  )
}

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
})

/** Requests to one operation: a quarter of them by the book. */
export const requestsTo = (document: Document, operation: Operation): fc.Arbitrary<Request> => {
  const { method, path, parameters = [], requestBody } = operation
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const query = fc.record(
    Object.fromEntries(inQuery.map(({ name, schema }) => [name, valueOf(document, schema, name)])),
    { requiredKeys: [] },
  )
  const inPath = parameters.find((parameter) => parameter.in === 'path')
  const segment = inPath ? valueOf(document, inPath.schema, inPath.name) : fc.constant('')
  const conditions = parameters.filter((parameter) => parameter.in === 'header')
  const tags = pick(['', '', '*', '"x"', 'OWN', 'OWN', 'OWN, "y"', 'W/OWN'])
  const types = Object.keys(requestBody?.content ?? {})
  const content = requestBody?.content[types[0]!]?.schema
  const draft: fc.Arbitrary<Draft> = fc
    .record({
      query,
      segment,
      tags,
      key: fc.oneof(pick(['!', '"x"', '~'.repeat(255)]), visible),
      type: types.length > 0 ? pick(types) : fc.constant(''),
      members: content ? (valueOf(document, content, '') as fc.Arbitrary<object>) : fc.constant(undefined),
    })
    .map(({ query, segment, tags, key, type, members }) => {
      const id = String(segment)
      // The tag of the very event that is asked for, to meet its present state.
      const own = id.startsWith('@event') ? id.replace('event', 'etag') : '"x"'
      const condition =
        tags === ''
          ? []
          : conditions.map(({ name }) => [name, name === 'Idempotency-Key' ? key : tags.replace('OWN', own)] as const)
      const contentType = type === '' ? [] : [['Content-Type', type] as const]
      return {
        operation,
        isByTheBook: true,
        method,
        path: path.replace(/\{\w+\}/, id),
        query: Object.entries(query).map(([name, value]) => [name, encodeURIComponent(String(value))] as const),
        headers: [['Host', 'museum.example'], [authorization, '@credentials@'], ...condition, ...contentType],
        members: members && Object.entries(members).map(([name, value]) => [name, json(value)] as const),
      }
    })
  const bent = fc
    .tuple(draft, fc.array(bendsOf(document, operation), { minLength: 1, maxLength: 3 }))
    .map(([draft, bends]) => bends.reduce<Draft>((bending, bend) => bend(bending), { ...draft, isByTheBook: false }))
  return fc.oneof({ arbitrary: draft, weight: 1 }, { arbitrary: bent, weight: 3 }).map(asSent)
}
const asSent = (draft: Draft): Request => ({ ...draft, body: bodyOf(draft) })

/** Requests that are meant for no operation: any method, any path. */
export const strayRequests = (operations: readonly Operation[]): fc.Arbitrary<Request> =>
  fc
    .record({
      method: pick(hostile.methods),
      path: fc.oneof(pick(hostile.paths), pick(operations.map(({ path }) => path.replace(/\{\w+\}/, '@event:0@')))),
      credentials: fc.oneof(
        { arbitrary: fc.constant('@credentials@'), weight: 400 },
        { arbitrary: pick(hostile.nobody), weight: 200 },
        // A guess costs a check of a password, and too many of them have the museum refuse everybody.
        { arbitrary: fc.nat().map((n) => `Basic ${Buffer.from(`nobody-${n}:x`).toString('base64')}`), weight: 1 },
      ),
      others: fc.array(aHeader, { maxLength: 3 }),
      body: fc.option(pick(hostile.bodies), { nil: undefined, freq: 4 }),
    })
    .map(({ method, path, credentials, others, body }) => ({
      isByTheBook: false,
      method,
      path,
      query: [],
      headers: others.reduce<Headers>(
        (all, [name, value]) => instead(all, name, value),
        [
          ['Host', 'museum.example'],
          [authorization, credentials],
        ],
      ),
      body,
    }))

/** The bytes of a request, its marks put right. */
export const bytesOf = (request: Request, resolved: (text: string) => string): Buffer => {
  const { method, path, query, headers, chunks } = request
  const body = request.body === undefined ? undefined : resolved(request.body)
  const target = path + (query.length > 0 ? `?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : '')
  const framing: Headers =
    body === undefined ? [] : chunks ? [['Transfer-Encoding', 'chunked']] : [['Content-Length', String(body.length)]]
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...[...headers, ...framing].map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
  return Buffer.from(resolved(head) + (body === undefined ? '' : chunks ? inChunks(body, chunks) : body), 'latin1')
}

const inChunks = (body: string, sizes: readonly number[]): string => {
  let chunked = ''
  for (let [at, n] = [0, 0]; at < body.length; n += 1) {
    const chunk = body.slice(at, at + sizes[n % sizes.length]!)
    chunked += `${chunk.length.toString(16)}\r\n${chunk}\r\n`
    at += chunk.length
  }
  return `${chunked}0\r\n\r\n`
}

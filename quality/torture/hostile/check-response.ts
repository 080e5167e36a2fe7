import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { RawResponse } from './raw-http.ts'
import type { Document, Operation, Request } from './requests.ts'

/** Checks a response to a request; returns what is wrong with it. */
export type ResponseCheck = (request: SentRequest, response: RawResponse) => readonly string[]
/** The data about a request that a check needs; `body` is as it was sent. */
type SentRequest = Readonly<{
  operation?: Operation | undefined
  /** Whether the request conforms to the OpenAPI document. */
  isValid: boolean
  isHead: boolean
  hasCredentials: boolean
  body?: Buffer | undefined
}>

// Internals that a response must not disclose. No hostile value contains any of it, since responses echo values.
const internals =
  /(\n|\\n) +at |node:internal|node_modules|file:\/\/\/\w+\/[\w/]+\.ts|\.(ts|js):\d+|SQLITE_|\bER_[A-Z]{3,}|SqliteError|TypeError|RangeError|SyntaxError|ZodError|\b(insert into|update|delete from|select .+ from) `?"?(museum_ticket|museum_order|reservation|held_place|ticket_cancellation|special_event|museum_user)|removed_occurrence|general_entry|MUSEUM_[A-Z]|scrypt/

// Rules that a JSON schema cannot express: a request that conforms to the document may break them.
const rulesBeyondSchema: ReadonlySet<string> = new Set([
  // A text of invisible characters alone, which the pattern does not exclude.
  'text-blank',
  'text-not-unicode',
  'start-after-end',
  'too-many-days',
  'event-not-on-that-date',
  'date-in-the-past',
  'museum-closed',
  'scanned-at-required',
  'whole-order-offline',
  'scanned-in-the-future',
  'scanned-too-long-ago',
  'closes-before-it-opens',
  'duplicate-date',
  'times-not-ascending',
  'entry-time-required',
  'not-an-entry-time',
  'no-entry-times',
  'entry-time-over',
  'not-an-order-number',
  'not-a-confirmation-code',
  'not-the-method-of-the-order',
  'duplicate-method',
  'times-incomplete',
  'unknown-price-category',
  'duplicate-price-category',
  'duplicate-price-category-name',
  'full-price-missing',
  'full-price-not-100',
  'full-price-has-general-price',
  'email-required',
  'event-id-required',
  'too-many-dates',
  'too-many-tickets',
  // The form of a language says not whether it is one.
  'not-a-language',
  'not-in-the-future',
  'too-far-ahead',
  'after-the-last-date',
  'until-required',
  'no-until',
  'not-one-for-each-item',
  'no-tickets',
  // Whether a host name resolves, and whether its address is private.
  'not-a-webhook-url',
])
/** Rules of one operation: parameters that exclude or require each other, and values that depend on what is stored. */
const rulesOfOperation: Readonly<Record<string, readonly string[]>> = {
  findTickets: ['filter-required', 'filters-combined', 'missing'],
  // No more tickets than are reserved.
  sellReservation: ['quantity-out-of-range'],
}

type ProblemRecord = Readonly<{
  type: string
  title: string
  status: number
  instance: string
  errors?: { code: string }[]
}>

/** The check for a document; `pages` are the slugs of the problem types that have a page. */
export const responseCheck = (document: Document, pages: ReadonlySet<string>): ResponseCheck => {
  // The quotient of the greatest total and 0.01 is exact to a ten-thousandth.
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 3 })
  formats.default(ajv)
  // The service accepts international e-mail addresses, which the format of ajv-formats does not.
  ajv.addFormat('email', true)
  ajv.addSchema({ ...document, $id: 'document' })
  // A response must have no undocumented members.
  const closed = JSON.stringify(document).replaceAll(
    '"type":"object",',
    '"type":"object","additionalProperties":false,',
  )
  ajv.addSchema({ ...(JSON.parse(closed) as Document), $id: 'closed' })
  const compiled = new Map<string, ValidateFunction>()
  const faultsOf = (
    schema: object,
    value: unknown,
    documentId: 'closed' | 'document' = 'closed',
  ): readonly string[] => {
    const key = JSON.stringify(schema).replaceAll('"#/', `"${documentId}#/`)
    const validate = compiled.get(key) ?? ajv.compile(JSON.parse(key) as object)
    compiled.set(key, validate)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the value'} ${message}`)
  }
  const titles = new Map<string, string>()
  const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const protectedSchemas = [
    'MuseumHours',
    'SpecialEvent',
    'TicketConfirmation',
    'SoldTicket',
    'Order',
    'OrderConfirmation',
    'Reservation',
    'NewReservation',
    'Refund',
    'ScanOutcome',
    'LoggedScan',
    'AdmissionSummary',
    'TicketRevocations',
  ].map(schemaNamed)
  const isProtected = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some(isProtected)
      : protectedSchemas.some((schema) => faultsOf(schema, value).length === 0)

  const checkProblem = (
    { operation, isValid, isHead }: SentRequest,
    { status, headers, body }: RawResponse,
  ): readonly string[] => {
    if (headers.get('content-type') !== 'application/problem+json') return ['a refusal that is not problem details']
    if (isHead) return []
    const record = parsed(body) as ProblemRecord
    const faults = faultsOf(schemaNamed('Problem'), record)
    if (faults.length > 0) return faults.map((fault) => `the problem details do not conform to their schema: ${fault}`)
    const slug = record.type.replace(/^\/problems\//, '')
    const title = titles.get(slug) ?? record.title
    titles.set(slug, title)
    const codes = record.errors?.map(({ code }) => code) ?? []
    return [
      record.status !== status && `the problem details have the status ${record.status}`,
      record.instance !== `urn:uuid:${headers.get('x-request-id')}` && 'the instance is not the X-Request-Id',
      !pages.has(slug) && `the type ${record.type} has no page`,
      record.title !== title && `another title of ${slug} than before: ${title}`,
      headers.get('cache-control') !== 'no-store' && 'a refusal without Cache-Control: no-store',
      codes.some((code) => typeof code !== 'string' || code === '') && 'a fault without a code',
      operation &&
        isValid &&
        status === 400 &&
        !codes.every(
          (code) => rulesBeyondSchema.has(code) || rulesOfOperation[operation.operationId]?.includes(code),
        ) &&
        `a valid request is refused: ${codes.join()}`,
    ].filter((fault) => typeof fault === 'string')
  }

  const checkSuccess = (
    { operation, hasCredentials, isHead, body: sentBody }: SentRequest,
    { status, headers, body }: RawResponse,
  ): readonly string[] => {
    const type = headers.get('content-type')?.split(';')[0]
    const value = type === 'application/json' && !isHead ? parsed(body) : undefined
    if (!hasCredentials && status !== 204)
      return status === 201 || headers.get('cache-control')?.startsWith('private') || isProtected(value)
        ? ['protected data without credentials']
        : []
    const documented = operation?.responses[status]
    if (documented === undefined) return []
    const content = documented.content?.[type ?? '']
    const required = Object.entries(documented.headers ?? {}).filter(
      ([, { $ref = '', ...header }]) =>
        (document.components.headers[$ref.split('/').at(-1)!] ?? header).required === true,
    )
    const requestSchema = operation?.requestBody?.content['application/json']?.schema
    const isLeftOut = operation?.requestBody?.required === false && sentBody?.length === 0
    return [
      ...required
        .filter(([name]) => !headers.has(name.toLowerCase()))
        .map(([name]) => `the header ${name} is required, and missing`),
      ...(documented.content && !content ? [`the type ${type} is not documented`] : []),
      ...(documented.content || body.length === 0 ? [] : ['an undocumented body']),
      ...(type === 'application/json' && content
        ? faultsOf(content.schema, value).map((fault) => `the body does not conform to its schema: ${fault}`)
        : []),
      ...(content && type === 'image/png' && body.subarray(1, 4).toString() !== 'PNG'
        ? ['the image is not a PNG']
        : []),
      ...(requestSchema && sentBody && !isLeftOut
        ? faultsOf(requestSchema, parsed(sentBody), 'document').map(
            (fault) => `an invalid request is accepted: ${fault}`,
          )
        : []),
    ]
  }

  return (request, response) => {
    const { status, headers, body } = response
    const { operation, isHead } = request
    const internal = internals.exec(isHead || headers.get('content-type') === 'image/png' ? '' : body.toString())
    return [
      ...(status >= 500 ? [`the status ${status}`] : []),
      ...(/^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? '') ? [] : ['the X-Request-Id is missing']),
      ...(operation && operation.responses[status] === undefined ? [`the status ${status} is not documented`] : []),
      ...(internal ? [`it discloses internals: ${JSON.stringify(internal[0])}`] : []),
      ...(status >= 400 ? checkProblem(request, response) : checkSuccess(request, response)),
    ]
  }
}

const parsed = (body: Buffer): unknown => {
  try {
    // TextDecoder removes a byte order mark.
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/** Whether a request has the administrator's credentials. */
export const hasCredentials = ({ headers }: Pick<Request, 'headers'>) =>
  headers.some(([name, value]) => name === 'Authorization' && value === '@credentials@')

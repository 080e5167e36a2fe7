/** What must hold for each answer. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Document, Operation, Request } from './requests.ts'
import type { Answer } from './raw-http.ts'

/** An answer held against what was sent: what is wrong with it, if anything. */
export type Judge = (sent: Sent, answer: Answer) => readonly string[]
/** What was sent, as far as it decides what may be answered; `body` as it was sent. */
type Sent = Readonly<{
  operation?: Operation | undefined
  isByTheBook: boolean
  isHead: boolean
  hasCredentials: boolean
  body?: Buffer | undefined
}>

// What only the inside of a service says. No hostile value holds any of it, for values are echoed.
const insides =
  /(\n|\\n)\s+at |node:internal|node_modules|file:\/\/\/\w+\/[\w/]+\.ts|\.(ts|js):\d+|SQLITE_|\bER_[A-Z]{3,}|SqliteError|TypeError|RangeError|SyntaxError|ZodError|\b(insert into|update|delete from|select .+ from) `?"?(ticket|special_event|museum_user)|special_event_date|MUSEUM_[A-Z]|scrypt/

// What a schema cannot say: whoever keeps to the document may still meet these.
const rules: ReadonlySet<string> = new Set([
  'text-blank',
  'text-control-character',
  'text-not-unicode',
  'price-too-precise',
  'not-a-phone',
  'not-an-email',
  'start-after-end',
  'event-id-required',
  'event-not-on-that-date',
  'date-in-the-past',
  'museum-closed',
])

type ProblemRecord = Readonly<{
  type: string
  title: string
  status: number
  instance: string
  errors?: { code: string }[]
}>

/** A judge who knows the document, and by their slugs the problem types that have a page. */
export const judgeOf = (document: Document, pages: ReadonlySet<string>): Judge => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  // What e-mail addresses there are is the service's to say: it takes international ones.
  ajv.addFormat('email', true)
  ajv.addSchema({ ...document, $id: 'document' })
  // What is answered has no member more than is documented.
  const closed = JSON.stringify(document).replaceAll(
    '"type":"object",',
    '"type":"object","additionalProperties":false,',
  )
  ajv.addSchema({ ...(JSON.parse(closed) as Document), $id: 'closed' })
  const compiled = new Map<string, ValidateFunction>()
  const faultsOf = (schema: object, value: unknown, of: 'closed' | 'document' = 'closed'): readonly string[] => {
    const key = JSON.stringify(schema).replaceAll('"#/', `"${of}#/`)
    const validate = compiled.get(key) ?? ajv.compile(JSON.parse(key) as object)
    compiled.set(key, validate)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`)
  }
  const titles = new Map<string, string>()
  const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const ofTheMuseum = ['MuseumHours', 'SpecialEvent', 'TicketConfirmation'].map(named)
  const isOfTheMuseum = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some(isOfTheMuseum)
      : ofTheMuseum.some((schema) => faultsOf(schema, value).length === 0)

  const problem = ({ operation, isByTheBook, isHead }: Sent, { status, headers, body }: Answer): readonly string[] => {
    if (headers.get('content-type') !== 'application/problem+json') return ['a refusal that is no problem record']
    if (isHead) return []
    const record = parsed(body) as ProblemRecord
    const faults = faultsOf(named('Problem'), record)
    if (faults.length > 0) return faults.map((fault) => `the problem record is not as documented: ${fault}`)
    const slug = record.type.replace(/^\/problems\//, '')
    const title = titles.get(slug) ?? record.title
    titles.set(slug, title)
    const codes = record.errors?.map(({ code }) => code) ?? []
    return [
      record.status !== status && `the problem record has the status ${record.status}`,
      record.instance !== `urn:uuid:${headers.get('x-request-id')}` && 'the instance is not the X-Request-Id',
      !pages.has(slug) && `the type ${record.type} has no page`,
      record.title !== title && `the title of ${slug} was another before: ${title}`,
      headers.get('cache-control') !== 'no-store' && 'a refusal that may be kept',
      codes.some((code) => typeof code !== 'string' || code === '') && 'a fault without a code',
      operation &&
        isByTheBook &&
        status === 400 &&
        !codes.every((code) => rules.has(code)) &&
        `what was sent is as documented, but refusal: ${codes.join()}`,
    ].filter((fault) => typeof fault === 'string')
  }

  const success = ({ operation, hasCredentials, isHead, body: asked }: Sent, answer: Answer): readonly string[] => {
    const { status, headers, body } = answer
    const type = headers.get('content-type')?.split(';')[0]
    const value = type === 'application/json' && !isHead ? parsed(body) : undefined
    if (!hasCredentials && status !== 204)
      return status === 201 || headers.get('cache-control')?.startsWith('private') || isOfTheMuseum(value)
        ? ['an answer of the museum without credentials']
        : []
    const documented = operation?.responses[status]
    if (documented === undefined) return []
    const content = documented.content?.[type ?? '']
    const required = Object.entries(documented.headers ?? {}).filter(([, header]) => header.required === true)
    const request = Object.values(operation?.requestBody?.content ?? {})[0]?.schema
    return [
      ...required
        .filter(([name]) => !headers.has(name.toLowerCase()))
        .map(([name]) => `the header ${name} is documented, but not there`),
      ...(documented.content && !content ? [`the type ${type} is not documented`] : []),
      ...(documented.content || body.length === 0 ? [] : ['a body where none is documented']),
      ...(type === 'application/json' && content
        ? faultsOf(content.schema, value).map((fault) => `the body is not as documented: ${fault}`)
        : []),
      ...(content && type === 'image/png' && body.subarray(1, 4).toString() !== 'PNG' ? ['the image is no PNG'] : []),
      ...(request && asked
        ? faultsOf(request, parsed(asked), 'document').map((fault) => `taken, though not as documented: ${fault}`)
        : []),
    ]
  }

  return (sent, answer) => {
    const { status, headers, body } = answer
    const { operation, isHead } = sent
    const inside = insides.exec(isHead || headers.get('content-type') === 'image/png' ? '' : body.toString())
    return [
      ...(status >= 500 ? [`the status ${status}`] : []),
      ...(/^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? '') ? [] : ['there is no X-Request-Id']),
      ...(operation && operation.responses[status] === undefined ? [`the status ${status} is not documented`] : []),
      ...(inside ? [`it tells of the inside: ${JSON.stringify(inside[0])}`] : []),
      ...(status >= 400 ? problem(sent, answer) : success(sent, answer)),
    ]
  }
}

const parsed = (body: Buffer): unknown => {
  try {
    // Which a byte order mark may begin.
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/** Whether a request carries the credentials of the administrator. */
export const hasCredentials = ({ headers }: Pick<Request, 'headers'>) =>
  headers.some(([name, value]) => name === 'Authorization' && value === '@credentials@')

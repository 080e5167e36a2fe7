import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { allOperations } from '../operations.ts'
import { faultCodes } from '../problems/fault-codes.ts'
import { Problem } from '../problems/problem-details.ts'
import { type ProblemSlug, problemTypes } from '../problems/problem-types.ts'

type Response = {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { examples?: Record<string, { value: unknown }> }>
}
type DescribedOperation = {
  operationId: string
  description: string
  security: object[]
  responses: Record<string, Response>
}
type Document = {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { securitySchemes: object; schemas: Record<string, object> }
}
/** The document that the API serves. */
const served = async () => (await (await aMuseumApi().api.request('/openapi.json')).json()) as Document
/** The document that the API serves, with all references replaced by the components, except references to schemas. */
const resolved = async (): Promise<Document> => {
  const document = await served()
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(resolve)
    const path = '$ref' in value ? String(value.$ref) : '#/components/schemas/'
    if (!path.startsWith('#/components/schemas/'))
      return resolve(
        path
          .slice(2)
          .split('/')
          .reduce((at, key) => (at as Record<string, unknown>)[key], document as unknown),
      )
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]))
  }
  return resolve(document) as Document
}
/** The error responses of every operation: the operation, the status and the response. */
const errorResponses = async () =>
  Object.values((await resolved()).paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => status >= '400')
        .map(([status, response]) => ({ operationId, status, response })),
    )

describe('the OpenAPI document', () => {
  it('is, with the kinds of the operations, the same as the committed copy: after a change, run `pnpm openapi`', async () => {
    const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document
    expect(await served()).toEqual(committed)
    const kinds = JSON.parse(readFileSync(new URL('../../operation-kinds.json', import.meta.url), 'utf8')) as object
    expect(kinds).toEqual(Object.fromEntries(allOperations.map(({ route }) => [route.operationId, route.kind])))
  })

  it('describes every operation, each with MuseumPlaceholderAuth, in OpenAPI 3.1', async () => {
    const { openapi, info, servers, paths, components } = await served()
    expect([openapi, info.version, servers[0]!.url]).toEqual(['3.1.0', '1.1.1', '/v1.1'])
    expect(components.securitySchemes).toMatchObject({ MuseumPlaceholderAuth: { type: 'http', scheme: 'basic' } })
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      allOperations.map(({ route }) => route.operationId).toSorted(),
    )
    for (const { security } of operations) expect(security).toEqual([{ MuseumPlaceholderAuth: [] }])
  })

  it('names the roles that may call each operation, in its description and in that of its 403', async () => {
    const operations = Object.values((await served()).paths).flatMap((path) => Object.values(path))
    const rolesIn = (description: string) => /Roles that may call it: (.+)\.$/.exec(description)?.[1]
    expect(
      Object.fromEntries(
        operations.map(({ operationId, description, responses }) => [
          operationId,
          [rolesIn(description), rolesIn(responses['403']!.description)],
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        allOperations.map(({ route }) => [route.operationId, [route.roles.join(', '), route.roles.join(', ')]]),
      ),
    )
  })

  it('documents every error response as problem details', async () => {
    for (const path of Object.values((await resolved()).paths))
      for (const { responses } of Object.values(path)) {
        const errors = Object.entries(responses).filter(([status]) => status >= '400')
        expect(errors.map(([status]) => status)).toEqual(
          expect.arrayContaining(['401', '403', '408', '429', '431', '500', '503']),
        )
        for (const [, { content }] of errors) expect(Object.keys(content!)).toEqual(['application/problem+json'])
      }
  })

  it('has an example of each problem of each error response, with its status', async () => {
    for (const { operationId, status, response } of await errorResponses()) {
      const { examples = {} } = response.content!['application/problem+json']!
      expect([operationId, status, Object.keys(examples)]).not.toEqual([operationId, status, []])
      for (const [slug, { value }] of Object.entries(examples)) {
        const record = Problem.strict().parse(value)
        expect([operationId, record.type, String(record.status)]).toEqual([operationId, `/problems/${slug}`, status])
        expect(record.title).toBe(problemTypes[slug as ProblemSlug].title)
      }
    }
  })

  it('has the problems of a purchase in its error responses', async () => {
    const { responses } = (await resolved()).paths['/tickets']!['post']!
    const slugs = Object.entries(responses)
      .filter(([status]) => status >= '400')
      .map(([status, { content }]) => [status, Object.keys(content!['application/problem+json']!.examples!)])
    expect(Object.fromEntries(slugs)).toEqual({
      400: ['validation-failed', 'museum-closed'],
      401: ['unauthorized'],
      403: ['forbidden', 'origin-not-allowed'],
      404: ['event-not-found'],
      408: ['request-timeout'],
      409: ['sold-out', 'request-in-progress'],
      413: ['payload-too-large'],
      415: ['unsupported-media-type'],
      422: ['idempotency-key-reused'],
      429: ['too-many-requests'],
      431: ['headers-too-large'],
      500: ['internal-error'],
      503: ['service-unavailable', 'outcome-unknown'],
    })
  })

  it('has the headers of each error response', async () => {
    const ofAll = ['X-Request-Id', 'X-Content-Type-Options', 'Cache-Control']
    const others: Record<string, string[]> = { 401: ['WWW-Authenticate'], 429: ['Retry-After'], 503: ['Retry-After'] }
    for (const { status, response } of await errorResponses())
      expect([status, Object.keys(response.headers!)]).toEqual([
        status,
        expect.arrayContaining([...ofAll, ...(others[status] ?? [])]),
      ])
  })

  it('lists the known problem types and fault codes, and allows others', async () => {
    const { schemas } = (await served()).components
    const knownOr = (name: string) => [{ $ref: `#/components/schemas/${name}` }, { type: 'string' }]
    expect(schemas).toMatchObject({
      KnownProblemType: { type: 'string', enum: Object.keys(problemTypes).map((slug) => `/problems/${slug}`) },
      KnownFaultCode: { type: 'string', enum: Object.keys(faultCodes) },
      Problem: { properties: { type: { anyOf: knownOr('KnownProblemType') } } },
      ProblemFault: { properties: { code: { anyOf: knownOr('KnownFaultCode') } } },
    })
  })

  it('allows exactly one place for a fault', async () => {
    const { schemas } = (await served()).components
    expect(schemas['ProblemFault']).toMatchObject({
      oneOf: [{ required: ['pointer'] }, { required: ['parameter'] }, { required: ['header'] }],
    })
  })

  it.each<[string, object]>([
    ['TicketPurchase', { required: ['ticketType', 'eventId', 'ticketDate', 'email'] }],
    ['TicketConfirmation', { required: expect.arrayContaining(['ticketType', 'eventName']) }],
  ])('has the schema %s of a ticket for an event and of one for general entry', async (name, ofEvent) => {
    const { schemas } = (await served()).components
    const reference = (type: string) => `#/components/schemas/${type}${name}`
    expect(schemas[name]).toMatchObject({
      oneOf: [{ $ref: reference('General') }, { $ref: reference('Event') }],
      discriminator: {
        propertyName: 'ticketType',
        mapping: { general: reference('General'), event: reference('Event') },
      },
    })
    expect(schemas[`Event${name}`]).toMatchObject({ properties: { ticketType: { enum: ['event'] } }, ...ofEvent })
    expect(schemas[`General${name}`]).toMatchObject({ properties: { ticketType: { enum: ['general'] } } })
  })

  // A gateway may apply them to texts of any length. A pattern that takes quadratic time takes minutes here.
  it('has only patterns that take linear time', async () => {
    const patterns = new Set(
      Array.from(
        JSON.stringify(await served()).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g),
        ([, text]) => JSON.parse(text!) as string,
      ),
    )
    const parts = [' ', 'a', '0', '-', '@', ',', '"', ':']
    for (const pattern of patterns)
      for (const text of parts.flatMap((first) => parts.map((second) => `${first}${second}`.repeat(100_000))))
        expect([pattern, new RegExp(pattern, 'u').test(`${text}\0`)]).toEqual([pattern, false])
    expect(patterns.size).toBeGreaterThan(5)
  })

  it('has the type of a ticket as a component', async () => {
    const { schemas } = (await served()).components
    expect(schemas).toMatchObject({
      TicketType: { type: 'string', enum: ['event', 'general'] },
      SoldTicket: { properties: { ticketType: { $ref: '#/components/schemas/TicketType' } } },
      ScannedTicket: { properties: { ticketType: { $ref: '#/components/schemas/TicketType' } } },
    })
  })
})

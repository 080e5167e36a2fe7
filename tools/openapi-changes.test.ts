import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type Document, breakingChanges } from './openapi-changes/breaking-changes.ts'

/** A document whose parts a test changes. */
type Part = { [name: string]: Part } & Pick<Part[], 'push' | 'pop' | 'shift'>
const baseline = readFileSync(new URL('openapi-changes/openapi-1.1.1.json', import.meta.url), 'utf8')
/** The breaking changes when this change is made to the document of 1.1.1. */
const changesAfter = (change: (paths: Part, schemas: Part, document: Part) => void): readonly string[] => {
  const document = JSON.parse(baseline) as Part
  change(document['paths']!, document['components']!['schemas']!, document)
  return breakingChanges(JSON.parse(baseline) as Document, document as unknown as Document)
}
const json = (value: unknown) => value as Part

describe('the breaking changes of an OpenAPI document', () => {
  it.each<[string, Parameters<typeof changesAfter>[0], string]>([
    ['a removed operation', (paths) => delete paths['/tickets']!['post'], 'POST /tickets is gone'],
    [
      'another operationId',
      (paths) => (paths['/museum-hours']!['get']!['operationId'] = json('hours')),
      'GET /museum-hours has the operationId hours',
    ],
    [
      'another authentication',
      (paths) => (paths['/museum-hours']!['get']!['security'] = json([])),
      'GET /museum-hours has another security',
    ],
    ['another server', (_, __, document) => (document['servers']![0]!['url'] = json('/v2')), 'the server is /v2'],
    [
      'a removed parameter',
      (paths) => paths['/museum-hours']!['get']!['parameters']!.shift(),
      'GET /museum-hours query parameter startDate is gone',
    ],
    [
      'a parameter that becomes required',
      (paths) => (paths['/museum-hours']!['get']!['parameters']![0]!['required'] = json(true)),
      'GET /museum-hours query parameter startDate is required',
    ],
    [
      'a new parameter that is required',
      (paths) =>
        paths['/museum-hours']!['get']!['parameters']!.push(
          json({ in: 'query', name: 'hall', required: true, schema: { type: 'string' } }),
        ),
      'GET /museum-hours query parameter hall is new and required',
    ],
    [
      'a parameter with fewer values',
      (paths) => (paths['/museum-hours']!['get']!['parameters']![3]!['schema']!['maximum'] = json(50)),
      'GET /museum-hours refuses in query parameter limit: without maximum 50',
    ],
    [
      'a body that becomes required',
      (paths) => (paths['/tickets/{ticketId}/cancellation']!['post']!['requestBody']!['required'] = json(true)),
      'POST /tickets/{ticketId}/cancellation requires a body',
    ],
    [
      'a media type that is no longer read',
      (paths) => delete paths['/special-events/{eventId}']!['patch']!['requestBody']!['content']!['application/json'],
      'PATCH /special-events/{eventId} reads no application/json',
    ],
    [
      'a member of a request that becomes required',
      (_, schemas) => schemas['TicketPurchase']!['required']!.push(json('phone')),
      'POST /tickets refuses in body application/json/phone: may be absent',
    ],
    [
      'a removed member of a request',
      (_, schemas) => delete schemas['TicketPurchase']!['properties']!['phone'],
      'POST /tickets body application/json/phone is gone',
    ],
    [
      'a removed value of a request',
      (_, schemas) => schemas['TicketPurchase']!['properties']!['ticketType']!['enum']!.shift(),
      'POST /tickets refuses in body application/json/ticketType: the value "event"',
    ],
    [
      'null that is no longer allowed in a request',
      (_, schemas) => (schemas['TicketPurchase']!['properties']!['phone']!['type'] = json('string')),
      'POST /tickets refuses in body application/json/phone: null instead of string',
    ],
    [
      'a pattern of a request',
      (_, schemas) => (schemas['TicketPurchase']!['properties']!['phone']!['pattern'] = json('^[0-9]+$')),
      'POST /tickets refuses in body application/json/phone: without pattern ^[0-9]+$',
    ],
    [
      'a request without other members',
      (_, schemas) => (schemas['TicketPurchase']!['additionalProperties'] = json(false)),
      'POST /tickets refuses in body application/json: other members',
    ],
    [
      'a removed success response',
      (paths) => delete paths['/special-events/{eventId}']!['delete']!['responses']!['204'],
      'DELETE /special-events/{eventId} has no response 204',
    ],
    [
      'a new success response',
      (paths) => (paths['/tickets']!['post']!['responses']!['202'] = json({ description: '' })),
      'POST /tickets has the new response 202',
    ],
    [
      'a response of another media type',
      (paths) => {
        const response = paths['/tickets/{ticketId}/qr']!['get']!['responses']!['200']!
        response['content'] = json({ 'image/png': response['content']!['image/png'], 'image/webp': {} })
      },
      'GET /tickets/{ticketId}/qr response 200 may be image/webp',
    ],
    [
      'a removed header of a response',
      (paths) => delete paths['/tickets']!['post']!['responses']!['201']!['headers']!['Location'],
      'POST /tickets response 201 has no header Location',
    ],
    [
      'a header of a response that becomes optional',
      (paths) => (paths['/tickets']!['post']!['responses']!['201']!['headers']!['Location']!['required'] = json(false)),
      'POST /tickets response 201 header Location may be absent',
    ],
    [
      'a member of a response that becomes optional',
      (_, schemas) => schemas['TicketConfirmation']!['required']!.pop(),
      'POST /tickets response 201 has in body application/json/confirmationCode: may be absent',
    ],
    [
      'a removed optional member of a response',
      (_, schemas) => delete schemas['TicketConfirmation']!['properties']!['eventName'],
      'POST /tickets response 201 body application/json/eventName is gone',
    ],
    [
      'null as a new value of a response',
      (_, schemas) => (schemas['TicketConfirmation']!['properties']!['message']!['type'] = json(['string', 'null'])),
      'POST /tickets response 201 has in body application/json/message: null instead of string',
    ],
    [
      'a new value of a response',
      (_, schemas) => (schemas['MuseumHours']!['properties']!['timeOpen']!['pattern'] = json('.*')),
      'GET /museum-hours response 200 has in body application/json[]/timeOpen: without pattern ^\\d{2}:\\d{2}$',
    ],
    [
      'a new alternative of a response',
      (_, schemas) => schemas['ScanOutcome']!['anyOf']!.push(json({ type: 'null' })),
      'POST /admissions response 200 has in body application/json: null instead of object',
    ],
    [
      'a removed schema',
      (paths, schemas) => {
        schemas['Confirmation'] = schemas['TicketConfirmation']!
        delete schemas['TicketConfirmation']
        paths['/tickets']!['post']!['responses']!['201']!['content']!['application/json']!['schema'] = json({
          $ref: '#/components/schemas/Confirmation',
        })
      },
      'the schema TicketConfirmation is gone',
    ],
  ])('include %s', (_, change, expected) => {
    expect(changesAfter(change)).toEqual([expected])
  })

  it('do not include changes that a client ignores or need not send', () => {
    expect(
      changesAfter((paths, schemas) => {
        paths['/lockers'] = json({ get: { operationId: 'listLockers', responses: {} } })
        paths['/museum-hours']!['get']!['parameters']!.push(
          json({ in: 'query', name: 'hall', schema: { type: 'string' } }),
        )
        paths['/museum-hours']!['get']!['description'] = json('Other words.')
        paths['/museum-hours']!['get']!['responses']!['409'] = json({ description: '' })
        paths['/tickets']!['post']!['responses']!['201']!['headers']!['X-Hall'] = json({ schema: { type: 'string' } })
        schemas['TicketPurchase']!['properties']!['locker'] = json({ type: 'string' })
        schemas['TicketPurchase']!['properties']!['email']!['maxLength'] = json(1000)
        schemas['TicketConfirmation']!['properties']!['locker'] = json({ type: 'string' })
        schemas['TicketConfirmation']!['properties']!['message']!['maxLength'] = json(100)
        schemas['TicketConfirmation']!['required']!.push(json('eventName'))
      }),
    ).toEqual([])
  })

  it('include nothing when a part of the document becomes a component, or a union by a discriminator', () => {
    expect(
      changesAfter((_, schemas) => {
        const { ticketType, ...properties } = schemas['TicketPurchase']!['properties']!
        const { required } = schemas['TicketPurchase']!
        const of = (type: string) =>
          json({
            type: 'object',
            properties: { ...properties, ticketType: { type: 'string', enum: [type] } },
            required,
          })
        schemas['Type'] = ticketType!
        schemas['General'] = of('general')
        schemas['Event'] = of('event')
        const mapping = { general: '#/components/schemas/General', event: '#/components/schemas/Event' }
        schemas['TicketPurchase'] = json({
          oneOf: [{ $ref: mapping.general }, { $ref: mapping.event }],
          discriminator: { propertyName: 'ticketType', mapping },
        })
        schemas['SoldTicket']!['properties']!['ticketType'] = json({ $ref: '#/components/schemas/Type' })
      }),
    ).toEqual([])
  })

  it('are accepted one by one, each with a reason: accepted-changes.json has exactly the changes that the program finds', () => {
    const program = new URL('openapi-changes/check-openapi-changes.ts', import.meta.url).pathname
    expect(execFileSync(process.execPath, [program], { encoding: 'utf8' })).toMatch(/breaks no client of 1\.1\.1/)
  })
})

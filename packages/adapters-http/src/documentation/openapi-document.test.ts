import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'

type DescribedOperation = {
  operationId: string
  description: string
  security: object[]
  responses: Record<string, { description: string; content?: object }>
}
type Document = {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { securitySchemes: object }
}
/** The document that the API serves. */
const served = async () => (await (await aMuseumApi().api.request('/openapi.json')).json()) as Document

describe('the OpenAPI document', () => {
  it('is served as it is committed: after a change, run `pnpm openapi`', async () => {
    const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document
    expect(await served()).toEqual(committed)
  })

  it('describes every operation, those of version 1.1.1 and those that were added, each with MuseumPlaceholderAuth, in OpenAPI 3.1', async () => {
    const { openapi, info, servers, paths, components } = await served()
    expect([openapi, info.version, servers[0]!.url]).toEqual(['3.1.0', '1.1.1', '/v1.1'])
    expect(components.securitySchemes).toMatchObject({ MuseumPlaceholderAuth: { type: 'http', scheme: 'basic' } })
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual([
      'admitTicket',
      'buyMuseumTickets',
      'cancelTicket',
      'createSpecialEvent',
      'deleteSpecialEvent',
      'findTickets',
      'getAdmissionSummary',
      'getEventAvailability',
      'getEventCapacity',
      'getGeneralEntryAvailability',
      'getGeneralEntryCapacity',
      'getMuseumHours',
      'getSpecialEvent',
      'getTicket',
      'getTicketCode',
      'getTicketRevocations',
      'listAdmissions',
      'listAuditEntries',
      'listSpecialEvents',
      'listTicketKeys',
      'revertAdmission',
      'setEventCapacity',
      'setGeneralEntryCapacity',
      'updateSpecialEvent',
    ])
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
    ).toEqual({
      getMuseumHours: ['admin, box-office, gate, reader', 'admin, box-office, gate, reader'],
      getGeneralEntryAvailability: ['admin, box-office, gate, reader', 'admin, box-office, gate, reader'],
      getGeneralEntryCapacity: ['admin, box-office', 'admin, box-office'],
      setGeneralEntryCapacity: ['admin', 'admin'],
      getEventAvailability: ['admin, box-office, gate, reader', 'admin, box-office, gate, reader'],
      getEventCapacity: ['admin, box-office', 'admin, box-office'],
      setEventCapacity: ['admin', 'admin'],
      createSpecialEvent: ['admin', 'admin'],
      listSpecialEvents: ['admin, box-office, gate, reader', 'admin, box-office, gate, reader'],
      getSpecialEvent: ['admin, box-office, gate, reader', 'admin, box-office, gate, reader'],
      updateSpecialEvent: ['admin', 'admin'],
      deleteSpecialEvent: ['admin', 'admin'],
      buyMuseumTickets: ['admin, box-office', 'admin, box-office'],
      getTicketCode: ['admin, box-office, gate', 'admin, box-office, gate'],
      findTickets: ['admin, box-office', 'admin, box-office'],
      getTicket: ['admin, box-office, gate', 'admin, box-office, gate'],
      cancelTicket: ['admin, box-office', 'admin, box-office'],
      admitTicket: ['admin, gate', 'admin, gate'],
      listAdmissions: ['admin, gate', 'admin, gate'],
      getAdmissionSummary: ['admin, gate', 'admin, gate'],
      revertAdmission: ['admin', 'admin'],
      listTicketKeys: ['admin, gate', 'admin, gate'],
      getTicketRevocations: ['admin, gate', 'admin, gate'],
      listAuditEntries: ['admin', 'admin'],
    })
  })

  it('documents every error response as a problem record', async () => {
    for (const path of Object.values((await served()).paths))
      for (const { responses } of Object.values(path)) {
        const errors = Object.entries(responses).filter(([status]) => status >= '400')
        expect(errors.map(([status]) => status)).toEqual(
          expect.arrayContaining(['401', '403', '408', '429', '431', '500', '503']),
        )
        for (const [, { content }] of errors) expect(Object.keys(content!)).toEqual(['application/problem+json'])
      }
  })
})

import { describe, expect, it } from '@jest/globals'
import { scanRefusalReasons } from '@museum/domain'
import { exampleId, somePriceCategories } from '@museum/testing/examples'
import { type ZodType, ZodArray } from 'zod'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { anApiAtTheGate } from '../../test/an-api-at-the-gate.ts'
import { scanOutcomeExamples } from '../admissions/scan.wire.ts'
import { allOperations as operations } from '../operations.ts'

type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema: { example?: unknown } }
type Document = { paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>> }

/** The example of a schema, if it has one: its own, or that of the items of a list. */
const examplesOf = (schema: ZodType): unknown[] => {
  if (schema instanceof ZodArray) return examplesOf(schema.element as ZodType).map((example) => [example])
  const example = schema.meta()?.['example']
  return example === undefined ? [] : [example]
}

/**
 * The schemas and the examples of the JSON bodies of an operation: those of the request and of a successful response.
 */
const bodiesOf = ({ route: { request, responses } }: Pick<(typeof operations)[number], 'route'>) => {
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  return [request?.body?.content, ...successes.map(([, { content }]) => content)].flatMap((content) => {
    const json = content?.['application/json']
    if (json === undefined) return []
    const named = Object.values(json.examples ?? {}).map(({ value }) => value)
    return [{ schema: json.schema, examples: named.length > 0 ? named : examplesOf(json.schema) }]
  })
}

describe('the examples of the OpenAPI document', () => {
  it('are filled in by the API reference only if the request needs them and they are valid', async () => {
    const { paths } = (await (await aMuseumApi().api.request('/openapi.json')).json()) as Document
    const parameters = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .flatMap((each) => (each.parameters ?? []).map((parameter) => ({ of: each.operationId, parameter })))
    const filledIn = parameters.filter(
      ({ parameter: { example, schema } }) => example !== undefined || schema.example !== undefined,
    )
    // An identifier comes from a response, and a search needs one of several parameters.
    const needed = parameters.filter(
      ({ of, parameter }) =>
        (parameter.in === 'query' && parameter.required) || (of === 'findTickets' && parameter.name === 'email'),
    )
    expect(filledIn).toEqual(needed)
  })

  it.each(operations.map((each) => [each.route.operationId, bodiesOf(each)] as const))(
    'conform to the bodies that the operation %s reads and responds with',
    (operationId, bodies) => {
      for (const { schema, examples } of bodies)
        for (const example of examples) {
          const { success, data } = schema.safeParse(example)
          expect([operationId, example, success]).toEqual([operationId, example, true])
          // The schema would drop a member that it does not have.
          expect(Object.keys(data as object)).toEqual(expect.arrayContaining(Object.keys(example as object)))
        }
    },
  )

  /** The outcomes of two scans of a ticket for 11:30, of which half an hour late is too late. */
  const outcomesOfEntryTime = async (ticketDate: string) => {
    const { send, buy, scanned, later, now } = await anApiAtTheGate()
    await send('PUT', '/museum-hours/entry-times', { rule: { every: 30 }, late: 30 })
    const { confirmationCode: code } = await buy({ ticketDate, entryTime: '11:30' })
    later(Date.parse(`${ticketDate}T11:14:00Z`) - now())
    const early = await scanned({ code })
    later(47 * 60_000)
    return { 'too-early': early, 'too-late': await scanned({ code }) }
  }

  it('of the outcomes of a scan are responses of the API, one for each reason', async () => {
    const { buy, codeOf, eventId, scanned, later, request, send } = await anApiAtTheGate()
    const ticketDate = '2030-05-18'
    const [ticket, cancelled] = [
      await buy({ ticketType: 'event', eventId, ticketDate }),
      await buy({ ticketType: 'event', eventId, ticketDate }),
    ]
    const code = await codeOf(ticket)
    const ofCancelled = { code: await codeOf(cancelled) }
    await request('POST', `/tickets/${cancelled.ticketId}/cancellation`)
    const other = await anApiAtTheGate()
    const forged = code.slice(0, -20) + (await other.codeOf(await other.buy({}))).slice(-20)
    later(Date.parse('2030-05-18T17:02:11.250Z') - Date.parse('2030-05-17T19:00:00Z'))
    const [full, child] = ['full', 'child'].map((priceCategory) => ({
      ticketType: 'general',
      ticketDate,
      priceCategory,
      quantity: 2,
    }))
    await send('PUT', '/price-categories', somePriceCategories)
    const placed = await send('POST', '/orders', { items: [full, child] })
    const { tickets } = (await placed.json()) as { tickets: { confirmationCode: string }[] }
    await scanned({ code: tickets[1]!.confirmationCode })
    const ofToday = {
      order: await scanned({ code: tickets[0]!.confirmationCode, wholeOrder: true }),
      'bad-signature': await scanned({ code: forged }),
      'unknown-ticket': await scanned({ code: 'x' }),
      cancelled: await scanned(ofCancelled),
      'wrong-event': await scanned({ code, eventId: exampleId(77) }),
      admitted: await scanned({ code, gate: 'North door' }),
      'already-admitted': await scanned({ code, gate: 'South door' }),
    }
    later(24 * 3_600_000)
    const outcomes = { ...ofToday, 'wrong-date': await scanned({ code }), ...(await outcomesOfEntryTime(ticketDate)) }
    expect(Object.keys(outcomes).toSorted()).toEqual([...scanRefusalReasons, 'admitted', 'order'].toSorted())
    const withoutIds = (values: object) => JSON.stringify(values).replaceAll(/"[0-9a-f]{8}(-[0-9a-f]+){4}"/g, '"id"')
    for (const [name, { value }] of Object.entries(scanOutcomeExamples))
      expect(withoutIds(outcomes[name as keyof typeof outcomes])).toBe(withoutIds(value))
  })
})

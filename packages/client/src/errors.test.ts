import { describe, expect, it } from '@jest/globals'
import { credentials, useMuseum } from '../test/start-museum.ts'
import { type ProblemType, ProblemError, isProblem, museumClient } from './index.ts'

const museum = useMuseum()
const client = () => museumClient({ baseUrl: museum.baseUrl(), credentials })
const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
const aRecord = (type: string) => ({ type, title: 'Title', status: 409, detail: 'detail.', instance: 'urn:uuid:0' })

describe('ProblemError', () => {
  it('has the type, the status, the texts and the faults of the problem details', async () => {
    const order = { ticketType: 'general', ticketDate: '2030-02-30', email: 'nobody' } as const
    const error = await errorOf(client().buyMuseumTickets(order))
    expect(error).toBeInstanceOf(ProblemError)
    const { type, status, message, detail, errors, record, idempotencyKey, retryAfter } = error as ProblemError
    expect({ type, status, message, retryAfter }).toEqual({
      type: 'validation-failed',
      status: 400,
      message: `Validation failed: ${detail}`,
      retryAfter: undefined,
    })
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/ticketDate', 'not-a-calendar-date'],
      ['#/email', 'not-an-email'],
    ])
    expect(record.instance).toMatch(/^urn:uuid:/)
    expect(idempotencyKey).toEqual(expect.any(String))
  })
  it('has the type unauthorized when the password is wrong or missing', async () => {
    const wrong = museumClient({ baseUrl: museum.baseUrl(), credentials: { ...credentials, password: 'guess' } })
    expect(await errorOf(wrong.listTicketKeys())).toMatchObject({ type: 'unauthorized', errors: [] })
    const anonymous = museumClient({ baseUrl: museum.baseUrl() })
    expect(await errorOf(anonymous.listTicketKeys())).toMatchObject({ type: 'unauthorized' })
  })
  it('has the values of the problem details, and none from a server that sends none', () => {
    const values = { total: 49.75, currency: 'EUR' }
    expect(new ProblemError({ ...aRecord('/problems/total-changed'), values }).values).toBe(values)
    expect(new ProblemError(aRecord('/problems/total-changed')).values).toEqual({})
  })
  it('has its type also when the API is mounted under a prefix', () => {
    expect(new ProblemError(aRecord('/museum/problems/sold-out')).type).toBe('sold-out')
    expect(new ProblemError(aRecord('https://museum.example/problems/sold-out')).type).toBe('sold-out')
  })
  it('is of the type other when a later version of the API has added its type', () => {
    const error = new ProblemError(aRecord('/problems/too-foggy'))
    expect([error.type, error.record.type]).toEqual(['other', '/problems/too-foggy'])
  })
  it('is narrowed by isProblem to the types that were asked for', () => {
    const error: unknown = new ProblemError(aRecord('/problems/sold-out'))
    expect(isProblem(error)).toBe(true)
    expect(isProblem(error, 'sold-out', 'museum-closed')).toBe(true)
    expect(isProblem(error, 'museum-closed')).toBe(false)
    expect(isProblem(new Error('sold-out'))).toBe(false)
    if (isProblem(error, 'sold-out', 'museum-closed')) {
      const type: 'sold-out' | 'museum-closed' = error.type
      expect(type).toBe('sold-out')
    }
    // An unknown type does not compile.
    // @ts-expect-error
    isProblem(error, 'sold-outt')
    // @ts-expect-error
    const _: ProblemType = 'sold-outt'
  })
})

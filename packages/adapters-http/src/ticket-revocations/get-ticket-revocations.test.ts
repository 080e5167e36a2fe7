import { describe, expect, it } from '@jest/globals'
import { anApiAtTheGate, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'
import { TicketRevocationsBody } from './get-ticket-revocations.ts'

const anApiWithRevocations = async () => {
  const api = await anApiAtTheGate()
  const revocations = async (query: string) => {
    const response = await api.get(`/ticket-revocations?${query}`)
    expect(response.status).toBe(200)
    return TicketRevocationsBody.strict().parse(await response.json())
  }
  const cancel = async ({ ticketId }: { ticketId: string }) => api.request('POST', `/tickets/${ticketId}/cancellation`)
  return { ...api, revocations, cancel }
}

describe('getTicketRevocations', () => {
  it('responds with the cancelled tickets and the removed dates of events, from a date on', async () => {
    const { revocations, cancel, ticket, send, eventId } = await anApiWithRevocations()
    expect(await revocations('date=2030-05-17')).toEqual({ tickets: [], occurrences: [], cursor: expect.any(String) })
    await cancel(ticket)
    await send('PATCH', `/special-events/${eventId}`, { dates: ['2030-05-17'] })
    expect(await revocations('date=2030-05-17')).toMatchObject({
      tickets: [ticket.ticketId],
      occurrences: [{ eventId, date: '2030-05-18', number: 1 }],
    })
    expect(await revocations('date=2030-05-18')).toMatchObject({ tickets: [], occurrences: [{ date: '2030-05-18' }] })
    expect(await revocations('date=2030-05-19')).toMatchObject({ tickets: [], occurrences: [] })
  })

  it('responds with the revocations since 15 seconds before the cursor', async () => {
    const { revocations, cancel, ticket, general, buy, later } = await anApiWithRevocations()
    const third = await buy({})
    await cancel(ticket)
    later(20_000)
    await cancel(general)
    const { cursor } = await revocations('date=2030-05-17')
    later(14_000)
    await cancel(third)
    const next = await revocations(`date=2030-05-17&since=${cursor}`)
    const lastTwo = [general.ticketId, third.ticketId].toSorted()
    expect(next.tickets.toSorted()).toEqual(lastTwo)
    const last = await revocations(`date=2030-05-17&since=${next.cursor}`)
    expect([last.tickets.toSorted(), last.cursor]).toEqual([lastTwo, next.cursor])
  })

  it('responds with a cursor that needs no escaping in a URL, also when nothing was ever revoked', async () => {
    const { revocations } = await anApiWithRevocations()
    const { cursor } = await revocations('date=2030-05-17')
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(await revocations(`date=2030-05-17&since=${cursor}`)).toEqual({ tickets: [], occurrences: [], cursor })
  })

  it('responds with 304 until something is revoked, and to HEAD with the headers only', async () => {
    const { get, cancel, ticket, request } = await anApiWithRevocations()
    const path = '/ticket-revocations?date=2030-05-17'
    const first = await get(path)
    const etag = first.headers.get('ETag')!
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
    expect((await get(path, { ...asGate, 'If-None-Match': etag })).status).toBe(304)
    const head = await request('HEAD', path, { headers: asGate })
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, etag, ''])
    await cancel(ticket)
    expect((await get(path, { ...asGate, 'If-None-Match': etag })).status).toBe(200)
  })

  it.each([
    ['', [['date', 'missing']]],
    ['date=', [['date', 'not-a-calendar-date']]],
    ['date=2030-02-30', [['date', 'not-a-calendar-date']]],
    ['date=2030-05-17&date=2030-05-18', [['date', 'sent-twice']]],
    ['date=2030-05-17&since=', [['since', 'not-a-cursor']]],
    ['date=2030-05-17&since=0', [['since', 'not-a-cursor']]],
    ['date=2030-05-17&since=MTow!', [['since', 'not-a-cursor']]],
    [`date=2030-05-17&since=${Buffer.from('1:-1').toString('base64url')}`, [['since', 'not-a-cursor']]],
    [`date=2030-05-17&since=${Buffer.from('1:9'.padEnd(40, '9')).toString('base64url')}`, [['since', 'not-a-cursor']]],
    [`date=2030-05-17&since=${Buffer.from('2:5').toString('base64url')}`, [['since', 'not-a-cursor']]],
    [
      'since=2030-05-17T10:00:00Z',
      [
        ['date', 'missing'],
        ['since', 'not-a-cursor'],
      ],
    ],
  ])('responds with 400 to the query %j: %j', async (query, faults) => {
    const { get } = await anApiAtTheGate()
    const reported = await faultsOf(await get(`/ticket-revocations?${query}`))
    expect(reported).toEqual(faults.map(([parameter, code]) => [parameter, code]))
  })

  it('says what a cursor must be', async () => {
    const { get } = await anApiAtTheGate()
    const { detail } = await problemOf(await get('/ticket-revocations?date=2030-05-17&since=x'))
    expect(detail).toBe('since must be the cursor of an earlier response.')
  })
})

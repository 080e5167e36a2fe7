import { describe, expect, it } from '@jest/globals'
import { TimeOfDay } from '@museum/domain'
import { authorization } from '../../test/a-museum-api.ts'
import { anApiAtTheGate, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'
import { LoggedScanBody } from './admissions.ts'

const asAdmin = { Authorization: authorization }
const date = '2030-05-17'

/** An API with four scans of today, a second apart: an admission, a repetition, and two of no ticket, one without a gate. */
const anApiWithScans = async () => {
  const api = await anApiAtTheGate()
  const { admissionId } = await api.scanned({ gate: 'North door' })
  for (const scan of [{ gate: 'South door' }, { gate: 'South door', code: 'x' }, { code: 'M1:' }]) {
    api.later(1_000)
    await api.scanned(scan)
  }
  const list = async (query: Readonly<Record<string, string>> = {}, headers: Record<string, string> = asGate) => {
    const response = await api.get(`/admissions?${new URLSearchParams(query).toString()}`, headers)
    const body = LoggedScanBody.strict()
      .array()
      .parse(await response.json())
    return { response, body }
  }
  return { ...api, admissionId, list }
}

describe('listAdmissions', () => {
  it('responds with every scan, the latest first, with null for what is not known', async () => {
    const { list, admissionId, ticket } = await anApiWithScans()
    const { response, body } = await list()
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(response.headers.get('X-Total-Count')).toBe('4')
    const { ticketId } = ticket
    const row = { admissionId: expect.any(String), admitted: false, offline: false, entered: false }
    expect(body).toEqual([
      { ...row, at: '2030-05-17T19:00:03.000Z', gate: null, reason: 'bad-signature', ticketId: null },
      { ...row, at: '2030-05-17T19:00:02.000Z', gate: 'South door', reason: 'unknown-ticket', ticketId: null },
      { ...row, at: '2030-05-17T19:00:01.000Z', gate: 'South door', reason: 'already-admitted', ticketId },
      {
        ...row,
        at: '2030-05-17T19:00:00.000Z',
        gate: 'North door',
        admitted: true,
        entered: true,
        reason: null,
        ticketId,
        admissionId,
      },
    ])
    expect(new Set(body.map((scan) => scan.admissionId)).size).toBe(4)
  })

  it('responds with the scans of a gate, of a ticket or of a date, and with only the admissions or only the others', async () => {
    const { list, ticket, general } = await anApiWithScans()
    const count = async (query: Record<string, string>, headers?: Record<string, string>) =>
      (await list(query, headers)).response.headers.get('X-Total-Count')
    expect(await count({ gate: 'South door' })).toBe('2')
    expect(await count({ gate: 'South' })).toBe('0')
    expect(await count({ admitted: 'true' })).toBe('1')
    expect(await count({ admitted: 'false' })).toBe('3')
    expect(await count({ ticketId: ticket.ticketId.toUpperCase() })).toBe('2')
    expect(await count({ ticketId: general.ticketId })).toBe('0')
    expect(await count({ gate: 'South door', admitted: 'false', ticketId: ticket.ticketId, date })).toBe('1')
    expect(await count({ date: '2030-05-16' }, asAdmin)).toBe('0')
  })

  it('responds page by page, with links that keep the filters as they were sent', async () => {
    const { list } = await anApiWithScans()
    const query = { gate: 'South door', admitted: 'false', date, page: '2', limit: '1' }
    const { response, body } = await list(query)
    expect(body).toMatchObject([{ reason: 'already-admitted' }])
    const target = (page: number) =>
      `</v1.1/admissions?date=2030-05-17&gate=South+door&admitted=false&page=${page}&limit=1>`
    expect(response.headers.get('Link')).toBe(
      `${target(1)}; rel="first", ${target(1)}; rel="prev", ${target(2)}; rel="last"`,
    )
  })

  it('responds with 304 until there is another scan, and to HEAD with the headers only', async () => {
    const { list, get, scanned, request } = await anApiWithScans()
    const etag = (await list()).response.headers.get('ETag')!
    const unchanged = await get('/admissions', { ...asGate, 'If-None-Match': etag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    const head = await request('HEAD', '/admissions', { headers: asGate })
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, etag, ''])
    await scanned()
    expect((await get('/admissions', { ...asGate, 'If-None-Match': etag })).status).toBe(200)
  })

  it('responds to the gate with the scans of today only, to an administrator with those of all dates', async () => {
    const { list, get, later } = await anApiWithScans()
    later(24 * 3_600_000)
    expect((await list()).body).toEqual([])
    expect((await list({}, asAdmin)).body).toHaveLength(4)
    expect((await list({ date }, asAdmin)).body).toHaveLength(4)
    const response = await get(`/admissions?date=${date}`)
    expect(await problemOf(response)).toMatchObject({
      status: 403,
      slug: 'forbidden',
      detail: 'The role gate may read the scans of today only.',
    })
  })

  it('responds to the gate with the conflicts of today and the seven days before, with both entries', async () => {
    const { list, get, later, scanned, codeOf, general, now } = await anApiWithScans()
    const code = await codeOf(general)
    const offline = (gate: string, milliseconds: number) =>
      scanned({ code, gate, offline: true, scannedAt: new Date(now() + milliseconds).toISOString() })
    await offline('South door', -1_000)
    await offline('North door', -2_000)
    await offline('West door', 0)
    await scanned({ code })
    later(7 * 24 * 3_600_000)
    const [{ body, response }, ofDate, all] = [
      await list({ conflict: 'true' }),
      await list({ conflict: 'true', date }),
      await list({ conflict: 'true' }, asAdmin),
    ]
    expect(body.map(({ gate, admitted, reason, entered }) => [gate, admitted, reason, entered])).toEqual([
      [null, false, 'already-admitted', false],
      ['West door', false, 'already-admitted', true],
      ['South door', false, 'already-admitted', true],
      ['North door', true, null, true],
    ])
    expect(new Set(body.map(({ ticketId }) => ticketId))).toEqual(new Set([general.ticketId]))
    expect([ofDate.body, all.body]).toEqual([body, body])
    expect(response.headers.get('Link')).toContain('</v1.1/admissions?conflict=true&page=1&limit=10>; rel="first"')
    later(24 * 3_600_000)
    expect((await list({ conflict: 'true' })).body).toEqual([])
    expect((await list({ conflict: 'true' }, asAdmin)).body).toEqual(body)
    expect(await problemOf(await get(`/admissions?conflict=true&date=${date}`))).toMatchObject({
      slug: 'forbidden',
      detail: 'The role gate may read the conflicts of the last seven days only.',
    })
  })

  it('reports all faults of the query together', async () => {
    const { get } = await anApiAtTheGate()
    const query = 'conflict=false&date=today&gate=&admitted=1&ticketId=17&page=0&limit=1&limit=2'
    const faults = await faultsOf(await get(`/admissions?${query}`))
    expect(faults.toSorted()).toEqual([
      ['admitted', 'unknown-value'],
      ['conflict', 'unknown-value'],
      ['date', 'not-a-calendar-date'],
      ['gate', 'text-blank'],
      ['limit', 'sent-twice'],
      ['page', 'out-of-range'],
      ['ticketId', 'not-a-uuid'],
    ])
  })
})

describe('getAdmissionSummary', () => {
  it('responds with the counts of today', async () => {
    const { get, buy, scanned } = await anApiWithScans()
    await buy({ ticketDate: '2030-05-18' })
    const response = await get('/admissions/summary')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(await response.json()).toEqual({
      date,
      sold: 2,
      admitted: 1,
      refused: { 'already-admitted': 1, 'unknown-ticket': 1, 'bad-signature': 1 },
      gates: [
        { gate: null, admitted: 0, refused: 1 },
        { gate: 'North door', admitted: 1, refused: 0 },
        { gate: 'South door', admitted: 0, refused: 2 },
      ],
    })
    const headers = { ...asGate, 'If-None-Match': response.headers.get('ETag')! }
    expect((await get('/admissions/summary', headers)).status).toBe(304)
    await scanned()
    expect((await get('/admissions/summary', headers)).status).toBe(200)
  })

  it('has one row for a gate, and the list finds its scans, in either Unicode normalization form of its name', async () => {
    const { get, scan } = await anApiAtTheGate()
    const [composed, decomposed] = ['Entr\u00e9e', 'Entre\u0301e']
    for (const gate of [composed, decomposed]) await scan({ gate })
    expect(await (await get('/admissions/summary')).json()).toMatchObject({
      gates: [{ gate: composed, admitted: 1, refused: 1 }],
    })
    for (const gate of [composed, decomposed])
      expect(await (await get(`/admissions?${new URLSearchParams({ gate }).toString()}`)).json()).toHaveLength(2)
  })

  it('is of the day before until the day ends at the gates, whose role may read both days', async () => {
    const { get, buy, scanned, later, ticket, general } = await anApiAtTheGate({ dayEnds: TimeOfDay('03:00') })
    const tomorrow = await buy({ ticketDate: '2030-05-18' })
    later(6 * 3_600_000)
    for (const { confirmationCode: code } of [ticket, tomorrow])
      expect(await scanned({ code })).toMatchObject({ admitted: true })
    const rows = async (query = '') => (await (await get(`/admissions${query}`)).json()) as { ticketId: string }[]
    expect((await rows()).map(({ ticketId }) => ticketId).toSorted()).toEqual(
      [ticket.ticketId, tomorrow.ticketId].toSorted(),
    )
    for (const [day, sold, { ticketId }] of [
      ['2030-05-17', 2, ticket],
      ['2030-05-18', 1, tomorrow],
    ] as const) {
      expect(await (await get(`/admissions/summary?date=${day}`)).json()).toMatchObject({
        date: day,
        sold,
        admitted: 1,
      })
      expect(await rows(`?date=${day}`)).toMatchObject([{ ticketId }])
    }
    expect(await (await get('/admissions/summary')).json()).toMatchObject({ date: '2030-05-17' })
    later(2 * 3_600_000)
    expect(await (await get('/admissions/summary')).json()).toMatchObject({ date: '2030-05-18' })
    expect(await scanned({ code: general.confirmationCode })).toMatchObject({ reason: 'wrong-date' })
    expect((await problemOf(await get('/admissions/summary?date=2030-05-17'))).slug).toBe('forbidden')
  })

  it('of another date is for administrators only, and does not count reverted admissions', async () => {
    const { get, later, request, admissionId } = await anApiWithScans()
    await request('DELETE', `/admissions/${String(admissionId)}`)
    later(24 * 3_600_000)
    expect((await problemOf(await get(`/admissions/summary?date=${date}`))).slug).toBe('forbidden')
    expect(await (await get(`/admissions/summary?date=${date}`, asAdmin)).json()).toMatchObject({
      date,
      admitted: 0,
      gates: [
        { gate: null, refused: 1 },
        { gate: 'South door', refused: 2 },
      ],
    })
    expect(await (await get('/admissions/summary')).json()).toEqual({
      date: '2030-05-18',
      sold: 0,
      admitted: 0,
      refused: {},
      gates: [],
    })
    expect(await faultsOf(await get('/admissions/summary?date=17.5.2030'))).toEqual([['date', 'not-a-calendar-date']])
  })
})

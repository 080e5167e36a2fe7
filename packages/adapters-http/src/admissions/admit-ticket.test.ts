import { describe, expect, it } from '@jest/globals'
import { OutcomeUnknown } from '@museum/application'
import { anActor } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { anApiAtTheGate, asBoxOffice, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, outcomeOf, problemOf } from '../../test/problem-of.ts'

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const scanId = exampleId(501)
const at = '2030-05-17T19:00:00.000Z'

describe('admitTicket', () => {
  it('responds with the admission and the ticket, without the purchaser, to the first scan of a ticket', async () => {
    const { scan, ticket, general, codeOf, scanned } = await anApiAtTheGate()
    const response = await scan({ gate: 'North door' })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const { ticketId } = ticket
    expect(await response.json()).toEqual({
      admitted: true,
      admissionId: uuid,
      ticket: { ticketId, ticketType: 'event', ticketDate: '2030-05-17', eventName: 'Night at the Museum' },
    })
    expect(await scanned({ code: await codeOf(general) })).toEqual({
      admitted: true,
      admissionId: uuid,
      ticket: { ticketId: general.ticketId, ticketType: 'general', ticketDate: '2030-05-17' },
    })
  })

  it('responds with each reason for not admitting, and with the ticket if it is known', async () => {
    const { scanned, ticket, general, codeOf, buy, request, eventId, later } = await anApiAtTheGate()
    const { ticketId } = ticket
    const shown = { ticketId, ticketType: 'event', ticketDate: '2030-05-17', eventName: 'Night at the Museum' }
    const detail = expect.stringMatching(/^The .*\.$/)
    const refused = (reason: string, more: object = {}) => ({ admitted: false, reason, detail, ...more })
    const tomorrow = await buy({ ticketDate: '2030-05-18' })
    const cancelled = await buy({})
    const cancelledCode = await codeOf(cancelled)
    await request('POST', `/tickets/${cancelled.ticketId}/cancellation`)
    const ofGeneral = (id: string, ticketDate = '2030-05-17') => ({
      ticket: { ticketId: id, ticketType: 'general', ticketDate },
    })
    expect(await scanned({ code: 'M1:A' })).toEqual(refused('bad-signature'))
    expect(await scanned({ code: 'https://museum.example' })).toEqual(refused('unknown-ticket'))
    expect(await scanned({ code: cancelledCode })).toEqual(refused('cancelled', ofGeneral(cancelled.ticketId)))
    expect(await scanned({ code: await codeOf(tomorrow) })).toEqual(
      refused('wrong-date', ofGeneral(tomorrow.ticketId, '2030-05-18')),
    )
    expect(await scanned({ code: await codeOf(general), eventId })).toEqual(
      refused('wrong-event', ofGeneral(general.ticketId)),
    )
    expect(await scanned({ eventId: exampleId(77) })).toEqual(refused('wrong-event', { ticket: shown }))
    expect(await scanned({ gate: 'North door', eventId })).toMatchObject({ admitted: true })
    later(60_000)
    expect(await scanned({ gate: 'South door' })).toEqual({
      admitted: false,
      reason: 'already-admitted',
      detail: 'The ticket was used before, at North door.',
      ticket: shown,
      first: { at, gate: 'North door' },
    })
    await scanned({ code: await codeOf(general) })
    expect(await scanned({ code: await codeOf(general) })).toMatchObject({
      reason: 'already-admitted',
      first: { at: '2030-05-17T19:01:00.000Z', gate: null },
    })
  })

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['with a line feed at its end', (code: string) => `${code}\n`],
    ['with CR, LF and tabs around it', (code: string) => `\t${code}\r\n`],
  ])('admits by a code %s', async (_, change) => {
    const { scanned, code } = await anApiAtTheGate()
    expect(await scanned({ code: change(code) })).toMatchObject({ admitted: true })
  })

  it('admits by a confirmation code as it is typed, and by a code of an earlier version', async () => {
    const { scanned, ticket, general } = await anApiAtTheGate()
    const typed = ticket.confirmationCode.toUpperCase().replaceAll('-', ' – ')
    expect(await scanned({ code: typed })).toMatchObject({ admitted: true, ticket: { ticketId: ticket.ticketId } })
    const unsigned = `${general.ticketId}.${general.confirmationCode}`
    expect(await scanned({ code: unsigned })).toMatchObject({ admitted: true, ticket: { ticketId: general.ticketId } })
  })

  it.each([
    ['a cut code', (code: string) => code.slice(0, -1), 'bad-signature'],
    ['a code with one letter too many', (code: string) => `${code}A`, 'bad-signature'],
    ['a mistyped code', (code: string) => `${code.slice(0, 20)}01${code.slice(22)}`, 'bad-signature'],
    ['the prefix in lower case', () => 'm1:', 'bad-signature'],
    ['another alphabet', () => 'M1:ПРИВЕТ', 'bad-signature'],
    ['half of a surrogate pair', () => '\ud83d', 'unknown-ticket'],
    ['a code with half of a surrogate pair', (code: string) => `${code}\udc00`, 'bad-signature'],
    ['a control character', () => '\u0000', 'unknown-ticket'],
    ['white space', () => ' \n', 'unknown-ticket'],
    ['an emoji', () => '🎟️', 'unknown-ticket'],
    ['text that is like SQL', () => "' or 1=1 --", 'unknown-ticket'],
    ['1,000 characters', () => 'x'.repeat(1000), 'unknown-ticket'],
    ['1,000 characters after the prefix', () => `M1:${'A'.repeat(997)}`, 'bad-signature'],
  ])('responds with 200 to a scan of %s, and adds it to the scan log', async (_, change, reason) => {
    const { scanned, code, log } = await anApiAtTheGate()
    const scan = { code: change(code), scanId }
    const outcome = await scanned(scan)
    expect(outcome).toEqual({ admitted: false, reason, detail: expect.any(String) })
    expect(await scanned(scan)).toEqual(outcome)
    expect(await log()).toMatchObject([{ admitted: false, reason, ticketId: null }])
  })

  it('responds with bad-signature to a code of another museum', async () => {
    const { scanned } = await anApiAtTheGate()
    const other = await anApiAtTheGate()
    await other.museum.rotateTicketKey(anActor)
    const code = await other.codeOf(await other.buy({}))
    expect(await scanned({ code })).toMatchObject({ reason: 'bad-signature' })
  })

  it.each<[object, string, string]>([
    [{ code: undefined }, '#/code', 'missing'],
    [{ code: null }, '#/code', 'null-not-allowed'],
    [{ code: 17 }, '#/code', 'wrong-type'],
    [{ code: '' }, '#/code', 'text-blank'],
    [{ code: 'x'.repeat(1001) }, '#/code', 'text-too-long'],
    [{ gate: '' }, '#/gate', 'text-blank'],
    [{ gate: ' ' }, '#/gate', 'text-blank'],
    [{ gate: 'a\nb' }, '#/gate', 'text-control-character'],
    [{ gate: '\ud800' }, '#/gate', 'text-not-unicode'],
    [{ gate: 'x'.repeat(101) }, '#/gate', 'text-too-long'],
    [{ gate: 1 }, '#/gate', 'wrong-type'],
    [{ eventId: '17' }, '#/eventId', 'not-a-uuid'],
    [{ scanId: 'one' }, '#/scanId', 'not-a-uuid'],
    [{ scanId: `${scanId}\n` }, '#/scanId', 'not-a-uuid'],
    [{ offline: 'true' }, '#/offline', 'wrong-type'],
    [{ offline: 1 }, '#/offline', 'wrong-type'],
    [{ scannedAt: 1_905_274_800 }, '#/scannedAt', 'wrong-type'],
    [{ offline: true }, '#/scannedAt', 'scanned-at-required'],
    [{ offline: true, scannedAt: null }, '#/scannedAt', 'scanned-at-required'],
    [{ offline: true, scannedAt: '2030-05-17T19:05:00.001Z' }, '#/scannedAt', 'scanned-in-the-future'],
    [{ offline: true, scannedAt: '2030-05-10T18:59:59.999Z' }, '#/scannedAt', 'scanned-too-long-ago'],
  ])('responds with 400 to %j and adds no scan to the log: %s %s', async (but, pointer, fault) => {
    const { scan, log } = await anApiAtTheGate()
    expect(await faultsOf(await scan(but))).toEqual([[pointer, fault]])
    expect(await log()).toEqual([])
  })

  it('reports all faults of the body together', async () => {
    const { scan } = await anApiAtTheGate()
    const faulty = {
      code: '',
      gate: '',
      eventId: '',
      scanId: '',
      scannedAt: '',
      offline: '',
      anyTime: '',
      order: 0,
      wholeOrder: 0,
      tickets: 0,
    }
    expect(await faultsOf(await scan(faulty))).toEqual([
      ['#/code', 'text-blank'],
      ['#/gate', 'text-blank'],
      ['#/eventId', 'not-a-uuid'],
      ['#/scanId', 'not-a-uuid'],
      ['#/scannedAt', 'not-a-date-time'],
      ['#/offline', 'wrong-type'],
      ['#/anyTime', 'wrong-type'],
      ['#/order', 'wrong-type'],
      ['#/wholeOrder', 'wrong-type'],
      ['#/tickets', 'quantity-out-of-range'],
    ])
  })

  it.each([
    '2030-05-17T18:59:00Z',
    '2030-05-17t18:59:00z',
    '2030-05-17T20:59:00+02:00',
    '2030-05-17T20:59:00.0009999999999+02:00',
    '2030-05-18T17:59:00+23:00',
    '2030-05-17T18:59:00-00:00',
  ])('accepts %s as the moment of an offline scan', async (scannedAt) => {
    const { scanned, log } = await anApiAtTheGate()
    expect(await scanned({ offline: true, scannedAt })).toMatchObject({ admitted: true })
    expect(await log()).toMatchObject([{ at: '2030-05-17T18:59:00.000Z', offline: true }])
  })

  it.each([
    '2030-05-17',
    '2030-05-17T18:59:00',
    '2030-05-17T18:59Z',
    '2030-05-17 18:59:00Z',
    '2030-05-17T18:59:60Z',
    '2016-12-31T23:59:60Z',
    '2030-05-17T24:00:00Z',
    '2030-02-30T10:00:00Z',
    '2030-05-17T18:59:00+24:00',
    '2030-05-17T18:59:00+0200',
    '2030-05-17T18:59:00.Z',
    '2030-05-17T18:59:00,5Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+01:00',
    '10000-01-01T00:00:00Z',
    '+2030-05-17T18:59:00Z',
    '2030-05-17T18:59:00Z ',
    'Fri, 17 May 2030 18:59:00 GMT',
  ])('responds with 400 not-a-date-time to the moment %j, also of a scan that was not offline', async (scannedAt) => {
    const { scan } = await anApiAtTheGate()
    for (const offline of [true, false])
      expect(await faultsOf(await scan({ scannedAt, offline }))).toEqual([['#/scannedAt', 'not-a-date-time']])
  })

  it('ignores the clock of a scanner that is not offline', async () => {
    const { scanned, log } = await anApiAtTheGate()
    for (const scannedAt of ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) await scanned({ scannedAt })
    expect(await log()).toMatchObject([
      { at, offline: false, admitted: false },
      { at, offline: false, admitted: true },
    ])
  })

  it('takes null for an optional member that is absent, and ignores unknown members', async () => {
    const { scanned, log } = await anApiAtTheGate()
    const nulls = { gate: null, eventId: null, scannedAt: null, offline: null }
    const first = await scanned({ ...nulls, scanId, admissionId: scanId, further: {} })
    expect(first).toMatchObject({ admitted: true })
    expect(await scanned({ scanId })).toEqual(first)
    expect(await scanned({ scanId: null })).toMatchObject({ reason: 'already-admitted' })
    expect(await log()).toMatchObject([
      { gate: null, offline: false },
      { gate: null, offline: false },
    ])
  })

  it('responds with the same bytes to the same scan with its scanId in either case, and with 422 to another scan', async () => {
    const { scan, log, later } = await anApiAtTheGate()
    const body = { gate: 'North door', scanId: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50' }
    const first = await (await scan(body)).text()
    later(3_600_000)
    for (const again of [body, { ...body, scanId: body.scanId.toUpperCase() }])
      expect(await (await scan(again)).text()).toBe(first)
    for (const other of [{ gate: 'South door' }, { gate: null }, { code: 'x' }, { scannedAt: at }])
      expect(await outcomeOf(await scan({ ...body, ...other }))).toEqual([422, 'scan-id-reused', []])
    expect(await log()).toHaveLength(1)
  })

  it('records an offline scan as it happened, and the earliest one is the admission', async () => {
    const { scanned, log, later } = await anApiAtTheGate()
    await scanned({ gate: 'North door' })
    later(24 * 3_600_000)
    const offline = { gate: 'South door', offline: true, scannedAt: '2030-05-17T20:00:00+02:00', scanId }
    const outcome = await scanned(offline)
    expect(outcome).toMatchObject({ admitted: true })
    expect(await scanned(offline)).toEqual(outcome)
    expect(await log()).toEqual([])
    later(-24 * 3_600_000)
    expect(await log()).toMatchObject([
      { at, gate: 'North door', admitted: false, reason: 'already-admitted', offline: false },
      { at: '2030-05-17T18:00:00.000Z', gate: 'South door', admitted: true, reason: null, offline: true },
    ])
  })

  describe('with entry times', () => {
    /** An API at 09:00 with tickets for 10:00, in a museum that has an entry time each hour. */
    const withEntryTimes = async () => {
      const api = await anApiAtTheGate()
      api.later(-10 * 3_600_000)
      await api.send('PUT', '/museum-hours/entry-times', { rule: { every: 60 }, late: 30 })
      const buy = () => api.buy({ entryTime: '10:00' })
      return { ...api, buy, timed: await buy() }
    }
    const ticketOf = ({ ticketId }: { ticketId: string }) => ({
      ticketId,
      ticketType: 'general',
      ticketDate: '2030-05-17',
      entryTime: '10:00',
    })

    it('responds with too-early and too-late, each with the entry time, and admits between', async () => {
      const { scanned, timed, codeOf, later, log, get } = await withEntryTimes()
      const code = await codeOf(timed)
      expect(await scanned({ code })).toEqual({
        admitted: false,
        reason: 'too-early',
        detail: 'The ticket is for 10:00, and admits from 09:45 on.',
        ticket: ticketOf(timed),
      })
      later(2 * 3_600_000)
      expect(await scanned({ code })).toEqual({
        admitted: false,
        reason: 'too-late',
        detail: 'The ticket is for 10:00, and admitted until 10:30.',
        ticket: ticketOf(timed),
      })
      later(-3_600_000)
      expect(await scanned({ code })).toEqual({ admitted: true, admissionId: uuid, ticket: ticketOf(timed) })
      expect(await (await get(`/tickets/${timed.ticketId}`)).json()).toMatchObject({ entryTime: '10:00' })
      expect((await log()).map(({ reason, entryTime }) => [reason, entryTime])).toEqual([
        ['too-late', '10:00'],
        [null, '10:00'],
        ['too-early', '10:00'],
      ])
      expect(await (await get('/admissions/summary')).json()).toMatchObject({
        refused: { 'too-early': 1, 'too-late': 1 },
      })
    })

    it('admits at any time where the scan says so, which the log says where it decided', async () => {
      const { scanned, scan, buy, codeOf, log, later } = await withEntryTimes()
      const codes = await Promise.all([await buy(), await buy()].map(codeOf))
      for (const anyTime of [false, null])
        expect(await scanned({ code: codes[0], anyTime })).toMatchObject({ admitted: false })
      expect(await scanned({ code: codes[0], anyTime: true, scanId })).toMatchObject({ admitted: true })
      expect((await scan({ code: codes[0], scanId })).status).toBe(422)
      later(3_600_000)
      expect(await scanned({ code: codes[1], anyTime: true })).toMatchObject({ admitted: true })
      const [usual, early, refused] = await log()
      expect(early).toMatchObject({ admitted: true, anyTime: true })
      for (const each of [usual, refused]) expect(each).not.toHaveProperty('anyTime')
    })
  })

  describe('with an order of six tickets', () => {
    const withOrder = async () => {
      const api = await anApiAtTheGate()
      const items = [
        { ticketType: 'event', eventId: api.eventId, ticketDate: '2030-05-17', quantity: 4 },
        { ticketType: 'general', ticketDate: '2030-05-17', quantity: 2 },
      ]
      const order = (await (await api.send('POST', '/orders', { items })).json()) as {
        orderId: string
        tickets: { confirmationCode: string }[]
      }
      const { orderId, tickets } = order
      return { ...api, orderId, codes: tickets.map(({ confirmationCode }) => confirmationCode) }
    }
    const refused = (reason: string, tickets: number) => ({ reason, tickets })

    it('responds with the number of other tickets that would admit now, where the scan asks for it', async () => {
      const { scanned, codes, eventId } = await withOrder()
      expect(await scanned({ code: codes[0], order: true, eventId })).toMatchObject({ admitted: true, orderOpen: 3 })
      expect(await scanned({ code: codes[0], order: true })).toMatchObject({ admitted: false, orderOpen: 5 })
      for (const order of [false, null, undefined])
        expect(await scanned({ code: codes[0], order })).not.toHaveProperty('orderOpen')
      expect(await scanned({ order: true })).not.toHaveProperty('orderOpen')
    })

    it('admits all tickets that admit now with one scan, and responds with what became of them', async () => {
      const { scanned, log, codes, eventId, orderId } = await withOrder()
      await scanned({ code: codes[1] })
      const press = { code: codes[0], eventId, wholeOrder: true, tickets: 2, scanId }
      const response = await scanned(press)
      const rows = (await log()).filter(({ pressId }) => pressId !== undefined).toReversed()
      expect(response).toEqual({
        admitted: true,
        order: {
          orderId,
          admitted: 2,
          categories: [{ priceCategoryName: null, tickets: 2 }],
          refused: [refused('already-admitted', 1), refused('wrong-event', 2)],
        },
        admissionIds: rows.map(({ admissionId }) => admissionId),
        pressId: rows[0]!['admissionId'],
      })
      expect(await scanned(press)).toEqual(response)
      expect(await scanned({ code: codes[4], eventId, wholeOrder: true })).toMatchObject({ order: { admitted: 1 } })
      const none = await scanned({ code: codes[4], eventId, wholeOrder: true })
      expect(none).toEqual({
        admitted: false,
        reason: 'wrong-event',
        detail: expect.any(String),
        ticket: expect.objectContaining({ ticketType: 'general' }),
        order: {
          orderId,
          admitted: 0,
          categories: [],
          refused: [refused('wrong-event', 2), refused('already-admitted', 4)],
        },
        pressId: (await log())[0]!['admissionId'],
      })
    })

    it('refuses an offline scan of a whole order, and a number of tickets that no order has', async () => {
      const { scan, scanned, codes } = await withOrder()
      const wholeOrder = { code: codes[0], wholeOrder: true }
      expect(await faultsOf(await scan({ ...wholeOrder, offline: true, scannedAt: at }))).toEqual([
        ['#/wholeOrder', 'whole-order-offline'],
      ])
      for (const tickets of [0, 51, 1.5])
        expect(await faultsOf(await scan({ ...wholeOrder, tickets }))).toEqual([['#/tickets', 'quantity-out-of-range']])
      expect(await scanned({ code: codes[0], tickets: 2 })).not.toHaveProperty('order')
    })
  })

  it('admits one of 40 scans at the same time', async () => {
    const { scan } = await anApiAtTheGate()
    const responses = await Promise.all(Array.from({ length: 40 }, async (_, n) => scan({ gate: `Gate ${n % 4}` })))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as { admitted: boolean }[]
    expect(bodies.filter(({ admitted }) => admitted)).toHaveLength(1)
  })

  it('responds with 403 to the box office before it reads the body, and reads only JSON', async () => {
    const { send, request, log } = await anApiAtTheGate()
    expect(await outcomeOf(await send('POST', '/admissions', {}, asBoxOffice))).toEqual([403, 'forbidden', []])
    const text = { ...asGate, 'Content-Type': 'text/plain' }
    const response = await request('POST', '/admissions', { body: '{}', headers: text })
    expect([response.status, response.headers.get('Accept-Post')]).toEqual([415, 'application/json'])
    const large = await send('POST', '/admissions', { code: 'x', note: 'x'.repeat(131_072) }, asGate)
    expect(await outcomeOf(large)).toEqual([413, 'payload-too-large', []])
    expect(await log()).toEqual([])
  })

  it('may be repeated with the same scanId when its outcome is unknown, as the problem details say', async () => {
    const { ports, withPorts, code } = await anApiAtTheGate()
    const lost = {
      ...ports.admissions,
      add: async () => {
        throw new OutcomeUnknown('the connection was lost')
      },
    }
    const never = { ...ports.admissions, add: () => new Promise<never>(() => {}) }
    for (const send of [withPorts({ admissions: lost }), withPorts({ admissions: never }, { deadline: 1_000 })]) {
      // An Idempotency-Key has no meaning for a scan.
      const response = await send('POST', '/admissions', { code, scanId }, { ...asGate, 'Idempotency-Key': 'one' })
      expect(response.headers.get('Retry-After')).toBeNull()
      expect(await problemOf(response)).toMatchObject({
        status: 503,
        slug: 'outcome-unknown',
        detail:
          'It is not known whether this took effect. Send it again with the same scanId. If it has none, look for it in the ' +
          'scan log, GET /admissions, first.',
      })
    }
    const again = await withPorts({})('POST', '/admissions', { code, scanId })
    expect(await again.json()).toMatchObject({ admitted: true })
  })
})

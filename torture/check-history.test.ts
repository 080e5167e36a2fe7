import { describe, expect, it } from '@jest/globals'
import { type Answer, type Books, type Plan, type Purchase, type Stored, audit, grace } from './check-history.ts'

const eventId = '0194e2a0-0000-7000-8000-000000000001'
const ticketId = '0194e2a0-0000-7000-8000-00000000000a'
const otherTicketId = '0194e2a0-0000-7000-8000-00000000000b'

const answer = (status: number, body: object = {}, more: Partial<Answer> = {}): Answer => {
  const whole = { status, text: JSON.stringify(body), isReplay: false, asked: 1_000, answered: 1_010 }
  return { ...whole, ...more }
}
const problem = (status: number, slug: string, detail = '') => answer(status, { type: `/problems/${slug}`, detail })
const cut = answer(0, {}, { text: 'ECONNRESET' })

const confirmation = {
  message: 'Museum special event ticket purchased',
  eventName: 'Night',
  ticketId,
  ticketType: 'event',
  ticketDate: '2031-05-17',
  confirmationCode: 'ticket-event-abcdef-ghjkm',
}
const row = { ...confirmation, eventId, email: 'visitor@example.org', state: 'valid' }
const event = { eventId, name: 'Night', dates: ['2031-05-17', '2031-05-18'] }

/** One event, and one ticket to it that was asked for once. */
const books = (asked: Partial<Purchase> = {}, planned: Partial<Plan> = {}, outages: Books['outages'] = []): Books => {
  const order = { email: 'visitor@example.org', ticketType: 'event', ticketDate: '2031-05-17', eventId } as const
  const purchase: Purchase = { ...order, answers: [answer(201, confirmation)], ...asked }
  const plan: Plan = { ...event, answers: [answer(201, event)], removals: [], deletions: [], ...planned }
  return { purchases: [purchase], plans: [plan], outages, isCutOff: true }
}
const stored = (tickets: Stored['tickets'] = [row], events: Stored['events'] = [event]): Stored => ({ tickets, events })
const faults = (...planted: Parameters<typeof audit>) => audit(...planted).violations.map(({ fault }) => fault)

describe('the accountant', () => {
  it('finds nothing where what was told is what is stored', () => {
    const { figures, violations } = audit(books(), stored())
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ requests: 2, acknowledged: 1, refusal: 0, lost: 0, doubled: 0, leftValid: 0 })
  })

  it('catches a ticket that was sold and is not stored', () => {
    const { figures, violations } = audit(books(), stored([]))
    expect(violations).toMatchObject([{ fault: 'lost: sold, and not stored', told: { email: row.email } }])
    expect(figures.lost).toBe(1)
  })

  it('catches a purchase that is stored twice', () => {
    const twice = [row, { ...row, ticketId: otherTicketId }]
    expect(faults(books(), stored(twice))).toEqual(['doubled: one purchase, several tickets'])
    expect(audit(books({ answers: [cut] }), stored(twice)).figures.doubled).toBe(1)
  })

  it('catches a key that was told two tickets', () => {
    const second = answer(201, { ...confirmation, ticketId: otherTicketId }, { isReplay: true })
    const answers = [answer(201, confirmation), second]
    expect(faults(books({ key: 'k', answers }), stored())).toContain('doubled: one purchase, several tickets')
  })

  it.each([
    ['confirmation code', { confirmationCode: 'ticket-event-abcdef-ghjkn' }],
    ['date', { ticketDate: '2031-05-18' }],
    ['type', { ticketType: 'general' }],
    ['event', { eventId: otherTicketId }],
    ['name of the event', { eventName: 'Day' }],
  ])('catches a ticket whose %s is stored otherwise than it was told', (_, change) => {
    expect(faults(books(), stored([{ ...row, ...change }]))).toContain('changed: stored otherwise than sold')
  })

  it('catches an answer that is not repeated byte for byte, or not marked', () => {
    const again = (text: string, isReplay: boolean) =>
      faults(books({ key: 'k', answers: [answer(201, confirmation), answer(201, {}, { text, isReplay })] }), stored())
    const text = JSON.stringify(confirmation)
    const fault = 'changed: the same purchase answered otherwise, or without the mark of a replay'
    expect([again(text, true), again(`${text} `, true), again(text, false)]).toEqual([[], [fault], [fault]])
  })

  it('catches a valid ticket on an event that was deleted, and on a date that was removed', () => {
    const fault = 'left valid on an event or a date that is gone'
    const deleted = books({}, { deletions: [[answer(204)]] })
    expect(faults(deleted, stored([row], []))).toEqual([fault])
    const removed = books({}, { removals: [{ date: row.ticketDate, answers: [answer(200)] }] })
    expect(faults(removed, stored([row], [{ ...event, dates: ['2031-05-18'] }]))).toEqual([fault])
    expect(audit(deleted, stored([row], [])).figures.leftValid).toBe(1)
    expect(faults(deleted, stored([{ ...row, state: 'cancelled' }], []))).toEqual([])
  })

  it('catches a ticket that was cancelled without a reason', () => {
    expect(faults(books(), stored([{ ...row, state: 'cancelled' }]))).toEqual(['cancelled without a reason'])
  })

  it('catches an event, a deletion and a removal that were acknowledged and are not stored', () => {
    const [dead, gone] = [[{ ...row, state: 'cancelled' }], [] as Stored['events']]
    expect(faults(books(), stored(dead, gone))).toContain('lost: an event that was planned, and is not stored')
    expect(faults(books({}, { deletions: [[cut, answer(204)]] }), stored())).toEqual([
      'lost: an event that was deleted, and is stored',
    ])
    expect(faults(books({}, { deletions: [[cut]] }), stored())).toEqual([])
    const removals = [{ date: '2031-05-18', answers: [answer(200)] }]
    expect(faults(books({}, { removals }), stored())).toEqual(['lost: the removal of 2031-05-18'])
    expect(faults(books(), stored([row], [{ ...event, dates: ['2031-05-17'] }]))).toEqual(['lost: the date 2031-05-18'])
  })

  it('catches an event that is stored twice', () => {
    const twice = [event, { ...event, eventId: otherTicketId }]
    expect(faults(books(), stored([row], twice))).toEqual(['doubled: one plan, several events'])
  })

  it.each([problem(404, 'event-not-found'), problem(503, 'service-unavailable')])(
    'catches a ticket that is stored although $status said it was not',
    (refusal) => {
      const refused = books({ answers: [refusal] }, { deletions: [[cut]] }, [{ from: 0, until: 2_000 }])
      expect(faults(refused, stored())).toEqual(['stored, although every answer said that nothing was'])
      expect(faults(refused, stored([]))).toEqual([])
    },
  )

  it('counts what is stored but was never heard of, and finds nothing in it', () => {
    const { figures, violations } = audit(books({ answers: [cut] }), stored())
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ acknowledged: 0, cut: 1, unheard: 1 })
  })

  it('holds an uncertain purchase to the ticketId it was told', () => {
    const outages = [{ from: 0, until: 2_000 }]
    const uncertain = (id: string) =>
      books({ answers: [problem(503, 'outcome-unknown', `Look for ${id}.`)] }, {}, outages)
    expect(faults(uncertain(ticketId), stored())).toEqual([])
    expect(faults(uncertain(ticketId), stored([]))).toEqual([])
    expect(faults(uncertain(otherTicketId), stored())).toEqual([
      'changed: stored under another ticketId than the uncertain one',
    ])
  })

  it('catches a refusal without a reason', () => {
    const fault = 'refused without a reason'
    for (const status of [400, 404, 422, 429])
      expect(faults(books({ answers: [answer(status)] }), stored([]))).toEqual([fault])
    expect(faults(books({ answers: [answer(404)] }, { deletions: [[answer(204)]] }), stored([], []))).toEqual([])
  })

  it('catches a purchase that was sold with the key of another one', () => {
    const sold = books({ key: 'k', reusesKey: true })
    expect(faults(sold, stored())).toEqual(['sold with a key that another purchase had'])
    expect(faults(books({ key: 'k', reusesKey: true, answers: [answer(422)] }), stored([]))).toEqual([])
  })

  it('catches rows that nobody asked for', () => {
    const strange = { ...row, ticketId: otherTicketId, email: 'nobody@example.org' }
    expect(faults(books(), stored([row, strange]))).toEqual(['a ticket that nobody asked for'])
    const planned = { ...event, eventId: otherTicketId, name: 'Day' }
    expect(faults(books(), stored([row], [event, planned]))).toEqual(['an event that nobody planned'])
  })

  it('excuses 503 while the database is away and a moment longer, and 500 never', () => {
    const asked = (answers: Answer[]) => audit(books({ answers }, {}, [{ from: 5_000, until: 6_000 }]), stored([]))
    const at = (status: number, time: number) =>
      answer(status, { type: '/problems/service-unavailable' }, { asked: time, answered: time + 10 })
    const outside = [at(503, 4_900), at(503, 6_001 + grace), at(500, 5_500)]
    for (const failure of outside) {
      expect(asked([failure]).violations).toMatchObject([{ fault: 'a failure while the database answered' }])
      expect(asked([failure]).figures).toMatchObject({ excused: 0, unexcused: 1 })
    }
    const inside = asked([at(503, 4_995), at(503, 5_500), at(503, 6_000 + grace)])
    expect([inside.violations, inside.figures.excused, inside.figures.unexcused]).toEqual([[], 3, 0])
  })

  it('catches a missing answer where nobody cut anything', () => {
    const unanswered = books({ answers: [cut] })
    expect(faults({ ...unanswered, isCutOff: false }, stored([]))).toEqual(['no answer, although nobody cut anything'])
    expect(faults(unanswered, stored([]))).toEqual([])
  })

  it('catches a request that hangs', () => {
    const hung = answer(0, {}, { text: 'no answer', answered: 40_000 })
    expect(faults(books({ answers: [hung] }), stored([]))).toEqual(['no answer within 15000 ms'])
  })
})

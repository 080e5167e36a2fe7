import { describe, expect, it } from '@jest/globals'
import { type Stored, checkHistory } from './check-history.ts'
import type { Attempt, History, Purchase, SpecialEvent } from './history.ts'
import { reconnectGrace } from './is-expected-5xx.ts'

const eventId = '0194e2a0-0000-7000-8000-000000000001'
const ticketId = '0194e2a0-0000-7000-8000-00000000000a'
const otherTicketId = '0194e2a0-0000-7000-8000-00000000000b'
const [date, otherDate] = ['2031-05-17', '2031-05-18']

/** A response 10 ms after its request, which is sent at 1000 unless `more` says otherwise. */
const attempt = (status: number, body: object = {}, more: Partial<Attempt> = {}): Attempt => {
  const sentAt = more.sentAt ?? 1_000
  return { status, body: JSON.stringify(body), isReplay: false, sentAt, receivedAt: sentAt + 10, ...more }
}
const at = (sentAt: number, status: number, body: object = {}, more: Partial<Attempt> = {}) =>
  attempt(status, body, { sentAt, ...more })
const problem = (status: number, slug: string, detail = '', more: Partial<Attempt> = {}) =>
  attempt(status, { type: `/problems/${slug}`, detail }, more)
const unanswered = attempt(0, {}, { body: 'ECONNRESET' })

const confirmation = {
  message: 'Museum special event ticket purchased',
  eventName: 'Night',
  ticketId,
  ticketType: 'event',
  ticketDate: date,
  confirmationCode: 'ticket-event-abcdef-ghjkm',
}
const row = {
  ...confirmation,
  eventId,
  email: 'visitor@example.org',
  occurrenceNumber: 1,
  state: 'valid',
  isCancelled: false,
}
const cancelled = { ...row, state: 'cancelled' }
const event = { eventId, name: 'Night', dates: [date, otherDate], capacity: null as number | null }
const generalRow = { ...row, ticketType: 'general', eventId: null, eventName: null }

/** One event, created at 0, and one ticket to it that is bought at 1000. */
const history = (
  purchase: Partial<Purchase> = {},
  specialEvent: Partial<SpecialEvent> = {},
  outages: History['outages'] = [],
): History => {
  const order = { email: 'visitor@example.org', ticketType: 'event', ticketDate: date, eventId } as const
  return {
    purchases: [{ ...order, attempts: [attempt(201, confirmation)], ...purchase }],
    specialEvents: [
      { ...event, attempts: [at(0, 201, event)], updates: [], capacities: [], deletions: [], ...specialEvent },
    ],
    generalEntryCapacities: [],
    outages,
    mayMissResponses: true,
  }
}
const stored = (
  tickets: Stored['tickets'] = [row],
  events: Stored['events'] = [event],
  counters: Stored['counters'] = [],
  generalEntryCapacity: number | null = null,
): Stored => ({ tickets, events, generalEntryCapacity, counters })
const faults = (...checked: Parameters<typeof checkHistory>) =>
  checkHistory(...checked).violations.map(({ fault }) => fault)

const bought = (...attempts: Attempt[]): Partial<Purchase> => ({ attempts })
const soldAt = (sentAt: number) => bought(at(sentAt, 201, confirmation))
const removal = (...attempts: Attempt[]) => ({ dates: [otherDate], attempts })
const addition = (...attempts: Attempt[]) => ({ dates: [date, otherDate], attempts })
const deletion = (...attempts: Attempt[]): Partial<SpecialEvent> => ({ deletions: [{ attempts }] })
const unansweredAt = (sentAt: number) => at(sentAt, 0)

describe('checkHistory', () => {
  it('finds no violation when what clients recorded is what is stored', () => {
    const { figures, violations } = checkHistory(history(), stored())
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ requests: 2, acknowledged: 1, refused: 0, lost: 0, doubled: 0, leftValid: 0 })
  })

  it('reports a confirmed ticket that is not stored as lost', () => {
    const { figures, violations } = checkHistory(history(), stored([]))
    expect(violations).toMatchObject([{ fault: 'lost: sold, and not stored', recorded: { email: row.email } }])
    expect(figures.lost).toBe(1)
  })

  describe('with a capacity', () => {
    const setting = (places: number | null, ...attempts: Attempt[]) => ({ places, attempts })
    const limited = (...capacities: SpecialEvent['capacities']): Partial<SpecialEvent> => ({ capacities })
    const to = (places: number) => limited(setting(places, at(100, 200)))
    const soldOut = bought(problem(409, 'sold-out'))
    const other = { ...row, ticketId: otherTicketId, email: 'other@example.org' }
    const withPlaces = (capacity: number | null) => [{ ...event, capacity }]
    /** The ticket of `history`, and another one that is sold at 500. */
    const withOther = (specialEvent: Partial<SpecialEvent>, purchase: Partial<Purchase> = {}): History => {
      const recorded = history(purchase, specialEvent)
      const [first] = recorded.purchases
      const confirmed = at(500, 201, { ...confirmation, ticketId: otherTicketId })
      return {
        ...recorded,
        purchases: [...recorded.purchases, { ...first!, email: other.email, attempts: [confirmed] }],
      }
    }
    const oversold = (before: number, during: number, places: number) => [
      `oversold: ${during} tickets, after ${before} others, for ${places} places`,
    ]

    it('reports more tickets than places as oversold', () => {
      expect(faults(withOther(to(2)), stored([row, other], withPlaces(2)))).toEqual([])
      expect(faults(withOther(to(1)), stored([row, other], withPlaces(1)))).toEqual(oversold(0, 2, 1))
      expect(checkHistory(withOther(to(1)), stored([row, other], withPlaces(1))).figures.oversold).toBe(1)
    })

    it('does not count tickets of another occurrence, or tickets that were cancelled, as oversold', () => {
      const gone = { ...other, state: 'cancelled' }
      const updates = [removal(at(600, 200)), addition(at(700, 200))]
      const again = withOther({ ...to(1), updates })
      expect(faults(again, stored([{ ...row, occurrenceNumber: 2 }, gone], withPlaces(1)))).toEqual([])
      const cancelledItself = stored([row, { ...gone, isCancelled: true }], withPlaces(1))
      expect(faults(withOther(to(1)), cancelledItself)).not.toContain(oversold(0, 2, 1)[0])
    })

    it('reports tickets of a date that was removed as oversold', () => {
      const updates = [removal(at(2_000, 200))]
      const rows = [
        { ...row, state: 'cancelled' },
        { ...other, state: 'cancelled' },
      ]
      const without = [{ ...event, dates: [otherDate], capacity: 1 }]
      expect(faults(withOther({ ...to(1), updates }), stored(rows, without))).toEqual(oversold(0, 2, 1))
    })

    it('reports a ticket that is sold after its capacity was lowered, but none that was sold before', () => {
      const sold = (places: number, sentAt: number, ...attempts: Attempt[]) =>
        faults(
          withOther(limited(setting(9, at(1, 200)), setting(places, ...attempts, at(sentAt, 200)))),
          stored([row, other], withPlaces(places)),
        )
      expect(sold(0, 2_000)).toEqual([])
      expect(sold(1, 600)).toEqual(oversold(1, 1, 1))
      expect(sold(2, 600)).toEqual([])
      expect(sold(1, 1_005)).toEqual([])
      expect(sold(1, 1_100, unansweredAt(600))).toEqual([])
    })

    it('reports no ticket that was sold while the capacity may have been a greater one, or none', () => {
      const raised = limited(setting(0, at(1, 200)), setting(9, at(400, 200)))
      expect(faults(withOther(raised), stored([row, other], withPlaces(9)))).toEqual([])
      const unset = limited(setting(0, at(1, 200)), setting(null, unansweredAt(400), at(450, 200)))
      expect(faults(withOther(unset), stored([row, other]))).toEqual([])
      const raisedLater = limited(setting(0, at(1, 200)), setting(9, at(800, 200)))
      expect(faults(withOther(raisedLater), stored([row, other], withPlaces(9)))).toEqual(oversold(0, 1, 0))
    })

    it('reports more general tickets than places as oversold', () => {
      const order = { email: generalRow.email, ticketType: 'general', ticketDate: date } as const
      const { eventId: _, eventName: __, ...body } = { ...generalRow, occurrenceNumber: null }
      const recorded = { ...history(), purchases: [{ ...order, attempts: [attempt(201, body)] }] }
      const of = (places: number) => ({ ...recorded, generalEntryCapacities: [setting(places, at(100, 200))] })
      expect(faults(of(1), stored([generalRow], [event], [], 1))).toEqual([])
      expect(faults(of(0), stored([generalRow], [event], [], 0))).toEqual(oversold(0, 1, 0))
      expect(faults(of(1), stored([generalRow], [event], [], null))).toEqual(['lost: a capacity of general entry'])
    })

    it('reports a purchase that is refused with sold-out although places are left', () => {
      expect(faults(withOther(to(1), soldOut), stored([other], withPlaces(1)))).toEqual([])
      expect(checkHistory(withOther(to(1), soldOut), stored([other], withPlaces(1))).figures).toMatchObject({
        soldOut: 1,
        refused: 1,
      })
      const refusedWithoutReason = ['refused without a reason']
      expect(faults(withOther(to(2), soldOut), stored([other], withPlaces(2)))).toEqual(refusedWithoutReason)
      expect(faults(withOther({}, soldOut), stored([other]))).toEqual(refusedWithoutReason)
      const early = bought(problem(409, 'sold-out', '', { sentAt: 300 }))
      expect(faults(withOther(to(1), early), stored([other], withPlaces(1)))).toEqual(refusedWithoutReason)
      const raised = limited(setting(1, at(1, 200)), setting(2, at(700, 200)))
      expect(faults(withOther(raised, soldOut), stored([other], withPlaces(2)))).toEqual(refusedWithoutReason)
      const beingRaised = limited(setting(1, at(1, 200)), setting(2, at(1_005, 200)))
      expect(faults(withOther(beingRaised, soldOut), stored([other], withPlaces(2)))).toEqual([])
    })

    it('reports a purchase that is refused with sold-out and stored', () => {
      expect(faults(history(soldOut, to(0)), stored([row], withPlaces(0)))).toEqual([
        'stored, although every response said that nothing was',
        ...oversold(0, 1, 0),
      ])
      const attempts = [problem(409, 'sold-out'), attempt(201, confirmation, { sentAt: 2_000 })]
      const fault = ['refused and sold under the same key']
      expect(faults(history({ attempts }, to(1)), stored([row], withPlaces(1)))).toContain(fault[0])
      const raised = limited(setting(0, at(1, 200)), setting(1, at(1_500, 200)))
      expect(faults(history({ attempts }, raised), stored([row], withPlaces(1)))).toEqual([])
    })

    it('reports a capacity that was set, and is not stored', () => {
      const twice = limited(setting(1, at(1, 200)), setting(2, at(20, 200)))
      expect(faults(history({}, twice), stored([row], withPlaces(2)))).toEqual([])
      expect(faults(history({}, twice), stored([row], withPlaces(1)))).toEqual(['lost: a capacity; it is 1'])
      const unknown = limited(setting(1, at(1, 200)), setting(2, unansweredAt(20)))
      for (const places of [1, 2]) expect(faults(history({}, unknown), stored([row], withPlaces(places)))).toEqual([])
      expect(faults(history({}, unknown), stored([row], withPlaces(3)))).toEqual(['lost: a capacity; it is 3'])
    })

    it('reports a counter that differs from the tickets', () => {
      const counter = { eventId, date, sold: 1, tickets: 1 }
      expect(faults(history({}, to(1)), stored([row], withPlaces(1), [counter]))).toEqual([])
      expect(faults(history({}, to(1)), stored([row], withPlaces(1), [{ ...counter, sold: 2 }]))).toEqual([
        'a counter that differs from the tickets',
      ])
    })
  })

  it('reports a purchase that is stored twice as doubled', () => {
    const twice = [row, { ...row, ticketId: otherTicketId }]
    expect(faults(history(), stored(twice))).toEqual(['doubled: one purchase, several tickets'])
    expect(checkHistory(history(bought(unanswered)), stored(twice)).figures.doubled).toBe(1)
  })

  it('reports two tickets in the responses to one key as doubled', () => {
    const second = attempt(201, { ...confirmation, ticketId: otherTicketId }, { isReplay: true })
    const attempts = [attempt(201, confirmation), second]
    expect(faults(history({ idempotencyKey: 'k', attempts }), stored())).toContain(
      'doubled: one purchase, several tickets',
    )
  })

  it.each([
    ['confirmation code', { confirmationCode: 'ticket-event-abcdef-ghjkn' }],
    ['date', { ticketDate: otherDate }],
    ['type', { ticketType: 'general' }],
    ['event', { eventId: otherTicketId }],
    ['name of the event', { eventName: 'Day' }],
  ])('reports a ticket that is stored with another %s than the confirmation', (_, change) => {
    expect(faults(history(), stored([{ ...row, ...change }]))).toContain('changed: stored otherwise than confirmed')
  })

  it('reports a repeated purchase whose response differs, or is not marked as a replay', () => {
    const repeated = (body: string, isReplay: boolean, sentAt = 1_000) =>
      faults(
        history({
          idempotencyKey: 'k',
          attempts: [attempt(201, confirmation), at(sentAt, 201, {}, { body, isReplay })],
        }),
        stored(),
      )
    const body = JSON.stringify(confirmation)
    const fault = 'changed: a repeated purchase answered otherwise, or not marked as a replay'
    expect([repeated(body, true), repeated(`${body} `, true), repeated(body, false)]).toEqual([[], [fault], [fault]])
  })

  it('reports a response that is not marked as a replay although the purchase was confirmed before', () => {
    const first = attempt(201, confirmation, { isReplay: true })
    const second = at(2_000, 201, confirmation)
    expect(faults(history({ idempotencyKey: 'k', attempts: [first, second] }), stored())).toEqual([
      'changed: a repeated purchase answered otherwise, or not marked as a replay',
    ])
  })

  it('reports a keyed purchase that is sold to one request and refused to another, unless its date was added in between', () => {
    const sold = attempt(201, confirmation)
    const keyed = (refusal: Attempt, ...updates: SpecialEvent['updates']) =>
      faults(
        history({ idempotencyKey: 'k', attempts: [refusal, sold] }, { updates, ...deletion(unansweredAt(800)) }),
        stored(),
      )
    const fault = ['refused and sold under the same key']
    for (const sentAt of [900, 1_005, 2_000]) expect(keyed(at(sentAt, 404))).toEqual(fault)
    const removed = removal(at(890, 200))
    for (const sentAt of [900, 1_005]) expect(keyed(at(sentAt, 400), removed, addition(at(1_008, 200)))).toEqual([])
    expect(keyed(at(900, 404), removed, addition(at(1_008, 200)))).toEqual(fault)
    expect(keyed(at(950, 400), removed, addition(at(910, 200)))).toEqual(fault)
    expect(keyed(at(900, 400), removed, addition(at(1_011, 200)))).toContain(fault[0])
  })

  describe('a valid ticket', () => {
    const gone = 'left valid: its event or date is gone'
    const again = 'left valid: its date or its event was removed after it was sold'

    it('is left valid when its event is deleted or its date is removed', () => {
      const deleted = history({}, deletion(at(2_000, 204)))
      expect(faults(deleted, stored([row], []))).toEqual([gone])
      expect(checkHistory(deleted, stored([row], [])).figures.leftValid).toBe(1)
      const removed = history({}, { updates: [removal(at(2_000, 200))] })
      expect(faults(removed, stored([row], [{ ...event, dates: [otherDate] }]))).toEqual([gone])
    })

    it('is left valid when its date was removed after the sale and added again', () => {
      const updates = [removal(at(2_000, 200)), addition(at(3_000, 200))]
      expect(faults(history({}, { updates }), stored())).toEqual([again])
      expect(checkHistory(history({}, { updates }), stored()).figures.leftValid).toBe(1)
      expect(faults(history({}, { updates }), stored([cancelled]))).toEqual([])
    })

    it('is left valid when the repetition of a removal with an unknown outcome is acknowledged after the sale', () => {
      const updates = [removal(unansweredAt(900), at(2_000, 200)), addition(at(3_000, 200))]
      expect(faults(history({}, { updates }), stored())).toEqual([again])
    })

    it('is right when its date was removed and added again before the sale', () => {
      const updates = [removal(at(500, 200)), addition(at(600, 200))]
      expect(faults(history({}, { updates }), stored())).toEqual([])
    })

    it('is right when its sale overlapped with the removal', () => {
      const updates = [removal(at(1_005, 200)), addition(at(3_000, 200))]
      expect(faults(history({}, { updates }), stored())).toEqual([])
    })

    it('is right when it is not known whether the date was removed', () => {
      for (const failed of [unansweredAt(2_000), problem(503, 'service-unavailable', '', { sentAt: 2_000 })]) {
        const updates = [removal(failed)]
        expect(faults(history({}, { updates }, [{ from: 0, until: 3_000 }]), stored())).toEqual([])
      }
    })

    it('is right when no response says that it was sold, and its date was removed and added again', () => {
      const updates = [removal(at(2_000, 200)), addition(at(3_000, 200))]
      expect(faults(history(bought(unanswered), { updates }), stored())).toEqual([])
    })

    it('is left valid when it was read as cancelled before', () => {
      expect(faults(history(), stored(), new Set([ticketId]))).toEqual(['left valid: it was cancelled before'])
    })
  })

  describe('a cancelled ticket', () => {
    const withoutReason = ['cancelled without a reason']

    it('is cancelled without a reason when neither its date nor its event was removed', () => {
      expect(faults(history(), stored([cancelled]))).toEqual(withoutReason)
      expect(checkHistory(history(), stored([cancelled])).figures.cancelledWithoutReason).toBe(1)
    })

    it('is cancelled without a reason when it is a general ticket', () => {
      const general = { ...generalRow, state: 'cancelled' }
      const { eventId: _, ...body } = { ...generalRow, eventName: undefined }
      const purchase = { ...history().purchases[0]!, ticketType: 'general' as const, attempts: [attempt(201, body)] }
      const { eventId: __, ...order } = purchase
      const checked = { ...history({}, deletion(at(2_000, 204))), purchases: [order] }
      expect(faults(checked, stored([general], []))).toEqual(withoutReason)
      expect(faults(checked, stored([generalRow], []))).toEqual([])
    })

    it('is cancelled without a reason when another date was removed, and its own was kept', () => {
      const updates = [{ dates: [date], attempts: [at(2_000, 200)] }, addition(at(3_000, 200))]
      expect(faults(history({}, { updates }), stored([cancelled]))).toEqual(withoutReason)
    })

    it('is cancelled without a reason when its date was removed and added again before the sale', () => {
      const updates = [removal(at(500, 200)), addition(at(600, 200))]
      expect(faults(history({}, { updates }), stored([cancelled]))).toEqual(withoutReason)
    })

    it('is cancelled without a reason when the repetition of an unanswered removal ended before the sale', () => {
      const updates = [removal(unansweredAt(400), at(500, 200)), addition(at(600, 200))]
      expect(faults(history({}, { updates }), stored([cancelled]))).toEqual(withoutReason)
    })

    it('is cancelled without a reason when no response says that it was sold, and no removal was sent since', () => {
      expect(faults(history(bought(unanswered)), stored([cancelled]))).toEqual(withoutReason)
    })

    it('is no fault when a removal or a deletion that was answered service-unavailable may have been applied', () => {
      const failed = problem(503, 'service-unavailable', '', { sentAt: 2_000 })
      const notFound = problem(404, 'event-not-found', '', { sentAt: 2_500 })
      const outages = [{ from: 0, until: 3_000 }]
      expect(faults(history({}, { updates: [removal(failed)] }, outages), stored([cancelled]))).toEqual([])
      expect(faults(history({}, deletion(failed, notFound), outages), stored([cancelled], []))).toEqual([])
    })

    it('is right when its date was removed, or its event deleted, after the sale or while it was sold', () => {
      for (const sentAt of [1_005, 2_000]) {
        const updates = [removal(at(sentAt, 200)), addition(at(3_000, 200))]
        expect(faults(history({}, { updates }), stored([cancelled]))).toEqual([])
        expect(faults(history({}, deletion(at(sentAt, 204))), stored([cancelled], []))).toEqual([])
      }
    })

    it('is no fault if the outcome of a removal or a deletion is unknown, whenever that was sent', () => {
      for (const sentAt of [500, 1_005, 2_000]) {
        expect(faults(history({}, { updates: [removal(unansweredAt(sentAt))] }), stored([cancelled]))).toEqual([])
        expect(faults(history({}, deletion(unansweredAt(sentAt))), stored([cancelled]))).toEqual([])
      }
    })
  })

  it('reports a sale for a date that was removed, or to an event that was deleted, before the purchase was sent', () => {
    const fault = 'sold for a date that the event did not have'
    const withoutDate = [{ ...event, dates: [otherDate] }]
    const removed = history(soldAt(1_000), { updates: [removal(at(500, 200))] })
    expect(faults(removed, stored([cancelled], withoutDate))).toEqual([fault])
    const deleted = history(soldAt(1_000), deletion(unansweredAt(400), at(500, 404)))
    expect(faults(deleted, stored([cancelled], []))).toEqual([fault])
    const unknown = history(soldAt(1_000), { updates: [removal(at(500, 200)), addition(unansweredAt(600))] })
    expect(faults(unknown, stored())).toEqual([])
  })

  it('reports an acknowledged creation, deletion, removal or addition that is not stored as lost', () => {
    const withoutDate = [{ ...event, dates: [otherDate] }]
    expect(faults(history(soldAt(1_000)), stored([cancelled], []))).toContain(
      'lost: an event that was created, and is not stored',
    )
    for (const answer of [at(2_010, 204), at(2_010, 404)])
      expect(faults(history({}, deletion(unansweredAt(2_000), answer)), stored([cancelled]))).toEqual([
        'lost: a deletion; the event is stored',
      ])
    expect(faults(history({}, { updates: [removal(at(2_000, 200))] }), stored([cancelled]))).toEqual([
      `lost: the removal of ${date}`,
    ])
    expect(faults(history({}, { updates: [addition(at(2_000, 200))] }), stored([cancelled], withoutDate))).toContain(
      `lost: the date ${date}`,
    )
    const updates = [removal(at(2_000, 200)), addition(at(3_000, 200))]
    expect(faults(history({}, { updates }), stored([cancelled], withoutDate))).toEqual([`lost: the date ${date}`])
  })

  it('accepts both outcomes of a deletion, a removal and an addition without a response', () => {
    const withoutDate = [{ ...event, dates: [otherDate] }]
    const deleted = history({}, deletion(unansweredAt(2_000)))
    expect([faults(deleted, stored()), faults(deleted, stored([cancelled], []))]).toEqual([[], []])
    const removed = history({}, { updates: [removal(unansweredAt(2_000))] })
    expect([faults(removed, stored()), faults(removed, stored([cancelled], withoutDate))]).toEqual([[], []])
    const added = history({}, { updates: [removal(at(2_000, 200)), addition(unansweredAt(3_000))] })
    expect([faults(added, stored([cancelled])), faults(added, stored([cancelled], withoutDate))]).toEqual([[], []])
  })

  it('reports an event that is stored twice as doubled', () => {
    const twice = [event, { ...event, eventId: otherTicketId }]
    expect(faults(history(), stored([row], twice))).toEqual(['doubled: one special event, stored several times'])
  })

  it.each([problem(404, 'event-not-found'), problem(503, 'service-unavailable')])(
    'reports a ticket that is stored although it was answered $status',
    (refusal) => {
      const refused = history(bought(refusal), deletion(unansweredAt(900)), [{ from: 0, until: 2_000 }])
      expect(faults(refused, stored())).toEqual(['stored, although every response said that nothing was'])
      expect(faults(refused, stored([]))).toEqual([])
    },
  )

  it('counts a ticket that is stored without a response as unconfirmed', () => {
    const { figures, violations } = checkHistory(history(bought(unanswered)), stored())
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ acknowledged: 0, unanswered: 1, unconfirmed: 1 })
  })

  it('reports a ticket that is stored under another ticketId than outcome-unknown named', () => {
    const unknown = (id: string) =>
      history(bought(problem(503, 'outcome-unknown', `Look for ${id}.`)), {}, [{ from: 0, until: 2_000 }])
    expect(faults(unknown(ticketId), stored())).toEqual([])
    expect(faults(unknown(ticketId), stored([]))).toEqual([])
    expect(faults(unknown(otherTicketId), stored())).toEqual([
      'changed: stored under another ticketId than outcome-unknown named',
    ])
  })

  it('reports a refused purchase when neither its event nor its date was removed', () => {
    const fault = ['refused without a reason']
    for (const status of [400, 404, 422, 429])
      expect(faults(history(bought(attempt(status))), stored([]))).toEqual(fault)
    expect(faults(history(bought(attempt(404)), deletion(at(500, 204))), stored([], []))).toEqual([])
    expect(faults(history(bought(attempt(404)), deletion(at(2_000, 204))), stored([], []))).toEqual(fault)
  })

  it('reports a purchase that is refused for a date that was added again before it was sent', () => {
    const refused = (sentAt: number, ...updates: SpecialEvent['updates']) =>
      faults(history(bought(at(sentAt, 400)), { updates }), stored([]))
    expect(refused(1_000, removal(at(500, 200)), addition(at(600, 200)))).toEqual(['refused without a reason'])
    expect(refused(1_000, removal(at(2_000, 200)), addition(at(3_000, 200)))).toEqual(['refused without a reason'])
    expect(refused(550, removal(at(500, 200)), addition(at(600, 200)))).toEqual([])
    expect(refused(505, removal(at(500, 200)), addition(at(600, 200)))).toEqual([])
    expect(refused(1_000, removal(unansweredAt(500)), addition(at(600, 200)))).toEqual([])
  })

  it('reports a change that is refused although its event was not deleted', () => {
    const fault = ['a change refused without a reason']
    for (const status of [400, 409, 412])
      expect(faults(history({}, { updates: [addition(at(2_000, status))] }), stored())).toEqual(fault)
    const inProgress = problem(409, 'request-in-progress', '', { sentAt: 2_000 })
    expect(faults(history({}, { updates: [addition(inProgress)] }), stored())).toEqual([])
    const found = history({}, { updates: [addition(at(2_000, 404))], ...deletion(at(1_900, 204)) })
    expect(faults(found, stored([cancelled], []))).toEqual([])
    const failed = history({}, { updates: [addition(at(2_000, 412))], ...deletion(at(1_900, 204)) })
    expect(faults(failed, stored([cancelled], []))).toEqual(fault)
  })

  it('reports a creation that is refused', () => {
    const refused = history({}, { attempts: [at(0, 400)] })
    expect(faults({ ...refused, purchases: [] }, stored([], []))).toEqual(['a creation refused without a reason'])
  })

  it('reports a purchase that is sold with the key of another one', () => {
    const sold = history({ idempotencyKey: 'k', reusesKey: true })
    expect(faults(sold, stored())).toEqual(['sold with a key that another purchase used'])
    const refused = { idempotencyKey: 'k', reusesKey: true, attempts: [attempt(422)] }
    expect(faults(history(refused), stored([]))).toEqual([])
  })

  it('reports rows that no client requested', () => {
    const ticket = { ...row, ticketId: otherTicketId, email: 'stranger@example.org' }
    expect(faults(history(), stored([row, ticket]))).toEqual(['a ticket that no client requested'])
    const other = { ...event, eventId: otherTicketId, name: 'Day' }
    expect(faults(history(), stored([row], [event, other]))).toEqual(['an event that no client created'])
  })

  it('expects 503 during an outage and shortly after, and never 500', () => {
    const check = (attempts: Attempt[]) =>
      checkHistory(history({ attempts }, {}, [{ from: 5_000, until: 6_000 }]), stored([]))
    const failed = (status: number, sentAt: number) => problem(status, 'service-unavailable', '', { sentAt })
    for (const failure of [failed(503, 4_900), failed(503, 6_001 + reconnectGrace), failed(500, 5_500)]) {
      expect(check([failure]).violations).toMatchObject([{ fault: 'a 5xx without a reason' }])
      expect(check([failure]).figures).toMatchObject({ expected5xx: 0, unexpected5xx: 1 })
    }
    const inside = check([failed(503, 4_995), failed(503, 5_500), failed(503, 6_000 + reconnectGrace)])
    expect([inside.violations, inside.figures.expected5xx, inside.figures.unexpected5xx]).toEqual([[], 3, 0])
  })

  it('expects no service-unavailable because the event of a purchase changes', () => {
    const during = addition(at(995, 200))
    const updates = [during, during, during]
    const response = bought(problem(503, 'service-unavailable'))
    expect(faults(history(response, { updates, ...deletion(unansweredAt(500)) }), stored([]))).toEqual([
      'a 5xx without a reason',
    ])
  })

  it('reports a missing response when no connection was dropped', () => {
    const missing = history(bought(unanswered))
    expect(faults({ ...missing, mayMissResponses: false }, stored([]))).toEqual([
      'no response, although no connection was dropped',
    ])
    expect(faults(missing, stored([]))).toEqual([])
  })

  it('reports a request that is not answered within 15 seconds', () => {
    const late = attempt(0, {}, { receivedAt: 40_000 })
    expect(faults(history(bought(late)), stored([]))).toEqual(['no response within 15000 ms'])
  })
})

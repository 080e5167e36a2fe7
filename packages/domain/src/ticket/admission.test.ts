import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/testing/examples'
import {
  Admission,
  AdmissionId,
  type AdmissionRuleInput,
  CalendarDate,
  EventId,
  Gate,
  Instant,
  Ticket,
  scanRefusalReasons,
} from '../index.ts'

const date = CalendarDate('2030-05-17')
const at = Instant(Date.UTC(2030, 4, 17, 19))
const { eventId } = anEventTicket().event
const otherEventId = EventId(exampleId(2))
const admission = { admissionId: AdmissionId(exampleId(9)), at, gate: Gate('North door') }
const used = { state: 'admitted', admission } as const
const reasonOf = (ticket: Ticket, context: Partial<AdmissionRuleInput> = {}) =>
  Admission.refusal(ticket, { at, date, ...context })?.refusal

describe('a ticket', () => {
  it('admits on its date, to general entry and to an event', () => {
    for (const ticket of [aGeneralTicket(), anEventTicket()]) expect(reasonOf(ticket)).toBeUndefined()
    expect(reasonOf(anEventTicket(), { eventId })).toBeUndefined()
  })

  it('does not admit when it is cancelled, on another date, to another event, or again', () => {
    expect(reasonOf(aGeneralTicket({ state: 'cancelled' }))).toBe('cancelled')
    for (const other of ['2030-05-16', '2030-05-18'])
      expect(reasonOf(aGeneralTicket(), { date: CalendarDate(other) })).toBe('wrong-date')
    expect(reasonOf(anEventTicket(), { eventId: otherEventId })).toBe('wrong-event')
    expect(reasonOf(aGeneralTicket(), { eventId })).toBe('wrong-event')
    expect(reasonOf(anEventTicket(used), { eventId })).toBe('already-admitted')
  })

  it('does not admit, for the first of several reasons', () => {
    expect(scanRefusalReasons).toEqual([
      'bad-signature',
      'unknown-ticket',
      'cancelled',
      'wrong-date',
      'wrong-event',
      'already-admitted',
    ])
    const wrong = { date: CalendarDate('2030-05-18'), eventId: otherEventId }
    expect(reasonOf(anEventTicket({ state: 'cancelled' }), wrong)).toBe('cancelled')
    expect(reasonOf(anEventTicket(used), wrong)).toBe('wrong-date')
    expect(reasonOf(anEventTicket(used), { eventId: otherEventId })).toBe('wrong-event')
  })

  it('admits again only for an offline scan that was made before its admission', () => {
    const [earlier, later] = [Instant(at - 1), Instant(at + 1)]
    expect(reasonOf(aGeneralTicket(used), { at: earlier, isOffline: true })).toBeUndefined()
    expect(reasonOf(aGeneralTicket(used), { at, isOffline: true })).toBe('already-admitted')
    expect(reasonOf(aGeneralTicket(used), { at: later, isOffline: true })).toBe('already-admitted')
    // The clock of an offline scanner may be ahead.
    expect(reasonOf(aGeneralTicket(used), { at: earlier })).toBe('already-admitted')
  })

  it('says in a sentence why it does not admit', () => {
    const because = (ticket: Ticket, context = {}) => Admission.refusal(ticket, { at, date, ...context })?.because
    expect(because(aGeneralTicket(), { date: '2030-05-18' })).toBe(
      'The ticket is for 2030-05-17, and the scan is of 2030-05-18.',
    )
    expect(because(aGeneralTicket(), { eventId })).toBe(
      'The ticket is for general entry, not for the event of this gate.',
    )
    expect(because(anEventTicket(), { eventId: otherEventId })).toBe(
      'The ticket is for another event, Night at the Museum.',
    )
    expect(because(anEventTicket(used))).toBe('The ticket was used before, at North door.')
    const { gate: _, ...withoutGate } = admission
    expect(because(anEventTicket({ ...used, admission: withoutGate }))).toBe('The ticket was used before.')
  })

  it('can be cancelled unless it was used', () => {
    expect(Ticket.cancellationRefusal(aGeneralTicket())).toBeUndefined()
    expect(Ticket.cancellationRefusal(aGeneralTicket({ state: 'cancelled' }))).toBeUndefined()
    expect(Ticket.cancellationRefusal(aGeneralTicket(used))).toMatchObject({ refusal: 'ticket-admitted' })
  })
})

describe('a scan that is refused', () => {
  it('is a further entry only when it was made offline and the ticket was admitted', () => {
    const further = (isOffline: boolean) =>
      scanRefusalReasons.filter((reason) => Admission.isFurtherEntry(reason, isOffline))
    expect([further(true), further(false)]).toEqual([['already-admitted'], []])
  })
})

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
  TimeOfDay,
  scanRefusalReasons,
} from '../index.ts'

const date = CalendarDate('2030-05-17')
const at = Instant(Date.UTC(2030, 4, 17, 19))
const { eventId } = anEventTicket().event
const otherEventId = EventId(exampleId(2))
const admission = { admissionId: AdmissionId(exampleId(9)), at, gate: Gate('North door') }
const used = { state: 'admitted', admission } as const
const timed = { entryTime: TimeOfDay('20:00') }
/** A scan at 19:00, with the settings of a museum that has never set any. */
const scan: AdmissionRuleInput = {
  at,
  date,
  timeOfDay: TimeOfDay('19:00'),
  dayEnds: TimeOfDay('00:00'),
  early: 15,
  late: null,
}
const reasonOf = (ticket: Ticket, context: Partial<AdmissionRuleInput> = {}) =>
  Admission.refusal(ticket, { ...scan, ...context })?.refusal

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
      'too-early',
      'too-late',
    ])
    const wrong = { date: CalendarDate('2030-05-18'), eventId: otherEventId }
    expect(reasonOf(anEventTicket({ state: 'cancelled' }), wrong)).toBe('cancelled')
    expect(reasonOf(anEventTicket(used), wrong)).toBe('wrong-date')
    expect(reasonOf(anEventTicket(used), { eventId: otherEventId })).toBe('wrong-event')
    expect(reasonOf(anEventTicket({ ...used, ...timed }))).toBe('already-admitted')
  })

  it('does not admit before and after its entry time', () => {
    for (const ticket of [aGeneralTicket(timed), anEventTicket(timed)]) {
      expect(reasonOf(ticket)).toBe('too-early')
      expect(reasonOf(ticket, { timeOfDay: TimeOfDay('19:45') })).toBeUndefined()
      expect(reasonOf(ticket, { timeOfDay: TimeOfDay('23:59') })).toBeUndefined()
      expect(reasonOf(ticket, { timeOfDay: TimeOfDay('20:31'), late: 30 })).toBe('too-late')
    }
    expect(reasonOf(aGeneralTicket(), { timeOfDay: TimeOfDay('00:00'), late: 5 })).toBeUndefined()
  })

  it('admits at any time of its date for an offline scan, and with `anyTime`', () => {
    for (const context of [{ isOffline: true }, { anyTime: true }]) {
      expect(reasonOf(aGeneralTicket(timed), context)).toBeUndefined()
      const late = { ...context, late: 5, timeOfDay: TimeOfDay('22:00') }
      expect(reasonOf(aGeneralTicket(timed), late)).toBeUndefined()
      expect(reasonOf(aGeneralTicket(timed), { ...late, date: CalendarDate('2030-05-18') })).toBe('wrong-date')
      expect(reasonOf(aGeneralTicket({ ...timed, ...used }), { ...late, at: Instant(at + 1) })).toBe('already-admitted')
    }
  })

  it('is admitted by `anyTime` only where its entry time would refuse it', () => {
    const isByAnyTime = (ticket: Ticket, context: Partial<AdmissionRuleInput> = {}) =>
      Admission.isByAnyTime(ticket, { ...scan, anyTime: true, ...context })
    expect(isByAnyTime(aGeneralTicket(timed))).toBe(true)
    expect(isByAnyTime(aGeneralTicket(timed), { timeOfDay: TimeOfDay('20:00') })).toBe(false)
    expect(isByAnyTime(aGeneralTicket(timed), { isOffline: true })).toBe(false)
    expect(isByAnyTime(aGeneralTicket(timed), { anyTime: false })).toBe(false)
    expect(isByAnyTime(aGeneralTicket())).toBe(false)
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
    const because = (ticket: Ticket, context = {}) => Admission.refusal(ticket, { ...scan, ...context })?.because
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
    expect(because(aGeneralTicket(timed))).toBe('The ticket is for 20:00, and admits from 19:45 on.')
    expect(because(aGeneralTicket(timed), { timeOfDay: '20:06', late: 5 })).toBe(
      'The ticket is for 20:00, and admitted until 20:05.',
    )
    expect(because(aGeneralTicket({ entryTime: TimeOfDay('00:10') }), { late: 5 })).toBe(
      'The ticket is for 00:10, and admitted until 00:15.',
    )
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

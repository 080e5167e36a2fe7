import { expect, it } from '@jest/globals'
import { aGeneralTicket, aSpecialEvent, anEventTicket } from '@museum/testing/examples'
import { CalendarDate, OpeningHours, Slot, TimeOfDay } from '../index.ts'

const event = anEventTicket()
const general = aGeneralTicket()

it('a ticket has a place in the slot of its occurrence, or of general entry on its day', () => {
  expect(Slot.of(event)).toEqual({
    offer: event.event.eventId,
    date: event.ticketDate,
    number: event.occurrenceNumber,
  })
  expect(Slot.of(general)).toEqual({ offer: 'general', date: general.ticketDate, number: 0 })
})

it('a ticket with an entry time has a place in the slot of that time', () => {
  expect(Slot.of({ ...general, entryTime: TimeOfDay('11:30') })).toEqual({ ...Slot.of(general), time: '11:30' })
})

it('a ticket is for the same visit as another one of its event or general entry, date and entry time', () => {
  const visit = Slot.visitOf(event)
  expect(visit).toBe(`${event.event.eventId}-${event.ticketDate}`)
  expect(Slot.visitOf({ ...event, occurrenceNumber: event.occurrenceNumber + 1 })).toBe(visit)
  expect(Slot.visitOf({ ...general, entryTime: TimeOfDay('11:30') })).toBe(`general-${general.ticketDate}-11:30`)
})

it('an order wants places of an entry time exactly where its date has that one', () => {
  const { ticketType, ticketDate } = general
  const openingHours = OpeningHours({ timeOpen: TimeOfDay('10:00'), timeClose: TimeOfDay('12:00') })
  const entryTimes = [{ entryTime: TimeOfDay('11:30'), until: '12:00', capacity: null }]
  const wanted = (entryTime: string | undefined, offered: typeof entryTimes | undefined) =>
    Slot.wanted(
      { ticketType, ticketDate, entryTime: entryTime === undefined ? undefined : TimeOfDay(entryTime) },
      { event: undefined, openingHours, entryTimes: offered },
    )
  const ofDay = { offer: 'general', date: ticketDate, number: 0 }
  expect(wanted('11:30', entryTimes)).toEqual({ ...ofDay, time: '11:30' })
  expect([wanted('11:00', entryTimes), wanted(undefined, entryTimes)]).toEqual([undefined, undefined])
  expect([wanted(undefined, []), wanted(undefined, undefined)]).toEqual([ofDay, ofDay])
  expect([wanted('11:30', []), wanted('11:30', undefined)]).toEqual([undefined, undefined])
})

it('slots have the same key only if offer, date and number are the same', () => {
  const key = Slot.key(Slot.of(event))
  const otherDate = CalendarDate.plusDays(event.ticketDate, 1)
  const dearer = { ...event, price: general.price }
  expect(Slot.key(Slot.of(dearer))).toBe(key)
  for (const other of [
    { ...event, ticketDate: otherDate },
    { ...event, occurrenceNumber: event.occurrenceNumber + 1 },
    general,
    { ...event, entryTime: TimeOfDay('11:30') },
  ])
    expect(Slot.key(Slot.of(other))).not.toBe(key)
})

it('an order wants places of the occurrence that its event has on its date, in its session if it has some', () => {
  const special = aSpecialEvent()
  const [occurrence] = special.occurrences
  const order = { ticketType: 'event', eventId: special.eventId, ticketDate: occurrence!.date } as const
  const offered = { event: special, openingHours: undefined }
  const slot = { offer: special.eventId, ...occurrence }
  const entryTimes = [{ entryTime: TimeOfDay('11:30'), until: '12:00', capacity: null }]
  expect(Slot.wanted(order, offered)).toEqual(slot)
  expect(Slot.wanted({ ...order, entryTime: TimeOfDay('11:30') }, { ...offered, entryTimes })).toEqual({
    ...slot,
    time: '11:30',
  })
  expect(Slot.wanted({ ...order, ticketDate: CalendarDate('2031-01-01') }, offered)).toBeUndefined()
  expect(Slot.wanted(order, { ...offered, event: undefined })).toBeUndefined()
  expect(Slot.wanted({ ...order, ticketType: 'general' }, offered)).toBeUndefined()
})

it('an order names the slot of general entry, or its event', () => {
  expect(Slot.offer({ ticketType: 'general', eventId: event.event!.eventId })).toBe('general')
  expect(Slot.offer({ ticketType: 'event', eventId: event.event!.eventId })).toBe(event.event!.eventId)
  expect(Slot.offer({ ticketType: 'event' })).toBeUndefined()
})

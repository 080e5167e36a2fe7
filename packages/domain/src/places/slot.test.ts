import { expect, it } from '@jest/globals'
import { aGeneralTicket, anEventTicket } from '@museum/testing/examples'
import { CalendarDate, Slot } from '../index.ts'

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

it('slots have the same key only if offer, date and number are the same', () => {
  const key = Slot.key(Slot.of(event))
  const otherDate = CalendarDate.plusDays(event.ticketDate, 1)
  expect(Slot.key(Slot.of({ ...event, price: general.price }))).toBe(key)
  for (const other of [
    { ...event, ticketDate: otherDate },
    { ...event, occurrenceNumber: event.occurrenceNumber + 1 },
    general,
  ])
    expect(Slot.key(Slot.of(other))).not.toBe(key)
})

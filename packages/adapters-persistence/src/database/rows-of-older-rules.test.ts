import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Email,
  type EventDescription,
  type EventLocation,
  type EventName,
  Phone,
  type Price,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { namedEngines } from '../../test/engines.ts'

// Values that today's rules refuse. Rows that were stored under older rules may have them.
const invisible = '\u200b' as EventName & EventLocation
const beforeAllDates = '1969-07-20' as CalendarDate

describe.each(namedEngines)('when a row breaks the current rules, on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it.each([
    ['email', 'not an address', { purchaser: { email: 'not an address', phone: '+49 30 12345' } }],
    ['phone', 'none', { purchaser: { email: 'visitor@example.org', phone: 'none' } }],
    ['price', -1, { price: -1 }],
    ['currency', 'eu', { currency: 'eu' }],
    ['ticket_date', beforeAllDates, { ticketDate: beforeAllDates }],
  ])('a ticket whose %s is %j is read as it is stored', async (column, value, expected) => {
    const ticket = aGeneralTicket()
    await sellAlone(opened.tickets, ticket)
    const { kysely } = opened.database
    await kysely
      .updateTable('museum_ticket')
      .set({ email: Email('visitor@example.org'), phone: Phone('+49 30 12345') })
      .execute()
    await kysely
      .updateTable('museum_ticket')
      .set({ [column]: value })
      .execute()
    expect(await opened.tickets.find(ticket.ticketId)).toMatchObject({ ticketId: ticket.ticketId, ...expected })
  })

  it('an event ticket whose event has a name and a location of invisible characters is read as it is stored', async () => {
    await opened.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const ticket = anEventTicket()
    await sellAlone(opened.tickets, ticket)
    await opened.database.kysely
      .updateTable('museum_ticket')
      .set({ event_name: invisible, event_location: invisible })
      .execute()
    expect(await opened.tickets.find(ticket.ticketId)).toEqual({
      ...ticket,
      event: { ...ticket.event, name: invisible, location: invisible },
    })
  })

  it('an event with a name and a location of invisible characters, a negative price and a description of control characters is read as it is stored', async () => {
    const event = aSpecialEvent()
    await opened.specialEvents.add(event, anAuditEntry())
    const stored = { name: invisible, location: invisible, price: -1 as Price }
    const eventDescription = '\u0007'.repeat(5_000)
    await opened.database.kysely
      .updateTable('special_event')
      .set({ ...stored, event_description: eventDescription as EventDescription })
      .execute()
    const expected = { ...event, ...stored, eventDescription }
    expect(await opened.specialEvents.find(event.eventId)).toEqual(expected)
    const { items } = await opened.specialEvents.during(
      { startDate: event.occurrences[0]!.date },
      { page: 1, limit: 10 },
    )
    expect(items).toEqual([expected])
  })

  it('an event with a date before 1970 is read as it is stored', async () => {
    const event = aSpecialEvent()
    await opened.specialEvents.add(event, anAuditEntry())
    await opened.database.kysely
      .updateTable('event_occurrence')
      .set({ event_date: beforeAllDates })
      .where('previous_date', 'is', null)
      .execute()
    const [first, ...others] = event.occurrences
    expect(await opened.specialEvents.find(event.eventId)).toEqual({
      ...event,
      occurrences: [{ ...first, date: beforeAllDates }, ...others],
    })
  })

  it('museum hours that end before they start, and that have impossible times, are read as they are stored', async () => {
    const date = CalendarDate('2030-05-17')
    const { kysely } = opened.database
    await kysely.updateTable('weekly_hours').set({ time_open: '18:00', time_close: '09:00' }).execute()
    await kysely
      .insertInto('hours_exception')
      .values({ exception_date: date, time_open: '25:00', time_close: '24:99' })
      .execute()
    const { weekly, exceptions } = await opened.museumHours.schedule(date, date)
    expect(weekly.friday).toEqual({ timeOpen: '18:00', timeClose: '09:00' })
    expect(exceptions.get(date)).toEqual({ timeOpen: '25:00', timeClose: '24:99' })
  })
})

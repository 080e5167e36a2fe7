import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aSpecialEvent, anEventTicket } from '@museum/domain/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'

describe.each(namedEngines)('texts that were stored under an older rule, on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('stay readable: an event and a ticket whose name is a zero width space', async () => {
    const { database, specialEvents, tickets } = opened
    const [event, ticket] = [aSpecialEvent(), anEventTicket()]
    await specialEvents.add(event)
    await tickets.add(ticket)
    const blank = '\u200b'
    await database.kysely.updateTable('special_event').set({ name: blank, location: blank }).execute()
    await database.kysely.updateTable('museum_ticket').set({ event_name: blank, event_location: blank }).execute()
    expect(await specialEvents.find(event.eventId)).toEqual({ ...event, name: blank, location: blank })
    expect(await tickets.find(ticket.ticketId)).toEqual({
      ...ticket,
      event: { ...ticket.event, name: blank, location: blank },
    })
  })
})

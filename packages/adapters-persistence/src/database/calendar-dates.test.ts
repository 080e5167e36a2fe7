import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { EventId, SpecialEvent, TicketId } from '@museum/domain'
import { exampleId, someDates } from '@museum/testing/examples'
import { startChild } from '../../test/start-child.ts'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'

// The first and the last possible date, a leap day, and days on which clocks change.
const dates = someDates('1970-01-01', '2030-03-10', '2030-03-31', '2030-09-29', '2032-02-29', '9999-12-31')
const zones = ['Pacific/Auckland', 'America/New_York']

describe.each(namedEngines)('on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('calendar dates are read as they were stored, whatever the time zones of the servers that store and read them', async () => {
    for (const [n, zone] of zones.entries()) {
      const first = 1_000 * (n + 1)
      const child = startChild('store-dates.ts', [opened.url, dates.join(), String(first)], { TZ: zone })
      expect(JSON.parse(await child.line())).toEqual({ zone, event: dates, tickets: dates, exceptions: dates })
      await child.end()
      const event = await opened.specialEvents.find(EventId(exampleId(first)))
      expect(SpecialEvent.datesOf(event!)).toEqual(dates)
      expect((await opened.tickets.find(TicketId(exampleId(first))))?.ticketDate).toBe(dates[0])
    }
  })
})

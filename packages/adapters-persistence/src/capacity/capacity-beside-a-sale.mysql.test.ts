import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Museum } from '@museum/application'
import { CalendarDate, Capacity, isRefusal } from '@museum/domain'
import { availabilityOfGeneralEntry, anActor, anAuditEntry } from '@museum/testing'
import { aSpecialEvent, anOrder } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { lockWait } from '../../test/count-lock-waits.ts'
import { mysql } from '../../test/engines.ts'
import { museumsOn } from '../../test/museums-on.ts'
import { pausingAfter } from '../../test/pausing-after.ts'

const event = aSpecialEvent()
const { eventId } = event
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]

describe('on MySQL,', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(mysql)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  it.each<[string, ReturnType<typeof anOrder>, (museum: Museum, places: number) => Promise<object>]>([
    [
      'an event',
      anOrder({ ticketType: 'event', eventId }),
      (museum, places) => museum.setEventCapacity(eventId, Capacity(places), anActor),
    ],
    ['general entry', anOrder(), (museum, places) => museum.setGeneralEntryCapacity(Capacity(places), anActor)],
  ])(
    'a change of the capacity of %s does not wait for a sale, which it does not limit, and limits the next sales',
    async (...row) => {
      const [, order, setCapacity] = row
      const { museumOn } = museumsOn()
      const other = museumOn(opened.database)
      const third = museumOn(opened.open())
      const { tracer, paused, resume } = pausingAfter(/for update/)
      // The first sale of a museum creates its ticket key, with a lock too. Third has a warm cache.
      expect(isRefusal(await third.buyMuseumTickets(order))).toBe(false)
      const sale = museumOn(opened.open(opened.url, { tracer })).buyMuseumTickets(order)
      await paused
      const changed = setCapacity(other, 1)
      const isAnswered = await Promise.race([changed.then(() => true), lockWait(opened.database).then(() => false)])
      resume()
      expect(isAnswered).toBe(true)
      expect(isRefusal(await changed)).toBe(false)
      expect(isRefusal(await sale)).toBe(false)
      for (const museum of [other, third])
        expect(await museum.buyMuseumTickets(order)).toMatchObject({ refusal: 'sold-out' })
      // Another date has its own places.
      const ofSecond = { ...order, ticketDate: second }
      expect(isRefusal(await third.buyMuseumTickets(ofSecond))).toBe(false)
      expect(await other.buyMuseumTickets(ofSecond)).toMatchObject({ refusal: 'sold-out' })
      const places =
        order.ticketType === 'event'
          ? await opened.capacities.availabilityOfEvent(eventId)
          : await availabilityOfGeneralEntry(opened.capacities, [first, second])
      expect(places).toMatchObject([
        { capacity: 1, sold: 2 },
        { capacity: 1, sold: 1 },
      ])
    },
  )
})

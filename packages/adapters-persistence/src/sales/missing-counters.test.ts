import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CalendarDate, Capacity, EventDates, Quantity, isRefusal } from '@museum/domain'
import { availabilityOfGeneralEntry, anActor, anAuditEntry } from '@museum/testing'
import { aSpecialEvent, anOrder } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { deleteCounters } from '../../test/counters.ts'
import { namedEngines } from '../../test/engines.ts'
import { museumsOn } from '../../test/museums-on.ts'

const range = (length: number) => Array.from({ length }, (_, n) => n)
const days = range(4).map((n) => CalendarDate.plusDays(CalendarDate('2030-05-17'), n))
const event = aSpecialEvent({ dates: EventDates(days) })

describe.each(namedEngines)(
  'on %s, after a database was restored from a backup under running servers,',
  (_, engine) => {
    let opened: OpenedDatabase
    beforeEach(async () => {
      opened = await aDatabase(engine)
      await opened.specialEvents.add(event, anAuditEntry())
    })
    afterEach(() => opened.close())

    it.each([
      ['general entry', { ticketType: 'general' }],
      ['an event', { ticketType: 'event', eventId: event.eventId }],
    ] as const)(
      'tickets for %s are sold, as many as there are places, alone, in orders and in groups',
      async (_what, what) => {
        const { museumOn } = museumsOn()
        const servers = [museumOn(opened.database), museumOn(opened.open())] as const
        await servers[0].setGeneralEntryCapacity(Capacity(9), anActor)
        await servers[0].setEventCapacity(event.eventId, Capacity(9), anActor)
        const alone = (n: number, ticketDate: CalendarDate) =>
          servers[n % 2]!.buyMuseumTickets(anOrder({ ...what, ticketDate }))
        const inOrder = (n: number) =>
          servers[n % 2]!.placeOrder({
            items: days.map((ticketDate) => ({ ...what, ticketDate, quantity: Quantity(1) })),
          })
        const availability = () =>
          what.ticketType === 'event'
            ? opened.capacities.availabilityOfEvent(what.eventId)
            : availabilityOfGeneralEntry(opened.capacities, days)
        const sellAll = async () => {
          const outcomes = [
            await alone(0, days[0]!),
            await inOrder(1),
            ...(await Promise.all(days.flatMap((date) => range(6).map((n) => alone(n, date))))),
            await inOrder(0),
          ]
          expect(outcomes.filter(isRefusal)).toEqual([])
          expect(await availability()).toMatchObject(days.map((date, n) => ({ date, sold: n === 0 ? 9 : 8 })))
          expect(await inOrder(0)).toMatchObject({ refusal: 'sold-out' })
        }
        await sellAll()
        for (const _time of range(2)) {
          await deleteCounters(opened.database)
          await sellAll()
        }
      },
    )
  },
)

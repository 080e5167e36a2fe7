import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CalendarDate, Capacity, Quantity, isRefusal } from '@museum/domain'
import { anActor } from '@museum/testing'
import { anOrder } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { deleteCounters } from '../../test/counters.ts'
import { namedEngines } from '../../test/engines.ts'
import { museumsOn } from '../../test/museums-on.ts'

const range = (length: number) => Array.from({ length }, (_, n) => n)
const days = range(4).map((n) => CalendarDate.plusDays(CalendarDate('2030-05-17'), n))

describe.each(namedEngines)(
  'on %s, after a database was restored from a backup under running servers,',
  (_, engine) => {
    let opened: OpenedDatabase
    beforeEach(async () => {
      opened = await aDatabase(engine)
    })
    afterEach(() => opened.close())

    it('tickets for general entry are sold on days of which the servers had sold tickets before, alone, in orders and in groups', async () => {
      const { museumOn } = museumsOn()
      const servers = [museumOn(opened.database), museumOn(opened.open())] as const
      await servers[0].setGeneralEntryCapacity(Capacity(9), anActor)
      const alone = (n: number, ticketDate: CalendarDate) => servers[n % 2]!.buyMuseumTickets(anOrder({ ticketDate }))
      const inOrder = (n: number) =>
        servers[n % 2]!.placeOrder({
          items: days.map((ticketDate) => ({ ticketType: 'general', ticketDate, quantity: Quantity(1) })),
        })
      const sellAll = async () => {
        const outcomes = [
          await alone(0, days[0]!),
          await inOrder(1),
          ...(await Promise.all(days.flatMap((date) => range(6).map((n) => alone(n, date))))),
          await inOrder(0),
        ]
        expect(outcomes.filter(isRefusal)).toEqual([])
        expect(await opened.capacities.availabilityOfGeneralEntry(days)).toMatchObject(
          days.map((date, n) => ({ date, sold: n === 0 ? 9 : 8 })),
        )
        expect(await inOrder(0)).toMatchObject({ refusal: 'sold-out' })
      }
      await sellAll()
      for (const _time of range(2)) {
        await deleteCounters(opened.database)
        await sellAll()
      }
    })
  },
)

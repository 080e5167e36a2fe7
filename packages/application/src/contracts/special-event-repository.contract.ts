import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  EventDates,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  Price,
  type SpecialEvent,
  eventNotFound,
  isRefusal,
  refuse,
} from '@museum/domain'
import { aSpecialEvent, exampleId, someDates } from '@museum/domain/examples'
import type { Period } from '../period.ts'
import type { OpenAdapters } from './home.ts'
import { openedForEachTest } from './opened.ts'

const anEvent = (n: number, ...dates: readonly string[]) =>
  aSpecialEvent({ eventId: EventId(exampleId(n)), dates: someDates(...dates) })
const period = (startDate: string, endDate?: string): Period => ({
  startDate: CalendarDate(startDate),
  endDate: endDate === undefined ? undefined : CalendarDate(endDate),
})
const firstPage = { page: 1, limit: 100 }
const keep = () => undefined

/** What any repository of special events must do. Run it once per adapter. */
export const specialEventRepositoryContract = (home: string, open: OpenAdapters) =>
  describe(`special events kept in ${home}`, () => {
    const at = openedForEachTest(open)
    const add = async (...events: readonly SpecialEvent[]) => {
      for (const event of events) await at.one.specialEvents.add(event)
    }
    const numbersDuring = async (asked: Period, page = firstPage) =>
      (await at.one.specialEvents.during(asked, page)).items.map(({ eventId }) => Number(eventId.slice(-12)))

    it('gives back exactly what was added, also to another server', async () => {
      const event = aSpecialEvent({
        name: EventName(` ${'𝕏'.repeat(253)} `),
        location: EventLocation('Salle «Ō» 🏛️ \\ \' " % _ ;--'),
        eventDescription: EventDescription(`\t${'🦣'.repeat(4990)}\r\n `),
        price: Price(9_999_999_999),
      })
      await add(event)
      expect(await at.one.specialEvents.find(event.eventId)).toEqual(event)
      expect(await at.other.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('gives back the smallest event and the one of most dates', async () => {
      const days = [...CalendarDate.between(CalendarDate('1970-01-01'), CalendarDate('1970-12-31'))]
      const long = aSpecialEvent({ dates: EventDates([...days, CalendarDate.last]) })
      const small = aSpecialEvent({
        eventId: EventId(exampleId(2)),
        name: EventName('x'),
        eventDescription: EventDescription(''),
        price: Price(0),
      })
      await add(long, small)
      expect(await at.one.specialEvents.find(long.eventId)).toEqual(long)
      expect(await at.one.specialEvents.find(small.eventId)).toEqual(small)
    })

    it('does not find what was never added', async () => {
      expect(await at.one.specialEvents.find(aSpecialEvent().eventId)).toBeUndefined()
    })

    it('lists the events of a period, the first date inside it first, then by eventId, each once', async () => {
      await add(
        anEvent(4, '2030-03-01', '2030-03-05'),
        anEvent(3, '2030-03-05'),
        anEvent(2, '2030-02-01', '2030-03-03', '2030-03-04'),
        anEvent(1, '2030-03-05', '2030-04-01'),
        anEvent(5, '2030-02-27'),
        anEvent(6, '2030-03-06'),
      )
      expect(await numbersDuring(period('2030-03-01', '2030-03-05'))).toEqual([4, 2, 1, 3])
      expect(await numbersDuring(period('2030-03-02', '2030-03-05'))).toEqual([2, 1, 3, 4])
      expect(await numbersDuring(period('2030-03-04'))).toEqual([2, 1, 3, 4, 6])
      expect(await numbersDuring(period('2030-04-02'))).toEqual([])
      expect(await numbersDuring(period('2030-03-05', '2030-03-01'))).toEqual([])
    })

    it('lists each event with all of its dates', async () => {
      const event = anEvent(1, '2030-02-01', '2030-03-03', '2031-01-01')
      await add(event)
      const listed = await at.one.specialEvents.during(period('2030-03-01', '2030-03-31'), firstPage)
      expect(listed).toEqual({ items: [event], total: 1 })
    })

    it('gives pages that neither repeat nor lose an event, and counts them all', async () => {
      for (let n = 1; n <= 7; n += 1) await add(anEvent(n, '2030-03-01', '2030-03-02'))
      const page = (number: number) => at.one.specialEvents.during(period('2030-01-01'), { page: number, limit: 3 })
      const pages = [await page(1), await page(2), await page(3), await page(4), await page(999_999_999)]
      expect(pages.map(({ items }) => items.map(({ eventId }) => Number(eventId.slice(-12))))).toEqual([
        [1, 2, 3],
        [4, 5, 6],
        [7],
        [],
        [],
      ])
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7, 7])
    })

    it('replaces an event by what was decided', async () => {
      const event = anEvent(1, '2030-03-01', '2030-03-02', '2030-03-03')
      await add(event)
      const changed = {
        ...event,
        name: EventName('Later'),
        location: EventLocation('Roof'),
        eventDescription: EventDescription(''),
        dates: someDates('2030-02-01', '2030-03-02', '2030-04-01'),
        price: Price(5),
      }
      expect(await at.one.specialEvents.update(event.eventId, () => changed)).toEqual(changed)
      expect(await at.one.specialEvents.find(event.eventId)).toEqual(changed)
      expect(await numbersDuring(period('2030-03-03', '2030-03-31'))).toEqual([])
      expect(await numbersDuring(period('2030-03-03', '2030-04-01'))).toEqual([1])
      expect(await numbersDuring(period('2030-02-01', '2030-02-01'))).toEqual([1])
    })

    it('passes a refusal on and changes nothing', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      const no = refuse('not-today', 'No.')
      expect(await at.one.specialEvents.update(event.eventId, () => no)).toEqual(no)
      expect(await at.one.specialEvents.remove(event.eventId, () => no)).toEqual(no)
      expect(await at.one.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('forgets what was removed, once, and answers what it was', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event, anEvent(2, '2030-03-01'))
      expect(await at.one.specialEvents.remove(event.eventId, keep)).toEqual(event)
      expect(await at.one.specialEvents.remove(event.eventId, keep)).toEqual(eventNotFound(event.eventId))
      expect(await at.one.specialEvents.update(event.eventId, () => event)).toEqual(eventNotFound(event.eventId))
      expect(await at.one.specialEvents.find(event.eventId)).toBeUndefined()
      expect(await numbersDuring(period('2030-01-01'))).toEqual([2])
    })

    it('loses no update when two servers change different members at once', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      for (let round = 1; round <= 10; round += 1) {
        const [name, location] = [EventName(`name ${round}`), EventLocation(`place ${round}`)]
        await Promise.all([
          at.one.specialEvents.update(event.eventId, (current) => ({ ...current, name })),
          at.other.specialEvents.update(event.eventId, (current) => ({ ...current, location })),
        ])
        expect(await at.one.specialEvents.find(event.eventId)).toEqual({ ...event, name, location })
      }
    })

    it('lets one of two win that decide on the same state', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      const onlyIfUntouched = (price: number) => (current: SpecialEvent) =>
        current.price === event.price ? { ...current, price: Price(price) } : refuse('too-late', 'Changed meanwhile.')
      const outcomes = await Promise.all([
        at.one.specialEvents.update(event.eventId, onlyIfUntouched(1)),
        at.other.specialEvents.update(event.eventId, onlyIfUntouched(2)),
      ])
      expect(outcomes.filter(isRefusal)).toHaveLength(1)
    })

    it('lets one of two deletions win', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      const outcomes = await Promise.all([
        at.one.specialEvents.remove(event.eventId, keep),
        at.other.specialEvents.remove(event.eventId, keep),
      ])
      expect(outcomes.filter(isRefusal)).toEqual([eventNotFound(event.eventId)])
    })
  })

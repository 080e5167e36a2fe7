import {
  CalendarDate,
  EventDates,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  Price,
  SpecialEvent,
  isRefusal,
  refuse,
} from '@museum/domain'
import { aSpecialEvent, exampleId, someDates } from '../examples/index.ts'
import type { Period, ImportedEvent } from '@museum/application'
import type { OpenAdapters } from './adapters.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const anEvent = (n: number, ...dates: readonly string[]) =>
  aSpecialEvent({ eventId: EventId(exampleId(n)), dates: someDates(...dates) })
const period = (startDate: string, endDate?: string): Period => ({
  startDate: CalendarDate(startDate),
  endDate: endDate === undefined ? undefined : CalendarDate(endDate),
})
const firstPage = { page: 1, limit: 100 }
const findRefusal = () => undefined

/** The tests that every `SpecialEventRepository` must pass. Run them once per adapter. */
export const specialEventRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the special event repository in ${adapter}`, open, ({ it, servers }) => {
    const add = async (...events: readonly SpecialEvent[]) => {
      for (const event of events) await servers.one.specialEvents.add(event, anAuditEntry())
    }
    const numbersDuring = async (requested: Period, page = firstPage) =>
      (await servers.one.specialEvents.during(requested, page)).items.map(({ eventId }) => Number(eventId.slice(-12)))

    it('returns exactly the event that was added, also on another server', async () => {
      const event = aSpecialEvent({
        name: EventName(` ${'𝕏'.repeat(253)} `),
        location: EventLocation('Salle «Ō» 🏛️ \\ \' " % _ ;--'),
        eventDescription: EventDescription(`\t${'🦣'.repeat(4990)}\r\n `),
        price: Price(9_999_999_999),
      })
      await add(event)
      expect(await servers.one.specialEvents.find(event.eventId)).toEqual(event)
      expect(await servers.other.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('returns the smallest event and the one with the most dates', async () => {
      const days = [...CalendarDate.between(CalendarDate('1970-01-01'), CalendarDate('1970-12-31'))]
      const long = aSpecialEvent({ dates: EventDates([...days, CalendarDate.last]) })
      const small = aSpecialEvent({
        eventId: EventId(exampleId(2)),
        name: EventName('x'),
        eventDescription: EventDescription(''),
        price: Price(0),
      })
      await add(long, small)
      expect(await servers.one.specialEvents.find(long.eventId)).toEqual(long)
      expect(await servers.one.specialEvents.find(small.eventId)).toEqual(small)
    })

    it('finds no event that was never added', async () => {
      expect(await servers.one.specialEvents.find(aSpecialEvent().eventId)).toBeUndefined()
    })

    it('lists each event of a period once, in the order of the first date inside it, then of the eventId', async () => {
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
      const listed = await servers.one.specialEvents.during(period('2030-03-01', '2030-03-31'), firstPage)
      expect(listed).toEqual({ items: [event], total: 1 })
    })

    it('returns pages that neither repeat nor omit an event, and counts all events', async () => {
      for (let n = 1; n <= 7; n += 1) await add(anEvent(n, '2030-03-01', '2030-03-02'))
      const page = (number: number) =>
        servers.one.specialEvents.during(period('2030-01-01'), { page: number, limit: 3 })
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

    it('returns the events after one that was listed, although it and others were deleted since', async () => {
      for (let n = 1; n <= 7; n += 1) await add(anEvent(n, '2020-01-01', n < 4 ? '2030-03-01' : '2030-03-02'))
      for (const n of [2, 5]) {
        const { items } = await servers.one.specialEvents.during(period('2030-01-01'), { page: 1, limit: 2 })
        const after = items.at(-1)!
        expect(Number(after.eventId.slice(-12))).toBe(n)
        for (const { eventId } of items) await remove('one', eventId)
        const part = await servers.other.specialEvents.during(period('2030-01-01'), { after, limit: 2 })
        expect(part.items.map(({ eventId }) => Number(eventId.slice(-12)))).toEqual(n === 2 ? [3, 4] : [6, 7])
        expect(part.total).toBeUndefined()
        if (n === 2) await remove('one', EventId(exampleId(3)))
      }
    })

    it('replaces an event by what was decided', async () => {
      const event = anEvent(1, '2030-03-01', '2030-03-02', '2030-03-03')
      await add(event)
      const changed = SpecialEvent.update(event, {
        name: EventName('Later'),
        location: EventLocation('Roof'),
        eventDescription: EventDescription(''),
        dates: someDates('2030-02-01', '2030-03-02', '2030-04-01'),
        price: Price(5),
      })
      expect(
        await servers.one.specialEvents.update(
          event.eventId,
          () => changed,
          () => anAuditEntry(),
        ),
      ).toEqual(changed)
      expect(await servers.one.specialEvents.find(event.eventId)).toEqual(changed)
      expect(await numbersDuring(period('2030-03-03', '2030-03-31'))).toEqual([])
      expect(await numbersDuring(period('2030-03-03', '2030-04-01'))).toEqual([1])
      expect(await numbersDuring(period('2030-02-01', '2030-02-01'))).toEqual([1])
    })

    const updates: readonly [string, readonly string[][]][] = [
      [
        'between others, and removed',
        [
          ['2030-03-01', '2030-03-02', '2030-03-03'],
          ['2030-03-01', '2030-03-03'],
        ],
      ],
      ['before and after all others', [['2030-02-28', '2030-03-01', '2030-03-05', '2030-03-06']]],
      [
        'alternately with removals',
        [
          ['2030-03-02', '2030-03-04'],
          ['2030-03-01', '2030-03-03', '2030-03-05'],
        ],
      ],
      ['again after their removal', [['2030-03-05'], ['2030-03-01', '2030-03-05'], ['2030-03-01'], ['2030-03-05']]],
    ]
    for (const [how, steps] of updates)
      it(`lists an event once for every period after dates were added ${how}`, async () => {
        const days = [...CalendarDate.between(CalendarDate('2030-02-27'), CalendarDate('2030-03-07'))]
        let event = anEvent(1, '2030-03-01', '2030-03-05')
        await add(event)
        for (const dates of steps) {
          event = (await servers.one.specialEvents.update(
            event.eventId,
            (current) => SpecialEvent.update(current, { dates: someDates(...dates) }),
            () => anAuditEntry(),
          )) as SpecialEvent
          expect(SpecialEvent.datesOf(event)).toEqual(dates)
          for (const startDate of days)
            for (const endDate of days.filter((day) => day >= startDate))
              expect(await numbersDuring({ startDate, endDate })).toEqual(
                dates.some((date) => date >= startDate && date <= endDate) ? [1] : [],
              )
        }
      })

    it('keeps the revision and the occurrences of an event, and another server reads them', async () => {
      const event = anEvent(1, '2030-03-01', '2030-03-02')
      await add(event)
      const setDates = (...dates: string[]) =>
        servers.one.specialEvents.update(
          event.eventId,
          (current) => SpecialEvent.update(current, { dates: someDates(...dates) }),
          () => anAuditEntry(),
        )
      await setDates('2030-03-02', '2030-03-03')
      await setDates('2030-03-01', '2030-03-02', '2030-03-03')
      expect(await servers.other.specialEvents.find(event.eventId)).toMatchObject({
        revision: 3,
        occurrences: [
          { date: '2030-03-01', number: 3 },
          { date: '2030-03-02', number: 1 },
          { date: '2030-03-03', number: 2 },
        ],
      })
    })

    it('writes nothing when the decision is the same event', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      expect(
        await servers.one.specialEvents.update(
          event.eventId,
          (current) => current,
          () => anAuditEntry(),
        ),
      ).toEqual(event)
      expect(await servers.other.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('returns the refusal of a decision and changes nothing', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      const no = refuse('not-today', 'No.')
      expect(
        await servers.one.specialEvents.update(
          event.eventId,
          () => no,
          () => anAuditEntry(),
        ),
      ).toEqual(no)
      expect(
        await servers.one.specialEvents.remove(
          event.eventId,
          () => no,
          () => anAuditEntry(),
        ),
      ).toEqual(no)
      expect(await servers.one.specialEvents.find(event.eventId)).toEqual(event)
    })

    it('deletes an event once, and returns it as it was', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event, anEvent(2, '2030-03-01'))
      expect(await servers.one.specialEvents.remove(event.eventId, findRefusal, () => anAuditEntry())).toEqual(event)
      expect(await servers.one.specialEvents.remove(event.eventId, findRefusal, () => anAuditEntry())).toEqual(
        SpecialEvent.notFound(event.eventId),
      )
      expect(
        await servers.one.specialEvents.update(
          event.eventId,
          () => event,
          () => anAuditEntry(),
        ),
      ).toEqual(SpecialEvent.notFound(event.eventId))
      expect(await servers.one.specialEvents.find(event.eventId)).toBeUndefined()
      expect(await numbersDuring(period('2030-01-01'))).toEqual([2])
    })

    it('loses no update when two servers change different members at once', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      for (let round = 1; round <= 10; round += 1) {
        const [name, location] = [EventName(`name ${round}`), EventLocation(`place ${round}`)]
        await Promise.all([
          servers.one.specialEvents.update(
            event.eventId,
            (current) => SpecialEvent.update(current, { name }),
            () => anAuditEntry(),
          ),
          servers.other.specialEvents.update(
            event.eventId,
            (current) => SpecialEvent.update(current, { location }),
            () => anAuditEntry(),
          ),
        ])
        expect(await servers.one.specialEvents.find(event.eventId)).toMatchObject({
          name,
          location,
          revision: 1 + 2 * round,
        })
      }
    })

    it('accepts one of two updates that both require the same state', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      const onlyIfUntouched = (price: number) => (current: SpecialEvent) =>
        current.price === event.price
          ? SpecialEvent.update(current, { price: Price(price) })
          : refuse('too-late', 'Changed meanwhile.')
      const outcomes = await Promise.all([
        servers.one.specialEvents.update(event.eventId, onlyIfUntouched(1), () => anAuditEntry()),
        servers.other.specialEvents.update(event.eventId, onlyIfUntouched(2), () => anAuditEntry()),
      ])
      expect(outcomes.filter(isRefusal)).toHaveLength(1)
    })

    it('carries out one of two deletions at once', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      const outcomes = await Promise.all([
        servers.one.specialEvents.remove(event.eventId, findRefusal, () => anAuditEntry()),
        servers.other.specialEvents.remove(event.eventId, findRefusal, () => anAuditEntry()),
      ])
      expect(outcomes.filter(isRefusal)).toEqual([SpecialEvent.notFound(event.eventId)])
    })

    const setDates = (...dates: string[]) =>
      servers.one.specialEvents.update(
        EventId(exampleId(1)),
        (current) => SpecialEvent.update(current, { dates: someDates(...dates) }),
        () => anAuditEntry(),
      )
    const remove = (server: 'one' | 'other' = 'one', eventId = EventId(exampleId(1))) =>
      servers[server].specialEvents.remove(eventId, findRefusal, () => anAuditEntry())
    const restore = (server: 'one' | 'other' = 'one', eventId = EventId(exampleId(1))) =>
      servers[server].specialEvents.restore(eventId, () => anAuditEntry())

    it('restores a deleted event with its members and occurrences, under the revision after that of the deletion', async () => {
      await add(anEvent(1, '2030-03-01', '2030-03-02', '2030-03-03'), anEvent(2, '2030-03-02'))
      await setDates('2030-03-02', '2030-03-03')
      await setDates('2030-03-02', '2030-03-04')
      const before = (await servers.other.specialEvents.find(EventId(exampleId(1))))!
      await remove()
      expect(await servers.other.specialEvents.find(before.eventId)).toBeUndefined()
      const event = { ...before, revision: before.revision + 2 }
      expect(event).toMatchObject({
        revision: 5,
        occurrences: [
          { date: '2030-03-02', number: 1 },
          { date: '2030-03-04', number: 3 },
        ],
      })
      const afters: unknown[] = []
      expect(
        await servers.other.specialEvents.restore(before.eventId, (after) => {
          afters.push(after)
          return anAuditEntry()
        }),
      ).toEqual({ event, isChanged: true })
      expect(afters.at(-1)).toEqual(event)
      for (const server of ['one', 'other'] as const)
        expect(await servers[server].specialEvents.find(before.eventId)).toEqual(event)
    })

    it('lists a restored event for every period for which it was listed before its deletion', async () => {
      const days = [...CalendarDate.between(CalendarDate('2030-02-27'), CalendarDate('2030-03-07'))]
      await add(anEvent(1, '2030-03-01', '2030-03-03', '2030-03-05'), anEvent(2, '2030-03-04'))
      await setDates('2030-03-01', '2030-03-05', '2030-03-06')
      const lists = async () => {
        const all = []
        for (const startDate of days)
          for (const endDate of days.filter((day) => day >= startDate))
            all.push(await servers.other.specialEvents.during({ startDate, endDate }, { page: 1, limit: 1 }))
        return all.map(({ items, total }) => ({ ids: items.map(({ eventId }) => eventId), total }))
      }
      const before = await lists()
      await remove()
      const without = await lists()
      expect(without).not.toEqual(before)
      await restore()
      expect(await lists()).toEqual(before)
      await remove()
      expect(await lists()).toEqual(without)
    })

    it('deletes and restores an event again, also after a change of its dates', async () => {
      await add(anEvent(1, '2030-03-01', '2030-03-02'))
      await remove()
      await restore()
      await setDates('2030-03-02', '2030-03-03')
      await remove()
      expect(await restore()).toMatchObject({
        event: {
          revision: 6,
          occurrences: [
            { date: '2030-03-02', number: 1 },
            { date: '2030-03-03', number: 4 },
          ],
        },
      })
      await remove('other')
      await restore('other')
      // The date that was removed before the event was deleted: it has a new number.
      await setDates('2030-03-01', '2030-03-02', '2030-03-03')
      expect((await servers.other.specialEvents.find(EventId(exampleId(1))))!.occurrences).toEqual([
        { date: '2030-03-01', number: 9 },
        { date: '2030-03-02', number: 1 },
        { date: '2030-03-03', number: 4 },
      ])
      await remove()
      expect(await restore()).toMatchObject({ isChanged: true, event: { revision: 11 } })
    })

    it('writes nothing when it restores an event that is not deleted, and refuses to restore one that was never added', async () => {
      const event = anEvent(1, '2030-03-01')
      await add(event)
      expect(await restore()).toEqual({ event, isChanged: false })
      expect(await servers.other.specialEvents.find(event.eventId)).toEqual(event)
      const unknown = EventId(exampleId(2))
      expect(await restore('one', unknown)).toEqual(SpecialEvent.notFound(unknown))
      expect(await servers.one.specialEvents.find(unknown)).toBeUndefined()
    })

    it('carries out one of several restorations at once', async () => {
      await add(anEvent(1, '2030-03-01'))
      for (let round = 1; round <= 6; round += 1) {
        await remove()
        const outcomes = await Promise.all(Array.from({ length: 6 }, (_, n) => restore(n % 2 === 0 ? 'one' : 'other')))
        expect(outcomes.filter((outcome) => !isRefusal(outcome) && outcome.isChanged)).toHaveLength(1)
        for (const outcome of outcomes) expect(outcome).toMatchObject({ event: { revision: 1 + 2 * round } })
      }
    })

    it('finds an event to restore while other servers delete and restore it', async () => {
      await add(anEvent(1, '2030-03-01', '2030-03-02'))
      for (let round = 1; round <= 10; round += 1) {
        const outcomes = await Promise.all([remove('one'), restore('other'), restore('one'), remove('other')])
        expect([outcomes[1], outcomes[2]].filter(isRefusal)).toEqual([])
        expect(await restore()).toMatchObject({ event: { occurrences: [{ number: 1 }, { number: 1 }] } })
      }
    })

    it('returns the events after an eventId, whole and in ascending order, until there are no more', async () => {
      for (const n of [5, 3, 1, 4, 2]) await add(anEvent(n, '2020-01-01', `2030-03-0${n}`))
      await remove('one', EventId(exampleId(4)))
      const numbers = async (n: number | undefined, limit: number) => {
        const events = await servers.other.specialEvents.after(n === undefined ? n : EventId(exampleId(n)), limit)
        return events.map(({ eventId }) => Number(eventId.slice(-12)))
      }
      expect(await numbers(undefined, 3)).toEqual([1, 2, 3])
      expect(await numbers(3, 3)).toEqual([5])
      expect(await numbers(1, 1)).toEqual([2])
      expect(await numbers(4, 9)).toEqual([5])
      expect(await numbers(5, 9)).toEqual([])
      expect(await servers.other.specialEvents.after(undefined, 1)).toEqual([anEvent(1, '2020-01-01', '2030-03-01')])
    })

    it('returns a page of the deleted events, whole, the latest deletion first, with the time of their deletion', async () => {
      for (const n of [5, 3, 1, 4, 2]) await add(anEvent(n, '2020-01-01', `2030-03-0${n}`))
      await setDates('2030-03-01', '2030-04-01')
      for (const n of [5, 3]) await remove('one', EventId(exampleId(n)))
      // The time of a deletion is stored in seconds.
      const until = Date.now() + 1_100
      while (Date.now() < until) await servers.one.specialEvents.find(EventId(exampleId(9)))
      for (const n of [4, 1]) await remove('one', EventId(exampleId(n)))
      await restore('one', EventId(exampleId(4)))
      const deleted = async (page: number, limit: number) => {
        const { items, total } = await servers.other.specialEvents.deleted({ page, limit })
        for (const { deletedAt } of items) expect(deletedAt % 1_000).toBe(0)
        return [items.map(({ event }) => Number(event.eventId.slice(-12))), total]
      }
      expect(await deleted(1, 9)).toEqual([[1, 3, 5], 3])
      expect(await deleted(1, 2)).toEqual([[1, 3], 3])
      expect(await deleted(2, 2)).toEqual([[5], 3])
      expect(await deleted(3, 2)).toEqual([[], 3])
      const { items } = await servers.other.specialEvents.deleted({ page: 1, limit: 1 })
      const deletedAfter = async (limit: number, before = items) => {
        const part = await servers.other.specialEvents.deleted({ after: before.at(-1)!, limit })
        expect(part.total).toBeUndefined()
        return part.items
      }
      expect((await deletedAfter(9)).map(({ event }) => Number(event.eventId.slice(-12)))).toEqual([3, 5])
      expect(
        (await deletedAfter(9, await deletedAfter(1))).map(({ event }) => Number(event.eventId.slice(-12))),
      ).toEqual([5])
      expect(items.map(({ event }) => event)).toEqual([
        {
          ...anEvent(1, '2030-03-01', '2030-04-01'),
          revision: 3,
          occurrences: [
            { date: '2030-03-01', number: 1 },
            { date: '2030-04-01', number: 2 },
          ],
        },
      ])
    })

    it('knows the events that exist and those that were deleted', async () => {
      await add(anEvent(1, '2030-03-01'), anEvent(2, '2030-03-01'))
      await remove('one', EventId(exampleId(2)))
      const known = [1, 2, 3].map((n) => servers.other.specialEvents.isKnown(EventId(exampleId(n))))
      expect(await Promise.all(known)).toEqual([true, true, false])
    })

    const importedEvent = (n: number, importKey: string, givenId?: number): ImportedEvent => ({
      event: anEvent(n, '2030-03-01', '2030-03-02'),
      entry: anAuditEntry({ subject: { kind: 'special-event', id: exampleId(n) } }),
      importKey,
      ...(givenId !== undefined && { givenId: EventId(exampleId(givenId)) }),
    })
    const importEvents = async (server: 'one' | 'other', events: readonly ImportedEvent[]) => {
      const outcomes = []
      for await (const some of servers[server].specialEvents.addImported(events)) outcomes.push(...some)
      return outcomes
    }
    const numberStored = async () => (await servers.other.specialEvents.after(undefined, 10_000)).length
    const numberAudited = async () => (await servers.one.audit.list({}, firstPage)).items.length

    it('stores the events of an import whole, with their audit entries, in the order of the rows', async () => {
      const events = [importedEvent(3, 'c'), importedEvent(1, 'a'), importedEvent(2, 'b')]
      expect(await importEvents('one', events)).toEqual(['created', 'created', 'created'])
      for (const { event } of events) expect(await servers.other.specialEvents.find(event.eventId)).toEqual(event)
      expect(await numbersDuring(period('2030-03-02'))).toEqual([1, 2, 3])
      const { items } = await servers.other.audit.list({}, firstPage)
      expect(items.map(({ subject }) => Number(subject.id.slice(-12)))).toEqual([2, 1, 3])
      expect(await importEvents('one', [])).toEqual([])
    })

    it('stores nothing for a row that was imported before, also after its event was changed or deleted', async () => {
      const long = 'é'.repeat(30_000)
      expect(await importEvents('one', [importedEvent(1, 'a'), importedEvent(2, long)])).toEqual(['created', 'created'])
      await setDates('2030-04-01')
      await remove('one', EventId(exampleId(2)))
      expect(
        await importEvents('other', [importedEvent(3, long), importedEvent(4, 'a'), importedEvent(5, `${long}.`)]),
      ).toEqual(['imported-before', 'imported-before', 'created'])
      expect(await numberStored()).toBe(2)
      // Also the entries of the change and the deletion.
      expect(await numberAudited()).toBe(5)
    })

    it('stores nothing for a row with the eventId of an event that exists or was deleted, and stores a row with another one', async () => {
      await add(anEvent(1, '2030-03-01'), anEvent(2, '2030-03-01'))
      await remove('one', EventId(exampleId(2)))
      const rows = [importedEvent(11, 'a', 1), importedEvent(12, 'b', 2), importedEvent(13, 'c', 3)]
      expect(await importEvents('one', rows)).toEqual(['existing', 'existing', 'created'])
      expect(await numberStored()).toBe(2)
      // The import key of a row that was not stored can still be used.
      expect(await importEvents('one', [importedEvent(14, 'a')])).toEqual(['created'])
    })

    it('yields the outcomes of an import in a dry run, and stores nothing', async () => {
      await add(anEvent(1, '2030-03-01'), anEvent(2, '2030-03-01'))
      await remove('one', EventId(exampleId(2)))
      await importEvents('one', [importedEvent(3, 'a')])
      const before = [await numberStored(), await numberAudited()]
      const rows = [
        importedEvent(11, 'b', 1),
        importedEvent(12, 'c', 2),
        importedEvent(13, 'a'),
        importedEvent(14, 'd', 99),
        ...Array.from({ length: 300 }, (_, n) => importedEvent(100 + n, `row ${n}`)),
      ]
      const outcomes = []
      for await (const some of servers.other.specialEvents.addImported(rows, { isDryRun: true })) outcomes.push(...some)
      expect(outcomes).toEqual([
        'existing',
        'existing',
        'imported-before',
        ...Array.from({ length: 301 }, () => 'created'),
      ])
      expect([await numberStored(), await numberAudited()]).toEqual(before)
      expect(await importEvents('one', rows)).toEqual(outcomes)
    })

    it('stops storing when the caller stops iterating, and stores the other events when they are imported again', async () => {
      const events = Array.from({ length: 60 }, (_, n) => importedEvent(100 + n, `row ${n}`))
      const first: unknown[] = []
      for await (const some of servers.one.specialEvents.addImported(events)) {
        first.push(...some)
        break
      }
      expect(await numberStored()).toBe(first.length)
      const again = Array.from({ length: 60 }, (_, n) => importedEvent(200 + n, `row ${n}`))
      expect(await importEvents('other', again)).toEqual([
        ...first.map(() => 'imported-before'),
        ...again.slice(first.length).map(() => 'created'),
      ])
      expect(await numberStored()).toBe(60)
    })

    it('stores each event once when several servers import the same rows at once', async () => {
      const copies = [0, 1, 2, 3].map((copy) =>
        Array.from({ length: 60 }, (_, n) => importedEvent(1_000 + 100 * copy + n, `row ${n}`)),
      )
      const outcomes = await Promise.all(copies.map((copy, n) => importEvents(n % 2 === 0 ? 'one' : 'other', copy)))
      for (let row = 0; row < 60; row += 1)
        expect(outcomes.map((each) => each[row]).toSorted()).toEqual([
          'created',
          'imported-before',
          'imported-before',
          'imported-before',
        ])
      expect(await numberStored()).toBe(60)
      expect((await servers.one.audit.list({}, { page: 1, limit: 100 })).items).toHaveLength(60)
    })
  })

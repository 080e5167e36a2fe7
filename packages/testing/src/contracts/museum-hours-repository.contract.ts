import { changeHours } from '../in-memory/change-hours.ts'
import {
  CalendarDate,
  Capacity,
  type EntryTimeSettings,
  EntryTimes,
  HoursOfDay,
  type OpeningHours,
  type OpeningHoursChange,
  type Schedule,
  TimeOfDay,
} from '@museum/domain'
import { everyDay, hours } from '../examples/index.ts'
import type { OpenAdapters } from './adapters.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const date = CalendarDate
const may = [date('2030-05-01'), date('2030-05-31')] as const

/** The tests that every repository of the museum's hours must pass. Run them once per adapter. */
export const museumHoursRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the museum hours repository in ${adapter}`, open, ({ it, servers }) => {
    it('has hours from 09:00 to 18:00 on all seven days until they are changed', async () => {
      expect(await servers.one.museumHours.schedule(...may)).toMatchObject(everyDay)
    })

    it('stores changes of the weekly rule', async () => {
      await changeHours(servers.one.museumHours, { weekday: 'monday', hours: 'closed' })
      await changeHours(servers.one.museumHours, { weekday: 'friday', hours: hours('10:00', '21:30') })
      const { monday: _, ...openDays } = everyDay.weekly
      const expected = { ...openDays, friday: hours('10:00', '21:30') }
      expect((await servers.other.museumHours.schedule(...may)).weekly).toEqual(expected)
      await changeHours(servers.one.museumHours, { weekday: 'monday', hours: hours('09:00', '18:00') })
      await changeHours(servers.one.museumHours, { weekday: 'friday', hours: hours('09:00', '18:00') })
      expect(await servers.other.museumHours.schedule(...may)).toMatchObject(everyDay)
    })

    it('raises the revision with each change, and only then', async () => {
      const revisions = []
      for (const hoursOfMonday of ['closed', 'closed', hours('09:00', '18:00')] as const) {
        revisions.push((await servers.other.museumHours.schedule(...may)).revision)
        await changeHours(servers.one.museumHours, { weekday: 'monday', hours: hoursOfMonday })
      }
      await changeHours(servers.one.museumHours, { date: date('2031-01-01'), hours: 'closed' })
      revisions.push((await servers.other.museumHours.schedule(...may)).revision)
      const [first] = revisions
      expect(revisions).toEqual([first, first! + 1, first! + 1, first! + 3])
    })

    const replaced: Schedule = {
      weekly: { tuesday: hours('10:00', '12:00'), sunday: hours('09:00', '18:00') },
      exceptions: new Map<CalendarDate, OpeningHours | 'closed'>([
        [date('2030-05-01'), 'closed'],
        [date('2030-05-31'), hours('12:00', '14:00')],
        [date('1970-01-01'), 'closed'],
        [date('9999-12-31'), 'closed'],
      ]),
    }
    const all = [CalendarDate.first, CalendarDate.last] as const
    const audited = async () => (await servers.other.audit.list({}, { page: 1, limit: 100 })).items.toReversed()
    const changeText = (change: OpeningHoursChange) => ('date' in change ? change.date : change.weekday)
    const replace = (schedule: Schedule, revision: number, server: 'one' | 'other' = 'one') =>
      servers[server].museumHours.replace(schedule, revision, (change, before) =>
        anAuditEntry({
          subject: { kind: 'museum-hours', id: changeText(change) },
          before: { hours: HoursOfDay.toText(before) },
          after: { hours: HoursOfDay.toText(change.hours) },
        }),
      )

    it('replaces the whole schedule as one change, with an audit entry for each weekday and date that changes', async () => {
      await changeHours(servers.one.museumHours, { date: date('2030-05-02'), hours: 'closed' })
      const { revision } = await servers.one.museumHours.schedule(...all)
      expect(await replace(replaced, revision)).toBe(true)
      expect(await servers.other.museumHours.schedule(...all)).toEqual({
        ...replaced,
        entryTimes: EntryTimes.none,
        revision: revision + 1,
      })
      const [, ...entries] = await audited()
      expect(entries.map(({ subject, before, after }) => [subject.id, before?.['hours'], after?.['hours']])).toEqual([
        ['monday', '09:00-18:00', 'closed'],
        ['tuesday', '09:00-18:00', '10:00-12:00'],
        ...['wednesday', 'thursday', 'friday', 'saturday'].map((day) => [day, '09:00-18:00', 'closed']),
        ['1970-01-01', 'as-the-week', 'closed'],
        ['2030-05-01', 'as-the-week', 'closed'],
        ['2030-05-02', 'closed', 'as-the-week'],
        ['2030-05-31', 'as-the-week', '12:00-14:00'],
        ['9999-12-31', 'as-the-week', 'closed'],
      ])
    })

    it('replaces thousands of exceptions', async () => {
      const days = (first: string, count: number) =>
        [...CalendarDate.between(date(first), CalendarDate.plusDays(date(first), count - 1))].map(
          (day) => [day, 'closed'] as const,
        )
      const many = { ...everyDay, exceptions: new Map(days('2031-01-01', 2_500)) }
      const { revision } = await servers.one.museumHours.schedule(...all)
      expect(await replace(many, revision)).toBe(true)
      expect((await servers.other.museumHours.schedule(...all)).exceptions).toEqual(many.exceptions)
      const others = { ...everyDay, exceptions: new Map(days('2033-01-01', 2_500)) }
      expect(await replace(others, revision + 1)).toBe(true)
      expect(await servers.other.museumHours.schedule(...all)).toEqual({
        ...others,
        entryTimes: EntryTimes.none,
        revision: revision + 2,
      })
    })

    it('counts a replacement that changes no hours as no change', async () => {
      const { revision, ...schedule } = await servers.one.museumHours.schedule(...all)
      expect(await replace(schedule, revision)).toBe(true)
      expect(await servers.other.museumHours.schedule(...all)).toEqual({ ...schedule, revision })
      expect(await audited()).toEqual([])
    })

    it('replaces nothing when the schedule has another revision', async () => {
      const before = await servers.one.museumHours.schedule(...all)
      await changeHours(servers.other.museumHours, { weekday: 'monday', hours: 'closed' })
      const changed = await servers.one.museumHours.schedule(...all)
      for (const revision of [before.revision, changed.revision + 1])
        expect(await replace(replaced, revision)).toBe(false)
      expect(await servers.other.museumHours.schedule(...all)).toEqual(changed)
      expect(await audited()).toHaveLength(1)
    })

    const entryTimes: EntryTimeSettings = {
      rule: { times: [TimeOfDay('10:00'), TimeOfDay('11:30')], length: 45 },
      capacity: Capacity(40),
      early: 0,
      late: 1_440,
      exceptions: [
        { weekday: 'sunday', capacity: null },
        ...Array.from({ length: 999 }, (_, n) => ({
          date: CalendarDate.plusDays(date('2030-01-01'), n),
          entryTime: TimeOfDay('11:30'),
          capacity: Capacity(n),
        })),
      ],
    }
    // As long as the greatest number of exceptions makes it.
    const texts = Array.from({ length: 1_000 }, () => '2030-05-17 wednesday 11:30: 1000000')
    const values = { rule: null, exceptions: texts }
    const entry = anAuditEntry({
      subject: { kind: 'museum-hours', id: 'entry-times' },
      before: values,
      after: values,
    })

    it('has no rule of entry times until one is stored, as one change with its audit entry', async () => {
      const { revision, ...before } = await servers.one.museumHours.schedule(...may)
      expect(before.entryTimes).toEqual(EntryTimes.none)
      expect(await servers.one.museumHours.replaceEntryTimes(entryTimes, revision, entry)).toBe(true)
      const stored = { ...before, entryTimes, revision: revision + 1 }
      for (const server of ['one', 'other', 'one'] as const)
        expect(await servers[server].museumHours.schedule(...may)).toEqual(stored)
      expect(await audited()).toMatchObject([{ subject: entry.subject }])
      expect(await servers.other.museumHours.replaceEntryTimes(EntryTimes.none, revision + 1, entry)).toBe(true)
      expect((await servers.one.museumHours.schedule(...may)).entryTimes).toEqual(EntryTimes.none)
    })

    it('keeps the entry times when the schedule is replaced, and the schedule when the entry times are', async () => {
      const { revision } = await servers.one.museumHours.schedule(...all)
      await replace(replaced, revision)
      await servers.other.museumHours.replaceEntryTimes(entryTimes, revision + 1, entry)
      expect(await servers.one.museumHours.schedule(...all)).toEqual({
        ...replaced,
        entryTimes,
        revision: revision + 2,
      })
      await changeHours(servers.one.museumHours, { weekday: 'tuesday', hours: 'closed' })
      expect((await servers.other.museumHours.schedule(...may)).entryTimes).toEqual(entryTimes)
    })

    it('replaces no entry times when the schedule has another revision', async () => {
      const { revision } = await servers.one.museumHours.schedule(...may)
      await changeHours(servers.other.museumHours, { weekday: 'monday', hours: 'closed' })
      const changed = await servers.one.museumHours.schedule(...may)
      expect(await servers.one.museumHours.replaceEntryTimes(entryTimes, revision, entry)).toBe(false)
      expect(await servers.other.museumHours.schedule(...may)).toEqual(changed)
      expect(await audited()).toHaveLength(1)
    })

    it('makes one of the replacements of a revision at two servers at the same time', async () => {
      const { revision } = await servers.one.museumHours.schedule(...all)
      const outcomes = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((n) =>
          replace(
            { ...everyDay, exceptions: new Map([[date(`2030-06-0${n + 1}`), 'closed']]) },
            revision,
            n % 2 === 0 ? 'one' : 'other',
          ),
        ),
      )
      expect(outcomes.filter(Boolean)).toEqual([true])
      const after = await servers.one.museumHours.schedule(...all)
      expect([...after.exceptions.keys()]).toEqual([date(`2030-06-0${outcomes.indexOf(true) + 1}`)])
      expect(after.revision).toBe(revision + 1)
      expect(await audited()).toHaveLength(1)
    })

    it('replaces nothing when an audit entry cannot be made', async () => {
      const before = await servers.one.museumHours.schedule(...all)
      const failing = async () =>
        servers.one.museumHours.replace(replaced, before.revision, (change) => {
          if ('date' in change) throw new Error('no entry')
          return anAuditEntry()
        })
      await expect(failing()).rejects.toThrow('no entry')
      expect(await servers.other.museumHours.schedule(...all)).toEqual(before)
      expect(await audited()).toEqual([])
    })

    it('stores exceptions, returns those of the period, and removes one', async () => {
      await changeHours(servers.one.museumHours, { date: date('2030-04-30'), hours: 'closed' })
      await changeHours(servers.one.museumHours, { date: date('2030-05-01'), hours: 'closed' })
      await changeHours(servers.one.museumHours, { date: date('2030-05-31'), hours: 'closed' })
      await changeHours(servers.one.museumHours, { date: date('2030-05-31'), hours: hours('12:00', '14:00') })
      await changeHours(servers.one.museumHours, { date: date('2030-05-20'), hours: 'closed' })
      await changeHours(servers.one.museumHours, { date: date('2030-05-20'), hours: 'as-the-week' })
      await changeHours(servers.one.museumHours, { date: date('2030-05-21'), hours: 'as-the-week' })
      await changeHours(servers.one.museumHours, { date: date('2030-06-01'), hours: 'closed' })
      expect((await servers.other.museumHours.schedule(...may)).exceptions).toEqual(
        new Map<CalendarDate, unknown>([
          [date('2030-05-01'), 'closed'],
          [date('2030-05-31'), hours('12:00', '14:00')],
        ]),
      )
    })
  })

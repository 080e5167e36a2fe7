import { CalendarDate } from '@museum/domain'
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
      await servers.one.museumHours.change({ weekday: 'monday', hours: 'closed' }, () => anAuditEntry())
      await servers.one.museumHours.change({ weekday: 'friday', hours: hours('10:00', '21:30') }, () => anAuditEntry())
      const { monday: _, ...openDays } = everyDay.weekly
      const expected = { ...openDays, friday: hours('10:00', '21:30') }
      expect((await servers.other.museumHours.schedule(...may)).weekly).toEqual(expected)
      await servers.one.museumHours.change({ weekday: 'monday', hours: hours('09:00', '18:00') }, () => anAuditEntry())
      await servers.one.museumHours.change({ weekday: 'friday', hours: hours('09:00', '18:00') }, () => anAuditEntry())
      expect(await servers.other.museumHours.schedule(...may)).toMatchObject(everyDay)
    })

    it('raises the revision with each change, and only then', async () => {
      const revisions = []
      for (const hoursOfMonday of ['closed', 'closed', hours('09:00', '18:00')] as const) {
        revisions.push((await servers.other.museumHours.schedule(...may)).revision)
        await servers.one.museumHours.change({ weekday: 'monday', hours: hoursOfMonday }, () => anAuditEntry())
      }
      await servers.one.museumHours.change({ date: date('2031-01-01'), hours: 'closed' }, () => anAuditEntry())
      revisions.push((await servers.other.museumHours.schedule(...may)).revision)
      const [first] = revisions
      expect(revisions).toEqual([first, first! + 1, first! + 1, first! + 3])
    })

    it('stores exceptions, returns those of the period, and removes one', async () => {
      await servers.one.museumHours.change({ date: date('2030-04-30'), hours: 'closed' }, () => anAuditEntry())
      await servers.one.museumHours.change({ date: date('2030-05-01'), hours: 'closed' }, () => anAuditEntry())
      await servers.one.museumHours.change({ date: date('2030-05-31'), hours: 'closed' }, () => anAuditEntry())
      await servers.one.museumHours.change({ date: date('2030-05-31'), hours: hours('12:00', '14:00') }, () =>
        anAuditEntry(),
      )
      await servers.one.museumHours.change({ date: date('2030-05-20'), hours: 'closed' }, () => anAuditEntry())
      await servers.one.museumHours.change({ date: date('2030-05-20'), hours: 'as-the-week' }, () => anAuditEntry())
      await servers.one.museumHours.change({ date: date('2030-05-21'), hours: 'as-the-week' }, () => anAuditEntry())
      await servers.one.museumHours.change({ date: date('2030-06-01'), hours: 'closed' }, () => anAuditEntry())
      expect((await servers.other.museumHours.schedule(...may)).exceptions).toEqual(
        new Map<CalendarDate, unknown>([
          [date('2030-05-01'), 'closed'],
          [date('2030-05-31'), hours('12:00', '14:00')],
        ]),
      )
    })
  })

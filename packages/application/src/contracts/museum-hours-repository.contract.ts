import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { everyDay, hours } from '@museum/domain/examples'
import type { OpenAdapters } from './adapters.ts'
import { openForEachTest } from './open-for-each-test.ts'

const date = CalendarDate
const may = [date('2030-05-01'), date('2030-05-31')] as const

/** The tests that every repository of the museum's hours must pass. Run them once per adapter. */
export const museumHoursRepositoryContract = (adapter: string, open: OpenAdapters) =>
  describe(`the museum hours repository in ${adapter}`, () => {
    const servers = openForEachTest(open)

    it('has hours from 09:00 to 18:00 on all seven days until they are changed', async () => {
      expect(await servers.one.museumHours.schedule(...may)).toEqual(everyDay)
    })

    it('stores changes of the weekly rule', async () => {
      await servers.one.museumHours.setWeekly('monday', 'closed')
      await servers.one.museumHours.setWeekly('friday', hours('10:00', '21:30'))
      const { monday: _, ...openDays } = everyDay.weekly
      const expected = { ...openDays, friday: hours('10:00', '21:30') }
      expect((await servers.other.museumHours.schedule(...may)).weekly).toEqual(expected)
      await servers.one.museumHours.setWeekly('monday', hours('09:00', '18:00'))
      await servers.one.museumHours.setWeekly('friday', hours('09:00', '18:00'))
      expect(await servers.other.museumHours.schedule(...may)).toEqual(everyDay)
    })

    it('stores exceptions, returns those of the period, and removes one', async () => {
      await servers.one.museumHours.setException(date('2030-04-30'), 'closed')
      await servers.one.museumHours.setException(date('2030-05-01'), 'closed')
      await servers.one.museumHours.setException(date('2030-05-31'), 'closed')
      await servers.one.museumHours.setException(date('2030-05-31'), hours('12:00', '14:00'))
      await servers.one.museumHours.setException(date('2030-05-20'), 'closed')
      await servers.one.museumHours.setException(date('2030-05-20'), 'as-the-week')
      await servers.one.museumHours.setException(date('2030-05-21'), 'as-the-week')
      await servers.one.museumHours.setException(date('2030-06-01'), 'closed')
      expect((await servers.other.museumHours.schedule(...may)).exceptions).toEqual(
        new Map<CalendarDate, unknown>([
          [date('2030-05-01'), 'closed'],
          [date('2030-05-31'), hours('12:00', '14:00')],
        ]),
      )
    })
  })

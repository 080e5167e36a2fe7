import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { everyDay, hours } from '@museum/domain/examples'
import type { OpenAdapters } from './adapters.ts'
import { openForEachTest } from './open-for-each-test.ts'

const date = CalendarDate
const may = [date('2030-05-01'), date('2030-05-31')] as const

/** What any repository of the museum's hours must do. Run it once per adapter. */
export const museumHoursRepositoryContract = (adapter: string, open: OpenAdapters) =>
  describe(`museum hours kept in ${adapter}`, () => {
    const at = openForEachTest(open)

    it('has the museum open all seven days from 09:00 to 18:00 until told otherwise', async () => {
      expect(await at.one.museumHours.schedule(...may)).toEqual(everyDay)
    })

    it('keeps the weekly rule that an operator sets', async () => {
      await at.one.museumHours.setWeekly('monday', 'closed')
      await at.one.museumHours.setWeekly('friday', hours('10:00', '21:30'))
      const { monday: _, ...openDays } = everyDay.weekly
      const expected = { ...openDays, friday: hours('10:00', '21:30') }
      expect((await at.other.museumHours.schedule(...may)).weekly).toEqual(expected)
      await at.one.museumHours.setWeekly('monday', hours('09:00', '18:00'))
      await at.one.museumHours.setWeekly('friday', hours('09:00', '18:00'))
      expect(await at.other.museumHours.schedule(...may)).toEqual(everyDay)
    })

    it('keeps the exceptions, gives those of the period, and takes one away', async () => {
      await at.one.museumHours.setException(date('2030-04-30'), 'closed')
      await at.one.museumHours.setException(date('2030-05-01'), 'closed')
      await at.one.museumHours.setException(date('2030-05-31'), 'closed')
      await at.one.museumHours.setException(date('2030-05-31'), hours('12:00', '14:00'))
      await at.one.museumHours.setException(date('2030-05-20'), 'closed')
      await at.one.museumHours.setException(date('2030-05-20'), 'as-the-week')
      await at.one.museumHours.setException(date('2030-05-21'), 'as-the-week')
      await at.one.museumHours.setException(date('2030-06-01'), 'closed')
      expect((await at.other.museumHours.schedule(...may)).exceptions).toEqual(
        new Map<CalendarDate, unknown>([
          [date('2030-05-01'), 'closed'],
          [date('2030-05-31'), hours('12:00', '14:00')],
        ]),
      )
    })
  })

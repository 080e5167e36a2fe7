import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { everyDay, hours, scheduleAfter } from '../examples/index.ts'

const [tuesday, christmas] = [CalendarDate('2030-05-14'), CalendarDate('2030-12-25')]

describe('a schedule', () => {
  it('changes for one weekday or one date only', () => {
    const noon = hours('12:00', '14:00')
    const { monday: _, ...otherDays } = everyDay.weekly
    expect(scheduleAfter(everyDay, { weekday: 'monday', hours: 'closed' })).toEqual({
      ...everyDay,
      weekly: otherDays,
    })
    expect(scheduleAfter(everyDay, { weekday: 'monday', hours: noon })).toEqual({
      ...everyDay,
      weekly: { ...otherDays, monday: noon },
    })
    const closed = scheduleAfter(everyDay, { date: christmas, hours: 'closed' })
    expect(closed).toEqual({ ...everyDay, exceptions: new Map([[christmas, 'closed']]) })
    const both = scheduleAfter(closed, { date: tuesday, hours: noon })
    expect(both.exceptions).toEqual(
      new Map<CalendarDate, unknown>([
        [christmas, 'closed'],
        [tuesday, noon],
      ]),
    )
    expect(scheduleAfter(both, { date: tuesday, hours: 'as-the-week' })).toEqual(closed)
    expect(everyDay.exceptions.size).toBe(0)
  })
})

import { type CalendarDate, OpeningHours, TimeOfDay, type Weekday, weekdays } from '@museum/domain'
import type { MuseumHoursRepository } from '../museum-hours/museum-hours-repository.ts'

export const inMemoryMuseumHoursRepository = (): MuseumHoursRepository => {
  const nineToSix = OpeningHours({ timeOpen: TimeOfDay('09:00'), timeClose: TimeOfDay('18:00') })
  const weekly = new Map<Weekday, OpeningHours>(weekdays.map((weekday) => [weekday, nineToSix]))
  const exceptions = new Map<CalendarDate, OpeningHours | 'closed'>()
  return {
    async schedule(first, final) {
      const inside = [...exceptions].filter(([date]) => date >= first && date <= final)
      return { weekly: Object.fromEntries(weekly), exceptions: new Map(inside) }
    },
    async setWeekly(weekday, hours) {
      if (hours === 'closed') weekly.delete(weekday)
      else weekly.set(weekday, hours)
    },
    async setException(date, hours) {
      if (hours === 'as-the-week') exceptions.delete(date)
      else exceptions.set(date, hours)
    },
  }
}

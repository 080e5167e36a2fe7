import type { MuseumHoursRepository } from '../museum-hours/museum-hours-repository.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryMuseumHoursRepository = ({
  weeklyHours,
  hoursExceptions,
}: InMemoryStore): MuseumHoursRepository => ({
  async schedule(first, final) {
    const inside = [...hoursExceptions].filter(([date]) => date >= first && date <= final)
    return { weekly: Object.fromEntries(weeklyHours), exceptions: new Map(inside) }
  },
  async setWeekly(weekday, hours) {
    if (hours === 'closed') weeklyHours.delete(weekday)
    else weeklyHours.set(weekday, hours)
  },
  async setException(date, hours) {
    if (hours === 'as-the-week') hoursExceptions.delete(date)
    else hoursExceptions.set(date, hours)
  },
})

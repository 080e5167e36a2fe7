import { HoursOfDay } from '@museum/domain'
import type { MuseumHoursRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryMuseumHoursRepository = ({
  weeklyHours,
  hoursExceptions,
  museum,
  record,
  audit,
}: InMemoryStore): MuseumHoursRepository => ({
  async schedule(first, final) {
    const inside = [...hoursExceptions].filter(([date]) => date >= first && date <= final)
    return { weekly: Object.fromEntries(weeklyHours), exceptions: new Map(inside), revision: museum.hoursRevision }
  },
  async change(change, entryOf) {
    const before =
      'weekday' in change
        ? (weeklyHours.get(change.weekday) ?? 'closed')
        : (hoursExceptions.get(change.date) ?? 'as-the-week')
    if (HoursOfDay.equal(before, change.hours)) return false
    const entry = entryOf(before)
    audit.add(entry)
    record({ type: 'museum-hours.changed', at: entry.at })
    museum.hoursRevision += 1
    if ('weekday' in change) {
      if (change.hours === 'closed') weeklyHours.delete(change.weekday)
      else weeklyHours.set(change.weekday, change.hours)
    } else if (change.hours === 'as-the-week') hoursExceptions.delete(change.date)
    else hoursExceptions.set(change.date, change.hours)
    return true
  },
})

import { CalendarDate, type OpeningHoursChange, Schedule } from '@museum/domain'
import type { MuseumHoursRepository } from '@museum/application'
import { type InMemoryStore, storedGeneralPrice } from './in-memory-store.ts'

export const inMemoryMuseumHoursRepository = (store: InMemoryStore): MuseumHoursRepository => {
  const { weeklyHours, hoursExceptions, museum, record, audit } = store
  const scheduleOf = (first: CalendarDate, final: CalendarDate) => {
    const inside = [...hoursExceptions].filter(([date]) => date >= first && date <= final)
    return {
      weekly: Object.fromEntries(weeklyHours),
      exceptions: new Map(inside),
      entryTimes: museum.entryTimes,
      generalPrice: storedGeneralPrice(store),
      revision: museum.hoursRevision,
    }
  }
  const apply = (change: OpeningHoursChange) => {
    if ('weekday' in change) {
      if (change.hours === 'closed') weeklyHours.delete(change.weekday)
      else weeklyHours.set(change.weekday, change.hours)
    } else if (change.hours === 'as-the-week') hoursExceptions.delete(change.date)
    else hoursExceptions.set(change.date, change.hours)
  }
  return {
    schedule: async (first, final) => scheduleOf(first, final),
    async replace(schedule, revision, entryOf) {
      if (museum.hoursRevision !== revision) return false
      const before = scheduleOf(CalendarDate.first, CalendarDate.last)
      const changes = Schedule.changesBetween(before, schedule)
      const entries = changes.map((change) => entryOf(change, Schedule.hoursBefore(before, change)))
      if (entries[0] === undefined) return true
      for (const entry of entries) audit.add(entry)
      record({ type: 'museum-hours.changed', at: entries[0].at })
      museum.hoursRevision += 1
      changes.forEach(apply)
      return true
    },
    async replaceEntryTimes(entryTimes, revision, entry) {
      if (museum.hoursRevision !== revision) return false
      audit.add(entry)
      record({ type: 'museum-hours.changed', at: entry.at })
      museum.hoursRevision += 1
      museum.entryTimes = entryTimes
      return true
    },
  }
}

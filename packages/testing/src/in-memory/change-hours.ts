import type { Actor, Museum, MuseumHoursRepository, NewAuditEntry } from '@museum/application'
import { CalendarDate, HoursOfDay, type OpeningHoursChange, Schedule, isRefusal } from '@museum/domain'
import { scheduleAfter } from '../examples/index.ts'
import { anAuditEntry } from './an-audit-entry.ts'

/** More than the changes that a contract makes at the same time: then the repository stores none. */
const maxAttempts = 100

/** Stores one change of the museum's hours, again when they change meanwhile. Returns whether it changed anything. */
export const changeHours = async (
  museumHours: MuseumHoursRepository,
  change: OpeningHoursChange,
  entryOf: (before: HoursOfDay) => NewAuditEntry = () => anAuditEntry(),
): Promise<boolean> => {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const { revision, ...before } = await museumHours.schedule(CalendarDate.first, CalendarDate.last)
    if (HoursOfDay.equal(Schedule.hoursBefore(before, change), change.hours)) return false
    const after = scheduleAfter(before, change)
    if (await museumHours.replace(after, revision, (_, hoursBefore) => entryOf(hoursBefore))) return true
  }
  throw new Error(`museumHours.replace stored no change in ${maxAttempts} attempts.`)
}

/** Makes one change of the museum's hours by `setSchedule`, again when they change meanwhile. */
export const setHours = async (
  museum: Pick<Museum, 'getSchedule' | 'setSchedule'>,
  change: OpeningHoursChange,
  actor: Actor,
  options: Readonly<{ despiteTickets?: boolean }> = {},
): ReturnType<Museum['setSchedule']> => {
  for (;;) {
    const before = await museum.getSchedule()
    const mayChange = (current: Schedule) => Schedule.changesBetween(before, current).length === 0
    const outcome = await museum.setSchedule(scheduleAfter(before, change), actor, { ...options, mayChange })
    if (!isRefusal(outcome) || outcome.refusal !== 'precondition-failed') return outcome
  }
}

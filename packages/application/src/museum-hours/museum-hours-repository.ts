import type { CalendarDate, EntryTimeSettings, HoursOfDay, OpeningHoursChange, Price, Schedule } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/**
 * A stored schedule, with the entry times and the price of general entry, which is absent until one is stored. Every change of
 * these and of the museum's hours increments the `revision`.
 */
export type StoredSchedule = Schedule &
  Readonly<{ entryTimes: EntryTimeSettings; generalPrice?: Price | undefined; revision: number }>

/** When the museum is open. Unless it is changed, the museum is open all seven days from 09:00 to 18:00, without entry times. */
export interface MuseumHoursRepository {
  /** The weekly rule, and the exceptions from `first` to `final`, both included. */
  schedule(first: CalendarDate, final: CalendarDate): Promise<StoredSchedule>
  /**
   * Replaces the weekly rule and all exceptions, if the revision is still this one; otherwise nothing is written, and it
   * returns false. The audit entries, which `entryOf` makes for each weekday and each date whose hours change, are stored
   * together with the changes. It counts as one change, and as none if no hours change.
   */
  replace(
    schedule: Schedule,
    revision: number,
    entryOf: (change: OpeningHoursChange, before: HoursOfDay) => NewAuditEntry,
  ): Promise<boolean>
  /** Replaces the entry times together with the audit entry, if the revision is still this one; otherwise it returns false. */
  replaceEntryTimes(entryTimes: EntryTimeSettings, revision: number, entry: NewAuditEntry): Promise<boolean>
}

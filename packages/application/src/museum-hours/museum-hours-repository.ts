import type { CalendarDate, HoursOfDay, OpeningHoursChange, Schedule } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** When the museum is open. Unless it is changed, the museum is open all seven days from 09:00 to 18:00. */
export interface MuseumHoursRepository {
  /** The weekly rule, and the exceptions from `first` to `final`, both included. */
  schedule(first: CalendarDate, final: CalendarDate): Promise<Schedule>
  /**
   * Makes a change of the weekly rule or of one date, and returns whether it changed anything. If not, nothing is written;
   * otherwise the audit entry, which is made of the hours before, is stored together with the change: either both or
   * neither.
   */
  change(change: OpeningHoursChange, entryOf: (before: HoursOfDay) => NewAuditEntry): Promise<boolean>
}

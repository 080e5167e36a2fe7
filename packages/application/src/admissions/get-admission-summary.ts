import type { CalendarDate } from '@museum/domain'
import type { Principal } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import type { ScanCounts } from './admission-repository.ts'
import { type OnlyToday, checkDayOfScans } from './day-of-scans.ts'

/** The scans of a date, and `sold`: the number of valid and admitted tickets for that date. */
export type AdmissionSummary = ScanCounts & Readonly<{ date: CalendarDate; sold: number }>

/** Returns the summary of a date, by default of today. Only an administrator gets that of another date. */
export type GetAdmissionSummary = (
  date: CalendarDate | undefined,
  principal: Pick<Principal, 'role'>,
) => Promise<AdmissionSummary | OnlyToday>

export const getAdmissionSummary =
  (ports: Pick<MuseumPorts, 'admissions' | 'tickets' | 'today'>): GetAdmissionSummary =>
  async (date = ports.today(), principal) => {
    const refused = checkDayOfScans(principal, date, ports)
    if (refused !== undefined) return refused
    const [counts, sold] = await Promise.all([ports.admissions.count(date), ports.tickets.countSold(date)])
    return { date, sold, ...counts }
  }

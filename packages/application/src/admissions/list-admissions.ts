import { isRefusal } from '@museum/domain'
import type { Principal } from '../access/principal.ts'
import type { Page, PageRequest } from '../paging.ts'
import type { MuseumPorts } from '../ports.ts'
import type { LoggedScan, ScanFilter } from './admission-repository.ts'
import { type OnlyToday, checkDayOfScans } from './day-of-scans.ts'

/**
 * Returns one page of the scans, the latest first, those that did not admit included. Without a date an administrator gets
 * the scans of all dates, and another principal those of today.
 */
export type ListAdmissions = (
  filter: ScanFilter,
  page: PageRequest,
  principal: Pick<Principal, 'role'>,
) => Promise<Page<LoggedScan> | OnlyToday>

export const listAdmissions =
  (ports: Pick<MuseumPorts, 'admissions' | 'today'>): ListAdmissions =>
  async (filter, page, principal) => {
    const date = filter.date ?? (principal.role === 'admin' ? undefined : ports.today())
    const refused = date && checkDayOfScans(principal, date, ports)
    return isRefusal(refused) ? refused : ports.admissions.list({ ...filter, date }, page)
  }

import {
  type AdmissionId,
  AdmissionTime,
  CalendarDate,
  type Refusal,
  Scan,
  type ScanTime,
  refuse,
} from '@museum/domain'
import type { Actor, Principal } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { Page, PageRequest } from '../lists.ts'
import { type MuseumPorts, midnight } from '../ports.ts'
import { Report, type ReportDates } from '../reports.ts'
import type { AdmissionCodes } from '../ticket-keys/admission-codes.ts'
import { Attendance, type AttendanceOfTime } from '../tickets/ticket-repository.ts'
import type { LoggedScan, ScanCounts, ScanFilter } from './admission-repository.ts'
import { admitTicket } from './admit-ticket.ts'

/** The scans of a date, and `sold`: the number of valid and admitted tickets for that date. */
export type AdmissionSummary = ScanCounts &
  Readonly<{
    date: CalendarDate
    sold: number
    /** As of `Attendance`, general entry and all events together. */
    entryTimes?: readonly AttendanceOfTime[]
  }>

/** The attendance of a date, for general entry or an event. */
type AttendanceRow = Readonly<{ date: CalendarDate }> & Attendance

/**
 * The attendance of a period. For one date, general entry first, then by name of the event and eventId. Texts are compared by
 * their UTF-16 code units.
 */
export type AttendanceReport = Report<AttendanceRow>

export const admissionOperations = (ports: MuseumPorts, codes: AdmissionCodes) => {
  const { admissions, tickets, museumHours, now, today, timeOf, dayEnds = midnight } = ports
  /** The day of the gates, which until it ends is the day before today. */
  const gateDay = () => AdmissionTime.dayOf({ date: today(), timeOfDay: timeOf(now()), dayEnds })

  /** Returns `forbidden` for a date other than today and the day of the gates, unless the principal is an administrator. */
  const checkDayOfScans = ({ role }: Pick<Principal, 'role'>, date: CalendarDate): Refusal<'forbidden'> | undefined => {
    if (role === 'admin' || date === today() || date === gateDay()) return undefined
    const days = gateDay() === today() ? 'today' : 'the day of the gates and of today'
    return refuse('forbidden', `The role ${role} may read the scans of ${days} only.`)
  }

  return {
    /**
     * Decides a scan, and stores it. Only one scan of a ticket admits. A scan that is sent again with its scanId gets
     * the same response. Returns `validation-failed` for an offline scan whose moment is missing, too early or in the
     * future.
     */
    admitTicket: admitTicket(ports, codes),

    /** Returns how early and late tickets with an entry time admit, and until when the day of the gates lasts. */
    getAdmissionTimes: async (): Promise<Pick<ScanTime, 'early' | 'late' | 'dayEnds'>> => {
      const { early, late } = (await museumHours.schedule(CalendarDate.first, CalendarDate.first)).entryTimes
      return { early, late, dayEnds }
    },

    /**
     * Returns one page of the scans, the latest first, including scans that did not admit. Without a date an
     * administrator gets the scans of all dates, and another principal the scans of today, and of the day of the gates before it;
     * of `isConflict`, the scans of the days in which an offline scan may still arrive.
     */
    listAdmissions: async (
      filter: ScanFilter,
      page: PageRequest,
      principal: Pick<Principal, 'role'>,
    ): Promise<Page<LoggedScan> | Refusal<'forbidden'>> => {
      if (principal.role === 'admin') return admissions.list(filter, page)
      const day = gateDay()
      if (filter.isConflict) {
        const fromDate = CalendarDate.plusDays(day, -Scan.maxAgeInDays)
        if (filter.date !== undefined && filter.date < fromDate)
          return refuse('forbidden', `The role ${principal.role} may read the conflicts of the last seven days only.`)
        return admissions.list({ ...filter, fromDate }, page)
      }
      const refused = filter.date && checkDayOfScans(principal, filter.date)
      if (refused !== undefined) return refused
      const ofToday = day === today() ? { date: day } : { fromDate: day }
      return admissions.list({ ...filter, ...(filter.date === undefined && ofToday) }, page)
    },

    /**
     * Returns the summary of a date, by default of the day of the gates. Only an administrator gets the summary of another date than
     * this one and today.
     */
    getAdmissionSummary: async (
      date: CalendarDate | undefined,
      principal: Pick<Principal, 'role'>,
    ): Promise<AdmissionSummary | Refusal<'forbidden'>> => {
      const day = date ?? gateDay()
      const refused = checkDayOfScans(principal, day)
      if (refused !== undefined) return refused
      const [counts, attendance] = await Promise.all([admissions.count(day), tickets.countAttendance(day)])
      const byTime = attendance.flatMap(
        ({ entryTimes, sold, admitted }) => entryTimes ?? { entryTime: null, sold, admitted },
      )
      const { sold, entryTimes } = Attendance.of(byTime)
      return { date: day, sold, ...counts, ...(entryTimes && { entryTimes }) }
    },

    /**
     * Returns how many tickets for each date of a period are valid or admitted, and how many of them are admitted. Refused as
     * `Report.of` says.
     */
    getAttendance: async (dates: ReportDates): Promise<AttendanceReport | Refusal<'validation-failed'>> =>
      Report.of(dates, async (date) => {
        const counts = await tickets.countAttendance(date)
        return counts.toSorted(compareCounts).map((count) => Object.assign({ date }, count))
      }),

    /** Reverts an admission, so that its ticket admits again if it is not cancelled. Returns the scan as it was. */
    revertAdmission: (admissionId: AdmissionId, actor: Actor): Promise<LoggedScan | Refusal<'admission-not-found'>> =>
      admissions.revert(admissionId, ({ ticketId, at, gate }) =>
        recordChange({ now }, actor, { kind: 'ticket', id: ticketId! }, 'revertAdmission', {
          before: { admissionId, admittedAt: new Date(at).toISOString(), gate: gate ?? null },
          after: { admissionId: null, admittedAt: null, gate: null },
        }),
      ),
  }
}

const compareCounts = (a: Attendance, b: Attendance): number => (orderOf(a) < orderOf(b) ? -1 : 1)

/** The text that puts the counts of a date into their order. U+0000 is less than every character of a name. */
const orderOf = (count: Attendance) => (count.ticketType === 'event' ? `${count.eventName}\u0000${count.eventId}` : '')

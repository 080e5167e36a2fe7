import type { Attendance, AttendanceOfTime } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { okWithReport, reportBody, reportDates, reportResponses } from '../operation/report.ts'
import { TicketType } from '../tickets/ticket.wire.ts'
import { shownCount, shownDate, shownId, shownText } from '../operation/schemas.ts'

/** The counts by entry time, of the attendance and of the summary of scans. */
export const entryTimesBody = z
  .array(
    z.object({
      entryTime: shownText(
        "The entry time, HH:mm on the museum's clock; null: tickets without one.",
        '11:30',
      ).nullable(),
      sold: shownCount('How many valid and admitted tickets there are.', 40),
      admitted: shownCount('How many of them are admitted.', 31),
    }),
  )
  .meta({ description: 'The same by entry time, ascending; absent when no ticket has an entry time.' })

export const toEntryTimes = (entryTimes: readonly AttendanceOfTime[]) =>
  entryTimes.map(({ entryTime, sold, admitted }) => ({ entryTime, sold, admitted }))

const AttendanceRowBody = z
  .object({
    date: shownDate('The date of the tickets.'),
    ticketType: TicketType,
    eventId: shownId('Identifier of the event; for event tickets only.').optional(),
    eventName: shownText(
      'Current name of the event, or its last one if it is deleted; for event tickets only.',
      'Night at the Museum',
    ).optional(),
    sold: z.int().min(1).meta({ description: 'How many valid and admitted tickets there are.', example: 120 }),
    admitted: shownCount('How many of them are admitted.', 97),
    entryTimes: entryTimesBody.optional(),
  })
  .meta({ id: 'AttendanceRow', description: 'The tickets of one date for general entry, or for one event, counted.' })
type AttendanceRowBody = z.output<typeof AttendanceRowBody>

const AttendanceBody = reportBody(
  AttendanceRowBody,
  'In ascending order of date; for one date, general entry first, then of eventName and eventId.',
).meta({
  id: 'Attendance',
  description: 'The tickets for each date of a period, counted.',
  example: {
    from: '2030-05-17',
    to: '2030-05-17',
    rows: [
      { date: '2030-05-17', ticketType: 'general', sold: 120, admitted: 97 },
      {
        date: '2030-05-17',
        ticketType: 'event',
        eventId: '01940000-0000-7000-8000-000000000001',
        eventName: 'Night at the Museum',
        sold: 80,
        admitted: 0,
      },
    ],
  },
})

const toAttendanceRowBody = (row: Attendance & Readonly<{ date: CalendarDate }>): AttendanceRowBody => ({
  date: row.date,
  ticketType: row.ticketType,
  ...(row.ticketType === 'event' && { eventId: row.eventId as string, eventName: row.eventName as string }),
  sold: row.sold,
  admitted: row.admitted,
  ...(row.entryTimes && { entryTimes: toEntryTimes(row.entryTimes) }),
})

export const getAttendance = operation({
  path: '/attendance',
  operationId: 'getAttendance',
  kind: 'read',
  roles: ['admin'],
  tags: ['Gate'],
  isLong: true,
  description:
    'How many tickets for each date are valid or admitted, and how many of them are admitted: for general entry, and for each ' +
    'event with such tickets. A date is that of the tickets, not that of their sale. Tickets of a removed date or a deleted ' +
    'event are cancelled unless they were admitted.',
  query: reportDates,
  responses: reportResponses('The attendance.', AttendanceBody, 'attendance'),
}).calls(async (museum, { query }, c) => okWithReport(c, await museum.getAttendance(query), toAttendanceRowBody))

import type { AttendanceRow } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtagOfParts } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { partsOfReport, reportDates, reportDatesFault, tooManyRowsFault } from '../operation/report.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toQueryProblem } from '../problems/problem.ts'
import { TicketType } from '../tickets/ticket.wire.ts'

const AttendanceRowBody = z
  .object({
    date: z.iso.date().meta({ description: 'The date of the tickets.', example: '2030-05-17' }),
    ticketType: TicketType,
    eventId: z.uuid().optional().meta({ description: 'Identifier of the event; for event tickets only.' }),
    eventName: z.string().optional().meta({
      description: 'Current name of the event, or its last one if it is deleted; for event tickets only.',
      example: 'Night at the Museum',
    }),
    sold: z.int().min(1).meta({ description: 'How many valid and admitted tickets there are.', example: 120 }),
    admitted: z.int().min(0).meta({ description: 'How many of them are admitted.', example: 97 }),
  })
  .meta({ id: 'AttendanceRow', description: 'The tickets of one date for general entry, or for one event, counted.' })
type AttendanceRowBody = z.output<typeof AttendanceRowBody>

const AttendanceBody = z
  .object({
    from: z.iso.date().meta({ description: 'The first date.', example: '2030-05-17' }),
    to: z.iso.date().meta({ description: 'The last date.', example: '2030-05-17' }),
    rows: z.array(AttendanceRowBody).meta({
      description: 'In ascending order of date; for one date, general entry first, then of eventName and eventId.',
    }),
  })
  .meta({
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
type AttendanceBody = z.output<typeof AttendanceBody>

/** A row as a response shows it. Every member is listed here, so that no other member is sent. */
const toAttendanceRowBody = (row: AttendanceRow): AttendanceRowBody => ({
  date: row.date,
  ticketType: row.ticketType,
  ...(row.ticketType === 'event' && { eventId: row.eventId as string, eventName: row.eventName as string }),
  sold: row.sold,
  admitted: row.admitted,
})

export const getAttendance = operation(
  {
    method: 'get',
    path: '/attendance',
    operationId: 'getAttendance',
    kind: 'read',
    roles: ['admin'],
    tags: ['Gate'],
    isLong: true,
    summary: 'Get attendance',
    description:
      'How many tickets for each date are valid or admitted, and how many of them are admitted: for general entry, and for each ' +
      'event with such tickets. A date is that of the tickets, not that of their sale. Tickets of a removed date or a deleted ' +
      'event are cancelled unless they were admitted.',
    request: { query: reportDates },
    responses: {
      200: jsonResponse('The attendance.', AttendanceBody, etagHeader('this state of the attendance')),
      400: problemResponse(reportDatesFault),
      409: problemResponse(tooManyRowsFault, 'too-many-rows'),
    },
  },
  async (museum, { query }, c) => {
    const report = await museum.getAttendance(query)
    return isRefusal(report)
      ? toQueryProblem(c, report)
      : okWithEtagOfParts<AttendanceBody>(c, partsOfReport(report, toAttendanceRowBody))
  },
)

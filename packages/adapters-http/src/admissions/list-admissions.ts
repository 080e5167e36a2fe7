import type { LoggedScan } from '@museum/application'
import { Gate, isRefusal, scanRefusalReasons } from '@museum/domain'
import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { calendarDate, patterns, text, toDateTime, withExample } from '../operation/schemas.ts'
import { toProblem } from '../problems/problem.ts'
import { ticketId } from '../tickets/ticket.wire.ts'

/** The query of the scan log: filters and a page. */
const scanQuery = z.object({
  date: calendarDate(
    "Only scans of this date in the museum's time zone. By default those of all dates for an administrator, and those of today for other roles.",
  ).optional(),
  gate: text(Gate)
    .optional()
    .meta({
      minLength: 1,
      maxLength: 100,
      pattern: patterns.line,
      description: 'Only scans at this gate.',
      ...withExample('North door'),
    }),
  admitted: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ description: 'Only scans that are admissions, or only those that are not.' }),
  ticketId: ticketId.optional().meta({ description: 'Only scans of this ticket.' }),
  conflict: z
    .enum(['true'])
    .transform(() => true as const)
    .optional()
    .meta({
      description:
        'Only the scans of tickets with which visitors entered twice: at two gates, of which one was offline. The role `gate` ' +
        'may read those of today and the seven days before, and gets all of them without `date`.',
    }),
  ...pageParameters('The number of scans in a page.'),
})

/** One scan in a response. */
export const LoggedScanBody = z
  .object({
    admissionId: z.uuid().meta({ description: 'Identifier of the scan, and of the admission if it is one.' }),
    at: z.iso
      .datetime()
      .meta({ description: 'When the code was scanned, in UTC.', example: '2030-05-17T17:02:11.250Z' }),
    gate: z
      .string()
      .nullable()
      .meta({ description: 'Name of the gate; null when the scan has none.', example: 'North door' }),
    admitted: z.boolean().meta({ description: 'Whether the scan is the admission of its ticket.', example: true }),
    reason: z
      .enum([...scanRefusalReasons, 'reverted'])
      .nullable()
      .meta({
        description:
          'Why the scan is not the admission of its ticket; null when it is. An admission becomes `reverted` when an ' +
          'administrator reverts it, and `already-admitted` when an earlier offline scan arrives.',
        example: null,
      }),
    entered: z.boolean().meta({
      description:
        'Whether the scan let a visitor in: it is the admission of its ticket, or another scan counts as the admission, which ' +
        'this gate did not know. False for a scan that was reverted.',
      example: true,
    }),
    ticketId: z
      .uuid()
      .nullable()
      .meta({ description: 'Identifier of the ticket; null when the code is not that of a ticket.' }),
    offline: z.boolean().meta({ description: 'Whether the scanner had no network.', example: false }),
  })
  .meta({
    id: 'LoggedScan',
    description: 'One scan in the scan log.',
    example: {
      admissionId: '01940000-0000-7000-8000-000000000202',
      at: '2030-05-17T17:05:40.000Z',
      gate: 'South door',
      admitted: false,
      reason: 'already-admitted',
      entered: false,
      ticketId: '01940000-0000-7000-8000-000000000101',
      offline: false,
    },
  })
type LoggedScanBody = z.output<typeof LoggedScanBody>

/** A scan as a response shows it. Every member is listed here, so that no other member is sent. */
const toLoggedScanBody = (scan: LoggedScan): LoggedScanBody => ({
  admissionId: scan.admissionId,
  at: toDateTime(scan.at),
  gate: scan.gate ?? null,
  admitted: scan.reason === undefined,
  reason: scan.reason ?? null,
  entered: scan.isEntry,
  ticketId: scan.ticketId ?? null,
  offline: scan.isOffline,
})

export const listAdmissions = operation(
  {
    method: 'get',
    path: '/admissions',
    operationId: 'listAdmissions',
    kind: 'list',
    roles: ['admin', 'gate'],
    tags: ['Gate'],
    summary: 'List scans',
    description:
      'The scan log: every scan, also those that did not admit, the latest first. Only an administrator may read the scans of ' +
      'a date other than today, except with `conflict`.',
    request: { query: scanQuery },
    responses: {
      200: jsonResponse('The scans of the page.', z.array(LoggedScanBody)),
      400: problemResponse('The query is not valid.'),
    },
  },
  async (museum, { query }, c) => {
    const { admitted: isAdmitted, conflict: isConflict, ...filter } = query
    const scans = await museum.listAdmissions({ ...filter, isAdmitted, isConflict }, query, c.get('principal'))
    if (isRefusal(scans)) return toProblem(c, scans)
    const { date, gate, admitted, ticketId, conflict } = c.req.query()
    const sent = { date, gate, admitted, ticketId, conflict, page: query.page, limit: query.limit }
    return okWithEtag(c, scans.items.map(toLoggedScanBody), pagingHeaders(c, sent, scans))
  },
)

import type { LoggedScan, Result } from '@museum/application'
import { Gate, scanRefusalReasons } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { identifiers } from '../operation/identifiers.ts'
import { entryTimesBody, toEntryTimes } from './get-attendance.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  calendarDate,
  shownDateTime,
  patterns,
  shownCount,
  shownDate,
  shownId,
  shownText,
  text,
  toDateTime,
  withExample,
} from '../operation/schemas.ts'
import { shownEntryTime } from '../tickets/sold-ticket.wire.ts'
import { ScanFields, ScanOutcomeBody, scanExamples, scanOutcomeExamples, toScanOutcomeBody } from './scan.wire.ts'

const tags = ['Gate']

export const admitTicket = operation({
  method: 'post',
  path: '/admissions',
  operationId: 'admitTicket',
  kind: 'idempotent',
  roles: ['admin', 'gate'],
  tags,
  description:
    'Decides and records the scan of a code. The response to every valid scan is 200, also when it does not admit. Only one ' +
    'scan of a ticket admits. Offline scans arrive in any order, and the earliest one admits: an offline scan that is ' +
    'earlier than the admission of its ticket replaces it. With `wholeOrder` one scan admits all tickets of the order that ' +
    'admit now, in one step: the code of any of them is enough.',
  body: jsonBody(ScanFields, { examples: scanExamples }),
  retryAdvice:
    'Send it again with the same scanId. If it has none, look for it in the scan log, GET /admissions, first.',
  responses: {
    200: jsonResponse('The scan was decided and recorded.', ScanOutcomeBody, undefined, scanOutcomeExamples),
    422: problemResponse('Another scan has this scanId.', 'scan-id-reused'),
  },
}).calls((museum, { body, principal }) => {
  const { offline: isOffline, order: asksForOrder, wholeOrder: isWholeOrder, tickets: maxTickets, ...scan } = body
  return museum.admitTicket({ ...scan, isOffline, asksForOrder, isWholeOrder, maxTickets }, principal)
}, toScanOutcomeBody)

const scanQuery = z.object({
  date: calendarDate(
    'Only scans that stand under this date. By default those of all dates for an administrator, and those of today for ' +
      'other roles: until the day ends at the gates, also those of the day before.',
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
  ticketId: identifiers.ticketId.optional().meta({ description: 'Only scans of this ticket.' }),
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

export const LoggedScanBody = z
  .object({
    admissionId: shownId('Identifier of the scan, and of the admission if it is one.'),
    at: shownDateTime('When the code was scanned, in UTC.', '2030-05-17T17:02:11.250Z'),
    gate: shownText('Name of the gate; null when the scan has none.', 'North door').nullable(),
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
    ticketId: shownId('Identifier of the ticket; null when the code is not that of a ticket.').nullable(),
    entryTime: shownEntryTime.optional(),
    offline: z.boolean().meta({ description: 'Whether the scanner had no network.', example: false }),
    anyTime: z.literal(true).optional().meta({
      description: 'Present when the scan has admitted outside of the entry time of its ticket, with `anyTime`.',
    }),
    pressId: shownId(
      'Identifies the press, a scan of a whole order: the admissionId of its first row; absent for other scans.',
    ).optional(),
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

const toLoggedScanBody = (scan: LoggedScan): LoggedScanBody => ({
  admissionId: scan.admissionId,
  at: toDateTime(scan.at),
  gate: scan.gate ?? null,
  admitted: scan.reason === undefined,
  reason: scan.reason ?? null,
  entered: scan.isEntry,
  ticketId: scan.ticketId ?? null,
  ...(scan.entryTime !== undefined && { entryTime: scan.entryTime }),
  offline: scan.isOffline,
  ...(scan.anyTime && { anyTime: true as const }),
  ...(scan.pressId !== undefined && { pressId: scan.pressId }),
})

export const listAdmissions = operation({
  path: '/admissions',
  operationId: 'listAdmissions',
  kind: 'list',
  roles: ['admin', 'gate'],
  tags,
  summary: 'List scans',
  description:
    'The scan log: every scan, also those that did not admit, the latest first. Only an administrator may read the scans of ' +
    'a date other than today, except with `conflict`, and those of the day before until the day ends at the gates.',
  query: scanQuery,
  responses: { 200: jsonResponse('The scans of the page.', z.array(LoggedScanBody)) },
}).calls((museum, { query, principal }) => {
  const { admitted: isAdmitted, conflict: isConflict, ...filter } = query
  return museum.listAdmissions({ ...filter, isAdmitted, isConflict }, query, principal)
}, toLoggedScanBody)

const AdmissionSummaryBody = z
  .object({
    date: shownDate('The date under which the scans stand.'),
    sold: shownCount('How many valid and admitted tickets there are for this date.', 3),
    admitted: shownCount('How many scans are admissions.', 3),
    refused: z.partialRecord(z.enum(scanRefusalReasons), z.int()).meta({
      description: 'How many scans did not admit, by reason. A reason without scans is absent.',
      example: { 'already-admitted': 2, 'wrong-date': 1 },
    }),
    gates: z
      .array(
        z.object({
          gate: shownText('Name of the gate; null for the scans that have none.', 'North door').nullable(),
          admitted: shownCount('How many scans at this gate are admissions.', 3),
          refused: shownCount('How many scans at this gate did not admit.', 3),
        }),
      )
      .meta({
        description:
          'The counts of each gate, in ascending order of their names; those of scans without a gate come first.',
      }),
    entryTimes: entryTimesBody.optional(),
  })
  .meta({
    id: 'AdmissionSummary',
    description: 'The scans of one date, counted. Reverted admissions are not counted.',
    example: {
      date: '2030-05-17',
      sold: 120,
      admitted: 3,
      refused: { 'already-admitted': 2, 'wrong-date': 1 },
      gates: [
        { gate: 'North door', admitted: 2, refused: 3 },
        { gate: 'South door', admitted: 1, refused: 0 },
      ],
    },
  })
type AdmissionSummaryBody = z.output<typeof AdmissionSummaryBody>

export const toAdmissionSummaryBody = (summary: Result<'getAdmissionSummary'>): AdmissionSummaryBody => ({
  date: summary.date,
  sold: summary.sold,
  admitted: summary.admitted,
  // In a fixed order, since the ETag depends on it.
  refused: Object.fromEntries(
    scanRefusalReasons
      .filter((reason) => Object.hasOwn(summary.refused, reason))
      .map((reason) => [reason, summary.refused[reason]]),
  ),
  gates: summary.gates.map(({ gate, admitted, refused }) => ({ gate, admitted, refused })),
  ...(summary.entryTimes && { entryTimes: toEntryTimes(summary.entryTimes) }),
})

export const getAdmissionSummary = operation({
  path: '/admissions/summary',
  operationId: 'getAdmissionSummary',
  kind: 'read',
  roles: ['admin', 'gate'],
  tags,
  description:
    'The scans of a date, counted. Only an administrator may read the summary of a date other than today, and the day before ' +
    'until the day ends at the gates.',
  query: z.object({
    date: calendarDate(
      "The date under which the scans stand. By default today in the museum's time zone; until the day ends at the gates, the day before.",
    ).optional(),
  }),
  responses: {
    200: jsonResponse('The summary.', AdmissionSummaryBody, etagHeader('this state of the summary')),
    400: problemResponse('The date is malformed.'),
  },
}).calls((museum, { query, principal }) => museum.getAdmissionSummary(query.date, principal), toAdmissionSummaryBody)

export const revertAdmission = operation({
  method: 'delete',
  path: '/admissions/{admissionId}',
  operationId: 'revertAdmission',
  kind: 'change',
  roles: ['admin'],
  tags,
  description:
    'The ticket is no longer used: it is valid again, or cancelled if its event was deleted or its date removed. The scan ' +
    'log keeps the scan, with the reason `reverted`.',
  responses: { 204: { description: 'The admission was reverted.' } },
}).calls((museum, { path, principal }) => museum.revertAdmission(path.admissionId, principal))

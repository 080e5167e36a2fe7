import type { AdmissionSummary } from '@museum/application'
import { isRefusal, scanRefusalReasons } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { calendarDate } from '../operation/schemas.ts'
import { toProblem } from '../problems/problem.ts'

const count = (description: string) => z.int().min(0).meta({ description, example: 3 })

/** The summary of a date in a response. */
const AdmissionSummaryBody = z
  .object({
    date: z.iso.date().meta({ description: 'The date of the scans.', example: '2030-05-17' }),
    sold: count('How many valid and admitted tickets there are for this date.'),
    admitted: count('How many scans are admissions.'),
    refused: z.partialRecord(z.enum(scanRefusalReasons), z.int()).meta({
      description: 'How many scans did not admit, by reason. A reason without scans is absent.',
      example: { 'already-admitted': 2, 'wrong-date': 1 },
    }),
    gates: z
      .array(
        z.object({
          gate: z
            .string()
            .nullable()
            .meta({ description: 'Name of the gate; null for the scans that have none.', example: 'North door' }),
          admitted: count('How many scans at this gate are admissions.'),
          refused: count('How many scans at this gate did not admit.'),
        }),
      )
      .meta({
        description:
          'The counts of each gate, in ascending order of their names; those of scans without a gate come first.',
      }),
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

/** A summary as a response shows it. Every member is listed here, so that no other member is sent. */
export const toAdmissionSummaryBody = (summary: AdmissionSummary): AdmissionSummaryBody => ({
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
})

export const getAdmissionSummary = operation(
  {
    method: 'get',
    path: '/admissions/summary',
    operationId: 'getAdmissionSummary',
    kind: 'read',
    roles: ['admin', 'gate'],
    tags: ['Gate'],
    summary: 'Get admission summary',
    description: 'The scans of a date, counted. Only an administrator may read the summary of a date other than today.',
    request: {
      query: z.object({ date: calendarDate("The date. By default today in the museum's time zone.").optional() }),
    },
    responses: {
      200: jsonResponse('The summary.', AdmissionSummaryBody, etagHeader('this state of the summary')),
      400: problemResponse('The date is malformed.'),
    },
  },
  async (museum, { query }, c) => {
    const summary = await museum.getAdmissionSummary(query.date, c.get('principal'))
    return isRefusal(summary) ? toProblem(c, summary) : okWithEtag(c, toAdmissionSummaryBody(summary))
  },
)

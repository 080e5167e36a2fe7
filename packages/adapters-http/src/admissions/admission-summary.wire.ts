import type { AdmissionSummary } from '@museum/application'
import { scanRefusalReasons } from '@museum/domain'
import { z } from 'zod'

const count = (description: string) => z.int().min(0).meta({ description, example: 3 })

/** The summary of a date in a response. */
export const AdmissionSummaryBody = z
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
      .meta({ description: 'The gates in ascending order of their names, first the scans without a gate.' }),
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
export const toAdmissionSummaryBody = ({
  date,
  sold,
  admitted,
  refused,
  gates,
}: AdmissionSummary): AdmissionSummaryBody => ({
  date,
  sold,
  admitted,
  // In a fixed order, since the ETag is that of the text.
  refused: Object.fromEntries(
    scanRefusalReasons.filter((reason) => reason in refused).map((reason) => [reason, refused[reason]]),
  ),
  gates: gates.map((each) => ({ gate: each.gate, admitted: each.admitted, refused: each.refused })),
})

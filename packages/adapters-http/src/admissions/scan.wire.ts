import type { ScanOutcome, ScannedTicket } from '@museum/application'
import { Gate, ScanId, ScannedCode, scanRefusalReasons } from '@museum/domain'
import { z } from 'zod'
import { dateTime } from '../operation/date-time.wire.ts'
import { text } from '../operation/domain-value.ts'
import { withExample } from '../operation/with-example.ts'
import { toDateTime } from '../operation/instant.wire.ts'
import { optionalMember } from '../operation/optional-member.ts'
import { patterns } from '../operation/patterns.ts'
import { eventId } from '../special-events/event-id.wire.ts'
import { TicketType } from '../tickets/ticket-type.wire.ts'

/** The body of a scan. Unknown members are ignored; null for an optional member means that it is absent. */
export const ScanFields = z
  .object({
    code: text(ScannedCode).meta({
      minLength: 1,
      maxLength: 1000,
      description: 'The text that the scanner has read, or a confirmation code that was typed.',
      example: 'ticket-general-e5e5gh-jk234',
    }),
    gate: optionalMember(text(Gate)).meta({
      minLength: 1,
      maxLength: 100,
      pattern: patterns.line,
      description: 'Name of the gate.',
      example: 'North door',
    }),
    eventId: optionalMember(eventId).meta({
      description: 'The special event to which the gate admits: no other ticket is admitted.',
    }),
    scanId: optionalMember(text(ScanId)).meta({
      format: 'uuid',
      description:
        'Identifies the scan: a new UUID for each scan. The same scan sent again with its scanId gets the same response, and ' +
        'admits no second time.',
      ...withExample('01940000-0000-7000-8000-000000000301'),
    }),
    scannedAt: optionalMember(
      dateTime(
        'When the code was scanned, as a date and time with an offset (RFC 3339). Required for an offline scan, at most 5 ' +
          'minutes ahead of the clock of the server and 7 days ago; otherwise the time of the server counts.',
      ),
    ),
    offline: optionalMember(z.boolean()).meta({
      description: 'Whether the scanner had no network and sends the scan later. By default false.',
      example: false,
    }),
  })
  .meta({ id: 'ScanFields', description: 'A code that was scanned at a gate.' })

const ScannedTicketBody = z
  .object({
    ticketId: z.uuid().meta({ description: 'Identifier of the ticket.' }),
    ticketType: TicketType,
    ticketDate: z.iso.date().meta({ description: 'Date the ticket is valid for.', example: '2030-05-17' }),
    eventName: z.string().optional().meta({
      description: 'Name of the special event when the ticket was sold; for event tickets only.',
      example: 'Night at the Museum',
    }),
  })
  .meta({ id: 'ScannedTicket', description: 'What a scanner shows of a ticket.' })

const AdmittedScan = z
  .object({
    admitted: z.literal(true),
    admissionId: z.uuid().meta({ description: 'Identifier of the admission.' }),
    ticket: ScannedTicketBody,
  })
  .meta({ id: 'AdmittedScan', description: 'The scan admits the holder of the ticket.' })

const RefusedScan = z
  .object({
    admitted: z.literal(false),
    reason: z.enum(scanRefusalReasons).meta({
      description:
        'Why the scan does not admit. The reasons are checked in this order: `bad-signature` (the code is cut, forged or of a ' +
        'revoked key), `unknown-ticket`, `cancelled`, `wrong-date` (the ticket is for another date than that of the scan), ' +
        '`wrong-event` (the ticket is not for the event of the gate), `already-admitted`.',
    }),
    detail: z.string().meta({ description: 'The reason in words.', example: 'The ticket is cancelled.' }),
    ticket: ScannedTicketBody.optional(),
    first: z
      .object({
        at: z.iso.datetime().meta({ description: 'When the ticket was used.' }),
        gate: z.string().nullable().meta({ description: 'At which gate; null when it is not known.' }),
      })
      .optional()
      .meta({ description: 'The admission for which the ticket was used; for `already-admitted` only.' }),
  })
  .meta({ id: 'RefusedScan', description: 'The scan does not admit.' })

/** The body of the response to a scan. */
export const ScanOutcomeBody = z.union([AdmittedScan, RefusedScan]).meta({ id: 'ScanOutcome' })
export type ScanOutcomeBody = z.output<typeof ScanOutcomeBody>

/** The outcome of a scan as a response shows it. Every member is listed here, so that no other member is sent. */
export const toScanOutcomeBody = (outcome: ScanOutcome): ScanOutcomeBody => {
  if (outcome.isAdmitted)
    return { admitted: true, admissionId: outcome.admissionId, ticket: toScannedTicketBody(outcome.ticket) }
  const { reason, detail, ticket, first } = outcome
  return {
    admitted: false,
    reason,
    detail,
    ...(ticket && { ticket: toScannedTicketBody(ticket) }),
    ...(first && { first: { at: toDateTime(first.at), gate: first.gate } }),
  }
}

const toScannedTicketBody = ({ ticketId, ticketType, ticketDate, eventName }: ScannedTicket) => ({
  ticketId,
  ticketType,
  ticketDate,
  ...(eventName !== undefined && { eventName }),
})

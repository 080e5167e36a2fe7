import type { ScanOutcome, ScannedTicket } from '@museum/application'
import { type ScanRefusalReason, Gate, ScanId, ScannedCode, scanRefusalReasons } from '@museum/domain'
import { z } from 'zod'
import { identifiers } from '../operation/identifiers.ts'
import {
  dateTimeSchema,
  optionalMember,
  patterns,
  shownDate,
  shownId,
  shownText,
  text,
  toDateTime,
  withExample,
} from '../operation/schemas.ts'
import { priceCategoryMembers } from '../tickets/sold-ticket.wire.ts'
import { TicketType } from '../tickets/ticket.wire.ts'

/** The body of a scan. Unknown members are ignored; null for an optional member means that it is absent. */
export const ScanFields = z
  .object({
    code: text(ScannedCode).meta({
      minLength: 1,
      maxLength: 1000,
      description:
        'The text that the scanner has read, or a confirmation code that was typed. Control characters, white space around it ' +
        'and one or two identifiers of the kind of code before it, such as `]Q1`, are ignored. Codes that a scanner with a US keyboard layout has typed on a ' +
        'German, Austrian, Swiss, French or Belgian one are read too, and confirmation codes also on a Spanish, Italian or ' +
        'Portuguese one.',
      example: 'ticket-general-e5e5gh-jk234',
    }),
    gate: optionalMember(text(Gate)).meta({
      minLength: 1,
      maxLength: 100,
      pattern: patterns.line,
      description: 'Name of the gate.',
      example: 'North door',
    }),
    eventId: optionalMember(identifiers.eventId).meta({
      description: 'The special event to which the gate admits: no other ticket is admitted.',
    }),
    scanId: optionalMember(text(ScanId)).meta({
      format: 'uuid',
      description:
        'Identifies the scan: a new UUID for each scan. The same scan sent again with its scanId gets the same response, and ' +
        'does not admit again.',
      ...withExample('01940000-0000-7000-8000-000000000301'),
    }),
    scannedAt: optionalMember(
      dateTimeSchema(
        'When the code was scanned, as a date and time with an offset (RFC 3339). Required for an offline scan, at most 5 ' +
          'minutes ahead of the clock of the server and at most 7 days ago. Ignored for other scans, which get the time of the server.',
      ),
    ),
    offline: optionalMember(z.boolean()).meta({
      description: 'Whether the scanner had no network, let the visitor in and sends the scan later. By default false.',
      example: false,
    }),
  })
  .meta({ id: 'ScanFields', description: 'A code that was scanned at a gate.' })

const ScannedTicketBody = z
  .object({
    ticketId: shownId('Identifier of the ticket.'),
    ticketType: TicketType,
    ticketDate: shownDate('Date the ticket is valid for.'),
    eventName: shownText(
      'Name of the special event when the ticket was sold; for event tickets only.',
      'Night at the Museum',
    ).optional(),
    priceCategory: shownText(
      'The price category of the ticket, unless it was sold at the full price: ask for a proof.',
      'child',
    ).optional(),
    priceCategoryName: shownText('Name of the price category when the ticket was sold.', 'Child, 6 to 17').optional(),
  })
  .meta({ id: 'ScannedTicket', description: 'What a scanner shows of a ticket.' })

const AdmittedScan = z
  .object({
    admitted: z.literal(true),
    admissionId: shownId('Identifier of the admission.'),
    ticket: ScannedTicketBody,
  })
  .meta({ id: 'AdmittedScan', description: 'The scan admits the holder of the ticket.' })

const RefusedScan = z
  .object({
    admitted: z.literal(false),
    reason: z.enum(scanRefusalReasons).meta({
      description:
        'Why the scan does not admit. The reasons are checked in this order: `bad-signature` (the code is cut, forged or signed by a ' +
        'revoked key), `unknown-ticket`, `cancelled`, `wrong-date` (the date of the ticket is not that of the scan), ' +
        '`wrong-event` (the ticket is not for the event of the gate), `already-admitted`.',
    }),
    detail: shownText(
      'The reason in words. `bad-signature` and `unknown-ticket` have words of their own for a text of the length of a code with ' +
        'other characters: the scanner may type with another keyboard layout.',
      'The ticket is cancelled.',
    ),
    ticket: ScannedTicketBody.optional(),
    first: z
      .object({
        at: z.iso.datetime().meta({ description: 'When the ticket was used.' }),
        gate: shownText('At which gate; null when it is not known.').nullable(),
      })
      .optional()
      .meta({ description: 'The admission for which the ticket was used; for `already-admitted` only.' }),
  })
  .meta({ id: 'RefusedScan', description: 'The scan does not admit.' })

export const ScanOutcomeBody = z.union([AdmittedScan, RefusedScan]).meta({ id: 'ScanOutcome' })
export type ScanOutcomeBody = z.output<typeof ScanOutcomeBody>

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

const toScannedTicketBody = ({ ticketId, ticketType, ticketDate, eventName, priceCategory }: ScannedTicket) => ({
  ticketId,
  ticketType,
  ticketDate,
  ...(eventName !== undefined && { eventName }),
  ...priceCategoryMembers(priceCategory),
})

const ticketId = '01975c6e-8f01-7b4c-8d5e-6f7081920314'
const ticket = {
  ticketId,
  ticketType: 'event',
  ticketDate: '2030-05-18',
  eventName: 'Night at the Museum',
} as const

export const scanExamples = {
  typed: {
    summary: 'A confirmation code that was typed',
    value: { code: 'ticket-event-e5e5gh-jk234', gate: 'North door' },
  },
  scanned: {
    summary: 'A code that was scanned',
    value: {
      // The second test vector of docs/admission-code.md.
      code:
        'M1:AEAQDF24N2HQC62MRVPG64EBSIBRIACWEQAQDF24AAJDI7PPRK6ACI2FM6E2WAAAAAAS2GBKADL6JAEOLE4RWOZVHFTOT4SBZRKHUWG6ZQSWT' +
        'KYFV7RCQTAJN3F7NKNOAUDTMJLSPZBNMLWPPSYKBR6NT4ZZE4DTUWHY5ZWXAI',
      gate: 'North door',
    },
  },
  offline: {
    summary: 'A scan without a network, sent later',
    value: {
      code: `${ticketId}.ticket-event-e5e5gh-jk234`,
      // Two days ago, so that it is past in every time zone.
      scannedAt: '2030-04-29T19:02:11.250+02:00',
      offline: true,
    },
  },
}

const refused = (
  reason: ScanRefusalReason,
  summary: string,
  detail: string,
  of: Partial<Extract<ScanOutcomeBody, { admitted: false }>> = { ticket },
): Readonly<{ summary: string; value: ScanOutcomeBody }> => ({
  summary,
  value: { admitted: false, reason, detail, ...of },
})

const admitted: ScanOutcomeBody = { admitted: true, admissionId: '01940000-0000-7000-8000-000000000201', ticket }

export const scanOutcomeExamples = {
  admitted: { summary: 'Admitted', value: admitted },
  'bad-signature': refused(
    'bad-signature',
    'A forged, cut or revoked code',
    'The signature of the code is not by this museum.',
    {},
  ),
  'unknown-ticket': refused('unknown-ticket', 'No such ticket', 'The code is not that of a ticket.', {}),
  cancelled: refused('cancelled', 'A cancelled ticket', 'The ticket is cancelled.'),
  'wrong-date': refused('wrong-date', 'Another date', 'The ticket is for 2030-05-18, and the scan is of 2030-05-19.'),
  'wrong-event': refused('wrong-event', 'Another event', 'The ticket is for another event, Night at the Museum.'),
  'already-admitted': refused(
    'already-admitted',
    'A ticket that was used',
    'The ticket was used before, at North door.',
    { ticket, first: { at: '2030-05-18T17:02:11.250Z', gate: 'North door' } },
  ),
} satisfies Record<'admitted' | ScanRefusalReason, unknown>

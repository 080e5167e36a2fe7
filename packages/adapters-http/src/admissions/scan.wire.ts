import type { PressResult, Result, ScannedTicket } from '@museum/application'
import { type ScanRefusalReason, Gate, Quantity, ScanId, ScannedCode, scanRefusalReasons } from '@museum/domain'
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
  toDomainValue,
  withExample,
} from '../operation/schemas.ts'
import { priceCategoryMembers, shownEntryTime } from '../tickets/sold-ticket.wire.ts'
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
    anyTime: optionalMember(z.boolean()).meta({
      description:
        'Whether a ticket is admitted at any time of its date: `too-early` and `too-late` are not checked. By default false.',
      example: false,
    }),
    order: optionalMember(z.boolean()).meta({
      description: 'Whether the response says how many other tickets of the order would admit now. By default false.',
      example: false,
    }),
    wholeOrder: optionalMember(z.boolean()).meta({
      description:
        'Whether all tickets of the order are admitted that admit now: a press. A ticket that has no order is scanned alone. ' +
        'Not allowed for an offline scan. By default false.',
      example: false,
    }),
    tickets: optionalMember(z.number().transform(toDomainValue(Quantity))).meta({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 50,
      description:
        'How many tickets a press admits at most: the scanned one first, then in the order of the sale. By default all. It has no ' +
        'effect without `wholeOrder`.',
      example: 25,
    }),
  })
  .meta({ id: 'ScanFields', description: 'A code that was scanned at a gate.' })

const ScannedTicketBody = z
  .object({
    ticketId: shownId('Identifier of the ticket.'),
    ticketType: TicketType,
    ticketDate: shownDate('Date the ticket is valid for.'),
    entryTime: shownEntryTime.optional(),
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

const orderOpen = z.int().optional().meta({
  description:
    'How many other tickets of the order would admit now; only if the scan asks for it and the ticket has an order. A scan that is sent again gets the present number.',
  example: 3,
})

const AdmittedScan = z
  .object({
    admitted: z.literal(true),
    admissionId: shownId('Identifier of the admission.'),
    ticket: ScannedTicketBody,
    orderOpen,
  })
  .meta({ id: 'AdmittedScan', description: 'The scan admits the holder of the ticket.' })

const scanRefusalReason = z.enum(scanRefusalReasons)
const numberOfTickets = z.int().meta({ description: 'Number of tickets.', example: 2 })
const PressedOrder = z
  .object({
    orderId: z.uuid().meta({ description: 'Identifier of the order.' }),
    admitted: z.int().meta({ description: 'How many tickets the press has admitted.', example: 3 }),
    categories: z
      .array(
        z.object({
          priceCategoryName: z.string().nullable().meta({
            description: 'Name of the price category when the tickets were sold; null for the full price.',
            example: 'Child, 6 to 17',
          }),
          tickets: numberOfTickets,
        }),
      )
      .meta({ description: 'The admitted tickets by price category: ask for a proof.' }),
    refused: z
      .array(
        z.object({
          reason: scanRefusalReason.meta({ description: 'Why they do not admit.' }),
          tickets: numberOfTickets,
        }),
      )
      .meta({ description: 'The tickets of the order that do not admit, by reason.' }),
  })
  .meta({
    id: 'PressedOrder',
    description:
      'The result of a press: the admitted tickets of the order by price category, and the refused ones by reason.',
  })
const pressId = z
  .uuid()
  .meta({ description: 'Identifies the press: the admissionId of its first row in the scan log.' })

const AdmittedOrder = z
  .object({
    admitted: z.literal(true),
    order: PressedOrder,
    admissionIds: z
      .array(z.uuid())
      .meta({ description: 'Identifiers of the admissions, one for each admitted ticket.' }),
    pressId,
  })
  .meta({ id: 'AdmittedOrder', description: 'The press admits holders of tickets of the order.' })

const RefusedScan = z
  .object({
    admitted: z.literal(false),
    reason: scanRefusalReason.meta({
      description:
        'Why the scan does not admit. The reasons are checked in this order: `bad-signature` (the code is cut, forged or signed by a ' +
        'revoked key), `unknown-ticket`, `cancelled`, `wrong-date` (the ticket does not admit on the date of the scan), ' +
        '`wrong-event` (the ticket is not for the event of the gate), `already-admitted`, `too-early` and `too-late` (the entry ' +
        'time of the ticket; not checked with `anyTime`, and for offline scans).',
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
    orderOpen,
    order: PressedOrder.optional(),
    pressId: pressId.optional(),
  })
  .meta({ id: 'RefusedScan', description: 'The scan does not admit.' })

export const ScanOutcomeBody = z.union([AdmittedScan, AdmittedOrder, RefusedScan]).meta({ id: 'ScanOutcome' })
export type ScanOutcomeBody = z.output<typeof ScanOutcomeBody>

export const toScanOutcomeBody = (outcome: Result<'admitTicket'>): ScanOutcomeBody => {
  if (outcome.isAdmitted && outcome.press)
    return {
      admitted: true,
      order: toPressedOrder(outcome.press),
      admissionIds: outcome.press.admissions.map(({ admissionId }) => admissionId),
      pressId: outcome.press.pressId,
    }
  const open = outcome.orderOpen !== undefined && { orderOpen: outcome.orderOpen }
  if (outcome.isAdmitted)
    return { admitted: true, admissionId: outcome.admissionId, ticket: toScannedTicketBody(outcome.ticket), ...open }
  const { reason, detail, ticket, first, press } = outcome
  return {
    admitted: false,
    reason,
    detail,
    ...(ticket && { ticket: toScannedTicketBody(ticket) }),
    ...(first && { first: { at: toDateTime(first.at), gate: first.gate } }),
    ...open,
    ...(press && { order: toPressedOrder(press), pressId: press.pressId }),
  }
}

const toPressedOrder = ({ orderId, admissions, categories, refused: byReason }: PressResult) => ({
  orderId,
  admitted: admissions.length,
  categories: categories.map(({ name, tickets }) => ({ priceCategoryName: name, tickets })),
  refused: byReason.map(({ reason, tickets }) => ({ reason, tickets })),
})

const toScannedTicketBody = (scanned: ScannedTicket) => ({
  ticketId: scanned.ticketId,
  ticketType: scanned.ticketType,
  ticketDate: scanned.ticketDate,
  ...(scanned.entryTime !== undefined && { entryTime: scanned.entryTime }),
  ...(scanned.eventName !== undefined && { eventName: scanned.eventName }),
  ...priceCategoryMembers(scanned.priceCategory),
})

const ticketId = '01975c6e-8f01-7b4c-8d5e-6f7081920314'
const ticket = {
  ticketId,
  ticketType: 'event',
  ticketDate: '2030-05-18',
  eventName: 'Night at the Museum',
} as const

const timedTicket = { ticketId, ticketType: 'general', ticketDate: '2030-05-18', entryTime: '11:30' } as const

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
  order: {
    summary: 'A whole order, with the code of one of its tickets',
    value: { code: 'ticket-general-e5e5gh-jk234', gate: 'North door', wholeOrder: true, tickets: 25 },
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
  order: {
    summary: 'A whole order',
    value: {
      admitted: true,
      order: {
        orderId: '01940000-0000-7000-8000-000000000401',
        admitted: 3,
        categories: [
          { priceCategoryName: null, tickets: 1 },
          { priceCategoryName: 'Child, 6 to 17', tickets: 2 },
        ],
        refused: [{ reason: 'already-admitted', tickets: 1 }],
      },
      admissionIds: [1, 3, 4].map((n) => `01940000-0000-7000-8000-00000000020${n}`),
      pressId: '01940000-0000-7000-8000-000000000201',
    },
  },
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
  'too-early': refused('too-early', 'Before its entry time', 'The ticket is for 11:30, and admits from 11:15 on.', {
    ticket: timedTicket,
  }),
  'too-late': refused('too-late', 'After its entry time', 'The ticket is for 11:30, and admitted until 12:00.', {
    ticket: timedTicket,
  }),
} satisfies Record<'admitted' | 'order' | ScanRefusalReason, unknown>

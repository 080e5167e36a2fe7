import type { ScanRefusalReason } from '@museum/domain'
import type { ScanOutcomeBody } from './scan.wire.ts'

const ticketId = '01975c6e-8f01-7b4c-8d5e-6f7081920314'
const ticket = {
  ticketId,
  ticketType: 'event',
  ticketDate: '2030-05-18',
  eventName: 'Night at the Museum',
} as const

/** Examples of the body of a scan, for the documentation. */
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

/** An example of each response to a scan, for the documentation. */
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

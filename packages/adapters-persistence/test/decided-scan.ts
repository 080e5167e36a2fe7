import { type ScannedTicket } from '@museum/application'
import type { aNewScan } from '@museum/testing'
import type { DecidedScan } from '../src/admissions/scan-statements.ts'

/** A scan with its outcome, for a ticket of which only the identifier is known: it admits, or is refused for `reason`. */
export const decidedScan = ({ reason, ...scan }: ReturnType<typeof aNewScan>): DecidedScan => {
  const { admissionId, ticketId } = scan
  const ticket = { ticketId } as ScannedTicket
  return {
    scan,
    outcome:
      reason === undefined
        ? { isAdmitted: true, admissionId, ticket }
        : { isAdmitted: false, reason, detail: 'It does not admit.', ...(ticketId !== undefined && { ticket }) },
    replaced: undefined,
  }
}

import type { AdmissionId } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import { ticketSubject } from '../tickets/cancel-ticket.ts'
import type { AdmissionNotFound, LoggedScan } from './admission-repository.ts'

/** Reverts an admission, so that its ticket admits again if it is not cancelled. Returns the scan as it was. */
export type RevertAdmission = (admissionId: AdmissionId, actor: Actor) => Promise<LoggedScan | AdmissionNotFound>

export const revertAdmission =
  ({ admissions, now }: Pick<MuseumPorts, 'admissions' | 'now'>): RevertAdmission =>
  (admissionId, actor) =>
    admissions.revert(admissionId, ({ ticketId, at, gate }) =>
      recordChange({ now }, actor, {
        operation: 'revertAdmission',
        subject: ticketSubject(ticketId!),
        before: { admissionId, admittedAt: new Date(at).toISOString(), gate: gate ?? null },
        after: { admissionId: null, admittedAt: null, gate: null },
      }),
    )

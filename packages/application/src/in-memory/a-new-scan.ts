import { AdmissionId, CalendarDate, Instant } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/domain/examples'
import type { KeptAnswer, LoggedScan, NewScan } from '../admissions/admission-repository.ts'

type Members = LoggedScan & Readonly<{ answer?: KeptAnswer; replaces?: AdmissionId }>

/** The n-th scan of 17 May 2030, which admits the holder of `aGeneralTicket()`; say what should differ. */
export const aNewScan = (n: number, but: { readonly [Member in keyof Members]?: Members[Member] | undefined } = {}) =>
  ({
    admissionId: AdmissionId(exampleId(5_000 + n)),
    at: Instant(Date.UTC(2030, 4, 17, 10) + n),
    date: CalendarDate('2030-05-17'),
    scannedBy: 'scanner',
    isOffline: false,
    ticketId: aGeneralTicket().ticketId,
    ...but,
  }) as NewScan

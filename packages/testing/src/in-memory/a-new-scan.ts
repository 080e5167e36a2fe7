import {
  AdmissionId,
  CalendarDate,
  EntryTimes,
  Instant,
  OrderId,
  type ScanRefusalReason,
  TimeOfDay,
} from '@museum/domain'
import { aGeneralTicket, exampleId } from '../examples/index.ts'
import {
  type AdmissionRepository,
  type NewScan,
  ScanOutcome,
  ScannedTicket,
  type StoredResponse,
} from '@museum/application'

/** A scan. With a `reason`, it does not admit. */
type PreparedScan = NewScan & Readonly<{ reason?: ScanRefusalReason | undefined }>

/** The n-th scan of 17 May 2030, of the holder of `aGeneralTicket()`; say what should differ. */
export const aNewScan = (
  n: number,
  but: { readonly [Member in keyof PreparedScan]?: PreparedScan[Member] | undefined } = {},
): PreparedScan =>
  ({
    admissionId: AdmissionId(exampleId(5_000 + n)),
    at: Instant(Date.UTC(2030, 4, 17, 10) + n),
    date: CalendarDate('2030-05-17'),
    scannedBy: 'scanner',
    isOffline: false,
    ticketId: aGeneralTicket().ticketId,
    ...but,
  }) as PreparedScan

/**
 * Adds a scan, which does not admit if it has a reason. Otherwise the admission rules decide, as if the scan were on
 * the date of the ticket, at its entry time. With `otherTicketIds` it is one of a whole order.
 */
export const addScan = (
  admissions: Pick<AdmissionRepository, 'add'>,
  { reason, ...scan }: PreparedScan,
): Promise<ScanOutcome | StoredResponse> =>
  admissions.add(scan, (ticket, others) => {
    const detail = 'It does not admit.'
    if (ticket === undefined) return { isAdmitted: false, reason: reason ?? 'unknown-ticket', detail }
    if (reason !== undefined) return { isAdmitted: false, reason, detail, ticket: ScannedTicket.of(ticket) }
    const { otherTicketIds, admissionId } = scan
    // The identifiers of further admissions follow that of the scan.
    const otherAdmissionIds = otherTicketIds?.map((_, n) => AdmissionId(exampleId(numberOf(admissionId) + n + 1)))
    const press = otherAdmissionIds && { orderId: OrderId(exampleId(1)), others, otherAdmissionIds }
    const { ticketDate: date, entryTime: timeOfDay = TimeOfDay('12:00') } = ticket
    const { early, late } = EntryTimes.none
    return ScanOutcome.of(ticket, { ...scan, date, timeOfDay, dayEnds: TimeOfDay('00:00'), early, late }, press)
  })

/** The number that an identifier of the examples ends with. */
const numberOf = (id: string) => Number(id.slice(-12))

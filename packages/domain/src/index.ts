export type { Brand } from './brand.ts'
export { Availability } from './capacity/availability.ts'
export { Capacity, type PlaceLimit } from './capacity/capacity.ts'
export { CalendarDate, type Weekday, weekdays } from './calendar-date.ts'
export { type Fault, type FaultCode, valueObject } from './fault.ts'
export { Instant } from './instant.ts'
export {
  HoursOfDay,
  type OpenDay,
  OpeningHours,
  type OpeningHoursChange,
  Schedule,
  TimeOfDay,
} from './museum-hours/opening-hours.ts'
export { type MemberFault, type Refusal, isRefusal, refuse } from './refusal.ts'
export { Currency, Price } from './money.ts'
export {
  EventDates,
  EventDescription,
  EventLocation,
  EventName,
  type EventNotFound,
  SpecialEvent,
  type SpecialEventChanges,
  type SpecialEventDraft,
  eventNotFound,
} from './special-event/special-event.ts'
export { Occurrence } from './special-event/occurrence.ts'
export { codePoints } from './text.ts'
export {
  type AdmissionContext,
  type AdmissionRefusal,
  type ScanRefusalReason,
  admissionRefusal,
  scanRefusalReasons,
} from './ticket/admission.ts'
export { AdmissionCode, type AdmissionCodeContent, type DecodedAdmissionCode } from './ticket/admission-code.ts'
export { CancellationReason } from './ticket/cancellation-reason.ts'
export { ConfirmationCode } from './ticket/confirmation-code.ts'
export { Gate, Scan, ScannedCode } from './ticket/scan.ts'
export { Email, Phone, type Purchaser } from './ticket/purchaser.ts'
export {
  type Admission,
  type PurchaseContext,
  type EventTicket,
  type GeneralTicket,
  type PurchaseRefusal,
  type SoldOut,
  type TicketIdentity,
  Ticket,
  type TicketAdmitted,
  type TicketCancelled,
  type TicketNotFound,
  type TicketOrder,
  ticketCancelled,
  ticketNotFound,
} from './ticket/ticket.ts'
export { type CurrentTicketKey, TicketKey, TicketKeyId, type TicketKeyNotFound } from './ticket/ticket-key.ts'
export { type TicketState, ticketState } from './ticket/ticket-state.ts'
export type { TicketType } from './ticket/ticket-type.ts'
export { AdmissionId, EventId, ScanId, TicketId } from './uuid.ts'

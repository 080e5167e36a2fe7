export type { Brand } from './brand.ts'
export { CalendarDate, type Weekday, weekdays } from './calendar-date.ts'
export {
  Availability,
  Capacity,
  type EntryTimeAvailability,
  type Places,
  type PlacesLevel,
  type Taken,
} from './capacity.ts'
export {
  type ClosedMethod,
  Closing,
  type ClosingDraft,
  type ClosingMaker,
  type ClosingPeriod,
  ClosingNote,
  type PeriodSums,
  Drawer,
  type DrawerRefund,
  type DrawerSale,
  DrawerSales,
  type RecordedClosing,
} from './closing/closing.ts'
export { type Fault, type FaultCode, type FaultValues, valueObject } from './fault.ts'
export { Instant } from './instant.ts'
export { Delivery, type DeliveryState } from './messages/delivery.ts'
export { MailLimits } from './messages/mail-limits.ts'
export {
  type CancellationMail,
  type EventMails,
  type MailMessage,
  type Message,
  type MessageType,
  PaymentMail,
  type ReservationMail,
  type TicketsRequest,
  hasStoredRecipient,
  type PaymentMessage,
  type RefundRun,
  TicketMail,
  messageTypes,
} from './messages/message.ts'
export { Webhook, WebhookDescription } from './messages/webhook.ts'
export { Currency, Price, SignedAmount, decimalOf, smallestUnit } from './money.ts'
export {
  HoursOfDay,
  type OpenDay,
  OpeningHours,
  type OpeningHoursChange,
  Schedule,
  TimeOfDay,
} from './museum-hours/opening-hours.ts'
export {
  Order,
  type OrderDraft,
  type OrderItem,
  OrderLabel,
  type OrderQuote,
  type OrderRecord,
  type OrderRefusal,
  Quantity,
  type QuotedItem,
} from './order/order.ts'
export {
  type NewOnlineRefund,
  OrderChange,
  type OrderState,
  type OwnCancellationRefusal,
  type PaidOnline,
  type Reversal,
  type VisitorsChoice,
  notPaidOnline,
} from './order/order-change.ts'
export { LanguageTag } from './order/language-tag.ts'
export { OrderNumber } from './order/order-number.ts'
export { type ClockMoments, OwnCancellation } from './order/own-cancellation.ts'
export { Directions, MuseumName, PageUrl, PaymentMethods, PostalAddress, VatId } from './museum/museum-texts.ts'
export { type Payment, PaymentMethod, PaymentReference } from './order/payment.ts'
export { type Cancellation, Refund, type RefundRefusal, type RefundState, type Settlement } from './order/refund.ts'
export { Receipt, type ReceiptLine } from './order/receipt.ts'
export { type LinkSubject, VisitorLink } from './order/visitor-link.ts'
export { Till } from './order/till.ts'
export { VatRate, VatRates } from './order/vat-rate.ts'
export {
  Percentage,
  PriceCategories,
  type PriceCategory,
  PriceCategoryId,
  PriceCategoryName,
  fullPrice,
  priceOf,
  usualPriceCategories,
} from './prices/price-category.ts'
export {
  type EntryTime,
  type EntryTimeException,
  type EntryTimeRule,
  type EntryTimeSettings,
  EntryTimes,
  type EventEntryTimes,
  type GivenEntryTimes,
  type MuseumClock,
  type OfferedEntryTime,
  type TakenByTime,
} from './places/entry-times.ts'
export { type Offer, Slot } from './places/slot.ts'
export { type MemberFault, type Refusal, isRefusal, refuse, refuseFaults } from './refusal.ts'
export {
  AttentionNote,
  type AttentionReason,
  OnlinePayment,
  type OnlinePaymentState,
  type OnlineRefund,
  type PaidPayment,
  type PaymentAttention,
  type PaymentLine,
  type ProviderPayment,
  type ReturnReason,
  onlineMethod,
} from './reservation/online-payment.ts'
export { type ReservationSearch, reservationSearch } from './reservation/reservation-search.ts'
export { type PaymentDecision, attendToPayment, openPayment, settlePayment } from './reservation/settle-payment.ts'
export {
  Reservation,
  type ReservationDraft,
  type ReservationSale,
  type ReservationState,
} from './reservation/reservation.ts'
export { Occurrence } from './special-event/occurrence.ts'
export {
  EventDates,
  EventDescription,
  EventLocation,
  EventName,
  SpecialEvent,
  type SpecialEventChanges,
  type SpecialEventDraft,
} from './special-event/special-event.ts'
export { codePoints, comparableText } from './text.ts'
export { AdmissionCode, type AdmissionCodeContent, type DecodedAdmissionCode } from './ticket/admission-code.ts'
export { AdmissionTime, type GateTime, type ScanTime } from './ticket/admission-time.ts'
export { Admission, type AdmissionRuleInput, type ScanRefusalReason, scanRefusalReasons } from './ticket/admission.ts'
export { ConfirmationCode, type ConfirmationCodes, typedCodeAlphabet } from './ticket/confirmation-code.ts'
export {
  Email,
  Phone,
  type Purchaser,
  comparableEmail,
  isSameMailbox,
  phoneDigits,
  phoneSeparators,
} from './ticket/purchaser.ts'
export { Gate, Scan, ScannedCode } from './ticket/scan.ts'
export { TicketKey, TicketKeyId } from './ticket/ticket-key.ts'
export { type TicketState, type TicketType, ticketState } from './ticket/ticket-state.ts'
export {
  CancellationReason,
  type EventTicket,
  type GeneralTicket,
  type PurchaseContext,
  type PurchaseRefusal,
  type Quote,
  Ticket,
  type TicketIdentity,
  type TicketOrder,
} from './ticket/ticket.ts'
export { AdmissionId, ClosingId, EventId, OrderId, PaymentId, RefundId, ScanId, TicketId, WebhookId } from './uuid.ts'

// Generated from packages/adapters-http/openapi.json by `pnpm client:types`.
import type { components } from './openapi.ts'

/** `AdmissionSummary` of the OpenAPI document. */
export type AdmissionSummary = components['schemas']['AdmissionSummary']
/** `AdmittedOrder` of the OpenAPI document. */
export type AdmittedOrder = components['schemas']['AdmittedOrder']
/** `AdmittedScan` of the OpenAPI document. */
export type AdmittedScan = components['schemas']['AdmittedScan']
/** `Attendance` of the OpenAPI document. */
export type Attendance = components['schemas']['Attendance']
/** `AttendanceRow` of the OpenAPI document. */
export type AttendanceRow = components['schemas']['AttendanceRow']
/** `AttentionFields` of the OpenAPI document. */
export type AttentionFields = components['schemas']['AttentionFields']
/** `AuditEntry` of the OpenAPI document. */
export type AuditEntry = components['schemas']['AuditEntry']
/** `Availability` of the OpenAPI document. */
export type Availability = components['schemas']['Availability']
/** `AvailabilityOfDate` of the OpenAPI document. */
export type AvailabilityOfDate = components['schemas']['AvailabilityOfDate']
/** `CancellationFields` of the OpenAPI document. */
export type CancellationFields = components['schemas']['CancellationFields']
/** `Capacity` of the OpenAPI document. */
export type Capacity = components['schemas']['Capacity']
/** `CapacityFields` of the OpenAPI document. */
export type CapacityFields = components['schemas']['CapacityFields']
/** `ClosedMethod` of the OpenAPI document. */
export type ClosedMethod = components['schemas']['ClosedMethod']
/** `Closing` of the OpenAPI document. */
export type Closing = components['schemas']['Closing']
/** `ClosingFields` of the OpenAPI document. */
export type ClosingFields = components['schemas']['ClosingFields']
/** `ClosingPreview` of the OpenAPI document. */
export type ClosingPreview = components['schemas']['ClosingPreview']
/** `ClosingTotal` of the OpenAPI document. */
export type ClosingTotal = components['schemas']['ClosingTotal']
/** `CountedAmount` of the OpenAPI document. */
export type CountedAmount = components['schemas']['CountedAmount']
/** `DeletedSpecialEvent` of the OpenAPI document. */
export type DeletedSpecialEvent = components['schemas']['DeletedSpecialEvent']
/** `EntryTimes` of the OpenAPI document. */
export type EntryTimes = components['schemas']['EntryTimes']
/** `EntryTimesFields` of the OpenAPI document. */
export type EntryTimesFields = components['schemas']['EntryTimesFields']
/** `EventEntryTimes` of the OpenAPI document. */
export type EventEntryTimes = components['schemas']['EventEntryTimes']
/** `EventEntryTimesFields` of the OpenAPI document. */
export type EventEntryTimesFields = components['schemas']['EventEntryTimesFields']
/** `EventTicketConfirmation` of the OpenAPI document. */
export type EventTicketConfirmation = components['schemas']['EventTicketConfirmation']
/** `EventTicketPurchase` of the OpenAPI document. */
export type EventTicketPurchase = components['schemas']['EventTicketPurchase']
/** `ExtensionFields` of the OpenAPI document. */
export type ExtensionFields = components['schemas']['ExtensionFields']
/** `FailedRemoved` of the OpenAPI document. */
export type FailedRemoved = components['schemas']['FailedRemoved']
/** `GeneralTicketConfirmation` of the OpenAPI document. */
export type GeneralTicketConfirmation = components['schemas']['GeneralTicketConfirmation']
/** `GeneralTicketPurchase` of the OpenAPI document. */
export type GeneralTicketPurchase = components['schemas']['GeneralTicketPurchase']
/** `KnownFaultCode` of the OpenAPI document. */
export type KnownFaultCode = components['schemas']['KnownFaultCode']
/** `ListedOrder` of the OpenAPI document. */
export type ListedOrder = components['schemas']['ListedOrder']
/** `ListedReservation` of the OpenAPI document. */
export type ListedReservation = components['schemas']['ListedReservation']
/** `LoggedScan` of the OpenAPI document. */
export type LoggedScan = components['schemas']['LoggedScan']
/** `MailDelivery` of the OpenAPI document. */
export type MailDelivery = components['schemas']['MailDelivery']
/** `MessageType` of the OpenAPI document. */
export type MessageType = components['schemas']['MessageType']
/** `MovedCash` of the OpenAPI document. */
export type MovedCash = components['schemas']['MovedCash']
/** `Museum` of the OpenAPI document. */
export type Museum = components['schemas']['Museum']
/** `MuseumHours` of the OpenAPI document. */
export type MuseumHours = components['schemas']['MuseumHours']
/** `MuseumHoursMessage` of the OpenAPI document. */
export type MuseumHoursMessage = components['schemas']['MuseumHoursMessage']
/** `MuseumSettings` of the OpenAPI document. */
export type MuseumSettings = components['schemas']['MuseumSettings']
/** `MuseumSettingsFields` of the OpenAPI document. */
export type MuseumSettingsFields = components['schemas']['MuseumSettingsFields']
/** `NewReservation` of the OpenAPI document. */
export type NewReservation = components['schemas']['NewReservation']
/** `OpenedPayment` of the OpenAPI document. */
export type OpenedPayment = components['schemas']['OpenedPayment']
/** `Order` of the OpenAPI document. */
export type Order = components['schemas']['Order']
/** `OrderAddressFields` of the OpenAPI document. */
export type OrderAddressFields = components['schemas']['OrderAddressFields']
/** `OrderConfirmation` of the OpenAPI document. */
export type OrderConfirmation = components['schemas']['OrderConfirmation']
/** `OrderedTicket` of the OpenAPI document. */
export type OrderedTicket = components['schemas']['OrderedTicket']
/** `OrderFields` of the OpenAPI document. */
export type OrderFields = components['schemas']['OrderFields']
/** `OrderItem` of the OpenAPI document. */
export type OrderItem = components['schemas']['OrderItem']
/** `OrderMessage` of the OpenAPI document. */
export type OrderMessage = components['schemas']['OrderMessage']
/** `OrderMessageTicket` of the OpenAPI document. */
export type OrderMessageTicket = components['schemas']['OrderMessageTicket']
/** `OwnPassword` of the OpenAPI document. */
export type OwnPassword = components['schemas']['OwnPassword']
/** `PaymentFields` of the OpenAPI document. */
export type PaymentFields = components['schemas']['PaymentFields']
/** `PaymentRequest` of the OpenAPI document. */
export type PaymentRequest = components['schemas']['PaymentRequest']
/** `PressedOrder` of the OpenAPI document. */
export type PressedOrder = components['schemas']['PressedOrder']
/** `PriceCategories` of the OpenAPI document. */
export type PriceCategories = components['schemas']['PriceCategories']
/** `PriceCategoriesFields` of the OpenAPI document. */
export type PriceCategoriesFields = components['schemas']['PriceCategoriesFields']
/** `PriceCategory` of the OpenAPI document. */
export type PriceCategory = components['schemas']['PriceCategory']
/** `Problem` of the OpenAPI document. */
export type Problem = components['schemas']['Problem']
/** `ProblemFault` of the OpenAPI document. */
export type ProblemFault = components['schemas']['ProblemFault']
/** `ProblemValues` of the OpenAPI document. */
export type ProblemValues = components['schemas']['ProblemValues']
/** `Receipt` of the OpenAPI document. */
export type Receipt = components['schemas']['Receipt']
/** `ReceiptLine` of the OpenAPI document. */
export type ReceiptLine = components['schemas']['ReceiptLine']
/** `ReceiptTax` of the OpenAPI document. */
export type ReceiptTax = components['schemas']['ReceiptTax']
/** `Refund` of the OpenAPI document. */
export type Refund = components['schemas']['Refund']
/** `RefundRun` of the OpenAPI document. */
export type RefundRun = components['schemas']['RefundRun']
/** `RefundRunFields` of the OpenAPI document. */
export type RefundRunFields = components['schemas']['RefundRunFields']
/** `RefusedScan` of the OpenAPI document. */
export type RefusedScan = components['schemas']['RefusedScan']
/** `RemovedOccurrence` of the OpenAPI document. */
export type RemovedOccurrence = components['schemas']['RemovedOccurrence']
/** `Reservation` of the OpenAPI document. */
export type Reservation = components['schemas']['Reservation']
/** `ReservationFields` of the OpenAPI document. */
export type ReservationFields = components['schemas']['ReservationFields']
/** `ReservationSale` of the OpenAPI document. */
export type ReservationSale = components['schemas']['ReservationSale']
/** `ReversalFields` of the OpenAPI document. */
export type ReversalFields = components['schemas']['ReversalFields']
/** `Sales` of the OpenAPI document. */
export type Sales = components['schemas']['Sales']
/** `SalesRow` of the OpenAPI document. */
export type SalesRow = components['schemas']['SalesRow']
/** `ScanFields` of the OpenAPI document. */
export type ScanFields = components['schemas']['ScanFields']
/** `ScannedTicket` of the OpenAPI document. */
export type ScannedTicket = components['schemas']['ScannedTicket']
/** `ScanOutcome` of the OpenAPI document. */
export type ScanOutcome = components['schemas']['ScanOutcome']
/** `Schedule` of the OpenAPI document. */
export type Schedule = components['schemas']['Schedule']
/** `ScheduleFields` of the OpenAPI document. */
export type ScheduleFields = components['schemas']['ScheduleFields']
/** `SettlementFields` of the OpenAPI document. */
export type SettlementFields = components['schemas']['SettlementFields']
/** `Shop` of the OpenAPI document. */
export type Shop = components['schemas']['Shop']
/** `ShopFields` of the OpenAPI document. */
export type ShopFields = components['schemas']['ShopFields']
/** `SoldTicket` of the OpenAPI document. */
export type SoldTicket = components['schemas']['SoldTicket']
/** `SoldTickets` of the OpenAPI document. */
export type SoldTickets = components['schemas']['SoldTickets']
/** `SpecialEvent` of the OpenAPI document. */
export type SpecialEvent = components['schemas']['SpecialEvent']
/** `SpecialEventChanges` of the OpenAPI document. */
export type SpecialEventChanges = components['schemas']['SpecialEventChanges']
/** `SpecialEventFields` of the OpenAPI document. */
export type SpecialEventFields = components['schemas']['SpecialEventFields']
/** `SpecialEventImport` of the OpenAPI document. */
export type SpecialEventImport = components['schemas']['SpecialEventImport']
/** `SpecialEventImportRow` of the OpenAPI document. */
export type SpecialEventImportRow = components['schemas']['SpecialEventImportRow']
/** `SpecialEventMessage` of the OpenAPI document. */
export type SpecialEventMessage = components['schemas']['SpecialEventMessage']
/** `TicketConfirmation` of the OpenAPI document. */
export type TicketConfirmation = components['schemas']['TicketConfirmation']
/** `TicketKey` of the OpenAPI document. */
export type TicketKey = components['schemas']['TicketKey']
/** `TicketKeySet` of the OpenAPI document. */
export type TicketKeySet = components['schemas']['TicketKeySet']
/** `TicketMailFields` of the OpenAPI document. */
export type TicketMailFields = components['schemas']['TicketMailFields']
/** `TicketMessage` of the OpenAPI document. */
export type TicketMessage = components['schemas']['TicketMessage']
/** `TicketPurchase` of the OpenAPI document. */
export type TicketPurchase = components['schemas']['TicketPurchase']
/** `TicketRevocations` of the OpenAPI document. */
export type TicketRevocations = components['schemas']['TicketRevocations']
/** `TicketType` of the OpenAPI document. */
export type TicketType = components['schemas']['TicketType']
/** `User` of the OpenAPI document. */
export type User = components['schemas']['User']
/** `UserChanges` of the OpenAPI document. */
export type UserChanges = components['schemas']['UserChanges']
/** `UserFields` of the OpenAPI document. */
export type UserFields = components['schemas']['UserFields']
/** `UserWithPassword` of the OpenAPI document. */
export type UserWithPassword = components['schemas']['UserWithPassword']
/** `Webhook` of the OpenAPI document. */
export type Webhook = components['schemas']['Webhook']
/** `WebhookChanges` of the OpenAPI document. */
export type WebhookChanges = components['schemas']['WebhookChanges']
/** `WebhookDelivery` of the OpenAPI document. */
export type WebhookDelivery = components['schemas']['WebhookDelivery']
/** `WebhookFields` of the OpenAPI document. */
export type WebhookFields = components['schemas']['WebhookFields']
/** `WebhookTestMessage` of the OpenAPI document. */
export type WebhookTestMessage = components['schemas']['WebhookTestMessage']
/** `WebhookWithSecret` of the OpenAPI document. */
export type WebhookWithSecret = components['schemas']['WebhookWithSecret']

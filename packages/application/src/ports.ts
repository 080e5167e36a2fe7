import { type CalendarDate, type Currency, type Fault, type Instant, PaymentMethod, TimeOfDay } from '@museum/domain'
import type { AdmissionRepository } from './admissions/admission-repository.ts'
import type { AuditRepository } from './audit/audit-repository.ts'
import type { CapacityRepository } from './capacity/capacity-repository.ts'
import type { ClosingRepository } from './closings/closing-repository.ts'
import type { IdempotencyRecordRepository } from './idempotency/idempotency-record.ts'
import type { LinkAlgorithm } from './links/link-algorithm.ts'
import type { LinkKeyRepository } from './links/link-key-repository.ts'
import type { MuseumHoursRepository } from './museum-hours/museum-hours-repository.ts'
import type { MuseumSettingName, MuseumSettings } from './museum-settings/museum-settings.ts'
import type { OrderRepository } from './orders/order-repository.ts'
import type { RefundRepository } from './orders/refund-repository.ts'
import type { OnlineRefundRepository } from './payments/online-refund-repository.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { PriceCategoryRepository } from './prices/price-category-repository.ts'
import type { PurchaserDataRepository } from './privacy/purchaser-data-repository.ts'
import type { FreeOrderRepository } from './reservations/free-order-repository.ts'
import type { ReservationRepository } from './reservations/reservation-repository.ts'
import type { SalesRepository } from './sales/sales-repository.ts'
import type { SpecialEventRepository } from './special-events/special-event-repository.ts'
import type { StoredSettingRepository } from './stored-settings/stored-setting-repository.ts'
import type { SignatureAlgorithm, TicketKeyPair } from './ticket-keys/signature-algorithm.ts'
import type { TicketKeyRepository } from './ticket-keys/ticket-key-repository.ts'
import type { TicketRenderer } from './tickets/ticket-renderer.ts'
import type { TicketRepository } from './tickets/ticket-repository.ts'
import type { TicketRevocationRepository } from './tickets/ticket-revocation-repository.ts'
import type { UserRepository } from './users/user-repository.ts'
import type { DeliveryRepository } from './webhooks/delivery-repository.ts'
import type { WebhookRepository } from './webhooks/webhook-repository.ts'

/**
 * The repositories of one server. They share a store, since one transaction stores a change with its audit entry, and a
 * ticket with its idempotency record, while it checks the event, the museum's hours and the places left.
 */
export type Repositories = Readonly<{
  specialEvents: SpecialEventRepository
  tickets: TicketRepository
  orders: OrderRepository
  reservations: ReservationRepository
  freeOrders: FreeOrderRepository
  onlineRefunds: OnlineRefundRepository
  refunds: RefundRepository
  sales: SalesRepository
  closings: ClosingRepository
  ticketRevocations: TicketRevocationRepository
  admissions: AdmissionRepository
  purchaserData: PurchaserDataRepository
  museumHours: MuseumHoursRepository
  capacities: CapacityRepository
  priceCategories: PriceCategoryRepository
  users: UserRepository
  idempotencyRecords: IdempotencyRecordRepository
  audit: AuditRepository
  ticketKeys: TicketKeyRepository
  linkKeys: LinkKeyRepository
  storedSettings: StoredSettingRepository
  webhooks: WebhookRepository
  deliveries: DeliveryRepository
}>

/**
 * The settings of the environment, of which each is in force until another value is stored: operations read `museumSettings`, not
 * these. By default the name is `The Museum`, the language `en`, and the payment methods are `cash` and `card`.
 */
type EnvironmentSettings = Pick<MuseumSettings, 'generalPrice'> & {
  readonly [Name in Exclude<MuseumSettingName, 'generalPrice'>]?: MuseumSettings[Name] | undefined
}

/** Everything that the operations of `createMuseum` depend on. */
export type MuseumPorts = Omit<Repositories, 'users' | 'webhooks' | 'deliveries'> &
  EnvironmentSettings &
  Readonly<{
    /** Knows whether the museum sends e-mails, and records those that visitors ask for; absent where it sends none. */
    mailSetting?: Pick<DeliveryRepository, 'isMailOn' | 'add'> | undefined
    /** Until how many hours before their beginning visitors cancel their own tickets; absent where they cancel none. */
    ownCancellation?: number | undefined
    ticketRenderer: TicketRenderer
    signatureAlgorithm: SignatureAlgorithm
    /** What makes the links of visitors to their tickets; absent where they get none. */
    linkAlgorithm?: LinkAlgorithm | undefined
    /**
     * Key pairs whose private keys are not stored. The first becomes the current key, so that none is generated; each
     * of the others signs the codes of the tickets that were sold under it.
     */
    givenTicketKeys?: readonly TicketKeyPair[] | undefined
    /** What takes money from visitors; absent while nothing can be paid online. */
    paymentProvider?: PaymentProvider | undefined
    /** Where a visitor comes back to from the payment page: usually, or to another URL. */
    returnUrls?:
      | Readonly<{
          usual: string
          /** What is wrong with another URL: it is not one of the museum. */
          faultOf: (url: string) => Fault | undefined
        }>
      | undefined
    /** The shop for visitors; absent where there is none. */
    shop?:
      | Readonly<{
          publicUrl: string
          payment: 'off' | 'stripe' | 'rehearsal'
          /** A rehearsal needs no terms; by default it is none. */
          isRehearsal?: boolean
        }>
      | undefined
    /** The museum's time zone: a name of the IANA database, such as `Europe/Zurich`. */
    timeZone: string
    /**
     * The current date in the museum's time zone, which may be fixed for tests and demonstrations. The date of something that
     * happens is `dateOf(now())`.
     */
    today: () => CalendarDate
    /** The current moment. */
    now: () => Instant
    /** The moment at which a date begins in the museum's time zone. */
    startOfDay: (date: CalendarDate) => Instant
    /**
     * The moment of a time on a date, on the clock of the museum's time zone: of a time that comes twice the first, of a skipped one the
     * moment at which it would have come.
     */
    momentOf: (date: CalendarDate, time: TimeOfDay) => Instant
    /** The date of a moment in the museum's time zone. */
    dateOf: (instant: Instant) => CalendarDate
    /** The time of a moment on the clock of the museum's time zone. */
    timeOf: (instant: Instant) => TimeOfDay
    /** Until when gates also admit tickets of the day before; by default 00:00: they do not. */
    dayEnds?: TimeOfDay | undefined
    /**
     * A new UUID, version 7. It begins with the current time, also after the clock was set back: the sales of a day are found by
     * the identifiers of tickets.
     */
    newId: () => string
    /** An integer from 0 to `below - 1`, from a cryptographic source. */
    randomInt: (below: number) => number
    /** The museum's one currency. */
    currency: Currency
  }>

/** The name of a museum without one. */
export const usualMuseumName = 'The Museum'

/** What the desk offers by default. */
export const usualPaymentMethods: readonly PaymentMethod[] = [PaymentMethod('cash'), PaymentMethod('card')]

/** When the day of a gate ends by default. */
export const midnight = TimeOfDay('00:00')

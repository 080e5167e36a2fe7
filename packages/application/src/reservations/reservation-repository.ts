import type {
  CalendarDate,
  Instant,
  OnlinePayment,
  OnlineRefund,
  OrderId,
  PaymentId,
  Refusal,
  Reservation,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { OfferedItem, TicketSale, WantedTickets } from '../tickets/ticket-repository.ts'

/** Which reservations: those in a state, with all that is given. */
export type ReservationFilter = Readonly<{
  /**
   * `held`, or `attention`: a payment of it needs a person, has been open for ten minutes after the end of its hold, or is to be given
   * back and that has failed, or has not ended for three days. What a person has dealt with does not count.
   */
  state: 'held' | 'attention'
  /** With an item for this date. */
  date?: CalendarDate | undefined
  /**
   * Which are found by this text, as `reservationSearch` compares it: by a part of their label or phone number, their e-mail address or
   * their number. Of `held`, also those that expired within a day, those that ended within a day and whose payment was returned, and
   * one with this number that ended within seven days and is not sold.
   */
  search?: string | undefined
}>

/** How many reservations, payments and refunds are under way. Each number is counted to `Page.maxCountedItems`. */
export type ReservationCounts = Readonly<{
  /** The reservations that `list` finds in these states. */
  held: number
  attention: number
  /** The places that reservations hold whose time is not over. */
  places: number
  /** When the page of the open payment that was opened first ends; absent where none is open. */
  earliestEnd?: Instant
  /** The refunds that the provider has not settled yet, and when the first of them was asked for. */
  sending: number
  earliestRequest?: Instant
}>

/** A reservation that is to be stored. */
export type NewReservation = Readonly<{
  reservation: Reservation
  /** Renders the response that is stored with the key, for a request under one. */
  renderAnswer?: (() => string) | undefined
}>

/**
 * Decides a reservation by the rules of the domain, as `DecideSale` does a sale. `lockedAt` is the moment at which its slots were
 * locked, by the store's clock; undefined where they are not, and the reservation must be refused.
 */
export type DecideReservation<R extends Refusal> = (
  offered: readonly OfferedItem[],
  lockedAt: Instant | undefined,
) => NewReservation | R

/** What becomes of a reservation. All that is given is stored, or nothing. */
export type ReservationChange = Readonly<{
  /** It is sold: the tickets and the order that it becomes. */
  sale?: TicketSale
  state?: 'released'
  /** Another limit of its own. */
  ownLimit?: Instant
  /** A payment that is new, about which the provider is to be asked, or that has changed. */
  payment?: OnlinePayment
  /** What is to be given back through the provider. */
  refund?: OnlineRefund
  entry?: NewAuditEntry | undefined
}>

/** Decides what becomes of a reservation, which gets what is stored about its items while their slots are locked. */
export type DecideReservationChange<R extends Refusal> = (
  current: Reservation,
  offered: readonly OfferedItem[],
  lockedAt: Instant,
) => ReservationChange | R | undefined

/**
 * The reservations and their held places. At every commit, the held places of a slot are the sum of what reservations hold in it. All
 * times are those of the store's clock.
 */
export interface ReservationRepository {
  /**
   * Locks the slots of the items and stores the reservation that `decide` returns, with its places held: see `TicketRepository.sell`.
   * A sale or a reservation for which too few places are left first gets those of reservations whose time is over.
   */
  add<R extends Refusal>(
    wanted: Omit<WantedTickets, 'identities'> & Readonly<{ orderId: OrderId }>,
    decide: DecideReservation<R>,
  ): Promise<Reservation | R | Refusal<'request-in-progress'>>
  /** A reservation in its current state. */
  find(reservationId: OrderId): Promise<Reservation | undefined>
  /** The reservation of a payment, in its current state. */
  findByPayment(paymentId: PaymentId): Promise<Reservation | undefined>
  /** A part of the reservations that match, by the end of their time and the reservationId. */
  list(filter: ReservationFilter, request: ListRequest<Reservation>): Promise<Page<Reservation>>
  /** Counts what is under way, by ranges of indexes. */
  counts(): Promise<ReservationCounts>
  /**
   * Changes a reservation as `decide` says, which gets it as it is while its slots are locked; an item whose places are held still is
   * offered without `places`. All of it is stored or nothing: a sale stores the tickets and the order, takes its places instead of
   * the held ones, gives back those that are left, and erases the purchaser's data from the reservation; a release gives all back.
   * The places are held until `OnlinePayment.holdOf` its limit and its payments.
   * Changes nothing when `decide` returns a refusal or `undefined`. Returns the reservation as it is afterwards.
   */
  change<R extends Refusal>(
    reservationId: OrderId,
    decide: DecideReservationChange<R>,
  ): Promise<Reservation | R | Refusal<'reservation-not-found' | 'confirmation-code-taken'>>
  /**
   * Stores an `unknown` payment, and `Reservation.ofUnknownPayment` unless its reservation is stored. A payment that is stored stays as
   * it is.
   */
  addUnknownPayment(payment: OnlinePayment): Promise<void>
  /** The `unknown` payments that no person has dealt with, at most 1,000, by the time at which they were found. */
  unknownPayments(): Promise<readonly OnlinePayment[]>
  /** An `unknown` payment was given back at the provider: it is `returned`, and needs attention no more. */
  endUnknownPayment(paymentId: PaymentId): Promise<void>
  /** Gives back the places of one slot, of at most 500 reservations whose time is over. Returns whether there were any. */
  giveBackEnded(): Promise<boolean>
  /**
   * Erases the purchasers' data and labels of reservations that ended a day ago, and removes those that ended seven days ago; sold ones
   * stay. Returns how many it erased and removed, at most 500 each: 0 when none is left.
   */
  removeEnded(): Promise<number>
}

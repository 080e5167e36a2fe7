import type {
  CalendarDate,
  Closing,
  ClosingId,
  Drawer,
  DrawerSales,
  Instant,
  RecordedClosing,
  Refusal,
  Till,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotentRequest } from '../idempotency/idempotency-record.ts'
import type { ListRequest, Page } from '../lists.ts'

/** A date, and the moments from `from` on and before `end` of it. */
export type DatePeriod = Readonly<{ date: CalendarDate; from: Instant; end: Instant }>

/** The dates whose sales and refunds are read for the closing after the latest one. */
export type DatesAfter = (latest: RecordedClosing | undefined) => readonly DatePeriod[]

/** The latest closing of a drawer, and what the drawer has sold and refunded. */
export type DrawerState = Readonly<{ latest: RecordedClosing | undefined; sales: DrawerSales }>

/** Which closings: those with all that is given. */
export type ClosingFilter = Readonly<{ closedBy?: string | undefined; till?: Till | undefined }>

/** A closing that is to be stored. */
export type NewClosing = Readonly<{
  closingId: ClosingId
  drawer: Drawer
  /** The request under whose key it is made once. */
  once?: IdempotentRequest | undefined
}>

/** A closing, its audit entry, and the response to the request under a key, which is stored with the key. */
export type ClosingToStore = RecordedClosing &
  Readonly<{
    entry: NewAuditEntry
    /** Makes the response to the request under a key. */
    renderAnswer?: (() => string) | undefined
  }>

/** The closings of tills and users. None is ever changed or removed. */
export interface ClosingRepository {
  /** The latest closing of a drawer, and what it has sold and refunded on the dates after that. */
  read(drawer: Drawer, datesAfter: DatesAfter): Promise<DrawerState>
  /**
   * Stores the closing that `close` makes of the same, read while no other closing of the drawer is made: with its audit entry and
   * the record of its key, all of it or nothing. A sale or refund that is stored meanwhile is read by this closing or by the next one.
   */
  add(
    closing: NewClosing,
    datesAfter: DatesAfter,
    close: (current: DrawerState) => ClosingToStore,
  ): Promise<Closing | Refusal<'request-in-progress'>>
  /** A closing, if there is one with this identifier. */
  find(closingId: ClosingId): Promise<Closing | undefined>
  /** A part of the closings that match, the latest first. */
  list(filter: ClosingFilter, request: ListRequest<Closing>): Promise<Page<Closing>>
}

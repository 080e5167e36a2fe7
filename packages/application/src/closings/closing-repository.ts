import type {
  Closing,
  ClosingId,
  ClosingPeriod,
  Drawer,
  DrawerSales,
  RecordedClosing,
  Refusal,
  Till,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotentRequest } from '../idempotency/idempotency-record.ts'
import type { ListRequest, Page } from '../lists.ts'

/** The periods whose sales and refunds are read for the closing after the latest one of a drawer. */
export type PeriodsAfter = (latest: RecordedClosing | undefined) => readonly ClosingPeriod[]

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
  /** The latest closing of a drawer, and what the drawer has sold and refunded in the periods that are read for the next one. */
  read(drawer: Drawer, periodsAfter: PeriodsAfter): Promise<DrawerState>
  /**
   * Reads the same while no other closing of the drawer is made and no payment of its orders is corrected, and stores the closing
   * that `close` makes of it, its audit entry and the record of its key: all of it or nothing. A sale or refund that is stored
   * meanwhile is read for this closing or for the next one.
   */
  add(
    closing: NewClosing,
    periodsAfter: PeriodsAfter,
    close: (current: DrawerState) => ClosingToStore,
  ): Promise<Closing | Refusal<'request-in-progress'>>
  /** A closing, if there is one with this identifier. */
  find(closingId: ClosingId): Promise<Closing | undefined>
  /** A part of the closings that match, the latest first. */
  list(filter: ClosingFilter, request: ListRequest<Closing>): Promise<Page<Closing>>
}

import type { CalendarDate, Email } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/**
 * Which data: those of the purchaser with an e-mail address, compared in the form of `comparableEmail`, or those on
 * tickets for past dates.
 */
export type PurchaserDataFilter =
  | Readonly<{ email: Email }>
  /** The tickets for the dates before this one. */
  | Readonly<{ before: CalendarDate }>

/**
 * How many tickets have data of the purchaser, how many of them are valid for today or a later date, and how many reservations have
 * data or a label. An order without an address whose label is erased counts as the reservation that it was.
 */
export type PurchaserDataCount = Readonly<{ tickets: number; upcoming: number; reservations: number }>
/** From how many tickets and reservations data were erased. */
export type ErasedCount = Pick<PurchaserDataCount, 'tickets' | 'reservations'>

/** How data are erased. */
export type ErasureOptions = Readonly<{
  /** Called after each transaction with the number of tickets so far. */
  onProgress?: ((tickets: number) => void) | undefined
  /** Called before each transaction: true ends the erasure. Data that are already erased stay erased. */
  isAborted?: (() => boolean) | undefined
}>

/** What was erased. */
export type Erasure = ErasedCount &
  Readonly<{
    /**
     * Whether the erased data are overwritten in the files of an embedded database. False while another process reads its
     * write-ahead log: erase again later, even if no ticket has the data. Always true for other databases, whose files
     * the service cannot overwrite.
     */
    isOverwritten: boolean
  }>
/** The rules of erasures. */
export const Erasure = {
  /** The most tickets that one transaction of an erasure changes. */
  maxTicketsAtOnce: 1_000,
}

/**
 * The e-mail addresses and phone numbers on sold tickets, and what was written about these: the references of payments and
 * refunds, and the reasons of cancellations, also those in the audit log, and there the notes about payments. Those of an
 * order are erased with the last address on its tickets, as is its label. A ticket without them is still counted and still
 * admits. It can just no longer be found by e-mail address.
 *
 * Also the addresses, phone numbers and labels of reservations: all of an e-mail address; or, before a date, those of reservations that
 * ended without being sold and have no item for a later date, and the labels of orders that never had an address.
 */
export interface PurchaserDataRepository {
  /** Counts the matching tickets that have data. `today` is the first date for which a ticket is upcoming. */
  count(filter: PurchaserDataFilter, today: CalendarDate): Promise<PurchaserDataCount>
  /**
   * Erases the data from the tickets that match, in transactions of `Erasure.maxTicketsAtOnce` tickets at most, so that
   * purchases and admissions go on. The first transaction adds the audit entry that `entryOf` makes from the numbers so far; each of
   * the others updates the numbers in its `after`. If nothing matches, there is no entry.
   * After an interruption or an error, erase again.
   */
  erase(
    filter: PurchaserDataFilter,
    entryOf: (erased: ErasedCount) => NewAuditEntry,
    options?: ErasureOptions,
  ): Promise<Erasure>
}

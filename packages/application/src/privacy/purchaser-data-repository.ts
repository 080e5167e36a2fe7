import type { CalendarDate, Email } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** Whose data: those of the purchaser with an address, compared without regard to case, or those on tickets for past dates. */
export type PurchaserDataFilter =
  | Readonly<{ email: Email }>
  /** The tickets for the dates before this one. */
  | Readonly<{ before: CalendarDate }>

/** How many tickets have data of the purchaser, and how many of them are valid for today or a later date. */
export type PurchaserDataCount = Readonly<{ tickets: number; upcoming: number }>

/** How data are erased. */
export type ErasureOptions = Readonly<{
  /** Called after each transaction with the number of tickets so far. */
  onProgress?: ((tickets: number) => void) | undefined
  /** Asked before each transaction: true ends the erasure. What is erased by then stays erased. */
  isAborted?: (() => boolean) | undefined
}>

/** What was erased. */
export type Erasure = Readonly<{
  /** The number of tickets from which data were erased. */
  tickets: number
  /**
   * Whether the erased data are overwritten in the files of an embedded database. False while another process reads its
   * log: erase again later, also if no ticket has the data any more. True for other databases, whose files are their own.
   */
  isOverwritten: boolean
}>

/** The most tickets that one transaction of an erasure changes. */
export const maxTicketsErasedAtOnce = 1_000

/**
 * The e-mail addresses and phone numbers on sold tickets. A ticket without them is otherwise as it was; it is counted and
 * admitted, and no search by address finds it.
 */
export interface PurchaserDataRepository {
  /** Counts the tickets that match and have data. `today` is the first date for which a ticket is upcoming. */
  count(filter: PurchaserDataFilter, today: CalendarDate): Promise<PurchaserDataCount>
  /**
   * Erases the data from the tickets that match, in transactions of `maxTicketsErasedAtOnce` tickets at most, so that
   * purchases and admissions go on. Each transaction stores how many tickets there are so far: the first one adds the audit
   * entry that `entryOf` makes of that number, the others replace its `after`. Without a ticket there is no entry. After an
   * interruption, or an error, erase again.
   */
  erase(
    filter: PurchaserDataFilter,
    entryOf: (tickets: number) => NewAuditEntry,
    options?: ErasureOptions,
  ): Promise<Erasure>
}

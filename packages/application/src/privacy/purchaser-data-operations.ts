import { type CalendarDate, type Email, type Refusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import type {
  ErasedCount,
  Erasure,
  ErasureOptions,
  PurchaserDataCount,
  PurchaserDataFilter,
} from './purchaser-data-repository.ts'

export const purchaserDataOperations = ({ purchaserData, now, today }: MuseumPorts) => ({
  /** Counts the tickets and reservations from which an erasure would erase purchaser data. */
  countPurchaserData: (filter: PurchaserDataFilter): Promise<PurchaserDataCount> =>
    purchaserData.count(filter, today()),

  /**
   * Erases the e-mail address, compared in the form of `comparableEmail`, and the phone number of a purchaser from all
   * tickets and reservations. This cannot be undone. Otherwise these stay as they are, and tickets still admit. The audit entry has the
   * numbers of tickets and reservations, but not the address.
   */
  erasePurchaserData: (email: Email, actor: Actor, options?: ErasureOptions): Promise<Erasure> =>
    purchaserData.erase(
      { email },
      (erased) =>
        recordChange({ now }, actor, { kind: 'purchaser-data', id: 'one-purchaser' }, 'erasePurchaserData', {
          after: auditedCount(erased),
        }),
      options,
    ),

  /**
   * Erases the e-mail addresses and phone numbers from all tickets for dates before `before`, and from reservations for such dates that
   * ended without being sold; otherwise like `erasePurchaserData`. Returns `date-in-the-future` when `before` is after today.
   */
  expirePurchaserData: async (
    before: CalendarDate,
    actor: Actor,
    options?: ErasureOptions,
  ): Promise<Erasure | Refusal<'date-in-the-future'>> =>
    checkDateToExpire(before, today()) ??
    purchaserData.erase(
      { before },
      (erased) =>
        recordChange({ now }, actor, { kind: 'purchaser-data', id: before }, 'expirePurchaserData', {
          after: auditedCount(erased),
        }),
      options,
    ),
})

const auditedCount = ({ tickets, reservations }: ErasedCount) => ({
  tickets,
  ...(reservations > 0 && { reservations }),
})

/** Returns `date-in-the-future` when `before` is after today. */
export const checkDateToExpire = (
  before: CalendarDate,
  today: CalendarDate,
): Refusal<'date-in-the-future'> | undefined =>
  before > today
    ? refuse('date-in-the-future', `${before} is after today, ${today}. The data on upcoming tickets do not expire.`)
    : undefined

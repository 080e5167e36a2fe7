import { type CalendarDate, type Refusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import type { Erasure, ErasureOptions } from './purchaser-data-repository.ts'

/** The date is after today. */
export type DateInTheFuture = Refusal<'date-in-the-future'>

/**
 * Erases the e-mail addresses and phone numbers from all tickets for dates before `before`; otherwise like
 * `ErasePurchaserData`. `date-in-the-future` when `before` is after today.
 */
export type ExpirePurchaserData = (
  before: CalendarDate,
  actor: Actor,
  options?: ErasureOptions,
) => Promise<Erasure | DateInTheFuture>

/** `date-in-the-future` when `before` is after today. */
export const checkDateToExpire = (before: CalendarDate, today: CalendarDate): DateInTheFuture | undefined =>
  before > today
    ? refuse('date-in-the-future', `${before} is after today, ${today}. The data of upcoming tickets do not expire.`)
    : undefined

export const expirePurchaserData =
  ({ purchaserData, now, today }: Pick<MuseumPorts, 'purchaserData' | 'now' | 'today'>): ExpirePurchaserData =>
  async (before, actor, options) => {
    const refusal = checkDateToExpire(before, today())
    if (refusal !== undefined) return refusal
    return purchaserData.erase(
      { before },
      (tickets) =>
        recordChange({ now }, actor, {
          operation: 'expirePurchaserData',
          subject: { kind: 'purchaser-data', id: before },
          before: null,
          after: { tickets },
        }),
      options,
    )
  }

import { type Museum, serverPrincipal } from '@museum/application'
import { CalendarDate, isRefusal } from '@museum/domain'
import type { Logger } from 'pino'
import { type RepeatedTask, startRepeatedTask } from './repeated-task.ts'

type Expiry = Readonly<{
  museum: Pick<Museum, 'expirePurchaserData'>
  /** The data of tickets for dates that are more days before today are erased. */
  retentionDays: number
  /** The current date in the museum's time zone. */
  today: () => CalendarDate
  log: Logger
  /** Milliseconds between two looks at the date. */
  interval?: number
}>

/**
 * Erases the e-mail addresses and phone numbers on tickets for past dates: now, and once on each date of the museum. After an
 * error, or when erased data could not be overwritten yet, it is repeated after the interval.
 */
export const startPurchaserDataExpiry = ({
  museum,
  retentionDays,
  today,
  log,
  interval = 600_000,
}: Expiry): RepeatedTask => {
  let doneOn: CalendarDate | undefined
  return startRepeatedTask(
    async (signal) => {
      const date = today()
      if (date === doneOn) return
      const before = CalendarDate.ofDays(Math.max(0, CalendarDate.toDays(date) - retentionDays))!
      const erasure = await museum.expirePurchaserData(before, serverPrincipal, { isAborted: () => signal.aborted })
      // A server with another clock than `today` has: never.
      if (isRefusal(erasure)) throw new Error(erasure.because)
      const { tickets, isOverwritten } = erasure
      if (tickets > 0) log.info({ tickets, before }, 'the e-mail addresses and phone numbers of past dates are erased')
      if (isOverwritten) doneOn = date
    },
    interval,
    (error) =>
      log.warn({ error }, 'the data of purchasers could not be erased; the next attempt follows in ten minutes'),
  )
}

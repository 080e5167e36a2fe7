import { setTimeout } from 'node:timers/promises'
import { deliverMessages } from '@museum/adapters-messaging'
import {
  type ClaimedDelivery,
  type ClaimedMail,
  type ClaimedPayment,
  type ClaimedWebhookDelivery,
  type DeliveryRepository,
  type DeliveryResult,
  type Museum,
  type ReservationRepository,
  type Webhooks,
  serverPrincipal,
} from '@museum/application'
import { CalendarDate, isRefusal } from '@museum/domain'
import type { Logger } from 'pino'

export type RepeatedTask = Readonly<{
  /** Stops the task, and resolves when it is no longer running. */
  stop: () => Promise<void>
}>

/**
 * Runs `run` at once, and then every `interval` milliseconds unless it is still running. Its signal is aborted when the task
 * is stopped. An error goes to `onError`; the next run follows after the interval.
 */
const startRepeatedTask = (
  run: (signal: AbortSignal) => Promise<unknown>,
  interval: number,
  onError: (error: unknown) => void,
): RepeatedTask => {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  const start = () => {
    running ??= run(stopped.signal)
      .then(() => undefined, onError)
      .finally(() => (running = undefined))
  }
  start()
  const timer = setInterval(start, interval)
  return {
    async stop() {
      stopped.abort()
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Deletes what is no longer kept, at once and then every `interval` milliseconds, in small steps, so that requests do not wait
 * long. `removed` names it for the log.
 */
export const startCleanup = (
  removeSome: () => Promise<number>,
  removed: string,
  log: Logger,
  interval = 60_000,
): RepeatedTask =>
  startRepeatedTask(
    async (signal) => {
      while (!signal.aborted && (await removeSome()) > 0);
    },
    interval,
    (error) => log.warn({ error }, `${removed} could not be removed; the next attempt follows in a minute`),
  )

/** While the database is unavailable, each attempt fails: calls `warn` at most once a minute. */
const onceAMinute = (warn: (error: unknown) => void) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return (error: unknown): void => {
    if (performance.now() - warnedAt < 60_000) return
    warnedAt = performance.now()
    warn(error)
  }
}

/**
 * Gives back the places of reservations whose time is over, at once and then every `interval` milliseconds, in small steps, so that
 * purchases do not wait long.
 */
export const startGivingBack = (
  { giveBackEnded }: Pick<ReservationRepository, 'giveBackEnded'>,
  log: Logger,
  interval = 5_000,
): RepeatedTask =>
  startRepeatedTask(
    async (signal) => {
      while (!signal.aborted && (await giveBackEnded()));
    },
    interval,
    onceAMinute((error) =>
      log.warn(
        { error },
        'the places of reservations whose time is over could not be given back; it is attempted again',
      ),
    ),
  )

const isMail = (delivery: ClaimedDelivery): delivery is ClaimedMail => delivery.receiver === 'mail'
const isPayment = (delivery: ClaimedDelivery): delivery is ClaimedPayment => delivery.receiver === 'payments'

type DeliveryParts = Readonly<{
  deliveries: DeliveryRepository
  attemptDelivery: Webhooks['attemptDelivery']
  /** Absent when this server sends no e-mails. */
  attemptMail?: ((delivery: ClaimedMail) => Promise<DeliveryResult>) | undefined
  /** Absent when nothing is paid online. */
  attemptPayment?: ((delivery: ClaimedPayment) => Promise<DeliveryResult>) | undefined
  onResult?: ((result: DeliveryResult) => void) | undefined
  log: Logger
}>

/** Delivers messages to the receivers of webhooks, sends e-mails, and asks the payment provider, if this server does so. */
export const startDelivery = ({
  deliveries,
  attemptDelivery,
  attemptMail,
  attemptPayment,
  onResult,
  log,
}: DeliveryParts): RepeatedTask =>
  deliverMessages({
    deliveries: {
      ...deliveries,
      receivers: async () =>
        (await deliveries.receivers()).filter(
          (receiver) =>
            (receiver !== 'mail' || attemptMail !== undefined) &&
            (receiver !== 'payments' || attemptPayment !== undefined),
        ),
    },
    attempt: (delivery) => {
      if (isMail(delivery)) return attemptMail!(delivery)
      if (isPayment(delivery)) return attemptPayment!(delivery)
      return attemptDelivery(delivery as ClaimedWebhookDelivery, ({ webhookId }) =>
        log.warn({ webhookId }, 'the webhook is disabled: its receiver wants no more messages, or took none for days'),
      )
    },
    ...(onResult !== undefined && { onResult }),
    onError: onceAMinute((error) => log.warn({ error }, 'messages could not be delivered; they are attempted again')),
  })

/** A run adds up the sales of the latest dates; after this number of runs, one adds up all dates. */
const [latestDates, runsOfLatest] = [2, 11]

/**
 * Adds up what was sold, at once, and then every `interval` milliseconds, for the reports of sales: all dates at first and once
 * an hour, otherwise the latest ones. It works at most half of the time, so that requests do not wait long while a year is added
 * up for the first time.
 */
export const startSalesSums = (
  museum: Pick<Museum, 'storeSalesSums'>,
  log: Logger,
  interval = 300_000,
): RepeatedTask => {
  let untilAll = 0
  return startRepeatedTask(
    async (signal) => {
      const isOfAll = untilAll === 0
      let startedAt = performance.now()
      let dates = 0
      await museum.storeSalesSums(async () => {
        await setTimeout(performance.now() - startedAt)
        startedAt = performance.now()
        dates += 1
        return !signal.aborted && (isOfAll || dates < latestDates)
      })
      untilAll = isOfAll ? runsOfLatest : untilAll - 1
    },
    interval,
    (error) =>
      log.warn({ error }, 'sales could not be added up: reports take longer; the next attempt follows in five minutes'),
  )
}

/**
 * Compares what was paid at the payment provider with the payments of the museum, at once and then every `interval` milliseconds. The
 * visitor of an unknown payment has paid for nothing: it is logged until a person has refunded it at the provider.
 */
export const startReconciliation = (
  { reconcilePayments }: Pick<Museum, 'reconcilePayments'>,
  log: Logger,
  interval = 3_600_000,
): RepeatedTask =>
  startRepeatedTask(
    async () => {
      for (const { paymentId, reservationId, amount, currency, reference } of await reconcilePayments())
        log.warn(
          { paymentId, reservationId, reference, amount: amount / 100, currency },
          'a visitor has paid at the payment provider for a reservation that is not stored here; refund it there',
        )
    },
    interval,
    (error) =>
      log.warn(
        { error },
        'the payments at the payment provider could not be compared; the next attempt follows in an hour',
      ),
  )

type Expiry = Readonly<{
  museum: Pick<Museum, 'expirePurchaserData'>
  /** The data on tickets and reservations are erased once their date is more than this number of days before today. */
  retentionDays: number
  /** The current date in the museum's time zone, by the clock of this machine. */
  today: () => CalendarDate
  /** The same by the clock of the database. */
  databaseToday: () => Promise<CalendarDate>
  log: Logger
  /** Milliseconds between two checks of the date. */
  interval?: number
}>

/**
 * Erases the e-mail addresses and phone numbers on tickets for past dates: now, and once on each date of the museum. After an
 * error, or when erased data could not be overwritten yet, it is repeated after the interval. Erased data are lost. So the
 * earlier date of the clocks of this machine and of the database counts, and a single wrong clock erases nothing too early.
 */
export const startPurchaserDataExpiry = ({
  museum,
  retentionDays,
  today,
  databaseToday,
  log,
  interval = 600_000,
}: Expiry): RepeatedTask => {
  let doneOn: CalendarDate | undefined
  return startRepeatedTask(
    async (signal) => {
      const ownDate = today()
      if (ownDate === doneOn) return
      const databaseDate = await databaseToday()
      const date = databaseDate < ownDate ? databaseDate : ownDate
      if (date === doneOn) return
      const before = CalendarDate.ofDays(Math.max(0, CalendarDate.toDays(date) - retentionDays))!
      const erasure = await museum.expirePurchaserData(before, serverPrincipal, { isAborted: () => signal.aborted })
      // Refused only for dates after today, and `before` is never one.
      if (isRefusal(erasure)) throw new Error(erasure.because)
      const { tickets, reservations, isOverwritten } = erasure
      if (tickets + reservations > 0)
        log.info(
          { tickets, before, ...(reservations > 0 && { reservations }) },
          'the e-mail addresses and phone numbers of past dates are erased',
        )
      if (isOverwritten) doneOn = date
    },
    interval,
    (error) =>
      log.warn({ error }, 'the data of purchasers could not be erased; the next attempt follows in ten minutes'),
  )
}

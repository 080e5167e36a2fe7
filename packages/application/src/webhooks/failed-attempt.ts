import { Delivery, type Instant } from '@museum/domain'
import { Unavailable } from '@museum/concurrency'
import type { ClaimedDelivery, DeliveryResult } from './delivery-repository.ts'

/**
 * Why an attempt failed; the seconds after which the receiver wants to be asked again; whether another attempt would fail too; and
 * whether the receiver works, and only this message is concerned.
 */
export type Failure = Readonly<{
  because: string
  status?: number | undefined
  retryAfter?: number | undefined
  isPermanent?: boolean | undefined
  isOfMessage?: boolean | undefined
}>

/** The greatest length of the sentence that says why an attempt failed. */
const maxBecause = 500

/** The result of a failed attempt: the next one is due after a pause, or the delivery has failed. */
export const failedAttempt = <Delivered extends ClaimedDelivery>(
  delivery: Delivered,
  { because, status, retryAfter, isPermanent = false, isOfMessage = false }: Failure,
  at: Instant,
  random: number,
): DeliveryResult => {
  const attempt = {
    delivery,
    at,
    because: because.slice(0, maxBecause),
    ...(status !== undefined && { status }),
    ...(isOfMessage && { isOfMessage }),
  }
  const seconds = isPermanent ? undefined : Delivery.pauseAfter(delivery.attempts + 1, random, retryAfter)
  return seconds === undefined ? { ...attempt, result: 'failed' } : { ...attempt, result: 'retried', seconds }
}

/** Says why a message could not be made. Rethrows `Unavailable`: the message can be read later. */
export const failureOfDefect = (error: unknown): Pick<Failure, 'because' | 'isOfMessage'> => {
  if (error instanceof Unavailable) throw error
  return { because: `The message could not be made: ${(error as Error).message}`, isOfMessage: true }
}

import type { Refund } from '@museum/client'
import { museumTimeIn } from '@museum/client/gate'
import { hundredths } from '../shell/amounts.ts'
import { clock } from '../shell/clock.ts'
import { signedIn } from '../shell/session.ts'

const limit = 100

/** How many tickets that were cancelled today are still to be refunded, and their sum in hundredths. */
export type RefundsDue = Readonly<{ tickets: number; amount: number }>

/** Reads the refunds that are still due of today: a page for each hundred. `null` where more are due than the museum counts. */
export const refundsDueToday = async (signal: AbortSignal): Promise<RefundsDue | null> => {
  const { client, museum } = signedIn()
  const dateOf = (moment: string) => museumTimeIn(museum.timeZone)(moment).date
  // The date of the museum may be a fixed one.
  const today = dateOf(new Date(clock.now()).toISOString())
  const isOfToday = ({ cancelledAt, currency }: Refund) =>
    cancelledAt !== null && currency === museum.currency && dateOf(cancelledAt) === today
  const read = (page: number) => client.listRefunds({ state: 'due', page, limit }, { signal }).page()
  const { items, total } = await read(1)
  // Those of today are in the last pages, which nobody can name then.
  if (total === undefined) return null
  const ofToday = items.filter(isOfToday)
  // In the order of the cancellation: those of today are in the last pages.
  for (let page = Math.ceil(total / limit); page > 1; page -= 1) {
    const found = (await read(page)).items.filter(isOfToday)
    ofToday.push(...found)
    if (found.length === 0) break
  }
  return { tickets: ofToday.length, amount: ofToday.reduce((sum, { amount }) => sum + hundredths(amount), 0) }
}

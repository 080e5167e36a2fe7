import { eraseTabText, storeTabText, tabText } from '../shell/browser-storage.ts'
import type { ChosenTimes, Counts, Offer } from './sale.ts'

/** A sale that is being entered in this tab, without the address of its purchaser. */
export type OpenSale = Readonly<{
  username: string
  date: string
  chosenKey?: string | undefined
  counts: Counts
  times: ChosenTimes
  /** What is sold, and what was offered last. */
  offers: readonly Offer[]
}>

const name = 'museum.open-sale'

/** Keeps a sale through a reload of the page. */
export const storeOpenSale = ({ counts, times, offers, ...others }: OpenSale): void => {
  const sold = offers.filter(({ key }) => [...counts.keys()].some((each) => each.startsWith(`${key} `)))
  const sale = { ...others, counts: [...counts], times: [...times], offers: sold }
  try {
    storeTabText(name, JSON.stringify(sale))
  } catch {
    // A browser that stores nothing does not prevent the sale.
  }
}

export const eraseOpenSale = (): void => eraseTabText(name)

/** The sale that a user had entered in this tab, unless a date of it has passed, or it cannot be read. */
export const openSaleOf = (username: string, today: string): OpenSale | undefined => {
  try {
    const stored = JSON.parse(tabText(name) ?? 'null') as
      | (Omit<OpenSale, 'counts' | 'times'> & Record<'counts' | 'times', readonly (readonly [string, never])[]>)
      | null
    if (stored?.username !== username || stored.offers.some(({ date }) => date < today)) return undefined
    return {
      ...stored,
      date: stored.date < today ? today : stored.date,
      counts: new Map(stored.counts),
      times: new Map(stored.times),
    }
  } catch {
    return undefined
  }
}

/** How many tickets the sale that a user has entered in this tab has. */
export const openTickets = (username: string, today: string): number =>
  [...(openSaleOf(username, today)?.counts.values() ?? [])].reduce((sum, quantity) => sum + quantity, 0)

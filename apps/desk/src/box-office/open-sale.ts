import { type Signal, signal } from '@preact/signals'
import { eraseTabText, storeTabText, tabText } from '../shell/browser-storage.ts'
import type { ChosenTimes, Counts, Offer } from './sale.ts'

/** What is typed about the purchaser of a sale, and the end of its reservation unless it is the usual one. */
export type Purchaser = Readonly<Record<'email' | 'phone' | 'label' | 'until', Signal<string>>>

export const noPurchaser = (): Purchaser => ({
  email: signal(''),
  phone: signal(''),
  label: signal(''),
  until: signal(''),
})

/** A sale that is being entered in this tab. */
export type OpenSale = Readonly<{
  username: string
  date: string
  chosenKey?: string | undefined
  counts: Counts
  times: ChosenTimes
  /** What is sold, and what was offered last. */
  offers: readonly Offer[]
  /** Absent after a reload. */
  purchaser?: Purchaser | undefined
}>

const name = 'museum.open-sale'

/** The purchaser of the sale that is stored: in the memory of this page only, and only while the sale has tickets. */
let purchaserOfStored: Purchaser | undefined

export const forgetPurchaser = (): void => {
  purchaserOfStored = undefined
}

/** Keeps a sale while other pages are shown and, without its purchaser, through a reload. */
export const storeOpenSale = ({ counts, times, offers, purchaser, ...others }: OpenSale): void => {
  purchaserOfStored = counts.size > 0 ? purchaser : undefined
  const sold = offers.filter(({ key }) => [...counts.keys()].some((each) => each.startsWith(`${key} `)))
  const sale = { ...others, counts: [...counts], times: [...times], offers: sold }
  try {
    storeTabText(name, JSON.stringify(sale))
  } catch {
    // A browser that stores nothing does not prevent the sale.
  }
}

export const eraseOpenSale = (): void => {
  forgetPurchaser()
  eraseTabText(name)
}

/** The sale that a user had entered in this tab, unless a date of it has passed, or it cannot be read. */
export const openSaleOf = (username: string, today: string): OpenSale | undefined => {
  try {
    const stored = JSON.parse(tabText(name) ?? 'null') as
      | (Omit<OpenSale, 'counts' | 'times' | 'purchaser'> &
          Record<'counts' | 'times', readonly (readonly [string, never])[]>)
      | null
    if (stored?.username !== username || stored.offers.some(({ date }) => date < today)) return undefined
    return {
      ...stored,
      date: stored.date < today ? today : stored.date,
      counts: new Map(stored.counts),
      times: new Map(stored.times),
      purchaser: purchaserOfStored,
    }
  } catch {
    return undefined
  }
}

/** How many tickets the sale that a user has entered in this tab has. */
export const openTickets = (username: string, today: string): number =>
  [...(openSaleOf(username, today)?.counts.values() ?? [])].reduce((sum, quantity) => sum + quantity, 0)

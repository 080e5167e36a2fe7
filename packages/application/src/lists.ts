import type { CalendarDate } from '@museum/domain'

/** The requested part of a list: `page` from 1, `limit` items a page. */
export type PageRequest = Readonly<{ page: number; limit: number }>

/** The page that a client gets when it asks for none. */
export const defaultPage: PageRequest = { page: 1, limit: 10 }

/** A list is counted up to this number of items. */
export const maxCountedItems = 10_000

/** One page of a list. `total` is left out when the whole list has more than `maxCountedItems` items. */
export type Page<Item> = Readonly<{ items: readonly Item[]; total?: number }>

/** `counted` is the number of items in the list, or any number above `maxCountedItems` for a longer list. */
export const pageWithTotal = <Item>(items: readonly Item[], counted: number): Page<Item> =>
  counted > maxCountedItems ? { items } : { items, total: counted }

/** From `startDate` to `endDate`, both included; without an `endDate`, it has no end. */
export type Period = Readonly<{ startDate: CalendarDate; endDate?: CalendarDate | undefined }>

/** The period of a request: `startDate` is today when it is not given. It may lie in the past. */
export type PeriodQuery = Readonly<{ [End in keyof Period]?: Period[End] | undefined }>

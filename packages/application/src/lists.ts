import { CalendarDate, type MemberFault } from '@museum/domain'

/** The requested part of a list: `page` from 1, `limit` items a page. */
export type PageRequest = Readonly<{ page: number; limit: number }>

/**
 * A part of a list: a page, or the `limit` items after an item that was listed before, wherever that item is now. A reader that
 * continues after the last item misses no item that keeps its place in the order, whatever is added to the list, moved in it, or
 * removed from it meanwhile.
 */
export type ListRequest<Item> = PageRequest | Readonly<{ after: Item; limit: number }>

/**
 * A part of a list. It has fewer items than the limit only at the end of the list. `total` is left out when the whole list has more
 * than `Page.maxCountedItems` items, and when the part was requested by the item before it.
 */
export type Page<Item> = Readonly<{ items: readonly Item[]; total?: number }>

const maxCountedItems = 10_000

/** The parts of lists. */
export const Page = {
  /** The page that a client gets when it asks for none. */
  first: { page: 1, limit: 10 },
  /** A list is counted up to this number of items. */
  maxCountedItems,
  /** A page; `counted` is the number of items in the list, or any number above `maxCountedItems` for a longer list. */
  of: <Item>(items: readonly Item[], counted: number): Page<Item> =>
    counted > maxCountedItems ? { items } : { items, total: counted },
}

/** From `startDate` to `endDate`, both included; without an `endDate`, it has no end. */
export type Period = Readonly<{ startDate: CalendarDate; endDate?: CalendarDate | undefined }>

/** The period of a request: `startDate` is today when it is not given. It may lie in the past. */
export type PeriodQuery = Readonly<{ [End in keyof Period]?: Period[End] | undefined }>

/**
 * The fault of a period that ends before it begins, or has more than `maxDays` dates. `names` are those of the members with
 * its first and its last date.
 */
export const faultOfPeriod = (
  [first, last]: readonly [CalendarDate, CalendarDate],
  names: readonly [string, string],
  maxDays: number,
): MemberFault | undefined => {
  const [firstName, lastName] = names
  if (first > last)
    return {
      member: firstName,
      code: 'start-after-end',
      detail: `must not be after ${lastName}: ${first} is after ${last}`,
      values: { from: first, to: last },
    }
  const days = CalendarDate.toDays(last) - CalendarDate.toDays(first) + 1
  return days > maxDays
    ? {
        member: lastName,
        code: 'too-many-days',
        detail: `must be less than ${maxDays} days after ${firstName}: the period has ${days} days`,
        values: { max: maxDays, days },
      }
    : undefined
}

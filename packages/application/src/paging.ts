/** The wanted part of a list: `page` from 1, `limit` items a page. */
export type PageRequest = Readonly<{ page: number; limit: number }>

/** The page of a list that is returned to a client that asks for no page. */
export const defaultPage: PageRequest = { page: 1, limit: 10 }

/** Counting the items of a list stops above this number. */
export const maxCountedItems = 10_000

/** One page of a list. `total` is left out when the whole list has more than `maxCountedItems` items. */
export type Page<Item> = Readonly<{ items: readonly Item[]; total?: number }>

/** `counted` is the number of items in the list, or more than `maxCountedItems` where counting stopped there. */
export const pageOf = <Item>(items: readonly Item[], counted: number): Page<Item> =>
  counted > maxCountedItems ? { items } : { items, total: counted }

import { type ListRequest, Page } from '@museum/application'

/** The requested part of a list that is in the order of `compare`. */
export const listPart = <Item extends Position, Position = Item>(
  items: readonly Item[],
  request: ListRequest<Position>,
  compare: (one: Position, other: Position) => number,
): Page<Item> => {
  const sorted = items.toSorted(compare)
  const { limit } = request
  if ('after' in request) return { items: sorted.filter((item) => compare(item, request.after) > 0).slice(0, limit) }
  return Page.of(sorted.slice((request.page - 1) * limit, request.page * limit), sorted.length)
}

/** Compares texts by their UTF-16 code units, as identifiers and dates are ordered. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

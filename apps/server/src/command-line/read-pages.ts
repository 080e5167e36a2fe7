import type { Page, PageRequest } from '@museum/application'

const pageSize = 100

/**
 * All items of a list that is read by page, at most `limit`. An item that was added meanwhile may move others to the next
 * page, so that they are read twice; each is returned once.
 */
export const readPages = async <Item>(
  readPage: (page: PageRequest) => Promise<Page<Item>>,
  idOf: (item: Item) => unknown,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Item[]> => {
  const items = new Map<unknown, Item>()
  for (let page = 1; ; page += 1) {
    const found = await readPage({ page, limit: pageSize })
    for (const item of found.items) items.set(idOf(item), item)
    if (found.items.length < pageSize || items.size >= limit) return [...items.values()].slice(0, limit)
  }
}

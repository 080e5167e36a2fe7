import type { OperationName, Page, PageRequest } from '@museum/application'
import type { OpenMuseum } from './open-museum.ts'

/**
 * Opens the museum of the configuration for a command that calls these operations, and closes it afterwards. The modules
 * are loaded when it is called, so that help and usage errors need neither them nor a configuration.
 */
export const withMuseum = async <Name extends OperationName>(
  names: readonly Name[],
  run: (museum: OpenMuseum<Name>) => Promise<void>,
): Promise<void> => (await import('./open-museum.ts')).withOpenMuseum(names, run)

const pageSize = 100

/**
 * Reads all items of a paginated list, at most `limit`. An item that is added meanwhile may move others to the next page, so
 * that they are read twice; each is returned once.
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

import type { ListRequest, Page } from '@museum/application'
import type { OpenMuseum } from './open-museum.ts'

/**
 * Opens the museum of the configuration for a command, and closes it afterwards. The modules are loaded when it is called, so that
 * help and usage errors need neither them nor a configuration.
 */
export const withMuseum = async (run: (open: OpenMuseum) => Promise<void>): Promise<void> =>
  (await import('./open-museum.ts')).withOpenMuseum(run)

const partSize = 100

/**
 * Reads all items of a list, at most `limit`, in parts: each begins after the last item of the part before. An item that moves
 * to a later place meanwhile is read twice, and returned once.
 */
export const readList = async <Item>(
  readPart: (request: ListRequest<Item>) => Promise<Page<Item>>,
  idOf: (item: Item) => unknown,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Item[]> => {
  const items = new Map<unknown, Item>()
  for (let request: ListRequest<Item> = { page: 1, limit: partSize }; ;) {
    const part = await readPart(request)
    for (const item of part.items) items.set(idOf(item), item)
    if (part.items.length < partSize || items.size >= limit) return [...items.values()].slice(0, limit)
    request = { after: part.items.at(-1)!, limit: partSize }
  }
}

import type { DataAndResponse } from './response-promise.ts'

/** One page of a list. */
export type Page<Item> = Readonly<{
  items: readonly Item[]
  /** The length of the whole list, unless it is longer than 10,000. */
  total: number | undefined
  /** The response, with its headers; its body was read. */
  response: Response
}>

/**
 * A list that the server returns in pages. `for await (const item of list)` requests page after page, from the one that was
 * asked for to the last, each when its first item is needed. Each iteration sends requests of its own.
 */
export type List<Item> = AsyncIterable<Item> &
  Readonly<{
    /** The page that was asked for: one request. */
    page: () => Promise<Page<Item>>
    /** The pages, from the one that was asked for to the last. */
    pages: () => AsyncIterable<Page<Item>>
  }>

/** A list whose pages `load` requests by their query. */
export const list = <Item>(query: object, load: (query: object) => Promise<DataAndResponse<unknown>>): List<Item> => {
  const page = async (from: object): Promise<Page<Item>> => {
    const { data, response } = await load(from)
    const total = response.headers.get('X-Total-Count')
    return { items: data as readonly Item[], total: total === null ? undefined : Number(total), response }
  }
  async function* pages() {
    for (let from: object | undefined = query; from !== undefined;) {
      const current: Page<Item> = await page(from)
      yield current
      from = nextQuery(current.response)
    }
  }
  return {
    page: () => page(query),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items
    },
  }
}

/**
 * The query of the next page in the `Link` header (RFC 8288). Only the query: a proxy may have removed a prefix from the path,
 * and the credentials are sent to no other place.
 */
const nextQuery = ({ headers }: Response): object | undefined => {
  const [, target] = /<([^>]*)>; *rel="?next"?/.exec(headers.get('Link') ?? '') ?? []
  return target === undefined ? undefined : Object.fromEntries(new URL(target, 'http://path.invalid').searchParams)
}

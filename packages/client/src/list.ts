import { UnexpectedResponseError } from './errors.ts'
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
 * A list that the server returns in pages. `for await (const item of list)` requests page after page, from the
 * requested one to the last, each when its first item is needed. Each iteration sends requests of its own. It rejects
 * with an `UnexpectedResponseError` when the next page is on another origin, or does not have a higher number.
 */
export type List<Item> = AsyncIterable<Item> &
  Readonly<{
    /** The requested page, with one request. */
    page: () => Promise<Page<Item>>
    /** The pages, from the requested one to the last. */
    pages: () => AsyncIterable<Page<Item>>
  }>

/** A list at `url`, whose pages `load` requests by their query. */
export const list = <Item>(
  url: string,
  query: object,
  load: (query: object) => Promise<DataAndResponse<unknown>>,
): List<Item> => {
  const page = async (from: object): Promise<Page<Item>> => {
    const { data, response } = await load(from)
    const total = response.headers.get('X-Total-Count')
    return { items: data as readonly Item[], total: total === null ? undefined : Number(total), response }
  }
  async function* pages() {
    for (let from: Query | undefined = query; from !== undefined;) {
      const current: Page<Item> = await page(from)
      yield current
      from = nextQuery(url, from, current)
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

type Query = Readonly<{ page?: number | string }>

/**
 * The query of the next page, from the `Link` header (RFC 8288). Only the query, because a proxy may have removed a
 * prefix from the path, and so that credentials are never sent elsewhere. Throws unless the next page has a higher
 * number, since the list might never end.
 */
const nextQuery = (url: string, { page = 1 }: Query, { items, response }: Page<unknown>): Query | undefined => {
  const [, target] = /<([^<>]*)>; *rel="?next"?/.exec(response.headers.get('Link') ?? '') ?? []
  if (target === undefined) return undefined
  const { origin, searchParams } = new URL(target, url)
  const next: Query = Object.fromEntries(searchParams)
  if (origin === new URL(url).origin && Number(next.page) > Number(page)) return next
  const reason = `the next page of page ${page} is page ${next.page} on ${origin}`
  throw new UnexpectedResponseError(`GET ${url}`, response, JSON.stringify(items), reason)
}

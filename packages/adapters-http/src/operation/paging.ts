import { type Page, countedUpTo } from '@museum/application'
import type { Context } from 'hono'
import { z } from 'zod'
import type { ListQuery } from './values.wire.ts'

/** The headers of a list, for its documentation. */
export const listHeaders = z.object({
  Link: z.string().meta({ description: 'The first, prev, next and last pages (RFC 8288).' }),
  'X-Total-Count': z
    .string()
    .optional()
    .meta({ description: `The length of the whole list, unless it is longer than ${countedUpTo}.` }),
  ETag: z.string().meta({ description: 'Names this state of the page.' }),
})

/** `Link` and `X-Total-Count` of one page of a list. */
export const pagingHeaders = (
  c: Context,
  { page, limit, ...period }: ListQuery,
  { items, total }: Page<unknown>,
): Record<string, string> => {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / limit))
  const more = last === undefined ? items.length === limit && page < 999_999_999 : page < last
  const pages = {
    first: 1,
    prev: page > 1 ? Math.min(page - 1, last ?? page - 1) : undefined,
    next: more ? page + 1 : undefined,
    last,
  }
  const target = (number: number) => {
    const query = { ...period, page: String(number), limit: String(limit) }
    const sent = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `<${c.req.path}?${new URLSearchParams(sent).toString()}>`
  }
  const links = Object.entries(pages).flatMap(([rel, number]) =>
    number === undefined ? [] : [`${target(number)}; rel="${rel}"`],
  )
  return { Link: links.join(', '), ...(total !== undefined && { 'X-Total-Count': String(total) }) }
}

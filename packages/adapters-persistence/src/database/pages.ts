import { type ListRequest, Page } from '@museum/application'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { MuseumTables } from './museum-tables.ts'

/** The item after which the requested ones come, if they are requested so. */
export const precedingItem = <Item>(request: ListRequest<Item>): Item | undefined =>
  'after' in request ? request.after : undefined

/** How many of the selected items come before the requested ones: none when those before them are not selected. */
export const pageOffset = (request: ListRequest<unknown>): number =>
  'after' in request ? 0 : (request.page - 1) * request.limit

/**
 * These items with the total number of the list, when a page was requested. `count` is called only if the total does not follow from
 * the page itself.
 */
export const pageWithCountedTotal = async <Item>(
  items: readonly Item[],
  request: ListRequest<unknown>,
  count: () => Promise<number>,
): Promise<Page<Item>> => {
  if ('after' in request) return { items }
  const offset = pageOffset(request)
  // A page that is neither empty nor full is the last one, so its end is the total number.
  const isLast = items.length < request.limit && (items.length > 0 || offset === 0)
  return Page.of(items, isLast ? offset + items.length : await count())
}

/** Counts the rows of a select, up to `limit`: by default, one more than `Page.maxCountedItems`. */
export const countItems = async <Table extends keyof MuseumTables, Row>(
  tables: Kysely<MuseumTables>,
  rows: SelectQueryBuilder<MuseumTables, Table, Row>,
  limit: number = Page.maxCountedItems + 1,
): Promise<number> => {
  const { counted } = await tables
    .selectFrom(rows.limit(limit).as('listed'))
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

import { type Page, type PageRequest, maxCountedItems, pageWithTotal } from '@museum/application'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { MuseumTables } from './museum-tables.ts'

/** How many items come before a page. */
export const offsetOf = ({ page, limit }: PageRequest): number => (page - 1) * limit

/** A page of these items with their total number. `count` is called only if the total does not follow from the page itself. */
export const pageWithCountedTotal = async <Item>(
  items: readonly Item[],
  request: PageRequest,
  count: () => Promise<number>,
): Promise<Page<Item>> => {
  const offset = offsetOf(request)
  // A page that is neither empty nor full is the last one, so its end is the total number.
  const isLast = items.length < request.limit && (items.length > 0 || offset === 0)
  return pageWithTotal(items, isLast ? offset + items.length : await count())
}

/** Counts the rows of a select, up to one more than `maxCountedItems`. */
export const countItems = async <Table extends keyof MuseumTables, Row>(
  tables: Kysely<MuseumTables>,
  rows: SelectQueryBuilder<MuseumTables, Table, Row>,
): Promise<number> => {
  const { counted } = await tables
    .selectFrom(rows.limit(maxCountedItems + 1).as('listed'))
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

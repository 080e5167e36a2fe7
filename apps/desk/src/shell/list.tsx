import type { ComponentChildren } from 'preact'
import { texts } from './languages.ts'
import { route } from './router.ts'

/** Items as the elements of a list, or the sentence that there are none. */
export const List = <Item,>({
  items,
  empty,
  class: name = 'rows',
  children,
}: Readonly<{
  items: readonly Item[]
  empty: string
  class?: string
  children: (item: Item) => ComponentChildren
}>) => (items.length === 0 ? <p class="quiet">{empty}</p> : <ul class={name}>{items.map(children)}</ul>)

/** The number in the query of the route of the page of a list, from 1. */
export const listPage = (): number => Math.max(1, Number(route.value.query.get('page')) || 1)

/** The buttons to the pages of a list before and after `page`. Without a total, there may always be another one. */
export const Pager = ({
  page,
  limit,
  total = Infinity,
  onPage,
}: Readonly<{ page: number; limit: number; total?: number | undefined; onPage: (page: string) => void }>) => {
  const { shell } = texts.value
  return (
    <div class="row screen-only">
      {page > 1 && (
        <button type="button" onClick={() => onPage(String(page - 1))}>
          {shell.previous}
        </button>
      )}
      {page * limit < total && (
        <button type="button" onClick={() => onPage(String(page + 1))}>
          {shell.next}
        </button>
      )}
    </div>
  )
}

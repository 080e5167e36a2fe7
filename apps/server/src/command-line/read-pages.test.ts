import { describe, expect, it } from '@jest/globals'
import type { PageRequest } from '@museum/application'
import { readPages } from './with-museum.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const pageWithTotal = <Item>(items: readonly Item[], { page, limit }: PageRequest) => ({
  items: items.slice((page - 1) * limit, page * limit),
})

describe('the items of a paginated list', () => {
  it('are returned once each when an item is added while the pages are read', async () => {
    const items = numbers(150)
    const read = await readPages(
      async (page) => {
        const found = pageWithTotal(items, page)
        if (page.page === 1) items.unshift(-1)
        return found
      },
      (item) => item,
    )
    expect(read).toEqual(numbers(150))
  })

  it('are read up to a limit, and no page after it', async () => {
    const pages: number[] = []
    const read = await readPages(
      async (page) => {
        pages.push(page.page)
        return pageWithTotal(numbers(500), page)
      },
      (item) => item,
      150,
    )
    expect([read, pages]).toEqual([numbers(150), [1, 2]])
  })
})

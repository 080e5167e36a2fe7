import { describe, expect, it } from '@jest/globals'
import type { ListRequest } from '@museum/application'
import { readList } from './with-museum.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const partOf = (items: readonly number[], request: ListRequest<number>) => {
  const rest = 'after' in request ? items.filter((item) => item > request.after) : items
  return { items: rest.slice(0, request.limit) }
}

describe('the items of a list', () => {
  it('are returned once each when items before them are added and removed while the list is read', async () => {
    let items = numbers(350)
    const read = await readList<number>(
      async (request) => {
        const part = partOf(items, request)
        items = [-1, ...items.filter((item) => item % 100 !== 50)]
        return part
      },
      (item) => item,
    )
    expect(read).toEqual(numbers(350).filter((item) => item < 100 || item % 100 !== 50))
  })

  it('are returned once when they move to a later place', async () => {
    const moved = [{ id: 1, at: 0 }, ...numbers(120).map((n) => ({ id: 10 + n, at: 1 + n }))]
    const read = await readList<(typeof moved)[number]>(
      async (request) => {
        const rest = 'after' in request ? moved.filter(({ at }) => at > request.after.at) : moved
        const items = rest.toSorted((a, b) => a.at - b.at).slice(0, request.limit)
        moved[0] = { id: 1, at: 1_000 }
        return { items }
      },
      ({ id }) => id,
    )
    expect(read).toHaveLength(121)
  })

  it('are read up to a limit, and no part after it', async () => {
    const requests: unknown[] = []
    const read = await readList<number>(
      async (request) => {
        requests.push(request)
        return partOf(numbers(500), request)
      },
      (item) => item,
      150,
    )
    expect(read).toEqual(numbers(150))
    expect(requests).toEqual([
      { page: 1, limit: 100 },
      { after: 99, limit: 100 },
    ])
  })
})

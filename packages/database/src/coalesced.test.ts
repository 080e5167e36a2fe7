import { describe, expect, it } from '@jest/globals'
import { coalesced } from './batched.ts'

describe('coalesced', () => {
  it('runs equal requests of one turn of the event loop once, and a later one again', async () => {
    const runs: unknown[] = []
    const call = coalesced(async (request: { page: number }) => {
      runs.push(request)
      return request.page * 2
    }, undefined)
    expect(await Promise.all([call({ page: 1 }), call({ page: 2 }), call({ page: 1 })])).toEqual([2, 4, 2])
    expect(runs).toEqual([{ page: 1 }, { page: 2 }])
    expect(await call({ page: 1 })).toBe(2)
    expect(runs).toHaveLength(3)
  })

  it('does not make a request wait for a different one', async () => {
    const never = new Promise<never>(() => undefined)
    const call = coalesced(async ({ name }: { name: string }) => (name === 'hangs' ? never : name), undefined)
    const [, quick] = [call({ name: 'hangs' }), call({ name: 'quick' })]
    expect(await quick).toBe('quick')
  })
})

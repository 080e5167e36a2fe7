import { describe, expect, it } from '@jest/globals'
import type { OpenMuseum } from './open-museum.ts'

describe('a command', () => {
  it('does not compile when it calls an operation that it has not declared', () => {
    const run = ({ museum }: OpenMuseum<'listSpecialEvents' | 'listUsers'>) => [
      museum.listSpecialEvents,
      museum.listUsers,
      // @ts-expect-error Not declared.
      museum.createSpecialEvent,
    ]
    expect(run).toHaveLength(1)
  })
})

import { describe, expect, it } from '@jest/globals'
import { CommandFailed } from './command-failed.ts'
import { type OpenMuseum, withOpenMuseum } from './open-museum.ts'

describe('a command', () => {
  it('is refused before the museum is opened when the role of its principal may not call one of its operations', async () => {
    let isRun = false
    const run = async () => {
      isRun = true
    }
    const gate = { username: 'gate-1', role: 'gate' } as const
    await expect(withOpenMuseum(['listSpecialEvents', 'changeOpeningHours'], run, gate)).rejects.toThrow(
      new CommandFailed('The role gate may not call changeOpeningHours.'),
    )
    expect(isRun).toBe(false)
  })

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

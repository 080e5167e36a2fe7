import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryRepositories } from '@museum/testing'
import { sqliteUserRepository } from './sqlite-user-repository.mjs'

/**
 * Opens adapters for the contract of users: two servers share the users in one new file. The contract calls no other
 * repository.
 *
 * @type {import('@museum/testing/contracts').OpenAdapters}
 */
export const openUserAdapters = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'users-'))
  const [one, other] = [sqliteUserRepository(join(folder, 'users')), sqliteUserRepository(join(folder, 'users'))]
  return {
    one: { ...inMemoryRepositories(), users: one.users },
    other: { ...inMemoryRepositories(), users: other.users },
    // No part of a user expires.
    age: async () => undefined,
    close: async () => {
      for (const { close } of [one, other]) close()
      await rm(folder, { recursive: true })
    },
  }
}

import { describe, expect, it } from '@jest/globals'
import type { OpenAdapters } from './adapters.ts'
import { openForEachTest } from './open-for-each-test.ts'

/** The tests that every repository of users must pass. Run them once per adapter. */
export const userRepositoryContract = (adapter: string, open: OpenAdapters) =>
  describe(`the user repository in ${adapter}`, () => {
    const servers = openForEachTest(open)

    it('returns exactly the user that was put, and the last one of a name', async () => {
      const user = { username: 'Ōmura 🗝️:', passwordHash: 'scrypt$1' }
      await servers.one.users.put(user)
      expect(await servers.other.users.find(user.username)).toEqual(user)
      await servers.other.users.put({ ...user, passwordHash: 'scrypt$2' })
      expect(await servers.one.users.find(user.username)).toEqual({ ...user, passwordHash: 'scrypt$2' })
    })

    it('distinguishes user names by case, accent and space', async () => {
      await servers.one.users.put({ username: 'admin', passwordHash: 'scrypt$1' })
      for (const username of ['Admin', 'ádmin', 'admin ', ' admin', '', 'admi'])
        expect(await servers.one.users.find(username)).toBeUndefined()
    })

    it('adds the first user once, also when two servers start at once', async () => {
      expect(await servers.one.users.isEmpty()).toBe(true)
      const addFirst = (server: 'one' | 'other') =>
        servers[server].users.addFirst({ username: 'admin', passwordHash: `scrypt$${server}` })
      const [byOne, byOther] = await Promise.all([addFirst('one'), addFirst('other')])
      expect([byOne, byOther].toSorted()).toEqual([false, true])
      expect(await servers.one.users.isEmpty()).toBe(false)
      expect(await servers.one.users.find('admin')).toEqual({
        username: 'admin',
        passwordHash: byOne ? 'scrypt$one' : 'scrypt$other',
      })
    })

    it('lists the name of every user once', async () => {
      expect(await servers.one.users.usernames()).toEqual([])
      const names = ['Admin', 'Ōmura 🗝️', 'admin', 'admin ']
      await servers.one.users.addFirst({ username: 'admin', passwordHash: 'scrypt$1' })
      for (const username of names) await servers.one.users.put({ username, passwordHash: 'scrypt$2' })
      expect((await servers.other.users.usernames()).toSorted()).toEqual(names.toSorted())
    })

    it('adds no first user when there is a user', async () => {
      await servers.one.users.put({ username: 'director', passwordHash: 'scrypt$1' })
      expect(await servers.one.users.addFirst({ username: 'admin', passwordHash: 'scrypt$2' })).toBe(false)
      expect(await servers.one.users.find('admin')).toBeUndefined()
    })
  })

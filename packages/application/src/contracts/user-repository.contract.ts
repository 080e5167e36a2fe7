import { describe, expect, it } from '@jest/globals'
import type { OpenAdapters } from './adapters.ts'
import { openForEachTest } from './open-for-each-test.ts'

/** What any repository of users must do. Run it once per adapter. */
export const userRepositoryContract = (adapter: string, open: OpenAdapters) =>
  describe(`users kept in ${adapter}`, () => {
    const at = openForEachTest(open)

    it('gives back exactly who was put, and the last of a name', async () => {
      const user = { username: 'Ōmura 🗝️:', passwordHash: 'scrypt$1' }
      await at.one.users.put(user)
      expect(await at.other.users.find(user.username)).toEqual(user)
      await at.other.users.put({ ...user, passwordHash: 'scrypt$2' })
      expect(await at.one.users.find(user.username)).toEqual({ ...user, passwordHash: 'scrypt$2' })
    })

    it('tells user names apart by case, accent and blank', async () => {
      await at.one.users.put({ username: 'admin', passwordHash: 'scrypt$1' })
      for (const username of ['Admin', 'ádmin', 'admin ', ' admin', '', 'admi'])
        expect(await at.one.users.find(username)).toBeUndefined()
    })

    it('adds the first user once, also when two servers start at once', async () => {
      expect(await at.one.users.isEmpty()).toBe(true)
      const addFirst = (server: 'one' | 'other') =>
        at[server].users.addFirst({ username: 'admin', passwordHash: `scrypt$${server}` })
      const [byOne, byOther] = await Promise.all([addFirst('one'), addFirst('other')])
      expect([byOne, byOther].toSorted()).toEqual([false, true])
      expect(await at.one.users.isEmpty()).toBe(false)
      expect(await at.one.users.find('admin')).toEqual({
        username: 'admin',
        passwordHash: byOne ? 'scrypt$one' : 'scrypt$other',
      })
    })

    it('lists the name of every user once', async () => {
      expect(await at.one.users.usernames()).toEqual([])
      const names = ['Admin', 'Ōmura 🗝️', 'admin', 'admin ']
      await at.one.users.addFirst({ username: 'admin', passwordHash: 'scrypt$1' })
      for (const username of names) await at.one.users.put({ username, passwordHash: 'scrypt$2' })
      expect((await at.other.users.usernames()).toSorted()).toEqual(names.toSorted())
    })

    it('adds no first user beside another', async () => {
      await at.one.users.put({ username: 'director', passwordHash: 'scrypt$1' })
      expect(await at.one.users.addFirst({ username: 'admin', passwordHash: 'scrypt$2' })).toBe(false)
      expect(await at.one.users.find('admin')).toBeUndefined()
    })
  })

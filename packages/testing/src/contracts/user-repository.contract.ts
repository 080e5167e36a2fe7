import { isRefusal, refuse } from '@museum/domain'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { User } from '@museum/application'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const aUser = (but: Partial<User> = {}): User => ({
  username: 'admin',
  role: 'admin',
  isEnabled: true,
  passwordHash: 'scrypt$1',
  ...but,
})
const entry = anAuditEntry({ operation: 'addUser', subject: { kind: 'user', id: 'admin' } })
const entryOf = () => anAuditEntry({ operation: 'changeUserRole', subject: { kind: 'user', id: 'admin' } })
const entriesOf = () => [entryOf()]

/** The tests that every repository of users must pass. Run them once per adapter. */
export const userRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the user repository in ${adapter}`, open, ({ it, servers }) => {
    it('returns exactly the user that was added, and adds no other user of that name', async () => {
      const user = aUser({ username: 'Ōmura 🗝️', role: 'box-office', isEnabled: false })
      expect(await servers.one.users.add(user, entry)).toEqual(user)
      expect(await servers.other.users.find(user.username)).toEqual(user)
      const other = aUser({ username: user.username })
      expect(await servers.other.users.add(other, entry)).toEqual(User.nameTaken(user.username))
      expect(await servers.one.users.find(user.username)).toEqual(user)
    })

    it('distinguishes user names by case, accent and space', async () => {
      await servers.one.users.add(aUser(), entry)
      for (const username of ['Admin', 'ádmin', 'admin ', ' admin', '', 'admi'])
        expect(await servers.one.users.find(username)).toBeUndefined()
    })

    it('adds the first user once, also when two servers start at once', async () => {
      expect(await servers.one.users.isEmpty()).toBe(true)
      const addFirst = (server: 'one' | 'other') =>
        servers[server].users.addFirst(aUser({ passwordHash: `scrypt$${server}` }), entry)
      const [byOne, byOther] = await Promise.all([addFirst('one'), addFirst('other')])
      expect([byOne, byOther].toSorted()).toEqual([false, true])
      expect(await servers.one.users.isEmpty()).toBe(false)
      const passwordHash = byOne ? 'scrypt$one' : 'scrypt$other'
      expect(await servers.one.users.find('admin')).toEqual(aUser({ passwordHash }))
    })

    it('adds no first user when there is a user', async () => {
      await servers.one.users.add(aUser({ username: 'director' }), entry)
      expect(await servers.one.users.addFirst(aUser(), entry)).toBe(false)
      expect(await servers.one.users.find('admin')).toBeUndefined()
    })

    it('knows whether the password of a user is temporary, as it was last stored', async () => {
      const user = aUser({ passwordIsTemporary: true })
      expect(await servers.one.users.addFirst(user, entry)).toBe(true)
      expect(await servers.other.users.find('admin')).toEqual(user)
      const other = aUser({ username: 'director', passwordIsTemporary: true })
      await servers.one.users.add(other, entry)
      const after = aUser({ passwordHash: 'scrypt$2' })
      await servers.one.users.update('admin', () => after, entriesOf)
      expect(await servers.other.users.list()).toEqual([after, other])
      await servers.other.users.update('admin', () => user, entriesOf)
      expect(await servers.one.users.find('admin')).toEqual(user)
    })

    it('lists every user once, in the order of the UTF-8 bytes of the names', async () => {
      expect(await servers.one.users.list()).toEqual([])
      const names = ['Admin', 'admin', 'admin ', 'Ōmura', '\u{ff21}', '🗝️']
      for (const username of names.toReversed()) await servers.one.users.add(aUser({ username }), entry)
      expect(await servers.other.users.list()).toEqual(names.map((username) => aUser({ username })))
    })

    it('replaces a user by what is decided for it and for all others', async () => {
      const [user, other] = [aUser(), aUser({ username: 'director', role: 'reader' })]
      for (const each of [user, other]) await servers.one.users.add(each, entry)
      const after = aUser({ role: 'gate', isEnabled: false, passwordHash: 'scrypt$2' })
      const decide = (current: User, others: readonly User[]) => {
        expect([current, others]).toEqual([user, [other]])
        return after
      }
      expect(await servers.one.users.update(user.username, decide, entriesOf)).toEqual({ before: user, after })
      expect(await servers.other.users.list()).toEqual([after, other])
      expect(await servers.one.users.update('nobody', decide, entriesOf)).toEqual(User.notFound('nobody'))
    })

    it('removes a user', async () => {
      const [user, other] = [aUser(), aUser({ username: 'director' })]
      for (const each of [user, other]) await servers.one.users.add(each, entry)
      const findRefusal = (current: User, others: readonly User[]) => {
        expect([current, others]).toEqual([user, [other]])
        return undefined
      }
      expect(await servers.one.users.remove(user.username, findRefusal, entryOf)).toEqual(user)
      expect(await servers.other.users.list()).toEqual([other])
      expect(await servers.other.users.remove(user.username, findRefusal, entryOf)).toEqual(
        User.notFound(user.username),
      )
    })

    it('changes nothing when the change is refused', async () => {
      await servers.one.users.add(aUser(), entry)
      const no = refuse('no', 'No.')
      expect(await servers.one.users.update('admin', () => no, entriesOf)).toEqual(no)
      expect(await servers.one.users.remove('admin', () => no, entryOf)).toEqual(no)
      expect(await servers.one.users.list()).toEqual([aUser()])
    })

    const disable = (server: 'one' | 'other', username: string) =>
      servers[server].users.update(
        username,
        (user, others) => User.checkNotLastAdministrator(user, others) ?? { ...user, isEnabled: false },
        entriesOf,
      )
    const demote = (server: 'one' | 'other', username: string) =>
      servers[server].users.update(
        username,
        (user, others) => User.checkNotLastAdministrator(user, others) ?? { ...user, role: 'reader' },
        entriesOf,
      )
    const remove = (server: 'one' | 'other', username: string) =>
      servers[server].users.remove(username, User.checkNotLastAdministrator, entryOf)
    for (const [what, change, otherChange] of [
      ['two servers disable two administrators', disable, disable],
      ['two servers remove two administrators', remove, remove],
      ['two servers give two administrators another role', demote, demote],
      ['one server disables an administrator and another one removes one', disable, remove],
      ['one server removes an administrator and another one gives one another role', remove, demote],
    ] as const)
      it(`keeps one enabled administrator when ${what} at once`, async () => {
        for (let round = 1; round <= 8; round += 1) {
          const [a, b] = [`a${round}`, `b${round}`]
          await servers.one.users.add(aUser({ username: a }), entry)
          await servers.one.users.add(aUser({ username: b }), entry)
          for (const { username } of await servers.one.users.list())
            if (username !== a && username !== b) await servers.one.users.remove(username, () => undefined, entryOf)
          const outcomes = await Promise.all([change('one', a), otherChange('other', b)])
          expect(outcomes.filter(isRefusal)).toMatchObject([{ refusal: 'last-administrator' }])
          const left = await servers.other.users.list()
          expect(left.filter(({ role, isEnabled }) => role === 'admin' && isEnabled)).toHaveLength(1)
        }
      })

    it('makes all of several changes of one user at once, each based on the result of the one before', async () => {
      await servers.one.users.add(aUser({ passwordHash: '0' }), entry)
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          servers[n % 2 === 0 ? 'one' : 'other'].users.update<never>(
            'admin',
            (user) => ({ ...user, passwordHash: `${Number(user.passwordHash) + 1}` }),
            entriesOf,
          ),
        ),
      )
      expect(outcomes.filter(isRefusal)).toEqual([])
      expect(await servers.one.users.find('admin')).toMatchObject({ passwordHash: '10' })
    })
  })

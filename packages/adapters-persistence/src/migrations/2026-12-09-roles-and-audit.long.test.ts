import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createUsers } from '@museum/application'
import { anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { EventId, TicketId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { type VersionBeforeRoles, versionBeforeRoles } from '../../test/version-before-roles.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { migrate } from './migrate.ts'

describe.each(namedEngines)(
  'a database of the version before migration 2026-12-09-roles-and-audit, on %s,',
  (_, engine) => {
    let created: EmptyDatabase
    let database: MuseumDatabase
    let before: VersionBeforeRoles
    const [eventId, ticketId] = [exampleId(1), exampleId(101)]
    beforeEach(async () => {
      created = await engine.createDatabase()
      database = openDatabase(created.url)
      before = versionBeforeRoles(database)
      await before.migrate()
      await before.addUser('Ōmura 🗝️', 'scrypt$2', false)
      await before.addUser('admin', 'scrypt$1', true)
      await before.addDeletedEvent(eventId, ['2030-05-17', '2030-05-18'], ticketId)
    })
    afterEach(async () => {
      await database.close()
      await created.drop()
    })

    it('has, after the migration, the same users, who are enabled administrators', async () => {
      const usersBefore = await before.users()
      expect((await migrate(database))[0]).toBe('2026-12-09-roles-and-audit')
      const { users, audit } = kyselyRepositories(database)
      expect(await users.list()).toEqual([
        { username: 'admin', role: 'admin', isEnabled: true, passwordHash: 'scrypt$1' },
        { username: 'Ōmura 🗝️', role: 'admin', isEnabled: true, passwordHash: 'scrypt$2' },
      ])
      expect(await before.users()).toEqual(usersBefore)
      expect(await audit.list({}, { page: 1, limit: 10 })).toEqual({ items: [], total: 0 })
    })

    it('has, after the migration, users who can be changed and removed, and gets no other first user', async () => {
      await migrate(database)
      const repositories = kyselyRepositories(database)
      const users = createUsers({ ...inMemoryPorts(), ...repositories })
      expect(await users.updateUser('Ōmura 🗝️', { role: 'gate' }, anActor)).toMatchObject({ isChanged: true })
      expect(await users.updateUser('admin', { isEnabled: false }, anActor)).toMatchObject({
        refusal: 'last-administrator',
      })
      const first = { username: 'first', role: 'admin', isEnabled: true, passwordHash: 'scrypt$3' } as const
      expect(await repositories.users.addFirst(first, anAuditEntry())).toBe(false)
      expect(await users.removeUser('Ōmura 🗝️', anActor)).toMatchObject({ username: 'Ōmura 🗝️', role: 'gate' })
      expect((await repositories.audit.list({}, { page: 1, limit: 10 })).total).toBe(2)
    })

    it('has, after the migration, deleted events that can be restored with their tickets', async () => {
      await migrate(database)
      const { specialEvents, tickets } = kyselyRepositories(database)
      expect(await tickets.find(TicketId(ticketId))).toMatchObject({ state: 'cancelled' })
      expect(await specialEvents.restore(EventId(eventId), () => anAuditEntry())).toMatchObject({
        isChanged: true,
        event: {
          name: 'Night',
          revision: 3,
          occurrences: [
            { date: '2030-05-17', number: 1 },
            { date: '2030-05-18', number: 1 },
          ],
        },
      })
      expect(await tickets.find(TicketId(ticketId))).toMatchObject({ state: 'valid' })
    })
  },
)

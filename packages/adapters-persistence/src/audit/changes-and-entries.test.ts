import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Museum, Password, type Users, Username, createMuseum, createUsers } from '@museum/application'
import { anActor, inMemoryPorts, sellAlone, setHours } from '@museum/testing'
import { CalendarDate, Capacity, EventId, Price, TicketKeyId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEventDraft, anEventTicket, exampleId, hours } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'

const [stored, removed] = [1, 2].map((n) => EventId(exampleId(n))) as [EventId, EventId]
const colleague = { username: Username('colleague'), role: 'gate', password: Password('0123456789') } as const

/** Changes of a museum with an event, a deleted event and two users, each with the table that it writes last. */
const changes: readonly (readonly [
  name: string,
  table: string,
  change: (museum: Museum & Users) => Promise<unknown>,
])[] = [
  [
    'createSpecialEvent',
    'special_event_revision',
    (all) => all.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }),
  ],
  [
    'createSpecialEvent under a key',
    'special_event_revision',
    (all) =>
      all.createSpecialEvent(aSpecialEventDraft(), {
        actor: anActor,
        once: { idempotencyKey: 'a', fingerprint: 'f', render: ({ eventId }) => eventId },
      }),
  ],
  ['updateSpecialEvent', 'special_event', (all) => all.updateSpecialEvent(stored, { price: Price(1) }, anActor)],
  ['deleteSpecialEvent', 'special_event_revision', (all) => all.deleteSpecialEvent(stored, anActor)],
  ['restoreSpecialEvent', 'special_event_revision', (all) => all.restoreSpecialEvent(removed, anActor)],
  [
    'setSchedule of a weekday',
    'change_lock',
    (all) => setHours(all, { weekday: 'monday', hours: hours('10:00', '11:00') }, anActor),
  ],
  [
    'setSchedule of a date',
    'change_lock',
    (all) => setHours(all, { date: CalendarDate('2030-12-24'), hours: 'closed' }, anActor),
  ],
  ['changeUserRole', 'change_lock', (all) => all.updateUser('director', { role: 'gate' }, anActor)],
  [
    'changeUserPassword',
    'change_lock',
    (all) => all.updateUser('director', { password: Password('9876543210') }, anActor),
  ],
  ['disableUser', 'change_lock', (all) => all.updateUser('director', { isEnabled: false }, anActor)],
  ['removeUser', 'change_lock', (all) => all.removeUser('director', anActor)],
  ['rotateTicketKey', 'change_lock', (all) => all.rotateTicketKey(anActor)],
  ['revokeTicketKey', 'change_lock', (all) => all.revokeTicketKey(TicketKeyId(1), anActor)],
  ['cancelTicket', 'slot', (all) => all.cancelTicket(anEventTicket().ticketId, undefined, anActor)],
  ['addUser', 'user_account', (all) => all.addUser(colleague, anActor)],
]

describe.each(namedEngines)('on %s,', (_, engine) => {
  let opened: OpenedDatabase
  let all: Museum & Users
  beforeEach(async () => {
    opened = await aDatabase(engine)
    const ports = { ...inMemoryPorts(), ...opened }
    all = { ...createMuseum(ports), ...createUsers(ports) }
    for (const username of ['curator', 'director'])
      await all.addUser({ ...colleague, username: Username(username), role: 'admin' }, anActor)
    for (const eventId of [stored, removed])
      expect(await all.createSpecialEvent(aSpecialEventDraft(), { actor: anActor })).toMatchObject({ eventId })
    await all.deleteSpecialEvent(removed, anActor)
    await all.setEventCapacity(stored, Capacity(10), anActor)
    expect(await sellAlone(opened.tickets, anEventTicket())).toEqual(anEventTicket())
    const record = { username: 'director', idempotencyKey: 'a', fingerprint: 'f', answer: '{}' }
    expect(await sellAlone(opened.tickets, aGeneralTicket(), { record })).toEqual(aGeneralTicket())
    for (let n = 1; n <= 2; n += 1) expect(await all.rotateTicketKey(anActor)).toMatchObject({ keyId: n })
  })
  afterEach(() => opened.close())

  const run = (statement: string) => opened.database.kysely.executeQuery(CompiledQuery.raw(statement))
  /** Makes every statement fail that inserts into a table or updates it. */
  const failWritesOf = async (table: string) => {
    for (const event of ['insert', 'update'])
      await run(
        engine.isMysql
          ? `create trigger fail_${event} before ${event} on ${table} for each row signal sqlstate '45000' set message_text = 'planted'`
          : `create trigger fail_${event} before ${event} on ${table} begin select raise(abort, 'planted'); end`,
      )
  }
  const tables = [
    'special_event',
    'event_occurrence',
    'slot',
    'special_event_revision',
    'weekly_hours',
    'hours_exception',
    'user_account',
    'idempotency_record',
    'ticket_key',
    'museum_ticket',
    'ticket_cancellation',
    'general_entry',
    'change_lock',
    'audit_entry',
  ] as const
  const content = async () =>
    Promise.all(tables.map((table) => opened.database.kysely.selectFrom(table).selectAll().execute()))

  it.each(changes)('%s stores nothing when its audit entry cannot be stored', async (_name, _table, change) => {
    const before = await content()
    await failWritesOf('audit_entry')
    await expect(change(all)).rejects.toThrow(/planted/)
    expect(await content()).toEqual(before)
  })

  it.each(changes)('%s stores no audit entry when it fails at %s', async (_name, table, change) => {
    const before = await content()
    await failWritesOf(table)
    await expect(change(all)).rejects.toThrow(/planted/)
    expect(await content()).toEqual(before)
  })

  it.each(changes)('%s stores one audit entry with what it changes', async (_name, _table, change) => {
    const before = await content()
    expect(isRefusal(await change(all))).toBe(false)
    const after = await content()
    expect(after.at(-1)!.length).toBe(before.at(-1)!.length + 1)
    expect(after.slice(0, -1)).not.toEqual(before.slice(0, -1))
  })

  if (engine.isMysql)
    it('a change is not stored when the name of its actor is longer than its column', async () => {
      const before = await content()
      const change = all.createSpecialEvent(aSpecialEventDraft(), { actor: { username: 'x'.repeat(1_025) } })
      await expect(change).rejects.toThrow(/actor/)
      expect(await content()).toEqual(before)
    })
})

import {
  CalendarDate,
  EventId,
  HoursOfDay,
  Instant,
  type OpeningHoursChange,
  Price,
  SpecialEvent,
  TicketId,
  refuse,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, hours } from '../examples/index.ts'
import type { NewAuditEntry, AuditFilter, Repositories, User } from '@museum/application'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { changeHours } from '../in-memory/change-hours.ts'
import type { OpenAdapters } from './adapters.ts'
import { sellAlone } from '../in-memory/a-sale.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const firstPage = { page: 1, limit: 100 }
const monday = CalendarDate('2030-05-06')
const no = refuse('no', 'No.')
const aUser = (but: Partial<User> = {}): User => ({
  username: 'admin',
  role: 'admin',
  isEnabled: true,
  passwordHash: 'scrypt$1',
  ...but,
})
const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: '{}' }
const at = (milliseconds: number) => ({ at: Instant(milliseconds) })
const numbered = (n: number, but: Partial<NewAuditEntry>) => anAuditEntry({ after: { n }, ...but })

/**
 * The tests that every `AuditRepository` must pass, together with the repositories that add its entries. Run them once per
 * adapter.
 */
export const auditRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the audit log in ${adapter}`, open, ({ it, servers }) => {
    let users = 0
    /** Adds entries, each with a separate change. */
    const addEntries = async (...entries: readonly NewAuditEntry[]) => {
      for (const entry of entries) await servers.one.users.add(aUser({ username: `user ${(users += 1)}` }), entry)
    }
    const listed = async (filter: AuditFilter = {}, page = firstPage) =>
      (await servers.other.audit.list(filter, page)).items
    /** The `n` of the listed entries. */
    const numbers = async (filter: AuditFilter, page = firstPage) =>
      (await listed(filter, page)).map(({ after }) => after!['n'])

    it('is empty until something is changed', async () => {
      expect(await servers.one.audit.list({}, firstPage)).toEqual({ items: [], total: 0 })
    })

    it('returns exactly the entry that was added', async () => {
      const values = {
        text: `🦣 é \\ ' " % _ ;-- \u0000 \t\r\n \u2028`,
        long: '🦣'.repeat(5_000),
        empty: '',
        dates: ['2030-05-17', '"', '🗝️', ''],
        none: [],
        price: 9_999_999_999.99,
        zero: 0,
        negative: -1.5,
        yes: true,
        no: false,
        nothing: null,
        '🔑 "': 'a key',
      }
      const entry = anAuditEntry({
        at: Instant(Number.MAX_SAFE_INTEGER),
        actor: `cli:Ōmura 🗝️ ${'x'.repeat(200)}`,
        operation: 'changeUserRole',
        subject: { kind: 'user', id: `Ōmura 🗝️${'é'.repeat(240)} ` },
        before: values,
        after: { ...values, text: '' },
      })
      const empty = anAuditEntry({ ...at(0), actor: '', before: {}, after: null })
      await addEntries(entry, empty)
      const [first, second, ...others] = await listed()
      expect([first, second, others]).toEqual([
        { ...entry, auditId: expect.any(Number) },
        { ...empty, auditId: expect.any(Number) },
        [],
      ])
      for (const { auditId } of [first!, second!]) expect(Number.isSafeInteger(auditId) && auditId > 0).toBe(true)
      expect(second!.auditId).toBeGreaterThan(first!.auditId)
    })

    it('lists the latest entries first; of the same millisecond, first the one that was added last', async () => {
      const times = [1_000, 3_000, 2_000, 3_000, 1_000, 3_000]
      await addEntries(...times.map((milliseconds, n) => numbered(n, at(milliseconds))))
      expect(await numbers({})).toEqual([5, 3, 1, 2, 4, 0])
    })

    it('lists the entries from since on and before until', async () => {
      await addEntries(...[1_000, 2_000, 3_000].map((milliseconds, n) => numbered(n, at(milliseconds))))
      const between = (since?: number, until?: number) =>
        numbers({
          since: since === undefined ? undefined : Instant(since),
          until: until === undefined ? undefined : Instant(until),
        })
      expect(await between(2_000)).toEqual([2, 1])
      expect(await between(2_001)).toEqual([2])
      expect(await between(undefined, 2_000)).toEqual([0])
      expect(await between(undefined, 2_001)).toEqual([1, 0])
      expect(await between(1_000, 3_000)).toEqual([1, 0])
      expect(await between(2_000, 2_000)).toEqual([])
      expect(await between(3_000, 1_000)).toEqual([])
    })

    it('lists the entries about things of a kind, with an identifier, or both, and of an actor', async () => {
      const about = (kind: NewAuditEntry['subject']['kind'], id: string, actor: string, n: number) =>
        numbered(n, { ...at(1_000 * n), subject: { kind, id }, actor })
      await addEntries(
        about('user', 'monday', 'curator', 1),
        about('museum-hours', 'monday', 'curator', 2),
        about('museum-hours', 'tuesday', 'cli:curator', 3),
        about('user', 'Monday', 'Curator', 4),
        about('user', 'monday ', 'curator ', 5),
      )
      expect(await numbers({ about: { kind: 'user' } })).toEqual([5, 4, 1])
      expect(await numbers({ about: { id: 'monday' } })).toEqual([2, 1])
      expect(await numbers({ about: { kind: 'museum-hours', id: 'monday' } })).toEqual([2])
      expect(await numbers({ about: { kind: 'special-event', id: 'monday' } })).toEqual([])
      expect(await numbers({ about: { id: 'mond' } })).toEqual([])
      expect(await numbers({ about: {} })).toEqual([5, 4, 3, 2, 1])
      expect(await numbers({ actors: ['curator'] })).toEqual([2, 1])
      expect(await numbers({ actors: ['cli:curator'] })).toEqual([3])
      expect(await numbers({ actors: ['cli:curator', 'Curator'] })).toEqual([4, 3])
      expect(await numbers({ actors: ['nobody'] })).toEqual([])
      expect(await numbers({ actors: ['curator'], about: { id: 'monday' }, since: Instant(1_001) })).toEqual([2])
      expect(await numbers({ about: { kind: 'user' }, until: Instant(5_000), since: Instant(4_000) })).toEqual([4])
    })

    it('returns pages that neither repeat nor omit an entry, and counts all entries', async () => {
      await addEntries(...Array.from({ length: 7 }, (_, n) => numbered(n, at(1_000 + Math.floor(n / 3)))))
      await addEntries(anAuditEntry({ actor: 'another', after: { n: 7 }, ...at(5_000) }))
      const filter = { actors: [anAuditEntry().actor] }
      const pages = []
      for (const page of [1, 2, 3, 4, 999_999_999])
        pages.push(await servers.other.audit.list(filter, { page, limit: 3 }))
      expect(pages.map(({ items }) => items.map(({ after }) => after!['n']))).toEqual([
        [6, 5, 4],
        [3, 2, 1],
        [0],
        [],
        [],
      ])
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7, 7])
      const { items } = await servers.other.audit.list(filter, { page: 1, limit: 100 })
      for (const [n, after] of items.entries())
        expect(await servers.other.audit.list(filter, { after, limit: 3 })).toEqual({
          items: items.slice(n + 1, n + 4),
        })
    })

    /** Every kind of change. Each stores its entry. */
    const changes: readonly (readonly [
      name: string,
      prepare: (repositories: Repositories) => Promise<unknown>,
      change: (repositories: Repositories, entry: () => NewAuditEntry) => Promise<unknown>,
    ])[] = [
      ['the addition of an event', async () => undefined, ({ specialEvents }, entry) => addEvent(specialEvents, entry)],
      [
        'the addition of an event with a record',
        async () => undefined,
        async ({ specialEvents }, entry) => specialEvents.add(aSpecialEvent(), entry(), record),
      ],
      [
        'the update of an event',
        ({ specialEvents }) => addEvent(specialEvents),
        ({ specialEvents }, entry) => specialEvents.update(aSpecialEvent().eventId, changePrice, entry),
      ],
      [
        'the deletion of an event',
        ({ specialEvents }) => addEvent(specialEvents),
        ({ specialEvents }, entry) => specialEvents.remove(aSpecialEvent().eventId, () => undefined, entry),
      ],
      [
        'the restoration of an event',
        async ({ specialEvents }) => {
          await addEvent(specialEvents)
          await specialEvents.remove(
            aSpecialEvent().eventId,
            () => undefined,
            () => anAuditEntry(),
          )
        },
        ({ specialEvents }, entry) => specialEvents.restore(aSpecialEvent().eventId, entry),
      ],
      [
        'a change of the weekly hours',
        async () => undefined,
        ({ museumHours }, entry) => changeHours(museumHours, { weekday: 'monday', hours: 'closed' }, entry),
      ],
      [
        'a change of the hours of a date',
        async () => undefined,
        ({ museumHours }, entry) => changeHours(museumHours, { date: monday, hours: hours('10:00', '11:00') }, entry),
      ],
      [
        'the removal of an exception from the weekly hours',
        ({ museumHours }) => changeHours(museumHours, { date: monday, hours: 'closed' }),
        ({ museumHours }, entry) => changeHours(museumHours, { date: monday, hours: 'as-the-week' }, entry),
      ],
      [
        'the addition of the first user',
        async () => undefined,
        async (repositories, entry) => repositories.users.addFirst(aUser(), entry()),
      ],
      [
        'the addition of a user',
        async () => undefined,
        async (repositories, entry) => repositories.users.add(aUser(), entry()),
      ],
      [
        'the update of a user',
        (repositories) => repositories.users.add(aUser(), anAuditEntry()),
        (repositories, entry) =>
          repositories.users.update(
            'admin',
            (user) => ({ ...user, role: 'gate' }),
            () => [entry()],
          ),
      ],
      [
        'the removal of a user',
        (repositories) => repositories.users.add(aUser(), anAuditEntry()),
        (repositories, entry) => repositories.users.remove('admin', () => undefined, entry),
      ],
    ]

    /** Everything that these changes may change. */
    const stored = async () => ({
      event: await servers.other.specialEvents.find(aSpecialEvent().eventId),
      record: await servers.other.idempotencyRecords.find(record.username, record.idempotencyKey),
      schedule: await servers.other.museumHours.schedule(monday, monday),
      users: await servers.other.users.list(),
      audit: await listed(),
    })

    for (const [what, prepare, change] of changes) {
      it(`has one entry of ${what}`, async () => {
        await prepare(servers.one)
        const { audit: auditBefore, ...before } = await stored()
        const entry = anAuditEntry({ ...at(Date.UTC(2031, 0, 1)), actor: 'who made this change' })
        await change(servers.one, () => entry)
        const { audit, ...after } = await stored()
        expect(after).not.toEqual(before)
        expect(audit).toEqual([{ ...entry, auditId: expect.any(Number) }, ...auditBefore])
      })

      it(`has no entry, and no part of ${what} is stored, when the entry cannot be made`, async () => {
        await prepare(servers.one)
        const before = await stored()
        const failing = async () =>
          change(servers.one, () => {
            throw new Error('no entry')
          })
        await expect(failing()).rejects.toThrow('no entry')
        expect(await stored()).toEqual(before)
      })
    }

    it('has every entry of an update of a user, in their order', async () => {
      await servers.one.users.add(aUser(), anAuditEntry())
      const entries = ['changeUserRole', 'disableUser'].map((operation) => anAuditEntry({ operation }))
      await servers.one.users.update<never>(
        'admin',
        (user) => ({ ...user, role: 'gate', isEnabled: false }),
        () => entries,
      )
      const [latest, earlier] = await listed()
      expect([earlier, latest]).toMatchObject(entries)
    })

    it('has no entry of a change that is refused, finds nothing, or changes nothing', async () => {
      const { specialEvents, museumHours, users: userRepository, tickets } = servers.one
      const eventId = aSpecialEvent().eventId
      const entryOf = () => anAuditEntry({ actor: 'not expected' })
      await userRepository.addFirst(aUser(), anAuditEntry())
      await specialEvents.add(aSpecialEvent(), anAuditEntry(), record)
      await changeHours(museumHours, { date: monday, hours: 'closed' })
      const before = await stored()

      expect(await specialEvents.add(aSpecialEvent(), entryOf(), record)).toEqual(aSpecialEvent())
      const another = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      expect(await specialEvents.add(another, entryOf(), record)).toMatchObject({
        refusal: 'request-in-progress',
      })
      await specialEvents.update(eventId, (event) => event, entryOf)
      await specialEvents.update(eventId, () => no, entryOf)
      await specialEvents.update(another.eventId, (event) => event, entryOf)
      await specialEvents.remove(eventId, () => no, entryOf)
      await specialEvents.remove(another.eventId, () => undefined, entryOf)
      await specialEvents.restore(eventId, entryOf)
      await specialEvents.restore(another.eventId, entryOf)
      expect(await changeHours(museumHours, { date: monday, hours: 'closed' }, entryOf)).toBe(false)
      expect(await changeHours(museumHours, { date: CalendarDate('2030-05-07'), hours: 'as-the-week' }, entryOf)).toBe(
        false,
      )
      expect(await changeHours(museumHours, { weekday: 'monday', hours: hours('09:00', '18:00') }, entryOf)).toBe(false)
      await userRepository.add(aUser({ role: 'reader' }), entryOf())
      await userRepository.addFirst(aUser({ username: 'another' }), entryOf())
      const entriesOf = () => [entryOf()]
      await userRepository.update('admin', (user) => user, entriesOf)
      await userRepository.update('admin', () => no, entriesOf)
      await userRepository.update('another', (user) => ({ ...user, role: 'reader' }), entriesOf)
      await userRepository.remove('admin', () => no, entryOf)
      await userRepository.remove('another', () => undefined, entryOf)
      await sellAlone(tickets, aGeneralTicket({ ticketDate: CalendarDate('2030-05-07') }))
      await sellAlone(tickets, anEventTicket())
      expect(await tickets.find(TicketId(anEventTicket().ticketId))).not.toBeUndefined()
      expect(await stored()).toEqual(before)
    })

    const changesOfHours: readonly [string, OpeningHoursChange[]][] = [
      [
        'a weekday',
        [
          { weekday: 'monday', hours: 'closed' },
          { weekday: 'monday', hours: hours('10:00', '12:00') },
          { weekday: 'monday', hours: hours('09:00', '18:00') },
        ],
      ],
      [
        'a date',
        [
          { date: monday, hours: 'closed' },
          { date: monday, hours: hours('10:00', '12:00') },
          { date: monday, hours: 'as-the-week' },
        ],
      ],
    ]
    for (const [what, wanted] of changesOfHours)
      it(`has entries that each begin where the previous one ends when two servers change the hours of ${what}`, async () => {
        const outcomes = await Promise.all(
          Array.from({ length: 24 }, (_change, n) => {
            const change = wanted[(n * 7) % wanted.length]!
            return changeHours(servers[n % 2 === 0 ? 'one' : 'other'].museumHours, change, (before) =>
              anAuditEntry({
                before: { hours: HoursOfDay.toText(before) },
                after: { hours: HoursOfDay.toText(change.hours) },
              }),
            )
          }),
        )
        const entries = (await listed()).toReversed()
        expect(entries).toHaveLength(outcomes.filter(Boolean).length)
        const isDate = 'date' in wanted[0]!
        const texts = [isDate ? 'as-the-week' : '09:00-18:00', ...entries.map(({ after }) => after!['hours'])]
        expect(entries.map(({ before }) => before!['hours'])).toEqual(texts.slice(0, -1))
        const { weekly, exceptions } = await servers.one.museumHours.schedule(monday, monday)
        const current = isDate ? (exceptions.get(monday) ?? 'as-the-week') : (weekly.monday ?? 'closed')
        expect(texts.at(-1)).toBe(HoursOfDay.toText(current))
      })

    it('has entries that each begin where the previous one ends when two servers change an event', async () => {
      await addEvent(servers.one.specialEvents, () => anAuditEntry({ after: { revision: 1 } }))
      const { eventId } = aSpecialEvent()
      const revisions = (before: number, after: number) =>
        anAuditEntry({ before: { revision: before }, after: { revision: after } })
      for (let round = 0; round < 8; round += 1)
        await Promise.all(
          (['one', 'other', 'one', 'other'] as const).map(async (server, n) => {
            const { specialEvents } = servers[server]
            if (n === 0)
              await specialEvents.remove(
                eventId,
                () => undefined,
                ({ revision }) => revisions(revision, revision + 1),
              )
            else if (n === 1) await specialEvents.restore(eventId, ({ revision }) => revisions(revision - 1, revision))
            else
              await specialEvents.update(
                eventId,
                (event) => SpecialEvent.update(event, { price: Price(round * 4 + n) }),
                (before, after) => revisions(before.revision, after.revision),
              )
          }),
        )
      await servers.one.specialEvents.restore(eventId, ({ revision }) => revisions(revision - 1, revision))
      const entries = (await listed()).toReversed()
      expect(entries.map(({ after }) => after!['revision'])).toEqual(entries.map((_, n) => n + 1))
      expect((await servers.other.specialEvents.find(eventId))!.revision).toBe(entries.length)
    })

    it('has entries that each begin where the previous one ends when two servers change a user', async () => {
      await servers.one.users.addFirst(aUser({ passwordHash: '0' }), anAuditEntry({ after: { hash: '0' } }))
      await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          servers[n % 2 === 0 ? 'one' : 'other'].users.update(
            'admin',
            (user) => ({ ...user, passwordHash: `${n + 1}` }),
            (before, after) => [
              anAuditEntry({ before: { hash: before.passwordHash }, after: { hash: after.passwordHash } }),
            ],
          ),
        ),
      )
      const entries = (await listed()).toReversed()
      expect(entries).toHaveLength(13)
      const hashes = entries.map(({ after }) => after!['hash'])
      expect(entries.slice(1).map(({ before }) => before!['hash'])).toEqual(hashes.slice(0, -1))
      expect((await servers.one.users.find('admin'))!.passwordHash).toBe(hashes.at(-1))
    })
  })

const addEvent = async (specialEvents: Repositories['specialEvents'], entry = () => anAuditEntry()) =>
  specialEvents.add(aSpecialEvent(), entry())
const changePrice = (event: SpecialEvent) => SpecialEvent.update(event, { price: Price(event.price + 1) })

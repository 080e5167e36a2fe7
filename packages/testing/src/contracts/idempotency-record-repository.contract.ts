import { ConfirmationCode, EventId, TicketId, isRefusal, refuse } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '../examples/index.ts'
import type { IdempotencyRecord, User } from '@museum/application'
import type { OpenAdapters } from './adapters.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { sellAlone } from '../in-memory/a-sale.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const aRecord = (but: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  username: 'box office 🗝️',
  idempotencyKey: '!~"\\%_\'',
  fingerprint: 'x'.repeat(64),
  answer: `{"sold":"🦣 ${'é'.repeat(20_000)}"}`,
  ...but,
})
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-${n}`),
})

/**
 * The tests that every `IdempotencyRecordRepository` must pass, together with the repositories that store what the
 * records are about. Run them once per adapter.
 */
export const idempotencyRecordRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `idempotency records in ${adapter}`, open, ({ it, servers }) => {
    const found = ({ username, idempotencyKey }: IdempotencyRecord) =>
      servers.other.idempotencyRecords.find(username, idempotencyKey)
    const foundAfterPending = ({ username, idempotencyKey }: IdempotencyRecord) =>
      servers.one.idempotencyRecords.findAfterPending(username, idempotencyKey)

    it('are stored with their ticket or event, and found by every server', async () => {
      const [ofEvent, ofTicket, ofGeneral] = ['1', '2', '3'].map((idempotencyKey) => aRecord({ idempotencyKey }))
      expect(await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry(), ofEvent!)).toEqual(aSpecialEvent())
      expect(await sellAlone(servers.one.tickets, anEventTicket(), { record: ofTicket! })).toEqual(anEventTicket())
      expect(await sellAlone(servers.one.tickets, aGeneralTicket(), { record: ofGeneral! })).toEqual(aGeneralTicket())
      for (const record of [ofEvent!, ofTicket!, ofGeneral!]) {
        expect(await found(record)).toEqual(record)
        expect(await foundAfterPending(record)).toEqual(record)
      }
      expect(await servers.other.tickets.find(anEventTicket().ticketId)).toEqual(anEventTicket())
      expect(await servers.other.specialEvents.find(aSpecialEvent().eventId)).toEqual(aSpecialEvent())
    })

    it('differ by the user and by every character of the key', async () => {
      const all = [
        aRecord({ answer: '1', idempotencyKey: 'a' }),
        aRecord({ answer: '2', idempotencyKey: 'A' }),
        aRecord({ answer: '3', idempotencyKey: 'a'.repeat(255) }),
        aRecord({ answer: '4', idempotencyKey: 'a', username: 'another' }),
        aRecord({ answer: '5', idempotencyKey: 'a', username: 'another ' }),
      ]
      for (const [n, record] of all.entries())
        expect(isRefusal(await sellAlone(servers.one.tickets, aGeneralTicket(numbered(n)), { record }))).toBe(false)
      for (const record of all) expect(await found(record)).toEqual(record)
      expect(await found(aRecord({ idempotencyKey: 'b' }))).toBeUndefined()
      expect(await foundAfterPending(aRecord({ idempotencyKey: 'b' }))).toBeUndefined()
    })

    it('prevent a second ticket, or a second event, from being stored under a key', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry(), aRecord())
      const later = aRecord({ answer: 'later' })
      for (const ticket of [aGeneralTicket(), anEventTicket()]) {
        expect(await sellAlone(servers.other.tickets, ticket, { record: later })).toMatchObject({
          refusal: 'request-in-progress',
        })
        expect(await servers.one.tickets.find(ticket.ticketId)).toBeUndefined()
      }
      const event = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      expect(await servers.other.specialEvents.add(event, anAuditEntry(), later)).toMatchObject({
        refusal: 'request-in-progress',
      })
      expect(await servers.one.specialEvents.find(event.eventId)).toBeUndefined()
      expect(await found(later)).toEqual(aRecord())
    })

    it('are stored once also when a ticket or an event is added again with its record', async () => {
      const ofEvent = aRecord({ idempotencyKey: '1', answer: 'an event' })
      const ofTicket = aRecord({ idempotencyKey: '2', answer: 'a ticket' })
      for (const server of [servers.one, servers.other, servers.one]) {
        expect(await server.specialEvents.add(aSpecialEvent(), anAuditEntry(), ofEvent)).toEqual(aSpecialEvent())
        expect(await sellAlone(server.tickets, anEventTicket(), { record: ofTicket })).toEqual(anEventTicket())
      }
      expect(await found(ofTicket)).toEqual(ofTicket)
    })

    it('no record is stored when its ticket is refused', async () => {
      expect(await sellAlone(servers.one.tickets, anEventTicket(), { record: aRecord() })).toMatchObject({
        refusal: 'event-not-found',
      })
      expect(await found(aRecord())).toBeUndefined()
      await sellAlone(servers.one.tickets, aGeneralTicket())
      const { confirmationCode } = aGeneralTicket()
      const ticket = aGeneralTicket({ ...numbered(1), confirmationCode })
      expect(await sellAlone(servers.one.tickets, ticket, { record: aRecord() })).toMatchObject({
        refusal: 'confirmation-code-taken',
      })
      expect(await found(aRecord())).toBeUndefined()
    })

    it('belong to the one ticket that is stored when many are added under one key at once', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      for (let round = 0; round < 5; round += 1) {
        const tickets = Array.from({ length: 8 }, (_, n) => anEventTicket(numbered(round * 100 + n)))
        const outcomes = await Promise.all(
          tickets.map((ticket, n) =>
            sellAlone(servers[n % 2 === 0 ? 'one' : 'other'].tickets, ticket, {
              record: aRecord({ idempotencyKey: `${round}`, answer: ticket.ticketId }),
            }),
          ),
        )
        const sold = outcomes.filter((outcome) => !isRefusal(outcome))
        expect(sold).toHaveLength(1)
        for (const outcome of outcomes.filter(isRefusal))
          expect(outcome).toMatchObject({ refusal: 'request-in-progress' })
        const stored = await Promise.all(tickets.map(({ ticketId }) => servers.one.tickets.find(ticketId)))
        expect(stored.filter((ticket) => ticket !== undefined)).toEqual(sold)
        expect(await found(aRecord({ idempotencyKey: `${round}` }))).toMatchObject({
          answer: stored.find(Boolean)!.ticketId,
        })
      }
    })

    it('are removed with their user, so that another user of the same name gets none of them', async () => {
      const [user, other] = ['Mira', 'Mirabel'].map((username): User => ({
        username,
        role: 'admin',
        isEnabled: true,
        passwordHash: 'scrypt$1',
      })) as [User, User]
      const records = ['1', '2', '3'].map((idempotencyKey, n) =>
        aRecord({ idempotencyKey, username: n < 2 ? user.username : other.username }),
      )
      // A record in a museum without users, after its user was removed.
      await sellAlone(servers.one.tickets, aGeneralTicket(numbered(5)), { record: records[0]! })
      expect(await servers.one.users.addFirst(user, anAuditEntry())).toBe(true)
      expect(await found(records[0]!)).toBeUndefined()
      await servers.one.users.add(other, anAuditEntry())
      for (const [n, record] of records.entries())
        await sellAlone(servers.one.tickets, aGeneralTicket(numbered(n)), { record })
      const refusal = refuse('no', 'No.')
      const removed = (findRefusal: () => typeof refusal | undefined) =>
        servers.other.users.remove(user.username, findRefusal, () => anAuditEntry())
      expect(await removed(() => refusal)).toEqual(refusal)
      for (const record of records) expect(await found(record)).toEqual(record)
      expect(await removed(() => undefined)).toEqual(user)
      expect(await Promise.all(records.map(found))).toEqual([undefined, undefined, records[2]])
      // Like a request of the removed user that was still in progress.
      await sellAlone(servers.one.tickets, aGeneralTicket(numbered(3)), { record: records[0]! })
      await servers.one.users.add({ ...user, passwordHash: 'scrypt$2' }, anAuditEntry())
      expect(await Promise.all(records.map(found))).toEqual([undefined, undefined, records[2]])
      const again = aGeneralTicket(numbered(4))
      expect(await sellAlone(servers.other.tickets, again, { record: records[0]! })).toEqual(again)
      // Adding a user who exists, or changing one, removes no record.
      expect(isRefusal(await servers.one.users.add(user, anAuditEntry()))).toBe(true)
      await servers.one.users.update(
        user.username,
        (each) => ({ ...each, isEnabled: false }),
        () => [anAuditEntry()],
      )
      expect(await found(records[0]!)).toEqual(records[0])
    })

    it('are removed when they are older than 24 hours, and free their keys', async () => {
      const [old, young] = [aRecord({ idempotencyKey: 'old' }), aRecord({ idempotencyKey: 'young' })]
      await sellAlone(servers.one.tickets, aGeneralTicket(numbered(1)), { record: old })
      await servers.age(24 * 60 * 60 - 600)
      await sellAlone(servers.one.tickets, aGeneralTicket(numbered(2)), { record: young })
      expect(await servers.one.idempotencyRecords.removeExpired()).toBe(0)
      await servers.age(1_200)
      expect(await servers.other.idempotencyRecords.removeExpired()).toBe(1)
      expect(await servers.other.idempotencyRecords.removeExpired()).toBe(0)
      expect(await found(old)).toBeUndefined()
      expect(await found(young)).toEqual(young)
      expect(isRefusal(await sellAlone(servers.one.tickets, aGeneralTicket(numbered(3)), { record: old }))).toBe(false)
    })
  })

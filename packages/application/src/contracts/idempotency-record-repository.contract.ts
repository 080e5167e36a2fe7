import { ConfirmationCode, EventId, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { OpenAdapters } from './adapters.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
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

    it('are stored with the ticket or the event that they are about, and found by every server', async () => {
      const [ofEvent, ofTicket, ofGeneral] = ['1', '2', '3'].map((idempotencyKey) => aRecord({ idempotencyKey }))
      expect(await servers.one.specialEvents.addWithRecord(aSpecialEvent(), ofEvent!, anAuditEntry())).toEqual(
        aSpecialEvent(),
      )
      expect(await servers.one.tickets.addWithRecord(anEventTicket(), ofTicket!)).toEqual(anEventTicket())
      expect(await servers.one.tickets.addWithRecord(aGeneralTicket(), ofGeneral!)).toEqual(aGeneralTicket())
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
        expect(isRefusal(await servers.one.tickets.addWithRecord(aGeneralTicket(numbered(n)), record))).toBe(false)
      for (const record of all) expect(await found(record)).toEqual(record)
      expect(await found(aRecord({ idempotencyKey: 'b' }))).toBeUndefined()
      expect(await foundAfterPending(aRecord({ idempotencyKey: 'b' }))).toBeUndefined()
    })

    it('prevent a second ticket, or a second event, from being stored under a key', async () => {
      await servers.one.specialEvents.addWithRecord(aSpecialEvent(), aRecord(), anAuditEntry())
      const later = aRecord({ answer: 'later' })
      for (const ticket of [aGeneralTicket(), anEventTicket()]) {
        expect(await servers.other.tickets.addWithRecord(ticket, later)).toMatchObject({
          refusal: 'request-in-progress',
        })
        expect(await servers.one.tickets.find(ticket.ticketId)).toBeUndefined()
      }
      const event = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      expect(await servers.other.specialEvents.addWithRecord(event, later, anAuditEntry())).toMatchObject({
        refusal: 'request-in-progress',
      })
      expect(await servers.one.specialEvents.find(event.eventId)).toBeUndefined()
      expect(await found(later)).toEqual(aRecord())
    })

    it('are stored once when a ticket or an event is added again with its record', async () => {
      const ofEvent = aRecord({ idempotencyKey: '1', answer: 'an event' })
      const ofTicket = aRecord({ idempotencyKey: '2', answer: 'a ticket' })
      for (const server of [servers.one, servers.other, servers.one]) {
        expect(await server.specialEvents.addWithRecord(aSpecialEvent(), ofEvent, anAuditEntry())).toEqual(
          aSpecialEvent(),
        )
        expect(await server.tickets.addWithRecord(anEventTicket(), ofTicket)).toEqual(anEventTicket())
      }
      expect(await found(ofTicket)).toEqual(ofTicket)
    })

    it('are not stored with a ticket that is refused', async () => {
      expect(await servers.one.tickets.addWithRecord(anEventTicket(), aRecord())).toMatchObject({
        refusal: 'purchase-context-changed',
      })
      expect(await found(aRecord())).toBeUndefined()
      await servers.one.tickets.add(aGeneralTicket())
      const { confirmationCode } = aGeneralTicket()
      const ticket = aGeneralTicket({ ...numbered(1), confirmationCode })
      expect(await servers.one.tickets.addWithRecord(ticket, aRecord())).toMatchObject({
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
            servers[n % 2 === 0 ? 'one' : 'other'].tickets.addWithRecord(
              ticket,
              aRecord({ idempotencyKey: `${round}`, answer: ticket.ticketId }),
            ),
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

    it('are removed when they are older than 24 hours, and free their keys', async () => {
      const [old, young] = [aRecord({ idempotencyKey: 'old' }), aRecord({ idempotencyKey: 'young' })]
      await servers.one.tickets.addWithRecord(aGeneralTicket(numbered(1)), old)
      await servers.age(24 * 60 * 60 - 600)
      await servers.one.tickets.addWithRecord(aGeneralTicket(numbered(2)), young)
      expect(await servers.one.idempotencyRecords.removeExpired()).toBe(0)
      await servers.age(1_200)
      expect(await servers.other.idempotencyRecords.removeExpired()).toBe(1)
      expect(await servers.other.idempotencyRecords.removeExpired()).toBe(0)
      expect(await found(old)).toBeUndefined()
      expect(await found(young)).toEqual(young)
      expect(isRefusal(await servers.one.tickets.addWithRecord(aGeneralTicket(numbered(3)), old))).toBe(false)
    })
  })

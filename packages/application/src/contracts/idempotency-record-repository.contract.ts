import { describe, expect, it } from '@jest/globals'
import { ConfirmationCode, EventId, TicketId, eventNotFound, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { OpenAdapters } from './home.ts'
import { openedForEachTest } from './opened.ts'

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

/** What any repository of idempotency records must do, and those that store what the records are about. */
export const idempotencyRecordRepositoryContract = (home: string, open: OpenAdapters) =>
  describe(`idempotency records kept in ${home}`, () => {
    const at = openedForEachTest(open)
    const found = ({ username, idempotencyKey }: IdempotencyRecord) =>
      at.other.idempotencyRecords.find(username, idempotencyKey)

    it('are stored with the ticket or the event that they are about, and found by every server', async () => {
      const [ofEvent, ofTicket, ofGeneral] = ['1', '2', '3'].map((idempotencyKey) => aRecord({ idempotencyKey }))
      expect(await at.one.specialEvents.add(aSpecialEvent(), ofEvent)).toEqual(aSpecialEvent())
      expect(await at.one.tickets.add(anEventTicket(), ofTicket)).toEqual(anEventTicket())
      expect(await at.one.tickets.add(aGeneralTicket(), ofGeneral)).toEqual(aGeneralTicket())
      for (const record of [ofEvent!, ofTicket!, ofGeneral!]) expect(await found(record)).toEqual(record)
      expect(await at.other.tickets.find(anEventTicket().ticketId)).toEqual(anEventTicket())
      expect(await at.other.specialEvents.find(aSpecialEvent().eventId)).toEqual(aSpecialEvent())
    })

    it('are told apart by the user and by every character of the key', async () => {
      const all = [
        aRecord({ answer: '1', idempotencyKey: 'a' }),
        aRecord({ answer: '2', idempotencyKey: 'A' }),
        aRecord({ answer: '3', idempotencyKey: 'a'.repeat(255) }),
        aRecord({ answer: '4', idempotencyKey: 'a', username: 'another' }),
        aRecord({ answer: '5', idempotencyKey: 'a', username: 'another ' }),
      ]
      for (const [n, record] of all.entries())
        expect(isRefusal(await at.one.tickets.add(aGeneralTicket(numbered(n)), record))).toBe(false)
      for (const record of all) expect(await found(record)).toEqual(record)
      expect(await found(aRecord({ idempotencyKey: 'b' }))).toBeUndefined()
    })

    it('keep a second ticket, or a second event, from being stored under a key', async () => {
      await at.one.specialEvents.add(aSpecialEvent(), aRecord())
      const later = aRecord({ answer: 'later' })
      for (const ticket of [aGeneralTicket(), anEventTicket()]) {
        expect(await at.other.tickets.add(ticket, later)).toMatchObject({ refusal: 'request-in-progress' })
        expect(await at.one.tickets.find(ticket.ticketId)).toBeUndefined()
      }
      const event = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      expect(await at.other.specialEvents.add(event, later)).toMatchObject({ refusal: 'request-in-progress' })
      expect(await at.one.specialEvents.find(event.eventId)).toBeUndefined()
      expect(await found(later)).toEqual(aRecord())
    })

    it('are stored once with what is added again, since nobody heard how it went', async () => {
      const [ofEvent, ofTicket] = ['1', '2'].map((idempotencyKey) => aRecord({ idempotencyKey }))
      for (const server of [at.one, at.other, at.one]) {
        expect(await server.specialEvents.add(aSpecialEvent(), ofEvent)).toEqual(aSpecialEvent())
        expect(await server.tickets.add(anEventTicket(), ofTicket)).toEqual(anEventTicket())
      }
      expect(await found(ofTicket!)).toEqual(ofTicket)
    })

    it('are not stored with a ticket that is refused', async () => {
      const ticket = anEventTicket()
      expect(await at.one.tickets.add(ticket, aRecord())).toEqual(eventNotFound(ticket.event.eventId))
      expect(await found(aRecord())).toBeUndefined()
      await at.one.tickets.add(aGeneralTicket())
      const { confirmationCode } = aGeneralTicket()
      const twin = aGeneralTicket({ ...numbered(1), confirmationCode })
      expect(await at.one.tickets.add(twin, aRecord())).toMatchObject({ refusal: 'confirmation-code-taken' })
      expect(await found(aRecord())).toBeUndefined()
    })

    it('let one of many twins win, whichever server they ask, and the ticket of the record is the one', async () => {
      await at.one.specialEvents.add(aSpecialEvent())
      for (let round = 0; round < 5; round += 1) {
        const twins = Array.from({ length: 8 }, (_, n) => anEventTicket(numbered(round * 100 + n)))
        const outcomes = await Promise.all(
          twins.map((ticket, n) =>
            at[n % 2 === 0 ? 'one' : 'other'].tickets.add(
              ticket,
              aRecord({ idempotencyKey: `${round}`, answer: ticket.ticketId }),
            ),
          ),
        )
        const sold = outcomes.filter((outcome) => !isRefusal(outcome))
        expect(sold).toHaveLength(1)
        for (const outcome of outcomes.filter(isRefusal))
          expect(outcome).toMatchObject({ refusal: 'request-in-progress' })
        const stored = await Promise.all(twins.map(({ ticketId }) => at.one.tickets.find(ticketId)))
        expect(stored.filter((ticket) => ticket !== undefined)).toEqual(sold)
        expect(await found(aRecord({ idempotencyKey: `${round}` }))).toMatchObject({
          answer: stored.find(Boolean)!.ticketId,
        })
      }
    })
  })

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { CalendarDate, EventId, type Ticket, ConfirmationCode, TicketId, isRefusal } from '@museum/domain'
import { anAuditEntry, sellAlone } from '@museum/testing'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { messageRecorder } from '../messages/record-messages.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'

describe.each(namedEngines)('what is offered to purchases on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  let tickets = 0
  const numbered = () => {
    tickets += 1
    return { ticketId: TicketId(exampleId(1_000 + tickets)), confirmationCode: ConfirmationCode(`code-${tickets}`) }
  }
  const ofEvent = (eventId: EventId, ticketDate = aGeneralTicket().ticketDate) =>
    anEventTicket({ ...numbered(), ticketDate, event: { ...anEventTicket().event, eventId } })
  const eventIds = Array.from({ length: 101 }, (__, n) => EventId(exampleId(1 + n)))
  const addEvents = async (count: number) => {
    for (const eventId of eventIds.slice(0, count))
      await opened.specialEvents.add(aSpecialEvent({ eventId }), anAuditEntry())
  }
  /** How many statements read what is offered, for each of these sales in turn. */
  const readsOf = async (sales: readonly (() => Ticket)[], between: () => unknown = () => undefined) => {
    const { database } = opened
    const counts: number[] = []
    let reads = 0
    const counting: MuseumDatabase = {
      ...database,
      query: (work) => {
        reads += 1
        return database.query(work)
      },
    }
    const repository = kyselyTicketRepository(counting, messageRecorder(database))
    for (const sale of sales) {
      reads = 0
      expect(isRefusal(await sellAlone(repository, sale()))).toBe(false)
      counts.push(reads)
      await between()
    }
    return counts
  }

  it('is read once for an event and for a day while it does not change', async () => {
    await addEvents(1)
    const [event, general] = [() => ofEvent(eventIds[0]!), () => aGeneralTicket(numbered())]
    const otherDay = () => aGeneralTicket({ ...numbered(), ticketDate: CalendarDate('2030-05-18') })
    expect(await readsOf([event, event, general, general, otherDay, event])).toEqual([1, 0, 1, 0, 1, 0])
  })

  it('is read again after purchases for a hundred others, and after ten seconds', async () => {
    await addEvents(101)
    const all = eventIds.map((eventId) => () => ofEvent(eventId))
    expect(await readsOf([...all, all[100]!, all[0]!])).toEqual([...all.map(() => 1), 0, 1])
    let elapsed = 0
    const now = performance.now.bind(performance)
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + elapsed)
    try {
      expect(await readsOf([all[0]!, all[0]!, all[0]!], () => (elapsed += 6_000))).toEqual([1, 0, 1])
    } finally {
      clock.mockRestore()
    }
  })
})

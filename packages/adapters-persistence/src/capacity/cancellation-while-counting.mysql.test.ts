import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/application/in-memory'
import { CalendarDate, Capacity, ConfirmationCode, TicketId } from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { engines } from '../../test/engines.ts'
import { pausingAfter } from '../../test/pausing-after.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'

const event = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const ticketTo = (n: number) =>
  anEventTicket({
    ticketId: TicketId(exampleId(1000 + n)),
    confirmationCode: ConfirmationCode(`ticket-code-${n}`),
    ticketDate: second,
  })

let opened: OpenedDatabase
beforeEach(async () => {
  opened = await aDatabase(engines.find(({ isMysql }) => isMysql)!)
  await opened.specialEvents.add(event, anAuditEntry())
})
afterEach(() => opened.close())

it.each(['museum_ticket', 'place_counter'])(
  'a cancellation that has updated %s while the counter of its ticket is created gives its place back once',
  async (table) => {
    const tickets = [1, 2].map(ticketTo)
    for (const ticket of tickets) await opened.tickets.add(ticket)
    await opened.capacities.setForEvent(event.eventId, Capacity(2), () => anAuditEntry())
    // As for a date that is added later, so that the next purchase creates the counter.
    await opened.database.kysely.deleteFrom('place_counter').where('event_date', '=', second).execute()
    const { limit } = (await opened.specialEvents.find(event.eventId))!
    const { tracer, paused, resume } = pausingAfter(new RegExp(`^update \`${table}\``))
    const cancellation = kyselyTicketRepository(opened.open(opened.url, { tracer })).cancel(
      tickets[0]!.ticketId,
      () => undefined,
      () => anAuditEntry(),
    )
    await paused
    const sale = opened.tickets.add(ticketTo(3), limit)
    // The purchase counts meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 400))
    resume()
    expect(await cancellation).toMatchObject({ state: 'cancelled' })
    expect(await sale).toEqual(ticketTo(3))
    expect(await opened.tickets.add(ticketTo(4), limit)).toMatchObject({ refusal: 'no-place-left' })
    expect(await opened.capacities.soldForEvent(event.eventId)).toMatchObject({
      dates: [
        { date: first, sold: 0 },
        { date: second, sold: 2 },
      ],
    })
  },
)

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type SpecialEventRepository, Unavailable } from '@museum/application'
import { ConfirmationCode, eventNotFound, refusedForThatDate } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, someDates } from '@museum/domain/examples'
import { freshDatabase, namedEngines } from '../databases.test-support.ts'
import { statementsOf } from '../plans.test-support.ts'
import { kyselySpecialEventRepository } from '../special-events/kysely-special-event-repository.ts'
import { kyselyTicketRepository } from './kysely-ticket-repository.ts'

const event = aSpecialEvent()

describe.each(namedEngines)('selling on %s', (_, engine) => {
  let home: Awaited<ReturnType<typeof freshDatabase>>
  beforeEach(async () => {
    home = await freshDatabase(engine)
    await home.specialEvents.add(event)
  })
  afterEach(() => home.close())

  it('makes sure of the event and stores the ticket in one statement', async () => {
    const statements = await statementsOf(home.database, (database) =>
      kyselyTicketRepository(database).add(anEventTicket()),
    )
    expect(statements).toHaveLength(1)
  })

  it.each([
    [
      'the deletion of its event',
      (specialEvents: SpecialEventRepository) => specialEvents.remove(event.eventId, () => undefined),
      eventNotFound(event.eventId),
    ],
    [
      'the removal of its date',
      (specialEvents: SpecialEventRepository) =>
        specialEvents.update(event.eventId, (current) => ({ ...current, dates: someDates('2031-01-01') })),
      refusedForThatDate(anEventTicket().ticketDate),
    ],
  ])('waits for %s, which is done but not yet for good', async (_what, cancel, refusal) => {
    const other = home.open()
    let sale: Promise<unknown> | undefined
    const sellingBeforeItEnds: typeof other = {
      ...other,
      transaction: (work) =>
        other.transaction(async (tables) => {
          const outcome = await work(tables)
          sale = home.tickets.add(anEventTicket())
          await new Promise((resolve) => setTimeout(resolve, 200))
          return outcome
        }),
    }
    await cancel(kyselySpecialEventRepository(sellingBeforeItEnds))
    expect(await sale).toEqual(refusal)
    expect(await home.tickets.find(anEventTicket().ticketId)).toBeUndefined()
  })

  it.each([
    ['with another code', { confirmationCode: ConfirmationCode('ticket-other') }],
    ['as it was', {}],
  ])('takes a ticketId that comes twice for the defect that it is, %s', async (_how, but) => {
    for (const ticket of [aGeneralTicket(), anEventTicket()]) {
      await home.tickets.add(ticket)
      const outcome = await home.tickets.add({ ...ticket, ...but }).catch((error: unknown) => ({ error }))
      expect(outcome).toHaveProperty('error')
      expect(outcome).not.toHaveProperty('error', expect.any(Unavailable))
      expect(await home.tickets.find(ticket.ticketId)).toEqual(ticket)
    }
  })
})

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createMuseum } from '@museum/application'
import { anActor, inMemoryPorts, unrefused } from '@museum/testing'
import { CalendarDate, type SpecialEvent, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aSpecialEventDraft, anOrder, exampleId, someDates } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'

describe.each(namedEngines)('an event that is deleted and restored, on %s,', (_, engine) => {
  let opened: OpenedDatabase
  let ids = 0
  const newId = () => exampleId((ids += 1))
  const aServer = () =>
    createMuseum({ ...inMemoryPorts(), ...kyselyRepositories(opened.open()), newId, randomInt: (below) => ids % below })
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('is sold, listed, read and changed again by every server, whatever a server has cached', async () => {
    const [one, other] = [aServer(), aServer()]
    const { eventId } = unrefused(await one.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }))
    const another = unrefused(await one.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }))
    const order = anOrder({ ticketType: 'event', eventId })
    const sold: Ticket[] = []
    const buy = async (server: typeof one) => {
      const ticket = await server.buyMuseumTickets(order)
      if (!isRefusal(ticket)) sold.push(ticket)
      return ticket
    }
    const states = async () =>
      Promise.all(sold.map(async ({ ticketId }) => (await opened.tickets.find(TicketId(ticketId)))?.state))
    // With one event a page, so that the events are counted and their number is cached.
    const numberListed = async (server: typeof one) =>
      (await server.listSpecialEvents({ startDate: CalendarDate('2030-05-01') }, { page: 1, limit: 1 })).total
    for (let round = 1; round <= 3; round += 1) {
      for (const server of [one, other]) {
        expect(await buy(server)).toMatchObject({ state: 'valid' })
        expect(await numberListed(server)).toBe(2)
      }
      await one.deleteSpecialEvent(eventId, anActor)
      for (const server of [one, other]) {
        expect(await buy(server)).toMatchObject({ refusal: 'event-not-found' })
        expect(await server.getSpecialEvent(eventId)).toMatchObject({ refusal: 'event-not-found' })
        expect(await numberListed(server)).toBe(1)
      }
      expect(new Set(await states())).toEqual(new Set(['cancelled']))
      const { event } = (await other.restoreSpecialEvent(eventId, anActor)) as { event: SpecialEvent }
      for (const server of [one, other]) {
        expect(await server.getSpecialEvent(eventId)).toEqual(event)
        expect(await buy(server)).toMatchObject({ state: 'valid' })
        expect(await numberListed(server)).toBe(2)
      }
      expect(new Set(await states())).toEqual(new Set(['valid']))
    }
    const exported = []
    for await (const event of other.exportSpecialEvents()) exported.push(event)
    expect(exported).toEqual([await one.getSpecialEvent(eventId), another])
    await one.updateSpecialEvent(eventId, { dates: someDates('2030-05-18') }, anActor)
    expect(new Set(await states())).toEqual(new Set(['cancelled']))
    expect(await buy(other)).toMatchObject({ refusal: 'validation-failed' })
    const { items } = await opened.audit.list({ about: { id: eventId } }, { page: 1, limit: 100 })
    expect(items.map(({ operation }) => operation)).toEqual([
      'updateSpecialEvent',
      ...Array.from({ length: 3 }, () => ['restoreSpecialEvent', 'deleteSpecialEvent']).flat(),
      'createSpecialEvent',
    ])
  })
})

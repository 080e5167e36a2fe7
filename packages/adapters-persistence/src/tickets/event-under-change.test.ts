import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/application/in-memory'
import { EventLocation, SpecialEvent } from '@museum/domain'
import { aSpecialEvent, anEventTicket } from '@museum/domain/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'

const event = aSpecialEvent()

describe.each(namedEngines)('a ticket for an event that was changed, on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  const change = (location: string) =>
    opened.specialEvents.update(
      event.eventId,
      (current) => SpecialEvent.update(current, { location: EventLocation(location) }),
      () => anAuditEntry(),
    )

  it('is rejected when the changes that wait have ended, so that the next decision is made after them', async () => {
    await change('Hall')
    const ended: string[] = []
    const changes = ['1', '2', '3', '4', '5'].map((n) => change(`Hall ${n}`).then(() => ended.push(n)))
    const outcome = await opened.tickets.add(anEventTicket())
    expect(outcome).toMatchObject({ refusal: 'purchase-context-changed' })
    expect(ended).toEqual(['1', '2', '3', '4', '5'])
    await Promise.all(changes)
  })

  if (engine.isMysql)
    it('is rejected although a change waits for a locked row', async () => {
      await change('Hall')
      const ended: string[] = []
      let waiting: Promise<unknown> = Promise.resolve()
      await opened.open().transaction(async (tables) => {
        await tables.selectFrom('special_event').selectAll().forUpdate().execute()
        waiting = change('Another hall').then(() => ended.push('change'))
        expect(await opened.tickets.add(anEventTicket())).toMatchObject({ refusal: 'purchase-context-changed' })
        expect(ended).toEqual([])
      })
      await waiting
      expect(ended).toEqual(['change'])
    })
})

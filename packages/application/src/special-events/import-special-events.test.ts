import { describe, expect, it } from '@jest/globals'
import { EventId, EventName, Price } from '@museum/domain'
import { aSpecialEventDraft, exampleId, someDates } from '@museum/testing/examples'
import { aMuseum, anActor, inMemoryPorts, unrefused } from '@museum/testing'
import type { MuseumPorts } from '../ports.ts'
import type { ImportRow } from './special-event-operations.ts'
import type { ImportedEvent } from './special-event-repository.ts'

const draft = aSpecialEventDraft()
const named = (name: string): ImportRow => ({ draft: { ...draft, name: EventName(name) } })

describe('an import of special events', () => {
  const open = () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    const outcomesOf = async (rows: readonly ImportRow[]) => {
      const outcomes = []
      for await (const some of museum.importSpecialEvents(rows, anActor)) outcomes.push(...some)
      return outcomes
    }
    const stored = async () => {
      const events = []
      for await (const event of museum.exportSpecialEvents()) events.push(event)
      return events
    }
    return { ports, museum, outcomesOf, stored }
  }

  it('creates an event for each row, with an audit entry that names the import and the actor', async () => {
    const { ports, outcomesOf, stored } = open()
    expect(await outcomesOf([named('One'), named('Two')])).toEqual(['created', 'created'])
    expect((await stored()).map(({ name, revision }) => [name, revision])).toEqual([
      ['One', 1],
      ['Two', 1],
    ])
    const { items } = await ports.audit.list({}, { page: 1, limit: 9 })
    expect(items.map(({ operation, actor, before, after }) => [operation, actor, before, after?.['name']])).toEqual([
      ['importSpecialEvents', anActor.username, null, 'Two'],
      ['importSpecialEvents', anActor.username, null, 'One'],
    ])
  })

  it('creates events only for rows that were not imported before, in any order', async () => {
    const { outcomesOf, stored } = open()
    await outcomesOf([named('One'), named('Two')])
    expect(await outcomesOf([named('Three'), named('Two'), named('One')])).toEqual([
      'created',
      'imported-before',
      'imported-before',
    ])
    expect(await stored()).toHaveLength(3)
  })

  it('creates an event for each of several equal rows of a file, and for one that is added to them later', async () => {
    const { outcomesOf, stored } = open()
    expect(await outcomesOf([named('Tour'), named('Night'), named('Tour')])).toEqual(['created', 'created', 'created'])
    expect(await outcomesOf([named('Tour'), named('Tour'), named('Tour')])).toEqual([
      'imported-before',
      'imported-before',
      'created',
    ])
    expect(await stored()).toHaveLength(4)
  })

  it('creates an event again when any member of its row has changed', async () => {
    const { outcomesOf } = open()
    await outcomesOf([{ draft }])
    const changed = [
      aSpecialEventDraft({ name: EventName('Day') }),
      aSpecialEventDraft({ price: Price(1) }),
      aSpecialEventDraft({ dates: someDates('2030-05-17') }),
    ]
    expect(await outcomesOf(changed.map((each) => ({ draft: each })))).toEqual(['created', 'created', 'created'])
  })

  it('does not use the eventId of a row, and creates nothing if it is that of an event that exists or was deleted', async () => {
    const { museum, outcomesOf, stored } = open()
    const [one, two] = [
      unrefused(await museum.createSpecialEvent(draft, { actor: anActor })),
      unrefused(await museum.createSpecialEvent(draft, { actor: anActor })),
    ]
    await museum.deleteSpecialEvent(two.eventId, anActor)
    const unknown = EventId(exampleId(999))
    const rows = [one.eventId, two.eventId, unknown].map((givenId) => ({ draft, givenId }))
    expect(await outcomesOf(rows)).toEqual(['existing', 'existing', 'created'])
    expect((await stored()).map(({ eventId }) => eventId)).not.toContain(unknown)
  })

  // If the form of the key changed, an import would create again every event that an earlier version imported.
  it('makes the same key of a row as the first version of the import did', async () => {
    const keys: string[] = []
    const ports: MuseumPorts = inMemoryPorts()
    const addImported = async function* (events: Iterable<ImportedEvent>) {
      for (const { importKey } of events) keys.push(importKey)
      yield []
    }
    const museum = aMuseum({ ...ports, specialEvents: { ...ports.specialEvents, addImported } })
    const rows = [{ draft }, { draft, givenId: EventId(exampleId(5)) }]
    for await (const _outcomes of museum.importSpecialEvents(rows, anActor)) continue
    const content =
      '["Night at the Museum","Main Hall","Torches, whispers, and a mammoth.",["2030-05-17","2030-05-18"],1990]'
    expect(keys).toEqual([`0 ${content}`, `1 ${content}`])
  })
})

describe('the list of deleted events', () => {
  it('has every deleted event, but no restored one', async () => {
    const museum = aMuseum()
    const created = []
    for (let n = 0; n < 5; n += 1) created.push(unrefused(await museum.createSpecialEvent(draft, { actor: anActor })))
    for (const { eventId } of created) await museum.deleteSpecialEvent(eventId, anActor)
    await museum.restoreSpecialEvent(created[1]!.eventId, anActor)
    const { items, total } = await museum.listDeletedSpecialEvents({ page: 2, limit: 3 })
    const expected = created.filter((_event, n) => n !== 1).map(({ eventId }) => eventId)
    expect([items.map(({ event }) => event.eventId), total]).toEqual([expected.slice(3), 4])
  })
})

import type { EventId, SpecialEventDraft } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import { newSpecialEvent } from './create-special-event.ts'
import type { ImportedEvent, ImportOutcome } from './special-event-repository.ts'

/** One row of a file of special events. `givenId` is the eventId that it has in the file, if it has one. */
export type ImportRow = Readonly<{ draft: SpecialEventDraft; givenId?: EventId }>

/**
 * Adds the special events of a whole file, several at a time, each under a new identifier. Returns the outcomes of each part
 * of the rows when that part is stored durably, in the order of the rows. Nothing is created twice, however often a file is
 * imported, or interrupted and imported again: a row whose content was imported before creates nothing, nor does one whose
 * `givenId` is the eventId of an event that exists here or was deleted. Equal rows of one file are different events.
 */
export type ImportSpecialEvents = (rows: Iterable<ImportRow>, actor: Actor) => AsyncIterable<readonly ImportOutcome[]>

export const importSpecialEvents =
  (ports: Pick<MuseumPorts, 'specialEvents' | 'newId' | 'now'>): ImportSpecialEvents =>
  (rows, actor) =>
    ports.specialEvents.addImported(importedEvents(ports, rows, actor))

function* importedEvents(
  ports: Pick<MuseumPorts, 'newId' | 'now'>,
  rows: Iterable<ImportRow>,
  actor: Actor,
): Iterable<ImportedEvent> {
  const keyOf = importKeys()
  for (const { draft, givenId } of rows) {
    const { event, entry } = newSpecialEvent(ports, draft, actor, 'importSpecialEvents')
    yield { event, entry, importKey: keyOf(draft), ...(givenId !== undefined && { givenId }) }
  }
}

/** Makes the keys of the rows of one file: the content of a row, and how often the same content came before it. */
const importKeys = () => {
  const counts = new Map<string, number>()
  return ({ name, location, eventDescription, dates, price }: SpecialEventDraft): string => {
    // Released: another form of the key would create every event again that was imported before.
    const content = JSON.stringify([name, location, eventDescription, dates, price])
    const count = counts.get(content) ?? 0
    counts.set(content, count + 1)
    return `${count} ${content}`
  }
}

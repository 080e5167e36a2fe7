import type { EventId, SpecialEventDraft } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import { newSpecialEvent, priceRefusal } from './audited-event.ts'
import type { ImportedEvent, ImportOutcome } from './special-event-repository.ts'

/** One row of a file of special events. `givenId` is the eventId in the file, if the row has one. */
export type ImportRow = Readonly<{ draft: SpecialEventDraft; givenId?: EventId }>

export const importSpecialEvents =
  (ports: Pick<MuseumPorts, 'specialEvents' | 'newId' | 'now' | 'currency'>) =>
  (
    rows: Iterable<ImportRow>,
    actor: Actor,
    options: Readonly<{ isDryRun?: boolean }> = {},
  ): AsyncIterable<readonly ImportOutcome[]> =>
    ports.specialEvents.addImported(importedEvents(ports, rows, actor), options)

function* importedEvents(
  ports: Pick<MuseumPorts, 'newId' | 'now' | 'currency'>,
  rows: Iterable<ImportRow>,
  actor: Actor,
): Iterable<ImportedEvent> {
  const keyOf = importKeys()
  for (const { draft, givenId } of rows) {
    const refusal = priceRefusal(ports, draft)
    if (refusal !== undefined) throw new TypeError(refusal.because)
    const { event, entry } = newSpecialEvent(ports, draft, actor, 'importSpecialEvents')
    yield { event, entry, importKey: keyOf(draft), ...(givenId !== undefined && { givenId }) }
  }
}

/**
 * Makes the import keys of the rows of one file. A key identifies the content of a row, and how many rows with the same
 * content come before it.
 */
const importKeys = () => {
  const counts = new Map<string, number>()
  return ({ name, location, eventDescription, dates, price }: SpecialEventDraft): string => {
    // This form is released: with another one, an import would create again every event that was imported before.
    const content = JSON.stringify([name, location, eventDescription, dates, price])
    const count = counts.get(content) ?? 0
    counts.set(content, count + 1)
    return `${count} ${content}`
  }
}

import { CalendarDate, Currency, Price } from '@museum/domain'
import { exampleId } from '@museum/domain/examples'
import { openMuseum } from '../museum.ts'
import type { MuseumPorts } from '../ports.ts'
import { inMemoryRepositories } from './in-memory-repositories.ts'
import { inMemoryTicketRenderer } from './in-memory-ticket-renderer.ts'

/** Ports in memory for a museum on Wednesday, 1 May 2030, with identifiers and codes that come in order. */
export const inMemoryPorts = (but: Partial<MuseumPorts> = {}) => {
  let [ids, seed] = [0, 1]
  return {
    ...inMemoryRepositories(),
    ticketRenderer: inMemoryTicketRenderer(),
    today: () => CalendarDate('2030-05-01'),
    newId: () => exampleId((ids += 1)),
    // Park and Miller's minimal generator: the same codes in every run.
    randomInt: (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below,
    generalPrice: Price(0),
    currency: Currency('EUR'),
    ...but,
  } satisfies MuseumPorts
}

/** A museum that needs nothing: the use cases on ports in memory. Say which ports should differ. */
export const aMuseum = (but: Partial<MuseumPorts> = {}) => openMuseum(inMemoryPorts(but))

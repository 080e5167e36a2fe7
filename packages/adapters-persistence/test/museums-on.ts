import { randomInt } from 'node:crypto'
import { createMuseum } from '@museum/application'
import { Instant } from '@museum/domain'
import { inMemoryPorts } from '@museum/testing'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import { kyselyRepositories } from '../src/kysely-repositories.ts'

/** Creates the use cases of servers on databases, with one source of identifiers and one clock, which begins on 1 May 2030, 10:00 UTC. */
export const museumsOn = () => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const ports = { ...inMemoryPorts({ now: () => Instant(clock.now) }), randomInt: (below: number) => randomInt(below) }
  return { clock, museumOn: (database: MuseumDatabase) => createMuseum({ ...ports, ...kyselyRepositories(database) }) }
}

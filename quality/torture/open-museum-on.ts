/** The use cases on a database, without a server: as commands have them. */
import { createHash, randomInt, randomUUIDv7 } from 'node:crypto'
import { type MuseumDatabase, kyselyRepositories } from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import { Unavailable, createMails, createMuseum, createUsers } from '@museum/application'
import { CalendarDate, Currency, Instant, Price, TimeOfDay } from '@museum/domain'
import { retryDelay } from './random.ts'

const hash = (password: string) => `sha256$${createHash('sha256').update(password).digest('hex')}`
const dateOf = (instant: Instant) => CalendarDate(new Date(instant).toISOString().slice(0, 10))

/** Opens the use cases. The image of a ticket is the text of its code. */
export const openMuseumOn = (database: MuseumDatabase) => {
  const ports = {
    ...kyselyRepositories(database),
    signatureAlgorithm: ed25519(),
    // These users never authenticate.
    passwordHasher: {
      hash: async (password: string) => hash(password),
      verify: async (stored: string, password: string) => stored === hash(password),
    },
    ticketRenderer: { render: async (_ticket: unknown, code: string) => Buffer.from(code) },
    timeZone: 'UTC',
    today: () => CalendarDate('2030-12-31'),
    now: () => Instant(Date.now()),
    startOfDay: (date: CalendarDate) => Instant(Date.parse(date)),
    momentOf: (date: CalendarDate, time: TimeOfDay) => Instant(Date.parse(`${date}T${time}Z`)),
    dateOf,
    timeOf: (instant: Instant) => TimeOfDay(new Date(instant).toISOString().slice(11, 16)),
    newId: () => randomUUIDv7(),
    randomInt: (below: number) => randomInt(below),
    generalPrice: Price(0),
    currency: Currency('EUR'),
  }
  return { museum: createMuseum(ports), users: createUsers(ports), mails: createMails(ports) }
}

/** Calls a use case until the database is available. */
export const whenAvailable = async <T>({ engine }: MuseumDatabase, call: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await call()
    } catch (error) {
      // Outside of the repositories, errors of an outage are the driver's.
      if (!(error instanceof Unavailable) && engine.classifyError(error) === undefined) throw error
      await retryDelay()
    }
}

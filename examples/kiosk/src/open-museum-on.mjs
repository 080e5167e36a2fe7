import { kyselyRepositories, migrate, openDatabase } from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import { systemPorts } from '@museum/adapters-system'
import { createMuseum } from '@museum/application'
import { thermalTicketRenderer } from './thermal-ticket-renderer.mjs'

/** @import { Currency, Price } from '@museum/domain' */

/**
 * The museum's use cases on a database, with this kiosk's renderer.
 *
 * @param {Readonly<{ database: string, timeZone: string, generalPrice: Price, currency: Currency }>} options
 */
export const openMuseumOn = async ({ database: url, timeZone, generalPrice, currency }) => {
  const database = openDatabase(url)
  await migrate(database)
  const ports = { ...kyselyRepositories(database), ...systemPorts(timeZone) }
  const museum = createMuseum({
    ...ports,
    signatureAlgorithm: ed25519(),
    ticketRenderer: thermalTicketRenderer(),
    generalPrice,
    currency,
  })
  // Tickets have no code until the museum has a key. The first program that opens a database makes one.
  await museum.ensureTicketKey({ username: 'kiosk' })
  return { museum, today: ports.today, close: () => database.close() }
}

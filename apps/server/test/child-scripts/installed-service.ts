// A service on the installed adapters: a database, users, the API in an application of its own, and ticket images. Prints
// what it has seen.
import { scryptCredentialVerifier, scryptPasswordHasher } from '@museum/adapters-access'
import { type MuseumApi, museumApi } from '@museum/adapters-http'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { quietZone } from '@museum/adapters-imaging/drawing'
import { kyselyRepositories, migrate, openDatabase } from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import { Password, Username, createMuseum, createUsers } from '@museum/application'
import { inMemoryPorts } from '@museum/testing'
import { Hono } from 'hono'

const database = openDatabase(process.argv[2] ?? 'sqlite:museum.sqlite')
const migrations = await migrate(database)
const tables = await database.kysely.introspection.getTables()
const ports = {
  ...inMemoryPorts(),
  ...kyselyRepositories(database),
  signatureAlgorithm: ed25519(),
  ticketRenderer: canvasTicketRenderer(),
  passwordHasher: scryptPasswordHasher,
}
const museum = createMuseum(ports)
const password = 'a password of the service'
await museum.ensureTicketKey({ username: 'our-service' })
await createUsers(ports).addUser(
  { username: Username('curator'), role: 'admin', password: Password(password) },
  { username: 'our-service' },
)
const api: MuseumApi = museumApi(museum, scryptCredentialVerifier(ports.users))
const app = new Hono().route('/', api)
const headers = { Authorization: `Basic ${btoa(`curator:${password}`)}`, 'Content-Type': 'application/json' }
const order = { ticketType: 'general', ticketDate: '2030-05-17', email: 'visitor@example.org' }
const sale = await app.request('/v1.1/tickets', { method: 'POST', headers, body: JSON.stringify(order) })
const { ticketId } = (await sale.json()) as { ticketId: string }
const image = await app.request(`/v1.1/tickets/${ticketId}/qr`, { headers })
const page = await app.request('/docs')
const seen = {
  migrations: migrations.length > 0,
  tables: tables.some(({ name }) => name === 'museum_ticket'),
  sale: sale.status,
  image: [image.status, image.headers.get('content-type')],
  page: page.status,
  quietZone: quietZone > 0,
}
await database.close()
console.log(JSON.stringify(seen))

import {
  type MuseumPorts,
  type MuseumSettingName,
  type Role,
  createMails,
  createMuseum,
  createUsers,
  createWebhooks,
  museumSettingNames,
} from '@museum/application'
import { inMemoryCredentialVerifier, inMemoryPorts, inMemoryWebhookSender } from '@museum/testing'
import type { MuseumApiOptions } from '../src/museum-api-options.ts'
import { museumApi } from '../src/museum-api.ts'
import { renderMessage } from '../src/webhooks/message.wire.ts'

/** The users of the roles. */
const usernames: Readonly<Record<Role, string>> = {
  admin: 'curator',
  'box-office': 'cashier',
  shop: 'website',
  gate: 'guard',
  reader: 'guide',
}
const password = 'päss:wörd'

/** A verifier that accepts only the users above, such as the administrator `curator`, with the password `päss:wörd`. */
export const credentials = inMemoryCredentialVerifier(
  Object.fromEntries(Object.values(usernames).map((username) => [username, password])),
  Object.fromEntries(Object.entries(usernames).map(([role, username]) => [username, role as Role])),
)

/** The `Authorization` header of a user. */
export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
/** The `Authorization` header of the user with this role. */
export const authorizationOf = (role: Role): string => basic(usernames[role], password)
export const authorization = authorizationOf('admin')

/** The options of the API, and settings of the museum, which its pages show. */
export type AMuseumApiOptions = MuseumApiOptions & Partial<Pick<MuseumPorts, MuseumSettingName>>

/**
 * The API of an in-memory museum on 1 May 2030, with webhooks and e-mails, of which none is sent. `request` sends a request as `curator`, to a path below the base path;
 * `send` sends one with a JSON body.
 */
export const aMuseumApi = (ports: Partial<MuseumPorts> = {}, options: AMuseumApiOptions = {}) => {
  const settings = Object.entries(options).filter(([name]) => (museumSettingNames as readonly string[]).includes(name))
  const allPorts = inMemoryPorts({ ...Object.fromEntries(settings), ...ports })
  const museum = createMuseum(allPorts)
  const webhookSender = inMemoryWebhookSender()
  const webhooks = createWebhooks({ ...allPorts, webhookSender, renderMessage, random: () => 0 })
  const mails = createMails(allPorts)
  const users = createUsers(allPorts)
  const api = museumApi(museum, credentials, { today: allPorts.today, webhooks, mails, users, ...options })
  const request = async (
    method: string,
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) => {
    const headers = { Authorization: authorization, ...init.headers }
    return api.request(path.startsWith('/v1.1') ? path : `/v1.1${path}`, { ...init, method, headers })
  }
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(method, path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } })
  return { ports: allPorts, museum, webhooks, webhookSender, users, api, request, send }
}

export const event = {
  name: 'Night at the Museum',
  location: 'Main Hall',
  eventDescription: 'Torches.',
  dates: ['2030-05-17', '2030-05-18'],
  price: 19.9,
}
export const generalOrder = { ticketType: 'general', ticketDate: '2030-05-17', email: 'visitor@example.org' }
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

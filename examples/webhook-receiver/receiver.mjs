// @ts-check
// Receives the messages of a museum's webhook, and keeps a calendar of its special events in a file.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { verifyWebhook } from '@museum/client'

const { WEBHOOK_KEY = '', CALENDAR_FILE = 'calendar.json', HOST = '127.0.0.1', PORT = '3001' } = process.env
if (WEBHOOK_KEY === '') {
  console.error('Set WEBHOOK_KEY to the public key (whpk_…) or the secret (whsec_…) of the webhook.')
  process.exit(1)
}
const maxBody = 131_072

/**
 * What is known of each event: the time of its latest change, and the event unless it is deleted.
 *
 * @type {Map<string, { timestamp: string; event?: Record<string, unknown> }>}
 */
const calendar = new Map(
  Object.entries(
    JSON.parse(
      await readFile(CALENDAR_FILE, 'utf8').catch((/** @type {NodeJS.ErrnoException} */ error) => {
        if (error.code === 'ENOENT') return '{}'
        throw error
      }),
    ),
  ),
)

/** @param {import('@museum/client').WebhookMessage} message */
const apply = (message) => {
  if (!('eventDescription' in message)) return
  const { type, timestamp, ...event } = message
  const known = calendar.get(event.eventId)
  // A message can arrive twice, and one that is replayed after a later one.
  if (known !== undefined && known.timestamp > timestamp) return
  calendar.set(event.eventId, type === 'special-event.deleted' ? { timestamp } : { timestamp, event })
}

/** @param {Promise<void>} before */
const saveAfter = async (before) => {
  await before.catch(() => undefined)
  // An interrupted write leaves the file as it was.
  await writeFile(`${CALENDAR_FILE}.new`, JSON.stringify(Object.fromEntries(calendar), null, 2))
  await rename(`${CALENDAR_FILE}.new`, CALENDAR_FILE)
}
let saved = Promise.resolve()
/** Writes the calendar, after the writes before. */
const save = () => (saved = saveAfter(saved))

/** @param {import('node:http').IncomingMessage} request */
const readBody = async (request) => {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    // The rest is read too: a sender that is still sending does not read a response.
    if (size <= maxBody) chunks.push(chunk)
  }
  return size > maxBody ? undefined : Buffer.concat(chunks)
}

/**
 * The status of the response to a message: 2xx once it is stored, since only then the museum does not send it again.
 *
 * @param {import('node:http').IncomingMessage} request
 */
const take = async (request) => {
  const body = await readBody(request)
  if (body === undefined) return 413
  const message = await verifyWebhook(body, request.headers, WEBHOOK_KEY)
  if (message === undefined) return 401
  console.log(message.type, 'name' in message ? message.name : '')
  apply(message)
  // Also when nothing changed: the write of the same message before may have failed.
  await save()
  return 204
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
const respond = async (request, response) => {
  if (request.method === 'GET') {
    const events = [...calendar.values()].flatMap(({ event }) => event ?? [])
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(events))
    return
  }
  const status =
    request.method === 'POST'
      ? await take(request).catch((error) => {
          console.error(error)
          return 500
        })
      : 405
  response.writeHead(status).end()
}

const server = createServer((request, response) => void respond(request, response))
server.listen(Number(PORT), HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`The calendar is at http://${HOST}:${port}/`)
})

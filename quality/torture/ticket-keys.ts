import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TicketId, isRefusal } from '@museum/domain'
import type { Violation } from './findings.ts'
import { type SentKeys, type TicketImage, checkTicketKeys } from './check-ticket-keys.ts'
import { send, untilFinal } from './client.ts'
import { isCreated } from './history.ts'
import { openMuseumOn } from './open-museum-on.ts'
import { randomBetween, randomItem } from './random.ts'
import { readTicketImage } from './read-ticket-image.ts'
import { type Museum, runScenario } from './run-scenario.ts'
import { authorization } from './spawn-server.ts'
import type { Engine } from './engine.ts'
import { startWorkers } from './start-workers.ts'
import { uuidOf } from './uuid-of.ts'

const actor = { username: 'cli:torture' }
/** How long a server may use the former keys after a change, in milliseconds. */
const maxKeyAge = 5_000
/** The number of keys of which the images of one ticket are compared after a round: drawing and reading them takes long. */
const sampledKeys = 8
/** There are 255 keys at most. */
const rotationsPerRound = 6

type Sold = { ticketId: string; earlierImages: TicketImage[]; earlierBytes: Uint8Array[] }

/**
 * Ticket keys are rotated and revoked while tickets are sold, images are sent, and both servers are killed. In every other
 * round, one of the servers runs on, and has to apply the last change within 5 seconds.
 */
export const ticketKeys = (engine: Engine, rounds: number) => {
  const sold: Sold[] = []
  let [images, roundNumber] = [0, 0]
  return runScenario(engine, {
    servers: 2,
    rounds,
    async round({ servers, database }) {
      roundNumber += 1
      const { museum } = openMuseumOn(database)
      const violations: Violation[] = []
      const origin = () => randomItem(servers).origin
      const buy = async (from = origin) => {
        const order = { ticketType: 'general', ticketDate: '2031-05-17', email: 'visitor@example.org' }
        const key = randomUUID()
        const last = await untilFinal(() => send(from(), 'POST', '/tickets', order, key))
        if (last === undefined || !isCreated(last))
          return void violations.push({ fault: 'a ticket is not sold', recorded: last })
        const { ticketId } = JSON.parse(last.body) as { ticketId: string }
        const ticket = { ticketId, earlierImages: [], earlierBytes: [] }
        sold.push(ticket)
        return ticket
      }
      let rotations = 0
      const changeKeys = async () => {
        await sleep(randomBetween(50, 400))
        if (rotations === rotationsPerRound) return
        rotations += 1
        const rotated = await museum.rotateTicketKey(actor)
        const keys = (await museum.listTicketKeys()).filter(({ revokedAt }) => revokedAt === undefined)
        const old = keys.slice(0, -1)
        if (isRefusal(rotated)) violations.push({ fault: rotated.because })
        else if (old.length > 0 && Math.random() < 0.6) await museum.revokeTicketKey(randomItem(old).keyId, actor)
      }
      const keepImage = async () => {
        await sleep(randomBetween(0, 200))
        const ticket = randomItem(sold)
        const bytes = ticket && (await imageFrom(origin(), ticket.ticketId).catch(() => undefined))
        if (bytes) ticket.earlierBytes.push(bytes)
      }
      const stops = [startWorkers(4, buy), startWorkers(1, changeKeys), startWorkers(2, keepImage)]
      await sleep(randomBetween(300, 600))
      // Restarts both servers, so that at the end each has read its keys again; or only one, so that the other must read them
      // by itself.
      const isOneRunningOn = roundNumber % 2 === 0
      for (const server of isOneRunningOn ? servers.slice(1) : servers) {
        await server.kill()
        await server.start()
        await sleep(randomBetween(100, 300))
      }
      await Promise.all(stops.map((stop) => stop()))
      if (isOneRunningOn) await sleep(maxKeyAge)
      else
        for (const server of servers) {
          await server.kill()
          await server.start()
        }
      // From now on tickets are sold under the last key.
      const { keyId } = (await museum.listTicketKeys()).findLast(({ revokedAt }) => revokedAt === undefined)!
      for (const server of servers) {
        const ticket = await buy(() => server.origin)
        const row = ticket && (await museum.getTicket(TicketId(ticket.ticketId)))
        if (row && (isRefusal(row) || row.signingKey !== keyId))
          violations.push({ fault: 'sold under another key than the current one', recorded: row, stored: keyId })
      }
      return { kills: isOneRunningOn ? 1 : 4, violations }
    },
    async check(museum) {
      const sent = await readSent(museum, sold)
      images += sent.tickets.reduce((sum, ticket) => sum + ticket.images.length + ticket.earlierImages.length, 0)
      const revoked = sent.stored.filter(({ isRevoked }) => isRevoked).length
      return {
        figures: { tickets: sold.length, images, keys: sent.stored.length, 'revoked keys': revoked },
        violations: checkTicketKeys(sent),
      }
    },
  })
}

const imageFrom = async (origin: string, ticketId: string) => {
  const response = await fetch(`${origin}/v1.1/tickets/${ticketId}/qr`, { headers: { authorization } })
  return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : undefined
}

/** Fetches the keys from each server, and the images of some tickets, preferably of those whose image was kept before. */
const readSent = async ({ servers, database }: Museum, sold: readonly Sold[]): Promise<SentKeys> => {
  const { museum } = openMuseumOn(database)
  const listed = await Promise.all(
    servers.map(async ({ origin }) => {
      const response = await send(origin, 'GET', '/ticket-keys')
      return (JSON.parse(response!.body) as { keys: { kid: string; x: string }[] }).keys
    }),
  )
  const publicKeys = new Map(listed[0]!.map(({ kid, x }) => [Number(kid), x]))
  const rows = await database.kysely.selectFrom('museum_ticket').select(['ticket_id', 'signing_key']).execute()
  const signingKeys = new Map(rows.map((row) => [uuidOf(row.ticket_id), row.signing_key]))
  const byKey = Map.groupBy(sold, ({ ticketId }) => signingKeys.get(ticketId) ?? null)
  const isKept = ({ earlierImages, earlierBytes }: Sold) => earlierImages.length + earlierBytes.length > 0
  // Of the keys that are not revoked, and of the last ones.
  const sampled = [...byKey].toSorted(
    ([a], [b]) => Number(publicKeys.has(b ?? 0)) - Number(publicKeys.has(a ?? 0)) || b! - a!,
  )
  const sample = sampled.slice(0, sampledKeys).map(([, tickets]) => tickets.find(isKept) ?? randomItem(tickets))
  const tickets: SentKeys['tickets'][number][] = []
  for (const each of sample) {
    const { ticketId, earlierImages, earlierBytes } = each
    for (const bytes of earlierBytes.splice(0)) earlierImages.push(await readTicketImage(bytes, publicKeys))
    const images: TicketImage[] = []
    for (const { origin } of servers) {
      const bytes = await imageFrom(origin, ticketId)
      if (bytes === undefined) throw new Error(`No image of the ticket ${ticketId}`)
      images.push(await readTicketImage(bytes, publicKeys))
    }
    const ticket = await museum.getTicket(TicketId(ticketId))
    if (isRefusal(ticket)) throw new Error(ticket.because)
    const { ticketDate, ticketType, signingKey = null } = ticket
    tickets.push({ ticketId, ticketDate, ticketType, signingKey, images, earlierImages: [...earlierImages] })
    earlierImages.push(images[0]!)
  }
  return {
    listed: listed.map((keys) => keys.map(({ kid }) => Number(kid))),
    stored: (await museum.listTicketKeys()).map(({ keyId, revokedAt }) => ({
      keyId,
      isRevoked: revokedAt !== undefined,
    })),
    tickets,
  }
}

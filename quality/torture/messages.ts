import { setTimeout as sleep } from 'node:timers/promises'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import { Email, TicketId, messageTypes } from '@museum/domain'
import { startBadMailServer } from './bad-mail-server.ts'
import { checkMessages } from './check-messages.ts'
import { checkOrders } from './check-orders.ts'
import { send } from './client.ts'
import type { Engine } from './engine.ts'
import { failInTurn } from './fail-in-turn.ts'
import { figureColumns } from './findings.ts'
import { type EndedDelivery, type MessageHistory, emptyMessageHistory } from './message-history.ts'
import { openMuseumOn } from './open-museum-on.ts'
import { orderClients } from './order-clients.ts'
import { emptyOrderHistory } from './order-history.ts'
import { orderPrices } from './orders.ts'
import { randomBetween, randomItem } from './random.ts'
import { readMessages } from './read-messages.ts'
import { readOrders } from './read-orders.ts'
import { type Museum, runScenario } from './run-scenario.ts'
import { startPausingWorkers, startWorkers } from './start-workers.ts'
import { startReceivers } from './webhook-receivers.ts'

/** For how long a delivery is claimed at most, in seconds. */
const claimSeconds = 120
/** In which time everything must be delivered once all receivers are well, in milliseconds: longer than a claim. */
const maxDelivery = 150_000

/**
 * Two servers (three on a cluster) sell orders and tickets, cancel and change them, and tell two receivers and a mail server of it,
 * of which one receiver and the mail server refuse, hang, disconnect and respond late. The database fails or the servers are
 * killed, as in `orders`, and at the end all servers are killed with deliveries in progress. Then all receivers are well.
 *
 * The pauses between attempts are skipped by changing the times at which deliveries are due, and a claim expires early when it is
 * in the way, so that servers finish attempts that another one has claimed meanwhile.
 */
export const messages = async (engine: Engine, rounds: number) => {
  const history = emptyMessageHistory(emptyOrderHistory({ prices: orderPrices, generalCapacity: 200 }))
  const receivers = await startReceivers(history)
  const mailServer = await startBadMailServer(history)
  let clients: ReturnType<typeof orderClients> | undefined
  let roundNumber = 0
  try {
    return await runScenario(engine, {
      servers: engine.cluster === undefined ? 2 : 3,
      rounds,
      settings: {
        MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'allow',
        MUSEUM_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
        MUSEUM_MAIL_FROM: 'museum@example.org',
        MUSEUM_MAIL_RATE: '6000',
      },
      outages: history.orders.outages,
      async round(museum) {
        roundNumber += 1
        if (clients === undefined) {
          // Before the first change, so that no server knows another state of the webhooks.
          await addWebhook(museum, history, receivers)
          clients = orderClients(museum, history.orders)
        }
        await clients.prepare()
        receivers.fallIll()
        mailServer.fallIll()
        const { placeOrder, buyTicket, cancelTicket, cancelOrder, deleteEvent, removeDate, someTicket } = clients
        const origin = () => randomItem(museum.servers).origin
        const mailTicket = async () => {
          const ticketId = someTicket()
          if (ticketId === undefined) return
          const email = `other-${history.anotherMails.length}@example.org`
          const { mails } = openMuseumOn(museum.database)
          // Another user each time: the e-mails of one are limited.
          const actor = { username: `cli:torture-${history.anotherMails.length}` }
          const outcome = await mails.mailTicket(TicketId(ticketId), Email(email), actor).then(
            (refusal) => (refusal === undefined ? 'recorded' : 'refused'),
            () => 'unknown' as const,
          )
          history.anotherMails.push({ ticketId, email, outcome })
        }
        const stopWatching = watchEnded(museum.database, history)
        const stops = [
          startPausingWorkers(4, 150, () => placeOrder(origin)),
          startPausingWorkers(2, 150, () => buyTicket(origin)),
          startPausingWorkers(1, 100, cancelTicket),
          startPausingWorkers(1, 200, cancelOrder),
          startPausingWorkers(1, 200, mailTicket),
          startPausingWorkers(1, 600, deleteEvent),
          startPausingWorkers(1, 600, removeDate),
        ]
        await sleep(randomBetween(800, 1_500))
        let kills = await during(history, () => failInTurn(engine, museum, history.orders.outages, roundNumber))
        await sleep(randomBetween(500, 1_000))
        await expireClaims(museum.database, 'of webhooks')
        await makeDue(museum.database)
        await sleep(randomBetween(1_000, 2_000))
        await Promise.all(stops.map((stop) => stop()))
        await during(history, async () => {
          await Promise.all(museum.servers.map((server) => server.kill()))
          await expireClaims(museum.database, 'all')
          for (const server of museum.servers) await server.start()
        })
        kills += museum.servers.length
        await receivers.recover()
        mailServer.recover()
        await deliverAll(museum.database)
        await stopWatching()
        return { kills, violations: clients.violations.splice(0) }
      },
      async check({ servers, database }) {
        const orders = await readOrders(database, servers)
        const ofOrders = checkOrders(history.orders, orders)
        const { figures, violations } = checkMessages(history, await readMessages(database, orders))
        const { requests, tickets, lost, expected5xx, unexpected5xx } = ofOrders.figures
        const { mails, p99, longest, ...others } = figures
        return {
          figures: {
            ...figureColumns({ requests, tickets, ...others, lost: figures.lost + lost, expected5xx, unexpected5xx }),
            'e-mails': mails,
            'sale p99, ms': p99,
            'longest sale, ms': longest,
          },
          violations: [...ofOrders.violations, ...violations],
        }
      },
    })
  } finally {
    await receivers.recover()
    await receivers.close()
    await mailServer.close()
  }
}

/** Each receiver has a webhook for everything, and one for the tickets sold. */
const addWebhook = async (
  { servers }: Museum,
  { webhooks }: MessageHistory,
  { wellOrigin, badOrigin }: Awaited<ReturnType<typeof startReceivers>>,
) => {
  for (const [name, origin] of Object.entries({ well: wellOrigin, bad: badOrigin }))
    for (const types of [messageTypes, ['ticket.sold']]) {
      const path = `${name}-${types.length}`
      const draft = { url: `${origin}/${path}`, types }
      const response = await send(servers[0]!.origin, 'POST', '/webhooks', draft)
      if (response?.status !== 201) throw new Error(`A webhook was not added: ${response?.body}`)
      webhooks.push({ ...(JSON.parse(response.body) as (typeof webhooks)[number]), path, types })
    }
}

/** Records the period of a failure. */
const during = async <T>({ failures }: MessageHistory, fail: () => Promise<T>): Promise<T> => {
  const period = { from: performance.now(), until: Number.POSITIVE_INFINITY }
  failures.push(period)
  const result = await fail()
  period.until = performance.now()
  return result
}

const mail = Buffer.alloc(16) as never

/** Has claims end as if the time of a claim had passed. */
const expireClaims = ({ kysely }: MuseumDatabase, which: 'all' | 'of webhooks') =>
  repeated(() =>
    kysely
      .updateTable('delivery')
      .set(({ eb }) => ({ due_at: eb('due_at', '-', claimSeconds) }))
      .where('due_at', 'is not', null)
      .where('claim', 'is not', null)
      .$if(which === 'of webhooks', (all) => all.where('receiver_id', '!=', mail))
      .execute(),
  )

/** Has deliveries that no server attempts now be due. */
const makeDue = ({ kysely, engine: { now } }: MuseumDatabase) =>
  repeated(() =>
    kysely.updateTable('delivery').set({ due_at: now }).where('due_at', '>', now).where('claim', 'is', null).execute(),
  )

/** A statement of the suite may meet one of a server, or a node that has just come back. */
const repeated = async (execute: () => Promise<unknown>) => {
  for (let n = 1; ; n += 1)
    try {
      await execute()
      return
    } catch (error) {
      if (n === 20) throw error
      await sleep(100)
    }
}

/** Waits until nothing is left to be delivered, for a limited time. */
const deliverAll = async (database: MuseumDatabase) => {
  const end = performance.now() + maxDelivery
  while (performance.now() < end) {
    const waiting = await database.kysely
      .selectFrom('delivery')
      .select('delivery_id')
      .where('due_at', 'is not', null)
      .limit(1)
      .execute()
      .catch(() => [undefined])
    if (waiting.length === 0) return
    await makeDue(database)
    await sleep(700)
  }
}

/** Records deliveries that have ended, as they are seen then. Returns a function that ends this. */
const watchEnded = ({ kysely }: MuseumDatabase, { ended }: MessageHistory) => {
  const look = async () => {
    const last = Math.max(0, ...ended.keys())
    // Deliveries of earlier rounds have all ended, but for some at the end of the last one.
    const rows = await kysely
      .selectFrom('delivery')
      .select(['delivery_id', 'state', 'attempts', 'status'])
      .where('due_at', 'is', null)
      .where('delivery_id', '>', last - 5_000)
      .execute()
      .catch(() => [])
    for (const { delivery_id: deliveryId, state, attempts, status } of rows) {
      const seen: EndedDelivery = { deliveryId, state, attempts, status }
      if (!ended.has(deliveryId)) ended.set(deliveryId, seen)
    }
  }
  return startWorkers(1, async () => {
    await look()
    await sleep(300)
  })
}

import { Instant } from '@museum/domain'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@museum/adapters-persistence'
import { createConnection } from 'mysql2/promise'
import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import type { Measured } from '../load-generator.ts'
import { type MeasuredServer, headers, startMuseum, startProgram } from '../measured-server.ts'
import { once } from '../once.ts'
import { basePath, buyOneEvent } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'

/** What messages to other services cost, and how fast they are delivered. */
export const messages = (bench: Bench): readonly Row[] => {
  const { engine, table, generator, settings, databases, started } = bench
  const { closeRounds, seconds } = settings
  const receiver = once(() =>
    started(startProgram('the receiver', join(import.meta.dirname, '../servers/webhook-receiver.ts'))),
  )
  const urlOf = once(() => databases.make('bench_messages', { events: 1_000, tickets: 0 }))
  const museum = once(async () =>
    started(startMuseum(await urlOf(), { settings: { MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'allow' } })),
  )
  const connections = 64

  const cost = 'processor time of purchases that record a message, compared with none (deliveries not counted)'
  const measureCost = async () => {
    const [recording, none] = [await museum(), await bench.museum()]
    // Messages are recorded for a disabled webhook, and not delivered.
    const webhook = await addWebhook(recording, `${(await receiver()).url}/`)
    await webhook.update({ enabled: false })
    const loads = [recording, none].map((server) => ({ server, workload: buyOneEvent(11) }))
    const [measured, comparedWith] = await compareLoads(generator, loads, { connections, rounds: closeRounds, seconds })
    await webhook.remove()
    table.addComparison({
      name: cost,
      connections,
      measured: measured!,
      comparedWith: comparedWith!,
      ratio: ratioByRound('processor'),
      bound: { max: 1.25 },
    })
  }

  const rate = 'deliveries a second to a fast receiver, beside purchases over one connection'
  const measureRate = async () => {
    const [server, { url }] = [await museum(), await receiver()]
    const webhook = await addWebhook(server, `${url}/`)
    await webhook.update({ enabled: false })
    await generator.run(server, buyOneEvent(11), connections, 10 * seconds)
    const received = async () => Number(await (await fetch(url)).text())
    await webhook.update({ enabled: true })
    const before = await received()
    while ((await received()) === before) await sleep(10)
    const [first, startedAt] = [await received(), performance.now()]
    const purchases = await generator.run(server, buyOneEvent(11), 1, 2 * seconds)
    const value = (1_000 * ((await received()) - first)) / (performance.now() - startedAt)
    await webhook.remove()
    table.add({
      name: rate,
      connections: 1,
      measured: `${value.toFixed(0)}/s, purchases ${purchases.rate.toFixed(0)}/s`,
      value,
      digits: 0,
      bound: { min: 1_000 },
      faulty: purchases.faulty,
    })
  }

  const dead = 'p99 of purchases while their messages go to a receiver that never answers'
  const measureDead = async () => {
    const [server, { url }] = [await museum(), await receiver()]
    const measure = () => generator.run(server, buyOneEvent(11), connections, 5 * seconds)
    const beside = async (isDelivered: boolean) => {
      const webhook = await addWebhook(server, `${url}/dead`)
      if (!isDelivered) await webhook.update({ enabled: false })
      await sleep(1_500)
      const measured = await measure()
      await webhook.remove()
      return measured
    }
    await measure()
    const ways = { delivered: () => beside(true), recorded: () => beside(false), none: measure }
    const measured: Record<keyof typeof ways, Measured[]> = { delivered: [], recorded: [], none: [] }
    const names = Object.keys(ways) as (keyof typeof ways)[]
    for (let round = 0; round < closeRounds; round += 1)
      for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name].push(await ways[name]())
    const comparison = { connections, measured: measured.delivered, ratio: ratioByRound('p99') }
    table.addComparison({
      ...comparison,
      name: `${dead}, compared with messages that are recorded only`,
      comparedWith: measured.recorded,
      bound: { max: 1.1 },
    })
    table.addComparison({ ...comparison, name: `${dead}, compared with no messages`, comparedWith: measured.none })
  }

  const backlogSize = settings.large.tickets / 10
  const backlog = `rows that one kind of statement reads for each delivery of a backlog of ${backlogSize.toLocaleString('en')}`
  const measureBacklog = async () => {
    const [url, receiving] = [await databases.make('bench_backlog', { events: 0, tickets: 0 }), await receiver()]
    const statements = await logStatements(url)
    // Its sessions are new, so that their statements are logged.
    const server = await started(startMuseum(url, { settings: { MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'allow' } }))
    const webhook = await addWebhook(server, `${receiving.url}/`)
    await webhook.update({ enabled: false })
    await addBacklog(url, webhook.webhookId, backlogSize)
    const received = async () => Number(await (await fetch(receiving.url)).text())
    const first = await received()
    await statements.clear()
    await webhook.update({ enabled: true })
    await sleep(5_000 * seconds)
    const delivered = (await received()) - first
    const { statement, rows } = await statements.costliest()
    await webhook.remove()
    await statements.end()
    table.add({
      name: backlog,
      connections: 0,
      measured: `${(delivered / (5 * seconds)).toFixed(0)} deliveries a second; \`${statement}\``,
      value: rows / delivered,
      digits: 1,
      bound: { max: 10 },
    })
  }

  return [
    { name: cost, measure: measureCost },
    { name: rate, measure: measureRate },
    { name: dead, measure: measureDead },
    // SQLite does not count the rows that it reads.
    ...(engine === 'sqlite' ? [] : [{ name: backlog, measure: measureBacklog }]),
  ]
}

/** Subscribes a URL to sold tickets. */
const addWebhook = async (server: MeasuredServer, url: string) => {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}${basePath}/webhooks${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} of a webhook: ${response.status} ${await response.text()}`)
    return response
  }
  const created = await send('POST', '', { url, types: ['ticket.sold'] })
  const { webhookId } = (await created.json()) as { webhookId: string }
  return {
    webhookId,
    update: (changes: object) => send('PATCH', `/${webhookId}`, changes),
    remove: () => send('DELETE', `/${webhookId}`),
  }
}

/** Records tests of a webhook, by SQL. */
const addBacklog = async (url: string, webhookId: string, count: number) => {
  const database = openDatabase(url)
  const receiver_id = Buffer.from(webhookId.replaceAll('-', ''), 'hex') as never
  const deliveryRow = (n: number) => {
    const id = Buffer.alloc(16)
    id.writeUInt32BE(n, 12)
    return {
      receiver_id,
      message_id: id as never,
      message_type: 'webhook.test' as const,
      subject_id: id as never,
      content: null,
      changed_at: Instant(Date.now()),
      state: 'pending' as const,
      due_at: 0,
      attempts: 0,
    }
  }
  for (let first = 0; first < count; first += 1_000)
    await database.kysely
      .insertInto('delivery')
      .values(Array.from({ length: Math.min(1_000, count - first) }, (_, n) => deliveryRow(first + n)))
      .execute()
  await database.close()
}

/** Logs the statements of new sessions, with the rows that each reads. */
const logStatements = async (url: string) => {
  const connection = await createConnection({ uri: url, multipleStatements: true })
  await connection.query("set global log_output = 'TABLE', long_query_time = 0, slow_query_log = on")
  return {
    clear: () => connection.query('truncate table mysql.slow_log'),
    /** The statements with the same beginning that have read the most rows together. */
    async costliest() {
      const [found] = await connection.query(`select left(sql_text, 30) as statement, sum(rows_examined) as total
        from mysql.slow_log where db = database() group by statement order by total desc limit 1`)
      const [{ statement, total }] = found as [{ statement: Buffer | string; total: string }]
      return { statement: String(statement), rows: Number(total) }
    },
    async end() {
      await connection.query('set global slow_query_log = off')
      await connection.end()
    },
  }
}

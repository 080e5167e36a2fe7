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
  const { closeRounds, rounds, seconds } = settings
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
    // Messages are recorded for a disabled subscription, and not delivered.
    const webhook = await subscribe(recording, `${(await receiver()).url}/`)
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
    const webhook = await subscribe(server, `${url}/`)
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

  const dead = 'p99 of purchases while their messages go to a receiver that never answers, compared with none'
  const measureDead = async () => {
    const [server, { url }] = [await museum(), await receiver()]
    const [beside, quiet]: [Measured[], Measured[]] = [[], []]
    const measure = () => generator.run(server, buyOneEvent(11), connections, 5 * seconds)
    await measure()
    const measureBeside = async () => {
      const webhook = await subscribe(server, `${url}/dead`)
      await sleep(1_500)
      beside.push(await measure())
      await webhook.remove()
    }
    const measureQuiet = async () => void quiet.push(await measure())
    for (let round = 0; round < rounds; round += 1)
      for (const turn of round % 2 === 0 ? [measureBeside, measureQuiet] : [measureQuiet, measureBeside]) await turn()
    table.addComparison({
      name: dead,
      connections,
      measured: beside,
      comparedWith: quiet,
      ratio: ratioByRound('p99'),
      bound: { max: 1.1 },
    })
  }

  const backlogSize = settings.large.tickets / 10
  const backlog = `rows that are read for each delivery of a backlog of ${backlogSize.toLocaleString('en')}`
  const measureBacklog = async () => {
    const [server, { url }] = [await museum(), await receiver()]
    const webhook = await subscribe(server, `${url}/`)
    await webhook.update({ enabled: false })
    await addBacklog(await urlOf(), webhook.webhookId, backlogSize)
    const received = async () => Number(await (await fetch(url)).text())
    const readBefore = await rowsRead(await urlOf())
    const first = await received()
    await webhook.update({ enabled: true })
    await sleep(5_000 * seconds)
    const delivered = (await received()) - first
    const value = ((await rowsRead(await urlOf())) - readBefore) / delivered
    await webhook.remove()
    table.add({
      name: backlog,
      connections: 0,
      measured: `${(delivered / (5 * seconds)).toFixed(0)} deliveries a second`,
      value,
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
const subscribe = async (server: MeasuredServer, url: string) => {
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

/** Records tests of a subscription, by SQL. */
const addBacklog = async (url: string, webhookId: string, count: number) => {
  const database = openDatabase(url)
  const receiver_id = Buffer.from(webhookId.replaceAll('-', ''), 'hex')
  const rowOf = (n: number) => {
    const id = Buffer.alloc(16)
    id.writeUInt32BE(n, 12)
    return {
      receiver_id,
      message_id: id,
      message_type: 'webhook.test' as const,
      subject_id: id,
      content: null,
      changed_at: Date.now(),
      state: 'pending' as const,
      due_at: 0,
      attempts: 0,
    }
  }
  for (let first = 0; first < count; first += 1_000)
    await database.kysely
      .insertInto('delivery')
      .values(Array.from({ length: Math.min(1_000, count - first) }, (_, n) => rowOf(first + n)))
      .execute()
  await database.close()
}

/** The rows that the database server has read since its start. */
const rowsRead = async (url: string): Promise<number> => {
  const connection = await createConnection({ uri: url })
  const [rows] = await connection.query(`show global status like 'Handler_read%'`)
  await connection.end()
  return (rows as Record<string, string>[]).reduce((sum, row) => sum + Number(row['Value']), 0)
}

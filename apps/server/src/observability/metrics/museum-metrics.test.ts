import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type RequestRecord, museumApi } from '@museum/adapters-http'
import {
  type DeliveryRepository,
  type DeliveryResult,
  type ReservationRepository,
  createMuseum,
} from '@museum/application'
import { Instant, OrderId } from '@museum/domain'
import { inMemoryCredentialVerifier, inMemoryPorts } from '@museum/testing'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/testing/examples'
import { readMetrics } from '../../../test/read-metrics.ts'
import { museumMetrics } from './museum-metrics.ts'

/** The metrics of a server whose database responds. */
const someMetrics = () => {
  const metrics = museumMetrics()
  metrics.addDatabase({
    isReady: async () => ({ writes: true }),
    connectionUse: () => ({ max: 10, inUse: 3, waiting: 1 }),
  })
  metrics.addBacklog({ backlog: async () => ({ pending: 3, oldest: Instant(Date.now() - 90_000), failed: 2 }) })
  metrics.addReservations({ counts: async () => ({ held: 4, attention: 1, places: 9, sending: 0 }) })
  metrics.addRefundsDue({ listRefunds: async () => ({ items: [], total: 7 }) })
  return metrics
}
const aRecord = (but: Partial<RequestRecord> = {}): RequestRecord => ({
  requestId: exampleId(1),
  method: 'GET',
  path: '/v1.1/museum-hours',
  operationId: 'getMuseumHours',
  status: 200,
  milliseconds: 3,
  ...but,
})

describe('the metrics', () => {
  it('are the ones of the table in docs/reference.md, with the same types and labels', async () => {
    const metrics = someMetrics()
    metrics.observer.onResponse(aRecord())
    const { families } = readMetrics(await metrics.read())
    const printed = families.map(({ name, type, series }) => {
      const labels = new Set(series.flatMap(({ labels }) => Object.keys(labels)).filter((label) => label !== 'le'))
      return [name, type, [...labels]]
    })
    const reference = readFileSync(new URL('../../../../../docs/reference.md', import.meta.url), 'utf8')
    const rows = reference.split('\n## Metrics\n')[1]!.split('\n## ')[0]!.split('\n')
    const documented = rows
      .filter((row) => row.startsWith('| `'))
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, name, type, labels]) => [
        name!.replaceAll('`', ''),
        type,
        [...labels!.matchAll(/`(.*?)`/g)].map(([, label]) => label),
      ])
    expect(printed.toSorted()).toEqual(documented.toSorted())
  })

  it('have names, units and help texts by the conventions of Prometheus', async () => {
    const metrics = someMetrics()
    metrics.observer.onResponse(aRecord())
    for (const { name, type, help, series } of readMetrics(await metrics.read()).families) {
      expect(name).toMatch(/^(museum|process|nodejs)(_[a-z]+)+$/)
      expect(name.endsWith('_total')).toBe(type === 'counter')
      expect(name).not.toMatch(/_(milliseconds|minutes|kilobytes|percent|count|sum|bucket|info_total)$/)
      expect(help).toMatch(/^[A-Z].*\.$/)
      for (const { labels } of series)
        for (const label of Object.keys(labels)) expect(label).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
    }
  })

  it('count requests by operation and status, and their duration in seconds', async () => {
    const { observer, onRejected, read } = museumMetrics()
    observer.onResponse(aRecord({ milliseconds: 3 }))
    observer.onResponse(aRecord({ milliseconds: 700, status: 503 }))
    const { operationId: _, ...withoutOperation } = aRecord({ status: 404, milliseconds: 20_000 })
    observer.onResponse(withoutOperation)
    onRejected(431)
    const { valueOf } = readMetrics(await read())
    const requests = (operation: string, status: string) =>
      valueOf('museum_http_requests_total', { operationId: operation, status })
    expect([requests('getMuseumHours', '200'), requests('getMuseumHours', '503')]).toEqual([1, 1])
    expect([requests('other', '404'), requests('other', '431'), requests('other', '200')]).toEqual([1, 1, undefined])
    const duration = (part: string, operation: string, le?: string) =>
      valueOf(`museum_http_request_duration_seconds_${part}`, { operationId: operation, ...(le && { le }) })
    expect(['0.002', '0.005', '0.5', '1', '+Inf'].map((le) => duration('bucket', 'getMuseumHours', le))).toEqual([
      0, 1, 1, 2, 2,
    ])
    expect([duration('sum', 'getMuseumHours'), duration('count', 'getMuseumHours')]).toEqual([0.703, 2])
    expect([duration('bucket', 'other', '10'), duration('count', 'other')]).toEqual([0, 1])
  })

  it('have the number of requests that are being answered', async () => {
    const { countInProgress, read } = museumMetrics()
    const inProgress = async () => readMetrics(await read()).valueOf('museum_http_requests_in_progress')
    const { promise: answered, resolve: answer } = Promise.withResolvers<Response>()
    const fetch = countInProgress(async (request) => {
      if (request.url.endsWith('/failing')) throw new Error('a defect')
      return answered
    }) as (request: Request, env: unknown) => Promise<Response>
    const request = (path: string) => fetch(new Request(`http://museum.example${path}`), {})
    const requests = [request('/'), request('/')]
    await expect(request('/failing')).rejects.toThrow('a defect')
    expect(await inProgress()).toBe(2)
    answer(new Response())
    await Promise.all(requests)
    expect(await inProgress()).toBe(0)
  })

  it('count tickets, commits, retries, passwords and lost lines, and begin with 0', async () => {
    const { observer, onLostLogLine, read } = museumMetrics()
    const values = async () => {
      const { valueOf } = readMetrics(await read())
      return [
        ...['general', 'event'].map((type) => valueOf('museum_tickets_sold_total', { ticketType: type })),
        ...['general', 'event'].map((type) => valueOf('museum_tickets_sold_amount_total', { ticketType: type })),
        valueOf('museum_orders_sold_total'),
        valueOf('museum_refunds_settled_total'),
        valueOf('museum_refunds_settled_amount_total'),
        valueOf('museum_purchases_per_commit_sum'),
        valueOf('museum_purchases_per_commit_count'),
        valueOf('museum_database_retries_total', { kind: 'contended' }),
        valueOf('museum_database_retries_total', { kind: 'lost' }),
        valueOf('museum_database_host_changes_total'),
        valueOf('museum_passwords_hashed_total'),
        ...['throttled', 'busy'].map((reason) => valueOf('museum_passwords_refused_total', { reason })),
        valueOf('museum_log_lines_lost_total'),
      ]
    }
    expect(await values()).toEqual(Array.from({ length: 16 }, () => 0))
    observer.onSale({ tickets: [anEventTicket()] })
    observer.onSale({ tickets: [anEventTicket(), aGeneralTicket()], order: { orderId: OrderId(exampleId(1)) } })
    observer.onRefundSettled(anEventTicket())
    observer.database.onPurchasesCommitted?.(1)
    observer.database.onPurchasesCommitted?.(100)
    observer.database.onRetry?.('lost')
    observer.database.onHostChange?.('db2:3306')
    observer.credentials.onHash?.()
    observer.credentials.onRefused?.('busy')
    onLostLogLine()
    const [ofEvent, general] = [anEventTicket(), aGeneralTicket()].map(({ price }) => price / 100)
    expect(await values()).toEqual([1, 2, general, 2 * ofEvent!, 1, 1, ofEvent, 101, 2, 0, 1, 1, 1, 0, 1, 1])
  })

  it('have no label value of a client: hostile methods, paths, queries, headers and bodies make no series', async () => {
    const metrics = museumMetrics()
    const museum = createMuseum(inMemoryPorts())
    const credentials = inMemoryCredentialVerifier({ curator: 'secret' })
    const api = museumApi(museum, credentials, { onResponse: metrics.observer.onResponse })
    const send = async (authorization: string) => {
      for (let n = 0; n < 40; n += 1) {
        const hostile = `hostile${n}"\\}{le="1"`
        const headers = {
          Authorization: authorization,
          'X-Request-Id': encodeURIComponent(hostile),
          'Content-Type': `application/hostile${n}`,
          'Idempotency-Key': `hostile${n}`,
        }
        const path = encodeURIComponent(hostile)
        for (const method of [`HOSTILE${n}`, 'GET', 'POST', 'OPTIONS'])
          for (const target of [`/${path}`, `/v1.1/${path}`, `/v1.1/tickets/${path}`, `/v1.1/tickets?${path}=${path}`])
            await api.request(target, {
              method,
              headers,
              ...(method === 'POST' && { body: JSON.stringify({ ticketType: hostile, email: hostile }) }),
            })
      }
    }
    await send(`Basic ${btoa('curator:secret')}`)
    await send(`Basic ${btoa('hostile:hostile')}`)
    const text = await metrics.read()
    expect(text).not.toMatch(/hostile|curator|example/i)
    const { families } = readMetrics(text)
    const seriesOf = (name: string) => families.find((family) => family.name === name)!.series
    expect(new Set(seriesOf('museum_http_requests_total').map(({ labels }) => labels['operationId']))).toEqual(
      new Set(['buyMuseumTickets', 'findTickets', 'getTicket', 'other']),
    )
    for (const { labels } of seriesOf('museum_http_requests_total')) expect(labels['status']).toMatch(/^[2-5]\d\d$/)
    expect(seriesOf('museum_http_requests_total').length).toBeLessThan(25)
  })
})

describe('the metrics of the database', () => {
  const read = async (database: Parameters<ReturnType<typeof museumMetrics>['addDatabase']>[0], timeout?: number) => {
    const metrics = museumMetrics()
    metrics.addDatabase(database, timeout)
    const { valueOf } = readMetrics(await metrics.read())
    return ['up', 'accepts_writes', 'connections_max', 'connections_in_use', 'requests_waiting'].map((name) =>
      valueOf(`museum_database_${name}`),
    )
  }
  const connectionUse = () => ({ max: 10, inUse: 3, waiting: 1 })

  it('say whether it responds and is writable, and how its connections are used', async () => {
    expect(await read({ connectionUse, isReady: async () => ({ writes: true }) })).toEqual([1, 1, 10, 3, 1])
    expect(await read({ connectionUse, isReady: async () => ({ writes: false }) })).toEqual([1, 0, 10, 3, 1])
    expect(await read({ connectionUse, isReady: async () => false })).toEqual([0, 0, 10, 3, 1])
  })

  it('say that it does not respond when its probe fails or takes too long', async () => {
    expect(await read({ connectionUse, isReady: () => Promise.reject(new Error('closed')) })).toEqual([0, 0, 10, 3, 1])
    expect(await read({ connectionUse, isReady: () => new Promise(() => {}) }, 5)).toEqual([0, 0, 10, 3, 1])
  })

  it('probe it once when the metrics are read at the same time, and again within a second', async () => {
    const metrics = museumMetrics()
    let probes = 0
    const isReady = async () => {
      probes += 1
      return { writes: true }
    }
    metrics.addDatabase({ connectionUse, isReady })
    await Promise.all([metrics.read(), metrics.read()])
    await metrics.read()
    expect(probes).toBe(1)
  })
})

describe('the metrics of reservations and payments', () => {
  const read = async (counts: ReservationRepository['counts']) => {
    const metrics = museumMetrics()
    metrics.addReservations({ counts })
    const { valueOf } = readMetrics(await metrics.read())
    return [
      'reservations_held',
      'reservations_attention',
      'places_held',
      'payments_overdue_seconds',
      'online_refunds_sending',
      'online_refunds_oldest_seconds',
    ].map((name) => valueOf(`museum_${name}`))
  }

  it('are what is under way, and how late the oldest payment and the oldest refund are', async () => {
    const before = (seconds: number) => Instant(Date.now() - 1_000 * seconds)
    const found = await read(async () => ({
      held: 4,
      attention: 1,
      places: 9,
      earliestEnd: before(700),
      sending: 2,
      earliestRequest: before(90),
    }))
    expect(found.map((value) => Math.floor(value! / 10) * 10)).toEqual([0, 0, 0, 700, 0, 90])
    expect([found[0], found[1], found[2], found[4]]).toEqual([4, 1, 9, 2])
  })

  it('are 0 while nothing is under way or a page has not ended, and not a number while the database fails', async () => {
    const none = { held: 0, attention: 0, places: 0, sending: 0 }
    expect(await read(async () => none)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await read(async () => ({ ...none, earliestEnd: Instant(Date.now() + 60_000) }))).toEqual([0, 0, 0, 0, 0, 0])
    expect(await read(() => Promise.reject(new Error('no database')))).toEqual(Array.from({ length: 6 }, () => NaN))
  })

  it('count payments by outcome, late ones, and calls of the provider, from 0', async () => {
    const { observer, read: readText } = museumMetrics()
    const values = async () => {
      const { valueOf } = readMetrics(await readText())
      return [
        ...['sold', 'returned', 'closed'].map((outcome) => valueOf('museum_payments_decided_total', { outcome })),
        valueOf('museum_payments_late_total'),
        valueOf('museum_payment_duration_seconds_count'),
        valueOf('museum_payment_duration_seconds_sum'),
        ...['answered', 'unavailable'].map((result) => valueOf('museum_payment_provider_calls_total', { result })),
      ]
    }
    expect(await values()).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    observer.onPaymentDecided({ outcome: 'sold', seconds: 40, isLate: false })
    observer.onPaymentDecided({ outcome: 'returned', seconds: 2_500, isLate: true })
    observer.onPaymentDecided({ outcome: 'closed', seconds: 1_900, isLate: false })
    observer.onProviderCall('unavailable')
    expect(await values()).toEqual([1, 1, 1, 1, 2, 2_540, 0, 1])
  })
})

describe('the metrics of messages', () => {
  const names = ['pending', 'failed', 'oldest_seconds']
  const read = async (backlog: DeliveryRepository['backlog']) => {
    const metrics = museumMetrics()
    metrics.addBacklog({ backlog })
    const { valueOf } = readMetrics(await metrics.read())
    return names.map((name) => valueOf(`museum_messages_${name}`))
  }

  it('are how many wait and have failed, and for how long the oldest waits', async () => {
    const oldest = Instant(Date.now() - 90_000)
    const [pending, failed, seconds] = await read(async () => ({ pending: 3, oldest, failed: 2 }))
    expect([pending, failed]).toEqual([3, 2])
    expect(seconds).toBeGreaterThanOrEqual(90)
    expect(seconds).toBeLessThan(100)
  })

  it('are 0 while nothing waits, and the age is never negative, though the clock of another server may be ahead', async () => {
    expect(await read(async () => ({ pending: 0, failed: 0 }))).toEqual([0, 0, 0])
    const oldest = Instant(Date.now() + 60_000)
    expect(await read(async () => ({ pending: 1, oldest, failed: 0 }))).toEqual([1, 0, 0])
  })

  it('are not a number while the database fails', async () => {
    expect(await read(() => Promise.reject(new Error('no database')))).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })

  it('are counted once in ten seconds, however often they are read', async () => {
    const metrics = museumMetrics()
    let calls = 0
    const backlog = async () => ({ pending: (calls += 1), failed: 0 })
    metrics.addBacklog({ backlog })
    await Promise.all([metrics.read(), metrics.read()])
    await metrics.read()
    expect(calls).toBe(1)
  })

  it('count the attempts by receiver and result, from 0; what delivers nothing is no attempt', async () => {
    const { observer, read: readText } = museumMetrics()
    const values = async () => {
      const { valueOf } = readMetrics(await readText())
      return ['webhook', 'mail'].map((receiver) =>
        ['delivered', 'retried', 'failed'].map((result) =>
          valueOf('museum_message_attempts_total', { receiver, result }),
        ),
      )
    }
    expect(await values()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    const mail = { receiver: 'mail' }
    const webhook = { receiver: exampleId(501) }
    for (const [delivery, result] of [
      [webhook, 'delivered'],
      [webhook, 'delivered'],
      [webhook, 'retried'],
      [webhook, 'released'],
      [mail, 'failed'],
      [mail, 'delivered'],
      [mail, 'dropped'],
      [mail, 'continued'],
    ] as const)
      observer.onDelivery({ delivery, result } as DeliveryResult)
    expect(await values()).toEqual([
      [2, 1, 0],
      [1, 0, 1],
    ])
    const { families } = readMetrics(await readText())
    expect(families.find(({ name }) => name === 'museum_message_attempts_total')!.series).toHaveLength(6)
  })
})

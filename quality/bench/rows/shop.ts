import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeStripe, fakeStripe } from '../../../packages/adapters-payment/test/fake-stripe.ts'
import type { PaymentId } from '@museum/domain'
import type { Bench, Row } from '../bench.ts'
import type { Measured } from '../load-generator.ts'
import { type MeasuredServer, startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { buyGeneralTicketsOn } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { ascending, percentile } from '../statistics.ts'
import { day } from '../test-data.ts'

/** How many visitors begin in a second. */
const visitorsPerSecond = 50
/** The rates that are tried until one has a fault. */
const triedRates = [50, 75, 100, 125, 150, 200, 250, 300, 400]
/** Desks that sell at a steady rate: 64 tickets a second together. */
const [desks, ticketsPerSecond] = [16, 4]

/** The latencies of the pages in milliseconds, and the faults: responses that a page should not have, and payments without tickets. */
type Visits = Readonly<{ latencies: readonly number[]; faulty: number }>

/** Visitors of the shop, each from an address of its own, through the whole way: the form, the review, the payment, the tickets. */
export const shop = (bench: Bench): readonly Row[] => {
  const { engine, databases, generator, table, settings, started } = bench
  const { closeRounds, seconds } = settings
  const start = once(async () => {
    const stripe = await fakeStripe()
    const folder = await mkdtemp(join(tmpdir(), 'museum-bench-shop-'))
    const [keyFile, secretFile] = [join(folder, 'key'), join(folder, 'secret')]
    writeFileSync(keyFile, stripe.key, { mode: 0o600 })
    writeFileSync(secretFile, stripe.webhookSecret, { mode: 0o600 })
    const stop = async () => {
      await stripe.close()
      rmSync(folder, { recursive: true })
    }
    await started(Promise.resolve({ stop }))
    const server = await started(
      startMuseum(await databases.make('bench_shop', { events: 1_000, tickets: 0 }), {
        settings: {
          // Nothing is paid online on another day than the present one.
          MUSEUM_TODAY: '',
          MUSEUM_GENERAL_PRICE: '7.5',
          MUSEUM_PAYMENT: 'stripe',
          MUSEUM_STRIPE_KEY_FILE: keyFile,
          MUSEUM_STRIPE_WEBHOOK_SECRET_FILE: secretFile,
          MUSEUM_STRIPE_API_URL: stripe.url,
          MUSEUM_PUBLIC_URL: 'https://museum.example',
          MUSEUM_SHOP: 'on',
          MUSEUM_TRUSTED_PROXIES: '127.0.0.0/8',
          MUSEUM_TERMS_URL: 'https://museum.example/terms',
          MUSEUM_PRIVACY_URL: 'https://museum.example/privacy',
          MUSEUM_LEGAL_NOTICE_URL: 'https://museum.example/legal-notice',
          MUSEUM_SMTP_URL: 'smtp://127.0.0.1:9',
          MUSEUM_MAIL_FROM: 'tickets@museum.example',
        },
      }),
    )
    return { server, stripe }
  })

  const pages = `p95 of the pages of the shop for ${visitorsPerSecond} visitors a second, who buy`
  const beside =
    `p99 of ${desks * ticketsPerSecond} purchases a second at desks beside ${visitorsPerSecond} visitors a second in the shop, ` +
    'compared with none'
  const measureBeside = async () => {
    const { server, stripe } = await start()
    const length = 5 * seconds
    const atDesks = { ...buyGeneralTicketsOn(day(3_000)), connectionRate: ticketsPerSecond, warmUpSeconds: 1 }
    const buy = () => generator.run(server, atDesks, desks, length)
    await Promise.all([buy(), visitAll(server, stripe, visitorsPerSecond, length)])
    const [measured, comparedWith, visits]: [Measured[], Measured[], Visits[]] = [[], [], []]
    for (let round = 0; round < closeRounds; round += 1) {
      const [bought, visited] = await Promise.all([buy(), visitAll(server, stripe, visitorsPerSecond, length)])
      measured.push({ ...bought, faulty: bought.faulty + visited.faulty })
      visits.push(visited)
      comparedWith.push(await buy())
    }
    const latencies = ascending(visits.flatMap((each) => each.latencies))
    const p95 = percentile(latencies, 0.95)
    table.add({ name: pages, measured: `${p95.toFixed(0)} ms`, value: p95, digits: 0, bound: { below: 200 } })
    const ratio = ratioByRound('p99')
    table.addComparison({ name: beside, connections: desks, measured, comparedWith, ratio, bound: { max: 1.5 } })
  }

  const highest = 'visitors a second who buy in the shop, the highest rate without a fault'
  const measureHighest = async () => {
    const { server, stripe } = await start()
    let value = 0
    for (const rate of triedRates) {
      const { faulty } = await visitAll(server, stripe, rate, 5 * seconds)
      if (faulty > 0) break
      value = rate
    }
    table.add({ name: highest, measured: `${value}/s`, value, digits: 0, bound: { min: visitorsPerSecond } })
  }

  return engine === 'sqlite'
    ? [
        { name: beside, measure: measureBeside },
        { name: highest, measure: measureHighest },
      ]
    : []
}

/** Has visitors begin one after the other, as many in a second, and waits until all have their tickets. */
const visitAll = async (
  { url }: MeasuredServer,
  stripe: FakeStripe,
  perSecond: number,
  seconds: number,
): Promise<Visits> => {
  const latencies: number[] = []
  let faulty = 0
  const begin = performance.now()
  const visitors = Array.from({ length: perSecond * seconds }, async (_, n) => {
    await sleep(Math.max(0, (n / perSecond) * 1_000 - (performance.now() - begin)))
    await visit(url, stripe, latencies).catch(() => {
      faulty += 1
    })
  })
  await Promise.all(visitors)
  return { latencies, faulty }
}

let visitors = 0
/** One visitor buys two tickets. Throws an error where a page does not answer as it should. */
const visit = async (url: string, stripe: FakeStripe, latencies: number[]): Promise<void> => {
  visitors += 1
  const address = `198.18.${Math.floor(visitors / 250) % 250}.${visitors % 250}`
  const ask = async (path: string, status: number, fields?: Record<string, string>): Promise<string> => {
    const sentAt = performance.now()
    const response = await fetch(new URL(path, url), {
      method: fields === undefined ? 'GET' : 'POST',
      headers: { 'X-Forwarded-For': address },
      redirect: 'manual',
      ...(fields && { body: new URLSearchParams(fields) }),
    })
    await response.arrayBuffer()
    latencies.push(performance.now() - sentAt)
    if (response.status !== status) throw new Error(`${path} answered ${response.status}.`)
    return response.headers.get('Location') ?? ''
  }
  const date = new Date(Date.now() + (1 + (visitors % 60)) * 86_400_000).toISOString().slice(0, 10)
  await ask(`/buy?date=${date}`, 200)
  const form = { key: randomUUID(), date, email: 'visitor@example.org', terms: 'yes', 'quantity-full': '2' }
  const review = await ask('/buy', 303, form)
  await ask(review, 200)
  const [path] = review.split('?')
  const paymentUrl = await ask(`${path}/payment`, 303, {})
  const session = stripe.sessions().find(({ id }) => paymentUrl.endsWith(id))
  stripe.pay(session!.metadata['museum_payment'] as PaymentId)
  const tickets = await ask(review, 303)
  if (!tickets.startsWith('/my-tickets/')) throw new Error('A payment has no tickets.')
  await ask(tickets, 200)
}

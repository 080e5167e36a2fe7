import { formatShare, markdownTable } from '../markdown-table.ts'
import { type OnSale, type OnSaleFigures, simulateOnSale } from './simulate-on-sale.ts'
import type { Responses } from './results.ts'

const headings = [
  'servers',
  'requests that got 503',
  'visitors who gave up',
  'tickets',
  'sold out after',
  'p99, ms: pages',
  'purchases',
  'images',
  'a server busy',
  'a database busy',
  'conflicts',
]

/** An on-sale with several numbers of servers. `busy` is the share of all processors, in the busiest ten seconds. */
export const onSaleTable = (serverCounts: readonly number[], onSale: Omit<OnSale, 'servers'>): string =>
  markdownTable(
    headings,
    serverCounts.map((servers) => cellsOf(servers, onSale, simulateOnSale({ ...onSale, servers }))),
  )

const cellsOf = (servers: number, { curve }: Omit<OnSale, 'servers'>, figures: OnSaleFigures) => {
  const { pages, purchases, images, gaveUp, tickets, soldOutAfter, conflicts, busiest } = figures
  const all = [pages, purchases, images]
  const sum = (count: (responses: Responses) => number) => all.reduce((total, each) => total + count(each), 0)
  return [
    String(servers),
    formatShare(sum((each) => each.countOf(503)) / sum((each) => each.count())),
    formatShare(gaveUp / curve.visitors),
    tickets.toLocaleString('en'),
    soldOutAfter === undefined ? '' : `${Math.round(soldOutAfter / 1_000)} s`,
    ...all.map((each) => (each.count() === 0 ? '' : each.latency(0.99).toFixed(0))),
    formatShare(busiest.server),
    formatShare(busiest.database),
    String(conflicts),
  ]
}

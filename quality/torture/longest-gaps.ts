import type { Period } from './effects.ts'

/** An acknowledged purchase: the number of the server, and when the client got the response. */
export type Sale = Readonly<{ server: number; at: number }>

/**
 * The longest times without a sale that overlap with a period, in milliseconds: through all servers together, and through the
 * one server with the longest. Infinite when nothing was sold after the period began.
 */
export const longestGaps = (sales: readonly Sale[], servers: number, period: Period) => {
  const ofServers = Array.from({ length: servers }, (_, server) =>
    longestGap(
      sales.filter((sale) => sale.server === server),
      period,
    ),
  )
  return { ofAll: longestGap(sales, period), ofOneServer: Math.max(...ofServers) }
}

const longestGap = (sales: readonly Sale[], { from, until }: Period) => {
  const times = sales.map(({ at }) => at).toSorted((a, b) => a - b)
  // After the last sale, nothing is known of what follows the period.
  const hasSold = times.some((at) => at >= from)
  const ends = [...times.slice(1), hasSold ? until : Number.POSITIVE_INFINITY]
  const gaps = times.map((at, index) => ({ from: at, until: ends[index]! }))
  const overlapping = gaps.filter((gap) => gap.until >= from && gap.from <= until)
  return Math.max(0, ...overlapping.map((gap) => gap.until - gap.from))
}

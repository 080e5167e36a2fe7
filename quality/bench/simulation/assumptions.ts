import type { ArrivalCurve } from './arrivals.ts'
import type { Visit } from './simulate-on-sale.ts'

/** Assumptions that no bench measures. Options of `pnpm simulate` change some of them; `docs/scaling.md` lists all. */

/** Milliseconds of a message between two machines of one data centre, and between two processes of one machine. */
export const [networkBetweenMachines, networkOnOneMachine] = [0.2, 0.02] as const

/** A million visitors in an hour, who come six times as fast at the opening as on average. */
export const nationalMuseum: ArrivalCurve = { visitors: 1_000_000, duration: 3_600_000, peakToMean: 6 }

/** A visitor looks at the list and at two events, then buys one ticket and gets its image, and the image once more. */
export const ordinaryVisit: Visit = {
  pages: ['list', 'event', 'event'],
  hotShare: 0,
  afterwards: ['image', 'cachedImage'],
  pause: 10_000,
  retries: 3,
  // The server sends `Retry-After: 2`.
  retryPause: 2_000,
}

import type { Bench, Row } from '../bench.ts'
import { authentication } from './authentication.ts'
import { cachedImages } from './cached-images.ts'
import { countedSales } from './counted-sales.ts'
import { eventDeletions } from './event-deletions.ts'
import { homePage } from './home-page.ts'
import { largeDatabase } from './large-database.ts'
import { limitedPurchases } from './limited-purchases.ts'
import { loneRequests } from './lone-requests.ts'
import { messages } from './messages.ts'
import { metricsCost } from './metrics-cost.ts'
import { newImages } from './new-images.ts'
import { orders } from './orders.ts'
import { purchasesAndReads } from './purchases-and-reads.ts'
import { sales } from './sales.ts'
import { scans } from './scans.ts'
import { serverStart } from './server-start.ts'
import { steadyPurchases } from './steady-purchases.ts'
import { twoServers } from './two-servers.ts'
import { versionBefore } from './version-before.ts'

/** Every row, in the order in which they are measured. */
export const allRows = (bench: Bench): readonly Row[] =>
  [
    purchasesAndReads,
    loneRequests,
    steadyPurchases,
    twoServers,
    limitedPurchases,
    countedSales,
    orders,
    scans,
    sales,
    cachedImages,
    homePage,
    eventDeletions,
    versionBefore,
    messages,
    metricsCost,
    largeDatabase,
    newImages,
    authentication,
    serverStart,
  ].flatMap((rows) => rows(bench))

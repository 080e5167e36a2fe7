import { type Bench, type Row, isCluster } from '../bench.ts'
import { cachedImages } from './cached-images.ts'
import { countedSales } from './counted-sales.ts'
import { entryTimes } from './entry-times.ts'
import { eventDeletions } from './event-deletions.ts'
import { homePage } from './home-page.ts'
import { largeDatabase } from './large-database.ts'
import { limitedPurchases } from './limited-purchases.ts'
import { messages } from './messages.ts'
import { metricsCost } from './metrics-cost.ts'
import { newImages } from './new-images.ts'
import { orders } from './orders.ts'
import { purchasesAndReads } from './purchases-and-reads.ts'
import { reservations } from './reservations.ts'
import { sales } from './sales.ts'
import { scans } from './scans.ts'
import { shop } from './shop.ts'
import { severalServers } from './several-servers.ts'
import { steadyPurchases } from './steady-purchases.ts'
import { versionBefore } from './version-before.ts'

/** The rows of an engine, in the order in which they are measured. */
export const measuredRows = (bench: Bench): readonly Row[] => {
  if (isCluster(bench.engine)) return severalServers(bench)
  return [
    purchasesAndReads,
    steadyPurchases,
    severalServers,
    limitedPurchases,
    countedSales,
    orders,
    reservations,
    shop,
    scans,
    sales,
    cachedImages,
    homePage,
    eventDeletions,
    entryTimes,
    versionBefore,
    messages,
    metricsCost,
    largeDatabase,
    newImages,
  ].flatMap((rows) => rows(bench))
}

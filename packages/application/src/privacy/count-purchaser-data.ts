import type { MuseumPorts } from '../ports.ts'
import type { PurchaserDataCount, PurchaserDataFilter } from './purchaser-data-repository.ts'

/** Counts the tickets that have data of the purchaser, before they are erased. */
export type CountPurchaserData = (filter: PurchaserDataFilter) => Promise<PurchaserDataCount>

export const countPurchaserData =
  ({ purchaserData, today }: Pick<MuseumPorts, 'purchaserData' | 'today'>): CountPurchaserData =>
  (filter) =>
    purchaserData.count(filter, today())

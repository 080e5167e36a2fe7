import {
  type Database,
  type DatabaseObserver as AnyDatabaseObserver,
  type DatabaseOptions as AnyDatabaseOptions,
  openDatabase as openAnyDatabase,
} from '@museum/database'
import type { MuseumTables } from './museum-tables.ts'

/** Called with what happens at a museum's database, for metrics. The functions must not throw. */
export type DatabaseObserver = AnyDatabaseObserver &
  Readonly<{
    /** A transaction with this number of purchases, 1 or more, was committed. */
    onPurchasesCommitted?: (purchases: number) => void
  }>

/** The options of `openDatabase`. */
export type DatabaseOptions = AnyDatabaseOptions & Readonly<{ observer?: DatabaseObserver | undefined }>

/** A museum's database, on either engine. It connects when it is first used, and reconnects after an outage. */
export type MuseumDatabase = Database<MuseumTables> &
  Readonly<{
    /** The option `observer`; by default an object without functions. */
    observer: DatabaseObserver
  }>

/** Opens a museum's database: `openDatabase` of `@museum/database`. */
export const openDatabase = (url: string, options: DatabaseOptions = {}): MuseumDatabase => ({
  ...openAnyDatabase<MuseumTables>(url, options),
  observer: options.observer ?? {},
})

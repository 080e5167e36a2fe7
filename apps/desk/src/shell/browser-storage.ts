import { type DBSchema, type IDBPDatabase, deleteDB, openDB } from 'idb'
import { nameBelowPath } from './name-below-path.ts'

// The only file that names something in the browser: `lint` forbids it elsewhere, where the path of the museum could be forgotten.
const nameHere = (name: string) => nameBelowPath(name, location.href)

/** Stores a text. Throws when the browser lets the page store nothing. */
export const storeText = (name: string, text: string): void => localStorage.setItem(nameHere(name), text)

/** The stored text, if there is one. Throws when the browser lets the page store nothing. */
export const storedText = (name: string): string | null => localStorage.getItem(nameHere(name))

export const eraseText = (name: string): void => localStorage.removeItem(nameHere(name))

/** The stored texts whose names begin with `prefix`, each with the rest of its name. */
export const storedTexts = (prefix: string): readonly (readonly [rest: string, text: string])[] => {
  const start = nameHere(prefix)
  return Object.entries<string>(localStorage)
    .filter(([name]) => name.startsWith(start))
    .map(([name, text]) => [name.slice(start.length), text])
}

/** Stores a text of this tab, which outlives a reload. Throws when the browser lets the page store nothing. */
export const storeTabText = (name: string, text: string): void => sessionStorage.setItem(nameHere(name), text)

/** The stored text of this tab. Throws when the browser lets the page store nothing. */
export const tabText = (name: string): string | null => sessionStorage.getItem(nameHere(name))

export const eraseTabText = (name: string): void => sessionStorage.removeItem(nameHere(name))

/** A channel to the other tabs with this desk. */
export const channelOfTabs = (name: string): BroadcastChannel => new BroadcastChannel(nameHere(name))

/** Holds a lock of this desk, in all tabs, until `hold` settles. Rejects with the reason of the signal. */
export const requestLock = (name: string, signal: AbortSignal, hold: () => Promise<unknown>): Promise<unknown> =>
  navigator.locks.request(nameHere(name), { signal }, hold)

/** Whether the browser has a database; to open it would create it. */
export const hasStores = async (name: string): Promise<boolean> => {
  const databases = await indexedDB.databases().catch(() => [])
  return databases.some((database) => database.name === nameHere(name))
}

export const eraseStores = (name: string): Promise<void> => deleteDB(nameHere(name))

type Stores = Readonly<Record<string, string | undefined>>

/**
 * Opens a database of the browser that has these stores, each with the path of its keys, if it has one. Those that are missing are
 * created, also in a database that something else has made.
 */
export const openStores = async <Schema extends DBSchema>(
  name: string,
  stores: Stores,
): Promise<IDBPDatabase<Schema>> => {
  const ownName = nameHere(name)
  const missingIn = (database: IDBPDatabase) =>
    Object.entries(stores).filter(([store]) => !database.objectStoreNames.contains(store))
  const upgrade = (database: IDBPDatabase) => {
    for (const [store, keyPath] of missingIn(database))
      database.createObjectStore(store, keyPath === undefined ? {} : { keyPath })
  }
  // Another page may need to change the stores.
  const blocking = (_current: number, _blocked: number | null, event: IDBVersionChangeEvent) =>
    (event.target as IDBDatabase).close()
  const opened = await openDB(ownName, undefined, { upgrade, blocking })
  if (missingIn(opened).length === 0) return opened as unknown as IDBPDatabase<Schema>
  const { version } = opened
  opened.close()
  return (await openDB(ownName, version + 1, { upgrade, blocking })) as unknown as IDBPDatabase<Schema>
}

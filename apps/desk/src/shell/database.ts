import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

type Stores = Readonly<Record<string, string | undefined>>

/**
 * Opens a database of the browser that has these stores, each with the path of its keys, if it has one. Those that are missing are
 * created, also in a database that something else has made.
 */
export const openStores = async <Schema extends DBSchema>(
  name: string,
  stores: Stores,
): Promise<IDBPDatabase<Schema>> => {
  const missingIn = (database: IDBPDatabase) =>
    Object.entries(stores).filter(([store]) => !database.objectStoreNames.contains(store))
  const upgrade = (database: IDBPDatabase) => {
    for (const [store, keyPath] of missingIn(database))
      database.createObjectStore(store, keyPath === undefined ? {} : { keyPath })
  }
  // Another page may need to change the stores.
  const blocking = (_current: number, _blocked: number | null, event: IDBVersionChangeEvent) =>
    (event.target as IDBDatabase).close()
  const opened = await openDB(name, undefined, { upgrade, blocking })
  if (missingIn(opened).length === 0) return opened as unknown as IDBPDatabase<Schema>
  const { version } = opened
  opened.close()
  return (await openDB(name, version + 1, { upgrade, blocking })) as unknown as IDBPDatabase<Schema>
}

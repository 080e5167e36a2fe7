/** The name of the database in which a gate keeps its scans, keys and revocations. */
export const gateDatabase = 'museum-gate'

/** Whether this device has been a gate. */
export const hasBeenGate = async (): Promise<boolean> => {
  const databases = await indexedDB.databases().catch(() => [])
  return databases.some(({ name }) => name === gateDatabase)
}

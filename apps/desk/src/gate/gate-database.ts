import { hasStores } from '../shell/browser-storage.ts'

/** The name of the database in which a gate keeps its scans, keys and revocations. */
export const gateDatabase = 'museum-gate'

/** Whether this device has been a gate. */
export const hasBeenGate = (): Promise<boolean> => hasStores(gateDatabase)

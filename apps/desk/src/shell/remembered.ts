import { type MuseumClock, museumClock } from '@museum/client/gate'
import type { DBSchema } from 'idb'
import { eraseStores, hasStores, openStores } from './browser-storage.ts'
import { datesIn } from './dates.ts'

export type Credentials = Readonly<{ username: string; password: string }>

/** What is stored: the credentials, encrypted with a key that the browser does not give away, and the day that they are kept on. */
type Remembered = Readonly<{
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
  date: string
  timeZone: string
  /** How far the clock of this device was ahead of the server's, and when. */
  clockAhead?: number
  loadedAt: string
}>
interface Schema extends DBSchema {
  remembered: { key: string; value: Remembered }
}

const database = 'museum-sign-in'
const open = () => openStores<Schema>(database, { remembered: undefined })

/** Only over HTTPS, or on this machine, does a browser encrypt. */
export const canRemember = (): boolean => isSecureContext && 'subtle' in crypto

/** Keeps the credentials on this device until midnight in the time zone of the museum, by the clock of its server. */
export const remember = async (credentials: Credentials, timeZone: string, clock: MuseumClock): Promise<void> => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(credentials))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
  const opened = await open()
  const now = clock.now()
  const time = { date: datesIn(timeZone)(now), loadedAt: new Date(now).toISOString(), clockAhead: clock.ahead() }
  await opened.put('remembered', { key, iv, sealed, timeZone, ...time }, 'credentials')
  opened.close()
}

/** The credentials that were kept today. Credentials of an earlier day, and what cannot be read, are erased. */
export const recall = async (): Promise<Credentials | undefined> => {
  if (!canRemember() || !(await hasStores(database))) return undefined
  const recalled = await read().catch(() => undefined)
  if (recalled === undefined) await forget()
  return recalled
}
const read = async (): Promise<Credentials | undefined> => {
  const opened = await open()
  const stored = await opened.get('remembered', 'credentials').finally(() => opened.close())
  if (stored === undefined || stored.date !== datesIn(stored.timeZone)(museumClock(stored).now())) return undefined
  const { key, iv, sealed } = stored
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)
  const { username, password } = JSON.parse(new TextDecoder().decode(plain)) as Partial<Credentials>
  return username === undefined || password === undefined ? undefined : { username, password }
}

/** Erases what was kept, with its key. */
export const forget = (): Promise<void> => (canRemember() ? eraseStores(database) : Promise.resolve())

import type { Museum } from '@museum/client'
import { type MuseumClock, gateDayOf, museumClock, museumTimeIn } from '@museum/client/gate'
import type { DBSchema } from 'idb'
import { eraseStores, hasStores, openStores } from './browser-storage.ts'

export type Credentials = Readonly<{ username: string; password: string }>

/** What is stored: the credentials, encrypted with a key that the browser does not give away, and the day that they are kept on. */
type Remembered = Readonly<{
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
  date: string
  timeZone: string
  /** Until when a day lasts; absent in what an earlier version stored: until midnight. */
  dayEnds?: string
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

type Day = Readonly<{ timeZone: string; dayEnds?: string }>

/** The day of the museum, as at its gates, by the clock of its server: how long a device remembers a user. */
export const rememberedDay = ({ timeZone, dayEnds = '00:00' }: Day, clock: MuseumClock): string =>
  gateDayOf(museumTimeIn(timeZone)(new Date(clock.now()).toISOString()), { dayEnds })

/** Keeps the credentials on this device until the day of the museum ends. */
export const remember = async (
  credentials: Credentials,
  { timeZone, dayEnds }: Museum,
  clock: MuseumClock,
): Promise<void> => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(credentials))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
  const opened = await open()
  const day = { timeZone, dayEnds, date: rememberedDay({ timeZone, dayEnds }, clock) }
  const time = { loadedAt: new Date(clock.now()).toISOString(), clockAhead: clock.ahead() }
  await opened.put('remembered', { key, iv, sealed, ...day, ...time }, 'credentials')
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
  if (stored === undefined || stored.date !== rememberedDay(stored, museumClock(stored))) return undefined
  const { key, iv, sealed } = stored
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)
  const { username, password } = JSON.parse(new TextDecoder().decode(plain)) as Partial<Credentials>
  return username === undefined || password === undefined ? undefined : { username, password }
}

/** Erases what was kept, with its key. */
export const forget = (): Promise<void> => (canRemember() ? eraseStores(database) : Promise.resolve())

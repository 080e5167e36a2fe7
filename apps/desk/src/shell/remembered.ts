import { type DBSchema, deleteDB, openDB } from 'idb'

export type Credentials = Readonly<{ username: string; password: string }>

/** What is stored: the credentials, encrypted with a key that the browser does not give away, and the day that they are kept on. */
type Remembered = Readonly<{
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
  date: string
  timeZone: string
}>
interface Schema extends DBSchema {
  remembered: { key: string; value: Remembered }
}

const database = 'museum-sign-in'
const open = () => openDB<Schema>(database, 1, { upgrade: (opened) => void opened.createObjectStore('remembered') })

/** Only over HTTPS, or on this machine, does a browser encrypt. */
export const canRemember = (): boolean => isSecureContext && 'subtle' in crypto

/** The date of now in a time zone. */
const dateIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date())

/** Keeps the credentials on this device until midnight in the time zone of the museum. */
export const remember = async (credentials: Credentials, timeZone: string): Promise<void> => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(credentials))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
  const opened = await open()
  await opened.put('remembered', { key, iv, sealed, date: dateIn(timeZone), timeZone }, 'credentials')
  opened.close()
}

/** The credentials that were kept today. Those of an earlier day are erased. */
export const recall = async (): Promise<Credentials | undefined> => {
  // To open a database would create it.
  if (!canRemember() || !(await indexedDB.databases()).some(({ name }) => name === database)) return undefined
  const opened = await open()
  const stored = await opened.get('remembered', 'credentials')
  opened.close()
  if (stored === undefined || stored.date !== dateIn(stored.timeZone)) {
    await forget()
    return undefined
  }
  const { key, iv, sealed } = stored
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)
  return JSON.parse(new TextDecoder().decode(plain)) as Credentials
}

/** Erases what was kept, with its key. */
export const forget = (): Promise<void> => (canRemember() ? deleteDB(database) : Promise.resolve())

import type { DBSchema, StoreKey, StoreNames, StoreValue } from 'idb'
import { type GatePress, type GateScan, type MuseumData, museumDataOf } from '@museum/client/gate'
import { openStores } from '../shell/browser-storage.ts'
import { type Camera, isCamera } from './camera.ts'
import { gateDatabase, hasBeenGate } from './gate-database.ts'

/** What is chosen once for a gate on this device. */
export type GateSettings = Readonly<{
  /** The name in the scan log. */
  gate: string
  /** The event of the gate, if it admits to one only. */
  event?: Readonly<{ eventId: string; name: string }>
  camera: Camera | 'none'
  sound: boolean
  /** The day of the gate on which it admits tickets at any time of their date, if a user has chosen that. */
  anyTimeOn?: string
}>

/** What a gate that has signed in today needs to go on after a reload without credentials. */
export type GateDay = Readonly<{
  /** The date on which a user signed in, at the museum. */
  date: string
  timeZone: string
  museum: string
  /** The names of the events of that date by their eventId: a code has only the eventId. */
  events: Readonly<Record<string, string>>
  /** Whether a ticket of that day has an entry time, as far as the gate knows. */
  hasEntryTimes: boolean
}>

const isText = (value: unknown): value is string => typeof value === 'string'
/** The members of what is stored, which may be anything. */
const membersOf = (stored: unknown) => (stored ?? {}) as Partial<Record<string, unknown>>

/** What is stored is checked: a damaged entry counts as none, so that the gate can be opened. */
const settingsOf = (stored: unknown): GateSettings | undefined => {
  const { gate, event, camera, sound, anyTimeOn } = membersOf(stored)
  const { eventId, name } = membersOf(event)
  if (!isText(gate) || gate.trim() === '' || !(camera === 'none' || isCamera(camera))) return undefined
  const ofEvent = isText(eventId) && isText(name) && { event: { eventId, name } }
  return { gate, camera, sound: sound === true, ...ofEvent, ...(isText(anyTimeOn) && { anyTimeOn }) }
}
const dayOf = (stored: unknown): GateDay | undefined => {
  const { date, timeZone, museum, events, hasEntryTimes } = membersOf(stored)
  if (!isText(date) || !isText(timeZone) || !isText(museum) || !isTimeZone(timeZone)) return undefined
  const names = Object.entries(membersOf(events)).filter((entry): entry is [string, string] => isText(entry[1]))
  return { date, timeZone, museum, events: Object.fromEntries(names), hasEntryTimes: hasEntryTimes === true }
}
const isTimeZone = (timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format() !== ''
  } catch {
    return false
  }
}
/** A damaged scan stays stored, for an administrator to look at; it is not sent. */
const isWhole = (stored: unknown) => {
  const { code, gate, scannedAt, order } = membersOf(stored)
  return isText(code) && isText(gate) && !Number.isNaN(Date.parse(String(scannedAt))) && Number.isFinite(order)
}
/** A damaged press is not sent either. */
const isWholePress = (stored: unknown) => {
  const { code, gate, eventId, tickets, pressedAt, date } = membersOf(stored)
  const isNumber = tickets === undefined || Number.isInteger(tickets)
  const areTexts = isText(code) && isText(gate) && isText(date) && (eventId === undefined || isText(eventId))
  return areTexts && isNumber && !Number.isNaN(Date.parse(String(pressedAt)))
}

type Stored = Readonly<{ settings: GateSettings; day: GateDay; museum: MuseumData }>
interface Schema extends DBSchema {
  /** `order` counts the scans of this device: they are sent in this order. */
  scans: { key: string; value: GateScan & Readonly<{ order: number }> }
  presses: { key: string; value: GatePress }
  rejected: { key: string; value: GateScan & Readonly<{ status: number; problem: unknown }> }
  /** The conflicts that staff have dealt with, by the ticketId. */
  done: { key: string; value: Readonly<{ ticketId: string; at: string }> }
  state: { key: keyof Stored; value: Stored[keyof Stored] }
}

/**
 * Opens what a gate keeps on this device: its scans, keys and revocations. No name, e-mail address or password is among them.
 * Every write resolves when it is on the disk.
 */
export const openGateStore = async () => {
  const database = await openStores<Schema>(gateDatabase, {
    scans: 'scanId',
    presses: 'scanId',
    rejected: 'scanId',
    done: 'ticketId',
    state: undefined,
  })
  const write = async <Name extends StoreNames<Schema>>(
    name: Name,
    value: StoreValue<Schema, Name>,
    key?: StoreKey<Schema, Name>,
  ) => {
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' })
    await Promise.all([transaction.store.put(value, key), transaction.done])
  }
  const remove = async (name: 'scans' | 'presses', scanIds: readonly string[]) => {
    if (scanIds.length === 0) return
    const transaction = database.transaction(name, 'readwrite')
    await Promise.all([...scanIds.map((scanId) => transaction.store.delete(scanId)), transaction.done])
  }
  const orders = new Map<string, number>()
  let last = 0
  const orderOf = (scanId: string) => {
    const order = orders.get(scanId) ?? (last += 1)
    orders.set(scanId, order)
    return order
  }
  const read = (key: keyof Stored): Promise<unknown> => database.get('state', key)
  return {
    /** Reads the scans, in the order in which they were added. Called before a scan is stored, by the page that has the lock. */
    scans: async (): Promise<readonly GateScan[]> => {
      const scans = (await database.getAll('scans')).filter(isWhole).toSorted((a, b) => a.order - b.order)
      for (const { scanId, order } of scans) orders.set(scanId, order)
      last = scans.at(-1)?.order ?? 0
      return scans
    },
    storeScan: (scan: GateScan) => write('scans', { ...scan, order: orderOf(scan.scanId) }),
    removeScans: (scanIds: readonly string[]) => remove('scans', scanIds),
    presses: async (): Promise<readonly GatePress[]> =>
      (await database.getAll('presses'))
        .filter(isWholePress)
        .toSorted((a, b) => a.pressedAt.localeCompare(b.pressedAt)),
    storePress: (press: GatePress) => write('presses', press),
    removePresses: (scanIds: readonly string[]) => remove('presses', scanIds),
    keepRejected: (record: Schema['rejected']['value']) => write('rejected', record),
    rejected: () => database.getAll('rejected'),
    /** The ticketIds of the conflicts that staff have dealt with. */
    done: async (): Promise<readonly string[]> => (await database.getAll('done')).map(({ ticketId }) => ticketId),
    setDone: (ticketId: string) => write('done', { ticketId, at: new Date().toISOString() }),
    unsetDone: (ticketId: string) => database.delete('done', ticketId),
    settings: async () => settingsOf(await read('settings')),
    day: async () => dayOf(await read('day')),
    /** The stored keys and revocations, if they are whole. */
    museum: async () => museumDataOf(await read('museum')),
    set: <Key extends keyof Stored>(key: Key, value: Stored[Key]) => write('state', value, key),
    unset: (key: keyof Stored) => database.delete('state', key),
    close: () => database.close(),
  }
}
export type GateStore = Awaited<ReturnType<typeof openGateStore>>

/** After a sign-out the gate does not go on without credentials. Its scans stay until they are sent. */
export const forgetGateDay = async (): Promise<void> => {
  if (!(await hasBeenGate())) return
  const store = await openGateStore()
  await store.unset('day')
  store.close()
}

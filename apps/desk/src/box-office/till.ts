import { computed, signal } from '@preact/signals'
import { storeText, storedText } from '../shell/browser-storage.ts'

const name = 'museum.till'

/** The stored till; an empty text for a device that has none. */
const read = (): string | undefined => {
  try {
    return storedText(name) ?? undefined
  } catch {
    return undefined
  }
}
const stored = signal(read())
// Another tab has changed it.
addEventListener('storage', () => (stored.value = read()))

/** The till of this device: an empty text if it has none, `undefined` before anybody was asked. */
export const deviceTill = computed(() => stored.value)

/** Keeps the till of this device; an empty text for none. */
export const setDeviceTill = (till: string): void => {
  stored.value = till
  try {
    storeText(name, till)
  } catch {
    // A browser that stores nothing has the till until the page is reloaded.
  }
}

/** The member of a request that names the till of this device; nothing if it has none. */
export const atTill = (): Readonly<{ till?: string }> => (stored.value ? { till: stored.value } : {})

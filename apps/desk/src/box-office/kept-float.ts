import { eraseText, storeText, storedText } from '../shell/browser-storage.ts'

/** A float, and the closing after which it was typed: `from` of its preview. */
type Kept = Readonly<{ from: string; float: string }>
const storageName = (drawer: string) => `museum.float.${drawer}`

/** The float that was typed on this device for a drawer, unless the drawer was closed since. */
export const keptFloat = (drawer: string, from: string): string | undefined => {
  try {
    const kept = JSON.parse(storedText(storageName(drawer)) ?? 'null') as Kept | null
    return kept?.from === from ? kept.float : undefined
  } catch {
    return undefined
  }
}

/** Keeps a float on this device until its drawer is closed. */
export const keepFloat = (drawer: string, kept: Kept): void => {
  try {
    storeText(storageName(drawer), JSON.stringify(kept))
  } catch {
    // A browser that stores nothing has it until the page is reloaded.
  }
}

export const forgetFloat = (drawer: string): void => {
  try {
    eraseText(storageName(drawer))
  } catch {
    // A browser that stores nothing has none.
  }
}

import type { Page } from 'playwright-core'

/** The keys with which hand scanners end a code; `none`: nothing. */
export type ScanEnd = 'Enter' | 'Tab' | 'Control+m' | 'Control+j' | 'none'

/** Presses a key for each character, also for characters that are on no US keyboard, and then the keys that end a code. */
export const pressKeys = async (page: Page, text: string, ...ends: readonly ScanEnd[]): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  for (const character of text) {
    const key = { key: character, text: character }
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character })
  }
  await session.detach()
  for (const end of ends) if (end !== 'none') await page.keyboard.press(end)
}

/** What keyboards with other letters, or with Caps Lock, send for the keys Ctrl+J and Ctrl+M of a scanner. */
export const otherLineEnds = [
  { key: 'J', code: 'KeyJ' },
  { key: 'о', code: 'KeyJ' },
  { key: ',', code: 'KeyM' },
]
export const pressWithCtrl = async (page: Page, key: Readonly<{ key: string; code: string }>): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await session.send('Input.dispatchKeyEvent', { type, modifiers: 2, ...key })
  await session.detach()
}

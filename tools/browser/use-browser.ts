import { afterAll, afterEach, beforeAll } from '@jest/globals'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startBrowser } from './start-browser.ts'

/** The screens on which pages are tested. A phone has touch events, and its own size of CSS pixels. */
export const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>

/** A page, with its console errors and uncaught exceptions. */
export type OpenedPage = Readonly<{ page: Page; errors: readonly string[] }>

/** For the tests of a file or a block: a browser with these arguments, which starts before the first and ends after the last. */
export const useBrowser = (args: string[] = []) => {
  let browser: Browser
  let contexts: BrowserContext[] = []
  beforeAll(async () => {
    browser = await startBrowser(args)
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts = []
  })
  afterAll(() => browser.close())
  return {
    /** Opens a page without cookies and storage, which is closed after the test. */
    openPage: async (options: BrowserContextOptions = screens.desktop): Promise<OpenedPage> => {
      const context = await browser.newContext(options)
      contexts.push(context)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      return { page, errors }
    },
  }
}

import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/** Starts Chromium without a window. `close` ends it. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    // Chromium does not start its sandbox for root, nor in most containers. The tests load only what they serve.
    chromiumSandbox: false,
  })

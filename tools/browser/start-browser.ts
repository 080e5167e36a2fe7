import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/** Starts Chromium without a window, with these arguments. `close` ends it. */
export const startBrowser = (args: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    // Chromium cannot start its sandbox as root and in most containers. The tests load only pages that they serve
    // themselves.
    chromiumSandbox: false,
    args,
  })

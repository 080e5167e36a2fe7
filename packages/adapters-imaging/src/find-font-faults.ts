import type { FontFault } from './text/font-faults-in.ts'

/**
 * Finds the scripts that a ticket may use and whose font is missing or cannot be read. It loads the canvas and the
 * fonts of all scripts in the calling thread, whose event loop is blocked for a second. Rejects when the canvas cannot
 * be loaded.
 */
export const findFontFaults = async (): Promise<readonly FontFault[]> =>
  // Imported only when needed: the server draws in another thread, and starts faster without the canvas in this one.
  (await import('./text/font-faults-in.ts')).fontFaultsIn()

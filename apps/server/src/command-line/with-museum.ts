import type { OpenedMuseum } from '../startup/open-museum.ts'

/**
 * Opens the museum of the configuration for a command, and closes it afterwards. Its modules are loaded when it is
 * called, so that help and usage errors need neither them nor a configuration.
 */
export const withMuseum = async (run: (museum: OpenedMuseum) => Promise<void>): Promise<void> =>
  (await import('../startup/open-museum.ts')).withOpenMuseum(run)

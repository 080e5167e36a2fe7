import type { OperationName } from '@museum/application'
import type { OpenMuseum } from '../startup/with-open-museum.ts'

/**
 * Opens the museum of the configuration for a command that calls these operations, and closes it afterwards. The modules
 * are loaded when it is called, so that help and usage errors need neither them nor a configuration.
 */
export const withMuseum = async <Name extends OperationName>(
  names: readonly Name[],
  run: (museum: OpenMuseum<Name>) => Promise<void>,
): Promise<void> => (await import('../startup/with-open-museum.ts')).withOpenMuseum(names, run)

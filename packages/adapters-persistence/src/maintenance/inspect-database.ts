import {
  type DatabaseFinding,
  type InspectionOptions,
  inspectDatabase as inspectAny,
} from '@museum/database/maintenance'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { migrationsOn } from '../migrations/index.ts'

/** Inspects the settings of a database server, or a museum's embedded database: `inspectDatabase` of `@museum/database`. */
export const inspectDatabase = (
  database: MuseumDatabase,
  options: InspectionOptions,
): Promise<readonly DatabaseFinding[]> => inspectAny(database, migrationsOn, options)

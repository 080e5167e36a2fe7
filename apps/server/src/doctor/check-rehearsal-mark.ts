import { type MuseumDatabase, kyselyRehearsalMark } from '@museum/adapters-persistence'
import type { Config } from '../settings/settings.ts'
import { findRehearsal } from '../startup/check-rehearsal.ts'
import type { Found } from './finding.ts'

/** Says that the database is marked for rehearsals, and whether a server starts with it. */
export const checkRehearsalMark = async (
  database: MuseumDatabase,
  settings: Pick<Config, 'shop' | 'payment'>,
): Promise<Found> => {
  const found = await findRehearsal(kyselyRehearsalMark(database), settings)
  return found && { check: 'database', ...found }
}

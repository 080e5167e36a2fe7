import { type MuseumDatabase, DatabaseMisconfigured, asDatabaseMisconfigured } from '@museum/adapters-persistence'
import { type Finding as FindingOf, findingsOf } from '@museum/adapters-persistence/maintenance'
import { Unavailable } from '@museum/application'

/** The checks of the doctor, in the order of its output. */
export const checkNames = [
  'configuration',
  'database',
  'sold-tickets',
  'prices',
  'ticket-keys',
  'messages',
  'administrators',
  'time',
  'fonts',
  'disk-space',
  'file-permissions',
  'port',
] as const

export type CheckName = (typeof checkNames)[number]

export type Finding = FindingOf<CheckName>

export { findingsOf }

/** The finding about a check that has failed, without statements and values. `database` is the one that the check uses. */
export const findingOfFailure = (check: CheckName, error: unknown, database?: MuseumDatabase): Finding => {
  const { serious } = findingsOf(check)
  const known = database === undefined ? error : asDatabaseMisconfigured(database, error)
  if (known instanceof DatabaseMisconfigured) return serious(known.fault, known.advice)
  if (known instanceof Unavailable)
    return serious(
      `${known.message.replace(/\.$/, '')}.`,
      'Run doctor again. If this stays, check MUSEUM_DATABASE_URL, and look into the log of the database server.',
    )
  const { name, code, errno } = (error ?? {}) as Readonly<Record<'name' | 'code' | 'errno', unknown>>
  const codes = [code ?? name, errno].filter((each) => each !== undefined)
  return serious(
    `This check failed (${codes.map(String).join(', ')}).`,
    'Correct the other findings, then run doctor again. If this stays, report it as a defect.',
  )
}

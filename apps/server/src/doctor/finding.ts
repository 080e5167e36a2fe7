import { type MuseumDatabase, DatabaseMisconfigured, asDatabaseMisconfigured } from '@museum/adapters-persistence'
import {
  type Finding as FindingOf,
  type Found as FoundOf,
  findingsIn,
  findingsOf,
} from '@museum/adapters-persistence/maintenance'
import { Unavailable } from '@museum/application'

/** The titles of the doctor's checks, in the order of its output. */
export const checkTitles = {
  configuration: 'Configuration',
  database: 'Database',
  'sold-tickets': 'Sold tickets',
  prices: 'Prices',
  'ticket-keys': 'Ticket keys',
  messages: 'Messages',
  payments: 'Payments',
  administrators: 'Administrators',
  time: 'Time',
  fonts: 'Fonts',
  'disk-space': 'Disk space',
  'file-permissions': 'File permissions',
  port: 'Port',
} as const

export type CheckName = keyof typeof checkTitles

export const checkNames = Object.keys(checkTitles) as readonly CheckName[]

export type Finding = FindingOf<CheckName>

export type Found = FoundOf<CheckName>

export { findingsIn, findingsOf }

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

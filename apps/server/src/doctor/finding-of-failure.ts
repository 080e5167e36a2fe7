import { DatabaseUnusable, type MuseumDatabase, asDatabaseUnusable } from '@museum/adapters-persistence'
import { Unavailable } from '@museum/application'
import { type CheckName, type Finding, findingsOf } from './finding.ts'

/** The finding of a check that failed, without statements and values. `database` is the one that the check uses. */
export const findingOfFailure = (check: CheckName, error: unknown, database?: MuseumDatabase): Finding => {
  const { serious } = findingsOf(check)
  const known = database === undefined ? error : asDatabaseUnusable(database, error)
  if (known instanceof DatabaseUnusable) {
    // The first sentence says what is wrong, the others what to do.
    const [message = '', ...advice] = known.message.split(/(?<=\.) (?=[A-Z])/)
    return serious(message, advice.join(' '))
  }
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

import { type QueryExecutorProvider, sql } from 'kysely'
import { type DatabaseFinding, type Found, findingsOf } from '../database-finding.ts'

const { ok, serious } = findingsOf('database')

/** Whether the user of the connection has the privileges that the museum needs. */
export const inspectPrivileges = async (tables: QueryExecutorProvider): Promise<Found<DatabaseFinding['check']>> => {
  const [names, grants] = [
    await sql<{ name: string; user: string }>`select database() as name, current_user() as user`.execute(tables),
    await sql<Record<string, string>>`show grants`.execute(tables),
  ]
  const { name, user } = names.rows[0]!
  const texts = grants.rows.map((row) => Object.values(row)[0]!)
  const { forServer, forMigrations } = missingPrivileges(texts, name)
  const grant = (privileges: readonly string[]) =>
    `Run on the database server: grant ${privileges.join(', ').toLowerCase()} on \`${name}\`.* to ${accountOf(user)}`
  if (forServer.length > 0)
    return serious(`The MySQL user lacks the privileges ${forServer.join(', ')}.`, grant(forServer))
  if (forMigrations.length === 0) return ok('The MySQL user has the privileges of the server and of `migrate`.')
  return [
    ok('The MySQL user has the privileges of the server.'),
    ok(`For \`migrate\` it lacks ${forMigrations.join(', ')}: run that as another MySQL user.`),
  ]
}

/** `museum@10.0.0.%` as `'museum'@'10.0.0.%'`. */
const accountOf = (user: string) => {
  const at = user.lastIndexOf('@')
  return [user.slice(0, at), user.slice(at + 1)].map((part) => `'${part.replaceAll("'", "''")}'`).join('@')
}

/** The privileges that the server needs, and those that only `migrate` needs. */
const serverPrivileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const migrationPrivileges = ['CREATE', 'ALTER', 'DROP', 'INDEX']

/**
 * The privileges on the database that a user with these grants, the rows of `show grants`, lacks. A privilege on a single table
 * counts as one on the database.
 */
export const missingPrivileges = (grants: readonly string[], database: string) => {
  const held = new Set<string>()
  for (const grant of grants) {
    const [, verb, list, scope] =
      /^(GRANT|REVOKE) (.+) ON (`(?:[^`]|``)*`|\*)\.(?:`(?:[^`]|``)*`|\*) (?:TO|FROM) /.exec(grant) ?? []
    if (verb === undefined || !matches(scope!, database)) continue
    const privileges = list!
      .replaceAll(/\([^()]*\)/g, '')
      .split(',')
      .map((privilege) => privilege.trim())
    for (const privilege of privileges)
      if (verb === 'GRANT') held.add(privilege)
      else held.delete(privilege)
  }
  const lacks = (privilege: string) => !held.has(privilege) && !held.has('ALL PRIVILEGES')
  return {
    forServer: serverPrivileges.filter(lacks),
    forMigrations: migrationPrivileges.filter(lacks),
  }
}

/** Whether the scope of a grant, `*` or a name pattern in backticks, contains the database. */
const matches = (scope: string, database: string) => {
  if (scope === '*') return true
  const pattern = scope.slice(1, -1).replaceAll('``', '`')
  const name = database.toLowerCase()
  // After how many characters of the name the pattern may be here: a regular expression would try all ways in which several %
  // share the name.
  let reached = [0]
  for (const [part] of pattern.toLowerCase().matchAll(/\\?[^]/g))
    reached =
      part === '%'
        ? Array.from({ length: name.length + 1 }, (_, n) => n).slice(reached[0] ?? Infinity)
        : reached.filter((n) => n < name.length && (part === '_' || part.at(-1) === name[n])).map((n) => n + 1)
  return reached.includes(name.length)
}

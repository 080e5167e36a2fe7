/** What the server needs, and what `migrate` needs besides. */
const serverPrivileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
const migrationPrivileges = ['CREATE', 'ALTER', 'DROP', 'INDEX']

/** The privileges on a database that a user lacks. */
export type MissingPrivileges = Readonly<{
  forServer: readonly string[]
  forMigrations: readonly string[]
  lacksLockTables: boolean
}>

/** What a user with these grants, the rows of `show grants`, lacks on the database. Privileges on one table count as held. */
export const missingPrivileges = (grants: readonly string[], database: string): MissingPrivileges => {
  const held = new Set<string>()
  for (const grant of grants) {
    const [, verb, list, scope] =
      /^(GRANT|REVOKE) (.+) ON (`(?:[^`]|``)*`|\*)\.(?:`(?:[^`]|``)*`|\*) (?:TO|FROM) /.exec(grant) ?? []
    if (verb === undefined || !matches(scope!, database)) continue
    const privileges = list!
      .replaceAll(/\([^)]*\)/g, '')
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
    lacksLockTables: lacks('LOCK TABLES'),
  }
}

/** Whether the scope of a grant, `*` or a pattern of names in backticks, contains the database. */
const matches = (scope: string, database: string) => {
  if (scope === '*') return true
  const pattern = scope.slice(1, -1).replaceAll('``', '`')
  const expression = pattern.replaceAll(/\\?[^]/gu, (character) => {
    if (character === '%') return '[^]*'
    if (character === '_') return '[^]'
    return character.slice(-1).replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`)
  })
  return new RegExp(`^${expression}$`, 'i').test(database)
}

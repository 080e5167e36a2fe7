import { type QueryExecutorProvider, sql } from 'kysely'

/** Executes a statement without values, and returns its rows. */
type ExecuteStatement = (statement: string) => Promise<readonly unknown[]>

/** Variables or statuses of a server, by their names in lower case. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Reads the variables or statuses that a `show` statement returns. */
export const readVariables = async (execute: ExecuteStatement, statement: string): Promise<Variables> => {
  const rows = (await execute(statement)) as readonly Readonly<{ Variable_name: string; Value: string }>[]
  return Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value]))
}

export const executeWith =
  (tables: QueryExecutorProvider): ExecuteStatement =>
  async (statement) =>
    (await sql.raw(statement).execute(tables)).rows

/** Whether the server is a node of a Galera cluster. MySQL does not have the variable. */
export const isGaleraNode = async (execute: ExecuteStatement): Promise<boolean> => {
  const rows = await execute("show session variables where variable_name = 'wsrep_on' and value = 'ON'")
  return rows.length > 0
}

/** A member of a group (MySQL Group Replication), as the queried member sees it. */
export type GroupMember = Readonly<{ memberId: string; isAsked: boolean; state: string; role: string }>

/** Reads the members of the group of a server; `undefined` when the user may not. */
export const readGroupMembers = async (execute: ExecuteStatement): Promise<readonly GroupMember[] | undefined> => {
  try {
    const rows = await execute(
      `select member_id as memberId, member_id = @@server_uuid as isAsked, member_state as state, member_role as role
      from performance_schema.replication_group_members`,
    )
    return (rows as readonly (Omit<GroupMember, 'isAsked'> & { isAsked: number })[]).map(
      ({ memberId, isAsked, state, role }) => ({ memberId, isAsked: isAsked === 1, state, role }),
    )
  } catch (error) {
    if ((error as { errno?: unknown }).errno === 1_142) return undefined
    throw error
  }
}

/** How many members of its group a member reaches, itself included. */
export const countReachable = (members: readonly GroupMember[]): number =>
  members.filter(({ state }) => state !== 'UNREACHABLE').length

/** Whether a member reaches more than half of its group. Otherwise its commits wait without end. */
export const hasMajority = (members: readonly GroupMember[]): boolean => countReachable(members) * 2 > members.length

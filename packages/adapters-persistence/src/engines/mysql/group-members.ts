import type { ExecuteStatement } from './execute-statement.ts'

/** A member of a group (MySQL Group Replication), as the member that is asked sees it. */
export type GroupMember = Readonly<{ isAsked: boolean; state: string; role: string }>

/** Reads the members of the group of a server; `undefined` when the user may not. */
export const readGroupMembers = async (execute: ExecuteStatement): Promise<readonly GroupMember[] | undefined> => {
  try {
    const rows = await execute(
      `select member_id = @@server_uuid as isAsked, member_state as state, member_role as role
      from performance_schema.replication_group_members`,
    )
    return (rows as readonly { isAsked: number; state: string; role: string }[]).map(({ isAsked, state, role }) => ({
      isAsked: isAsked === 1,
      state,
      role,
    }))
  } catch (error) {
    if ((error as { errno?: unknown }).errno === 1_142) return undefined
    throw error
  }
}

/** How many members of its group a member reaches, itself included. */
export const countReachable = (members: readonly GroupMember[]): number =>
  members.filter(({ state }) => state !== 'UNREACHABLE').length

/** Whether a member reaches more than half of its group; otherwise its commits do not end. */
export const hasMajority = (members: readonly GroupMember[]): boolean => countReachable(members) * 2 > members.length

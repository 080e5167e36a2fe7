import { type GroupMember, hasMajority } from '../group-members.ts'

/**
 * What a host can be used for. `writable`: everything. `full`: it answers, but has no connection free. `readable`: it takes
 * no writes. `unusable`: neither. `reason` says why it is not writable; it contains no value of the URL.
 */
export type HostCondition =
  | Readonly<{ state: 'writable' }>
  | Readonly<{ state: 'full' | 'readable'; reason: string }>
  | Readonly<{
      state: 'unusable'
      reason: string
      /** Whether the host is silent, so that it does not close the connections that are open either. */
      isSilent: boolean
    }>

/** Variables of a server by name, in lower case. */
export type Variables = Readonly<Record<string, string | undefined>>

/** What a server says of itself: global variables, the status of Galera, and the members of the group,
 * `undefined` when the user may not read them: then only the variables say whether it takes writes. */
export type HostReport = Readonly<{
  variables: Variables
  galera?: Variables
  group?: readonly GroupMember[] | undefined
}>

/** The variables that `conditionOf` needs. */
export const conditionVariables = [
  'read_only',
  'super_read_only',
  'innodb_read_only',
  'offline_mode',
  'wsrep_on',
  'wsrep_reject_queries',
  'group_replication_group_name',
] as const

/**
 * What a host can be used for, by what it says. A member of a cluster whose commits wait while the cluster decides about a
 * dead member is writable.
 */
export const conditionOf = ({ variables, galera, group = [] }: HostReport): HostCondition => {
  const readable = (reason: string) => ({ state: 'readable', reason }) as const
  const unusable = (reason: string) => ({ state: 'unusable', reason, isSilent: false }) as const
  const unusual = (names: readonly (keyof typeof usual)[]) =>
    names.find((name) => ![usual[name], '0', '', undefined].includes(variables[name]?.toUpperCase()))
  const refusing = unusual(['offline_mode', 'wsrep_reject_queries'])
  if (refusing !== undefined) return unusable(`${refusing} is ${variables[refusing]}`)
  if (galera !== undefined && galera['wsrep_cluster_status'] !== 'Primary')
    return unusable(`wsrep_cluster_status is ${galera['wsrep_cluster_status']}`)
  if (galera !== undefined && galera['wsrep_ready'] !== 'ON') return unusable('wsrep_ready is OFF')
  const own = group.find(({ isAsked }) => isAsked)
  if (own !== undefined && own.state !== 'ONLINE') return unusable(`it is a member of its group that is ${own.state}`)
  if (group.length > 0 && !hasMajority(group)) return readable('its group has no majority')
  const readOnly = unusual(['super_read_only', 'read_only', 'innodb_read_only'])
  return readOnly === undefined ? { state: 'writable' } : readable(`${readOnly} is ${variables[readOnly]}`)
}

/** The values of a server that takes writes. */
const usual = {
  offline_mode: 'OFF',
  wsrep_reject_queries: 'NONE',
  super_read_only: 'OFF',
  read_only: 'OFF',
  innodb_read_only: 'OFF',
} as const

import { type GroupMember, type Variables, hasMajority } from '../cluster-membership.ts'

/**
 * What a host can be used for. `writable`: reads and writes. `full`: it responds, but has no connection free. `readable`: only
 * reads. `unusable`: nothing. `reason` says why it is not writable; it contains no value of the URL.
 */
export type HostCondition =
  | Readonly<{ state: 'writable'; group?: GroupView }>
  | Readonly<{
      state: 'full' | 'readable'
      reason: string
      group?: GroupView
      /** Whether commits on the host wait without end. */
      commitsHang?: true
    }>
  | Readonly<{
      state: 'unusable'
      reason: string
      /** Whether the host is silent: it does not even close the open connections. */
      isSilent: boolean
    }>

/** A member of a group that has a majority, the members that it takes for primaries, and how many there are in its view. */
type GroupView = Readonly<{ memberId: string; primaries: readonly string[]; size: number }>

/**
 * What a server says of itself: global variables, the status of Galera, and the members of the group. `group` is `undefined`
 * when the user may not read them: then only the variables say whether the server is writable.
 */
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
 * What a host can be used for, by what it reports. A member of a cluster is writable also while its commits wait for the
 * cluster to decide about a dead member.
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
  if (group.length > 0 && !hasMajority(group)) return { ...readable('its group has no majority'), commitsHang: true }
  const readOnly = unusual(['super_read_only', 'read_only', 'innodb_read_only'])
  const condition =
    readOnly === undefined ? ({ state: 'writable' } as const) : readable(`${readOnly} is ${variables[readOnly]}`)
  return own === undefined ? condition : { ...condition, group: viewOf(own, group) }
}

const viewOf = ({ memberId }: GroupMember, group: readonly GroupMember[]): GroupView => ({
  memberId,
  primaries: group.filter(({ role }) => role === 'PRIMARY').map((member) => member.memberId),
  size: group.length,
})

/**
 * Compares the conditions of hosts, as far as they are known. A primary that did not run or was cut off for a while, such as a
 * suspended virtual machine, does not know at first that the other members have removed it: its reads are old, and its commits
 * fail. So its condition is not known before more than half of its group confirm it, or the conditions of all hosts are known.
 * It is unusable when most members take it for no primary.
 */
export const comparedInGroup = (
  conditions: readonly (HostCondition | undefined)[],
): readonly (HostCondition | undefined)[] => {
  const views = conditions.flatMap((condition) => (condition && 'group' in condition && condition.group) || [])
  return conditions.map((condition) => {
    if (condition?.state !== 'writable' || condition.group === undefined) return condition
    const { memberId, size } = condition.group
    const agreeing = views.filter(({ primaries }) => primaries.includes(memberId)).length
    if (agreeing * 2 < views.length)
      return { state: 'unusable', reason: 'its group has another primary', isSilent: false }
    return agreeing * 2 <= size && conditions.includes(undefined) ? undefined : condition
  })
}

/** The values that these variables have on a writable server. */
const usual = {
  offline_mode: 'OFF',
  wsrep_reject_queries: 'NONE',
  super_read_only: 'OFF',
  read_only: 'OFF',
  innodb_read_only: 'OFF',
} as const

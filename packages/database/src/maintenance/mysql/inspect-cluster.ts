import {
  type GroupMember,
  type Variables,
  countReachable,
  hasMajority,
} from '../../engines/mysql/cluster-membership.ts'
import { type DatabaseFinding, type InspectionOptions, findingsIn, findingsOf } from '../database-finding.ts'

const { ok, warning, serious } = findingsOf('database')

/** Findings about the cluster and the settings of a Galera node; none for any other server. */
export const inspectGalera = (variables: Variables, status: Variables): readonly DatabaseFinding[] =>
  findingsIn(
    variables['wsrep_on'] === 'ON' && [inspectNode(status), inspectNodeSettings(variables), inspectTimeouts(variables)],
  )

const inspectNode = (status: Variables) => {
  const { wsrep_cluster_size: size, wsrep_cluster_status: cluster, wsrep_ready: ready } = status
  if (cluster !== 'Primary' || ready !== 'ON')
    return serious(
      `The Galera node is not in its cluster (wsrep_cluster_status is ${cluster}, wsrep_ready is ${ready}), and is not writable.`,
      'Name another node in the URL of the database, and read docs/reliability-and-scaling.md, "When the quorum is lost".',
    )
  const message = `The database server is a node of a Galera cluster of ${size}, and is ${status['wsrep_local_state_comment']}.`
  return Number(size) < 3
    ? warning(message, 'A cluster needs three nodes to go on when it loses one: add a node, or start it.')
    : ok(message)
}

/** Settings with the values that the cluster of our tests has, and what happens with another value. */
const neededSettings = [
  ['binlog_format', 'ROW', 'Galera copies rows, not statements'],
  [
    'innodb_autoinc_lock_mode',
    '2',
    'audit entries that two nodes store at the same time can wait for each other for ever',
  ],
  [
    'wsrep_auto_increment_control',
    'ON',
    'two nodes give audit entries the same number, and one of two changes is rolled back',
  ],
  ['wsrep_osu_method', 'TOI', 'a change of a table reaches this node only'],
] as const

const inspectNodeSettings = (variables: Variables) =>
  neededSettings
    .filter(([name, value]) => variables[name] !== undefined && variables[name] !== value)
    .map(([name, value, consequence]) =>
      warning(`${name} is ${variables[name]}: ${consequence}.`, `Set it to ${value} on all nodes.`),
    )

const triedTimeouts = { 'evs.keepalive_period': 0.5, 'evs.suspect_timeout': 2, 'evs.inactive_timeout': 6 }
/**
 * Seconds from that time-out to the next sale, as measured: the other nodes agree on the loss, and the museum's servers use
 * another node.
 */
const secondsAfterTimeout = 1.3

const triedReadTimeout = 1

const inspectTimeouts = ({ wsrep_provider_options: text = '' }: Variables) => {
  const options = new Map(
    text.split(';').map((option) => option.split('=').map((part) => part.trim()) as [string, string]),
  )
  const seconds = (name: string) => {
    const [duration, minutes = '0', ofMinute = '0'] =
      /^PT(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(options.get(name) ?? '') ?? []
    return duration === undefined ? Number.NaN : 60 * Number(minutes) + Number(ofMinute)
  }
  return [
    inspectFailover(seconds('evs.suspect_timeout'), seconds('evs.inactive_timeout')),
    inspectReadTimeout(seconds('repl.causal_read_timeout')),
  ]
}

const inspectFailover = (suspect: number, inactive: number) => {
  if (Number.isNaN(suspect)) return undefined
  const [name, timeout] =
    inactive < suspect ? (['evs.inactive_timeout', inactive] as const) : (['evs.suspect_timeout', suspect] as const)
  const seconds = Math.round(10 * (timeout + secondsAfterTimeout)) / 10
  const message = `When a node is lost, nothing is sold for some ${seconds} seconds (${name} is ${timeout} s).`
  const tried = triedTimeouts['evs.suspect_timeout']
  if (timeout === tried) return ok(message)
  const advice = `Set in wsrep_provider_options, on all nodes: ${Object.entries(triedTimeouts)
    .map(([option, value]) => `${option}=PT${value}S`)
    .join(';')}`
  return warning(
    timeout > tried ? message : `${message} When one node was killed with 1 s, the others lost their quorum.`,
    advice,
  )
}

const inspectReadTimeout = (seconds: number) =>
  seconds > triedReadTimeout &&
  warning(
    `repl.causal_read_timeout is ${seconds} s: if this node is late in applying the writes of the others, the outcome of purchases is unknown.`,
    `Set in wsrep_provider_options, on all nodes: repl.causal_read_timeout=PT${triedReadTimeout}S`,
  )

/** Findings about the group of a member, its role, and the settings that matter in a failover. */
export const inspectGroup = (
  variables: Variables,
  members: readonly GroupMember[] | undefined,
  options: Pick<InspectionOptions, 'host'>,
): readonly DatabaseFinding[] =>
  findingsIn([
    members === undefined ? inspectPrivilege(options) : inspectMembers(members),
    inspectGroupSettings(variables),
  ])

const inspectPrivilege = ({ host = 'one' }: Pick<InspectionOptions, 'host'>) =>
  host !== 'one' &&
  warning(
    'The MySQL user may not read the members of the group: a server of the museum keeps using a primary that has lost the others.',
    'Run on the primary, for the MySQL user: grant select on performance_schema.replication_group_members',
  )

const inspectMembers = (members: readonly GroupMember[]) => {
  const own = members.find(({ isAsked }) => isAsked)
  const online = members.filter(({ state }) => state === 'ONLINE').length
  if (own === undefined || own.state !== 'ONLINE')
    return serious(
      `The database server is not a member of its group that is online, but ${own?.state ?? 'OFFLINE'}.`,
      'Read its error log, then run on it: start group_replication.',
    )
  if (!hasMajority(members))
    return serious(
      `The group has no majority: the database server reaches ${countReachable(members)} of ${members.length} members, and no commit ends.`,
      'Start the other members, or read docs/reliability-and-scaling.md, "When the quorum is lost".',
    )
  const message = `The database server is the ${own.role.toLowerCase()} of a group with ${online} of ${members.length} members online.`
  return online < 3
    ? warning(message, 'A group needs three members online to go on when it loses one: add a member, or start it.')
    : ok(message)
}

const inspectGroupSettings = (variables: Variables) => {
  const expelTimeout = Number(variables['group_replication_member_expel_timeout'])
  // The members expel a lost member 6 seconds after the loss if they agree on it by then, otherwise at the next check, 15
  // seconds later. The next ticket is sold within a second after that.
  const seconds = 7 + 15 * Math.ceil(expelTimeout / 15)
  const failover = `When the primary is lost, nothing is sold for some ${seconds} seconds (group_replication_member_expel_timeout is ${expelTimeout}).`
  return [
    expelTimeout > 0 ? warning(failover, 'Set it to 0 on all members: then it takes some 7 seconds.') : ok(failover),
    variables['group_replication_consistency'] === 'EVENTUAL' &&
      warning(
        'group_replication_consistency is EVENTUAL: a new primary accepts connections before it has applied the last purchases.',
        'Set it to BEFORE_ON_PRIMARY_FAILOVER on all members.',
      ),
    variables['group_replication_start_on_boot'] === 'OFF' &&
      warning(
        'group_replication_start_on_boot is OFF: the member does not join its group again after a restart.',
        'Set it to ON in the configuration file of the database server.',
      ),
    variables['group_replication_single_primary_mode'] === 'OFF' &&
      warning(
        'Every member of the group is writable, which the museum does not support: a capacity that is set during a sale can be exceeded.',
        'Run on a member: select group_replication_switch_to_single_primary_mode()',
      ),
  ]
}

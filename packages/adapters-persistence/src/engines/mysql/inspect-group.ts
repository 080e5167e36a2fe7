import type { DatabaseFinding } from '../../database/database-finding.ts'
import type { InspectionOptions } from '../../database/inspection-options.ts'
import { type GroupMember, countReachable, hasMajority } from './group-members.ts'

type Finding = Omit<DatabaseFinding, 'check'>
type Variables = Readonly<Record<string, string | undefined>>

const warning = (message: string, advice: string): Finding => ({ level: 'warning', message, advice })
const serious = (message: string, advice: string): Finding => ({ level: 'serious', message, advice })

/** What a member of a group says of its group, its place in it and the settings of a failover. */
export const inspectGroup = (
  variables: Variables,
  members: readonly GroupMember[] | undefined,
  options: Pick<InspectionOptions, 'host'>,
): readonly Finding[] => [
  ...(members === undefined ? inspectPrivilege(options) : inspectMembers(members)),
  ...inspectSettings(variables),
]

const inspectPrivilege = ({ host = 'one' }: Pick<InspectionOptions, 'host'>): readonly Finding[] =>
  host === 'one'
    ? []
    : [
        warning(
          'The MySQL user may not read the members of the group: a server of the museum stays with a primary that has lost the others.',
          'Run on the primary, for the MySQL user: grant select on performance_schema.replication_group_members',
        ),
      ]

const inspectMembers = (members: readonly GroupMember[]): readonly Finding[] => {
  const own = members.find(({ isAsked }) => isAsked)
  const online = members.filter(({ state }) => state === 'ONLINE').length
  if (own === undefined || own.state !== 'ONLINE')
    return [
      serious(
        `The database server is not a member of its group that is online, but ${own?.state ?? 'OFFLINE'}.`,
        'Read its error log, then run on it: start group_replication.',
      ),
    ]
  if (!hasMajority(members))
    return [
      serious(
        `The group has no majority: the database server reaches ${countReachable(members)} of ${members.length} members, and no commit ends.`,
        'Start the other members, or read docs/cluster.md, "When the quorum is lost".',
      ),
    ]
  const message = `The database server is the ${own.role.toLowerCase()} of a group with ${online} of ${members.length} members online.`
  return [
    online < 3
      ? warning(message, 'A group needs three members online to go on when it loses one: add a member, or start it.')
      : { level: 'ok', message },
  ]
}

const inspectSettings = (variables: Variables): readonly Finding[] => {
  const expelTimeout = Number(variables['group_replication_member_expel_timeout'])
  // The members expel suspects 6 seconds after the loss, when they agree on them, and from then on every 15 seconds only.
  const seconds = 6 + 15 * Math.ceil(expelTimeout / 15)
  return [
    ...(expelTimeout > 0
      ? [
          warning(
            `group_replication_member_expel_timeout is ${expelTimeout}: no purchase succeeds for ${seconds} seconds after the primary is lost.`,
            'Set it to 0 on all members: then it takes 6 seconds.',
          ),
        ]
      : []),
    ...(variables['group_replication_consistency'] === 'EVENTUAL'
      ? [
          warning(
            'group_replication_consistency is EVENTUAL: a new primary answers before it has applied the last purchases.',
            'Set it to BEFORE_ON_PRIMARY_FAILOVER on all members.',
          ),
        ]
      : []),
    ...(variables['group_replication_start_on_boot'] === 'OFF'
      ? [
          warning(
            'group_replication_start_on_boot is OFF: the member does not join its group again after a restart.',
            'Set it to ON in the configuration file of the database server.',
          ),
        ]
      : []),
    ...(variables['group_replication_single_primary_mode'] === 'OFF'
      ? [
          warning(
            'Every member of the group takes writes, which the museum does not support: a capacity that is set during a sale can be exceeded.',
            'Run on a member: select group_replication_switch_to_single_primary_mode()',
          ),
        ]
      : []),
  ]
}

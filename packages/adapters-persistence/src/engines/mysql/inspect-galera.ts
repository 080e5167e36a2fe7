import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseFinding } from '../../database/database-finding.ts'

type Finding = Omit<DatabaseFinding, 'check'>
type Variables = Readonly<Record<string, string | undefined>>

const warning = (message: string, advice: string): Finding => ({ level: 'warning', message, advice })
const serious = (message: string, advice: string): Finding => ({ level: 'serious', message, advice })

/** Reads what a node of Galera reports of itself and of its cluster, by lower-case names; nothing of another server. */
export const readGaleraStatus = async (tables: QueryExecutorProvider): Promise<Variables> => {
  const { rows } = await sql<{ Variable_name: string; Value: string }>`show global status like 'wsrep_%'`.execute(
    tables,
  )
  return Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value]))
}

/** What a node of Galera says of its cluster and its settings; nothing of a server that is not in a cluster. */
export const inspectGalera = (variables: Variables, status: Variables): readonly Finding[] =>
  variables['wsrep_on'] === 'ON'
    ? [...inspectNode(status), ...inspectSettings(variables), ...inspectTimeouts(variables)]
    : []

const inspectNode = (status: Variables): readonly Finding[] => {
  const { wsrep_cluster_size: size, wsrep_cluster_status: cluster, wsrep_ready: ready } = status
  if (cluster !== 'Primary' || ready !== 'ON')
    return [
      serious(
        `The Galera node is not in its cluster (wsrep_cluster_status is ${cluster}, wsrep_ready is ${ready}), and takes no writes.`,
        'Name another node in the URL of the database, and read docs/cluster.md, "When the quorum is lost".',
      ),
    ]
  const message = `The database server is a node of a Galera cluster of ${size}, and is ${status['wsrep_local_state_comment']}.`
  return [
    Number(size) < 3
      ? warning(message, 'A cluster needs three nodes to go on when it loses one: add a node, or start it.')
      : { level: 'ok', message },
  ]
}

/** The settings without which a cluster does not work as it was tried, with their values. */
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

const inspectSettings = (variables: Variables): readonly Finding[] =>
  neededSettings
    .filter(([name, value]) => variables[name] !== undefined && variables[name] !== value)
    .map(([name, value, consequence]) =>
      warning(`${name} is ${variables[name]}: ${consequence}.`, `Set it to ${value} on all nodes.`),
    )

const triedTimeouts = { 'evs.keepalive_period': 0.5, 'evs.suspect_timeout': 2, 'evs.inactive_timeout': 6 }

const triedReadTimeout = 1

const inspectTimeouts = ({ wsrep_provider_options: text = '' }: Variables): readonly Finding[] => {
  const options = new Map(
    text.split(';').map((option) => option.split('=').map((part) => part.trim()) as [string, string]),
  )
  const seconds = (name: string) => Number(/^PT([\d.]+)S$/.exec(options.get(name) ?? '')?.[1])
  return [
    ...inspectSuspectTimeout(seconds('evs.suspect_timeout')),
    ...inspectReadTimeout(seconds('repl.causal_read_timeout')),
  ]
}

const inspectSuspectTimeout = (suspect: number): readonly Finding[] => {
  const tried = triedTimeouts['evs.suspect_timeout']
  if (Number.isNaN(suspect) || suspect === tried) return []
  const advice = `Set in wsrep_provider_options, on all nodes: ${Object.entries(triedTimeouts)
    .map(([name, value]) => `${name}=PT${value}S`)
    .join(';')}`
  return [
    suspect > tried
      ? warning(
          `evs.suspect_timeout is ${suspect} s: when a node is lost, nothing is sold for ${suspect + 1} s, and the outcome of some purchases is unknown.`,
          advice,
        )
      : warning(
          `evs.suspect_timeout is ${suspect} s: with 1 s, the nodes that were left lost their quorum when one was killed.`,
          advice,
        ),
  ]
}

const inspectReadTimeout = (seconds: number): readonly Finding[] =>
  seconds > triedReadTimeout
    ? [
        warning(
          `repl.causal_read_timeout is ${seconds} s: while this node applies the writes of the others late, the outcome of purchases is unknown.`,
          `Set in wsrep_provider_options, on all nodes: repl.causal_read_timeout=PT${triedReadTimeout}S`,
        ),
      ]
    : []

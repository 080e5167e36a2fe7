import { randomUUID } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import type { Cluster, ClusterNode, ClusterOptions } from './cluster.ts'
import { createData } from './create-data.ts'
import { asArguments, deployedSettings } from './deployed-settings.ts'
import { findOrUnpackServer } from './find-or-unpack-server.ts'
import { findPortBelowEphemeralRange } from './find-port-below-ephemeral-range.ts'
import { newPassword } from './random-names.ts'
import { serverInFolder } from './server-in-folder.ts'
import type { ServerProgram } from './server-program.ts'
import { startClusterNode } from './start-cluster-node.ts'
import { startGroupNetwork } from './start-group-network.ts'

/**
 * Starts a group of MySQL servers (Group Replication), with the settings of `deploy/group-replication.cnf`. The first member
 * creates the data, and the others copy them. The connections between the members go through a thread of this process, so
 * that one can be cut off; those of clients do not.
 */
export const startGroupCluster = async ({
  size = 3,
  serverArguments = [],
  severalPrimaries = false,
}: ClusterOptions): Promise<Cluster> => {
  const program = await findOrUnpackServer('mysql')
  const password = newPassword()
  const ports: Record<string, number> = {}
  for (let number = 1; number <= size; number += 1) ports[`node-${number}`] = await findPortBelowEphemeralRange()
  const network = await startGroupNetwork(ports)
  const names = Object.keys(ports)
  const group = { name: randomUUID(), addresses: names.map((name) => `127.0.0.1:${network.ports[name]}`) }
  const users = usersOf(names, password)
  const modeArguments = severalPrimaries
    ? ['--group-replication-single-primary-mode=OFF', '--group-replication-enforce-update-everywhere-checks=ON']
    : []
  const members = names.map((name, index) =>
    newMember({
      program,
      name,
      port: ports[name]!,
      password,
      users,
      groupArguments: [...argumentsOf(program, group, index), ...modeArguments, ...serverArguments],
    }),
  )
  const isolated = new Set<Member>()
  const cut = () => network.isolate(Array.from(isolated, ({ name }) => name))
  /** Waits until this member, and all other running members that are not cut off, see each other online. */
  const waitUntilOnline = async (member: Member): Promise<void> => {
    for (const deadline = Date.now() + joinTimeoutMilliseconds; ; await sleep(100)) {
      const expected = members.filter((each) => each === member || (each.process.isRunning() && !isolated.has(each)))
      const views = await Promise.all(expected.map((each) => each.viewOfGroup().catch(() => [])))
      const isOnline = ({ port }: Member) =>
        views.every((view) => view.some((seen) => seen.port === port && seen.state === 'ONLINE'))
      if (expected.every(isOnline)) return
      // It was expelled when it was connected again. By itself it joins at once, and if that fails, after five minutes.
      for (const [index, each] of expected.entries())
        if (views[index]!.some((seen) => seen.port === each.port && seen.state === 'ERROR'))
          await each.rejoinGroup().catch(() => undefined) // refused while it is joining by itself
      if (Date.now() > deadline)
        throw new Error(
          `${member.name} is not online in its group after ${joinTimeoutMilliseconds} ms: ${JSON.stringify(views)}`,
        )
    }
  }
  /**
   * Waits until the others have expelled a member. If it asks to join before, it is refused, and waits long before it
   * asks again.
   */
  const waitUntilExpelled = async ({ port }: Member, others: readonly Member[]): Promise<void> => {
    for (const deadline = Date.now() + joinTimeoutMilliseconds; Date.now() < deadline; await sleep(100)) {
      const views = await Promise.all(others.map((other) => other.viewOfGroup().catch(() => [])))
      if (!views.some((view) => view.some((seen) => seen.port === port))) return
    }
  }
  const stop = async () => {
    await Promise.all(members.map((member) => member.process.stop()))
    await network.stop()
  }
  try {
    const [first, ...others] = members as [Member, ...Member[]]
    await first.createData()
    for (const other of others) await other.copyData(first)
    await Promise.all(members.map((member) => member.start()))
    await first.createGroup()
    // One after the other: if two join at the same time, one waits for 5 seconds and tries again.
    for (const other of others) await other.joinGroup()
    await waitUntilOnline(first)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    kind: 'group',
    description: `MySQL ${program.version} with Group Replication, ${size} private members of ${program.path}`,
    nodes: members.map((member): ClusterNode => ({
      name: member.name,
      url: member.url,
      kill: member.process.kill,
      async start() {
        if (member.process.isRunning()) return
        const others = members.filter((other) => other !== member && other.process.isRunning())
        await member.start()
        if (others.length === 0) await member.createGroup()
        else {
          await waitUntilExpelled(member, others)
          await member.joinGroup()
        }
        await waitUntilOnline(member)
      },
      async isolate() {
        isolated.add(member)
        await cut()
      },
      async rejoin() {
        isolated.delete(member)
        await cut()
        await waitUntilOnline(member)
      },
      pause: member.process.pause,
      resume: member.process.resume,
    })),
    stop,
  }
}

const joinTimeoutMilliseconds = 120_000

/** The statements that create the user of the tests, and one for each member. */
const usersOf = (names: readonly string[], password: string): string => {
  const accounts = names.map((name) => `'${name}'@'127.0.0.1'`)
  return [
    // One statement a line.
    ...[`'museum'@'127.0.0.1'`, ...accounts].map((account) => `create user ${account} identified by '${password}';`),
    `grant all privileges on *.* to 'museum'@'127.0.0.1' with grant option;`,
    `grant replication slave, connection_admin, backup_admin, group_replication_stream on *.* to ${accounts.join(', ')};`,
    '',
  ].join('\n')
}

const argumentsOf = (
  { baseFolder }: ServerProgram,
  group: { readonly name: string; readonly addresses: readonly string[] },
  index: number,
): readonly string[] => [
  ...asArguments({
    ...deployedSettings('group-replication.cnf'),
    bind_address: '127.0.0.1',
    server_id: index + 1,
    report_host: '127.0.0.1',
    plugin_dir: join(baseFolder, 'lib/mysql/plugin'),
    // With MySQL's own communication stack, a member can listen on another port than the one at which the others reach it, and
    // sends them its name.
    group_replication_local_address: group.addresses[index]!,
    group_replication_group_name: group.name,
    group_replication_group_seeds: group.addresses.join(','),
    group_replication_ssl_mode: 'DISABLED',
    group_replication_recovery_use_ssl: 'OFF',
    // The performance schema has the tables about the group. It needs no instruments for them, which would take time.
    performance_schema: 'ON',
    performance_schema_instrument: '%=OFF',
  }),
  '--log-bin',
]

type Member = ReturnType<typeof newMember>

type MemberSettings = Readonly<{
  program: ServerProgram
  name: string
  port: number
  password: string
  users: string
  groupArguments: readonly string[]
}>

const newMember = ({ program, name, port, password, users, groupArguments }: MemberSettings) => {
  const { folder, folders, dataFolder, args, step } = serverInFolder(program, port)
  const server = startClusterNode({ folder, folders, files: { 'users.sql': users } })
  const url = `mysql://museum:${password}@127.0.0.1:${port}`

  const query = async (...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
    const connection = await createConnection({ uri: url, connectTimeout: 5000 })
    try {
      let rows: unknown = []
      for (const statement of statements) [rows] = await connection.query(statement)
      return rows as Record<string, unknown>[]
    } finally {
      connection.destroy()
    }
  }
  const setCredentials = `change replication source to source_user = '${name}', source_password = '${password}'
    for channel 'group_replication_recovery'`
  return {
    name,
    port,
    url,
    process: server,
    dataFolder,
    async createData() {
      const { step: creation } = createData(program, args)
      await server.run({ ...creation, arguments: [...creation.arguments, `--init-file=${join(folder, 'users.sql')}`] })
    },
    async copyData(other: { readonly dataFolder: string }) {
      await cp(other.dataFolder, dataFolder, { recursive: true })
      // The server creates its own, with another UUID.
      await rm(join(dataFolder, 'auto.cnf'), { force: true })
    },
    /** Starts the server, without joining the group. */
    async start() {
      await server.start(step(groupArguments), async () => (await query('select 1')).length === 1)
    },
    async createGroup() {
      const bootstrap = 'set global group_replication_bootstrap_group'
      await query(setCredentials, `${bootstrap} = on`, 'start group_replication', `${bootstrap} = off`)
    },
    async joinGroup() {
      await query(setCredentials)
      for (const deadline = Date.now() + joinTimeoutMilliseconds; ; await sleep(500)) {
        try {
          await query('start group_replication')
          return
        } catch (error) {
          // The group refuses a member that it has not expelled yet.
          if (!server.isRunning() || Date.now() > deadline) throw error
        }
      }
    },
    /** Joins the group again after it was expelled. */
    async rejoinGroup() {
      await query('stop group_replication')
      await this.joinGroup()
    },
    /** The members of the group, as this server sees them. */
    async viewOfGroup(): Promise<readonly { readonly port: number; readonly state: string }[]> {
      const table = 'performance_schema.replication_group_members'
      const rows = await query(`select member_port as port, member_state as state from ${table}`)
      return rows.map((row) => ({ port: Number(row['port']), state: String(row['state']) }))
    },
  }
}

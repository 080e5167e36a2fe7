import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { withSocket } from '../../tools/bind-socket.ts'

export const root = join(import.meta.dirname, '../..')

/** The program `museum` of this checkout. Its shell script replaces itself by node. */
export const program = join(root, 'node_modules/.bin/museum')

const adminPassword = 'used by the torture suite only'
/** The `Authorization` header of the administrator of every server that `spawnServer` starts. */
export const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`

/** The environment of a server: no setting is inherited from the shell that runs the suite. */
export const serverEnvironment = (databaseUrl: string, settings: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MUSEUM_|NODE_OPTIONS)/.test(name))),
  MUSEUM_DATABASE_URL: databaseUrl,
  MUSEUM_ADMIN_PASSWORD: adminPassword,
  ...settings,
})

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
/** Has a process end when the suite exits. */
export const endWithSuite = (child: ChildProcess): ChildProcess => {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts a server. `stdout` and `stderr` are open files, `socket` is a socket for it to inherit, as systemd passes it. */
export const spawnServer = (
  environment: ReturnType<typeof serverEnvironment>,
  { stdout, stderr, socket }: Readonly<{ stdout: number; stderr: number; socket?: number }>,
): ChildProcess => {
  const [file, ...args] = [...(socket === undefined ? [] : withSocket), program, 'serve']
  const stdio = ['ignore', stdout, stderr, ...(socket === undefined ? [] : [socket])] as const
  return endWithSuite(spawn(file!, args, { cwd: root, stdio: [...stdio], env: environment }))
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

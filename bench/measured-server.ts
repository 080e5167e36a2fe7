/** The servers that are measured, each a process of its own, and the load generator. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Figures, Load } from './load-program.ts'

/** A server under measurement. */
export type Contender = Readonly<{ name: string; url: string; pid: number; stop: () => Promise<void> }>

const root = join(import.meta.dirname, '..')
const password = 'the bench alone knows it'
/** What every request carries, whether its server looks at it or not. */
export const headers = {
  authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
  'content-type': 'application/json',
}

const ending = (child: ChildProcess) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** A server that tells its address in its first line. */
export const startByHand = async (name: string, program: string, ...args: string[]): Promise<Contender> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'servers', program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { name, url, pid: child.pid!, stop: ending(child) }
}

// The very command that a user starts, but for pnpm and its shell around it.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }

/** The museum's server as a user starts it, on a database; its log goes to a file. */
export const startOurs = async (databaseUrl: string, nodeOptions = ''): Promise<Contender> => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-bench-'))
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const child = spawn('env', scripts.start.split(' '), {
    cwd: root,
    stdio: ['ignore', log, 'inherit'],
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      NODE_OPTIONS: nodeOptions,
      MUSEUM_PORT: '0',
      MUSEUM_DATABASE_URL: databaseUrl,
      MUSEUM_ADMIN_PASSWORD: password,
      MUSEUM_TODAY: '2030-12-31',
    },
  })
  closeSync(log)
  for (;;) {
    const url = /"address":"(http:[^"]*)\/v1\.1"/.exec(readFileSync(logFile, 'utf8'))?.[1]
    const stop = async () => {
      await ending(child)()
      rmSync(folder, { recursive: true })
    }
    if (url !== undefined) return { name: 'ours', url, pid: child.pid!, stop }
    if (child.exitCode !== null) throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** What a load is made of, apart from where it goes. */
export type Work = Pick<Load, 'requests' | 'status' | 'meanwhile'> & { headers?: Readonly<Record<string, string>> }

/** Starts the load generator. */
export const startLoadGenerator = () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-program.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    /** Puts a contender under load, and tells beside the rest the processor time it took a request, in microseconds. */
    async run({ url, pid }: Contender, work: Work, connections: number, seconds: number) {
      const before = processorMicroseconds(pid)
      const load: Load = { ...work, url, connections, seconds, headers: { ...headers, ...work.headers } }
      child.stdin.write(`${JSON.stringify(load)}\n`)
      const { value } = await lines.next()
      const figures = JSON.parse(value as string) as Figures
      return { ...figures, processor: (processorMicroseconds(pid) - before) / figures.answered }
    },
    stop: ending(child),
  }
}
export type Measured = Awaited<ReturnType<ReturnType<typeof startLoadGenerator>['run']>>

// Linux alone tells it here, in hundredths of a second.
const processorMicroseconds = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return Number.NaN
  }
}

/** The memory a process holds, in MiB. */
export const residentMebibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

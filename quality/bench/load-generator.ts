import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Figures } from './load-program.ts'
import type { Load } from './load.ts'
import { type MeasuredServer, headers, stopping } from './measured-server.ts'
import { processorMicroseconds } from './process-usage.ts'
import type { Workload } from './requests.ts'

/**
 * The figures of one load. `processor` is the processor time per response in microseconds: that of the server, and of its
 * database if that was named.
 */
export type Measured = Figures & Readonly<{ processor: number }>

export type LoadGenerator = Readonly<{
  pid: number
  /** Puts a server under load. */
  run: (
    server: Pick<MeasuredServer, 'url' | 'pid' | 'databasePid'>,
    workload: Workload,
    connections: number,
    seconds: number,
  ) => Promise<Measured>
  stop: () => Promise<void>
}>

/** Starts the load generator, a process of its own. */
export const startLoadGenerator = (): LoadGenerator => {
  const program = join(import.meta.dirname, 'load-program.ts')
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    pid: child.pid!,
    async run({ url, pid, databasePid }, workload, connections, seconds) {
      const used = () =>
        processorMicroseconds(pid) + (databasePid === undefined ? 0 : processorMicroseconds(databasePid))
      const before = used()
      const load: Load = { ...workload, url, connections, seconds, headers: { ...headers, ...workload.headers } }
      child.stdin.write(`${JSON.stringify(load)}\n`)
      const { value } = await lines.next()
      const figures = JSON.parse(value as string) as Figures
      return { ...figures, processor: (used() - before) / figures.answered }
    },
    stop: stopping(child),
  }
}

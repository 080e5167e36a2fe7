import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../../../apps/server/test/start-server.ts'

const program = fileURLToPath(new URL('../gate.mjs', import.meta.url))
const verdict = /^(ADMITTED|REFUSED [\w-]+|NEEDS NETWORK)/

type GateOptions = Readonly<{
  server: string
  timeZone: string
  password: string
  args?: readonly string[]
  environment?: Readonly<Record<string, string>>
}>

/** Starts a gate as a process with files in `folder`. */
export const startGate = async (
  folder: string,
  name: string,
  { server, timeZone, password, args = [], environment = {} }: GateOptions,
) => {
  await writeFile(join(folder, 'password'), `${password}\n`)
  const words = [
    process.execPath,
    '--conditions=@museum/source',
    program,
    '--gate',
    name,
    '--file',
    `${name}.sqlite`,
    '--time-zone',
    timeZone,
  ]
  const login = ['--server', `${server}/v1.1`, '--user', 'scanner', '--password-file', 'password']
  const gate = startProgram([...words, ...login, ...args], folder, { environment, input: '' })
  const ended = gate.exited.then(() => {
    throw new Error(`the gate ended:\n${gate.output.text}`)
  })
  ended.catch(() => undefined)
  let hasPrinted = Promise.withResolvers<void>()
  for (const stream of [gate.child.stdout!, gate.child.stderr!])
    stream.on('data', () => {
      hasPrinted.resolve()
      hasPrinted = Promise.withResolvers()
    })
  /** Resolves when `find` finds something in the output. Rejects if the gate ends before that. */
  const until = async <Found>(find: () => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await Promise.race([hasPrinted.promise, ended])
    }
  }
  const lines = () => gate.stdout.text.split('\n').slice(0, -1)
  let scans = 0
  const waitFor = (pattern: RegExp) => until(() => pattern.exec(gate.stderr.text) ?? undefined)
  return {
    /** Resolves when the gate reads codes. */
    isReady: () => waitFor(/^(online|offline)/m),
    waitFor,
    stderr: gate.stderr,
    stdout: gate.stdout,
    exited: gate.exited,
    /** Types a code, and does not wait for the verdict. */
    type: (code: string) => void gate.child.stdin!.write(`${code}\n`),
    /** Scans a code. Returns the verdict, and whether the gate has decided it alone. */
    scan: async (code: string) => {
      gate.child.stdin!.write(`${code}\n`)
      scans += 1
      const line = await until(() => lines()[scans - 1])
      return `${verdict.exec(line)?.[0] ?? line}${/ \(offline[^)]*\)$/.test(line) ? ' offline' : ''}`
    },
    /** Ends the input. The gate then sends the admissions that are left. Returns the exit code. */
    end: async () => {
      gate.child.stdin!.end()
      return (await gate.exited).code
    },
    kill: async () => {
      gate.child.kill('SIGKILL')
      await gate.exited
    },
  }
}

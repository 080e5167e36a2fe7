import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export type Child = Readonly<{
  /** Waits for the next line of its output. */
  line: () => Promise<string>
  /** Sends the line for which the script waits. */
  go: () => void
  /** Closes its input and waits until it exits. */
  end: () => Promise<void>
  kill: () => Promise<void>
  /** Stops the process with SIGSTOP, or continues it. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
}>

const scripts = new URL('child-scripts/', import.meta.url)

/**
 * Starts a process that runs one of the child scripts. With `maxFileSize`, in blocks of the shell (512 or 1,024 bytes),
 * the operating system rejects its writes to larger files.
 */
export const startChild = (
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  maxFileSize: number | 'unlimited' = 'unlimited',
): Child => {
  const node = [process.execPath, '--conditions=@museum/source', fileURLToPath(new URL(script, scripts)), ...args]
  const child: ChildProcess = spawn(
    'sh',
    ['-c', maxFileSize === 'unlimited' ? 'exec "$0" "$@"' : `ulimit -f ${maxFileSize}; exec "$0" "$@"`, ...node],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '', ...environment } },
  )
  const exited = once(child, 'exit')
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
  return {
    async line(): Promise<string> {
      while (!output.includes('\n')) {
        const [event] = await Promise.race([
          once(child.stdout!, 'data').then(() => ['data']),
          exited.then(() => ['exit']),
        ])
        if (event === 'exit' && !output.includes('\n')) throw new Error(`${script} ended without another line`)
      }
      const [line, ...rest] = output.split('\n')
      output = rest.join('\n')
      return line!
    },
    go: () => child.stdin!.write('go\n'),
    async end(): Promise<void> {
      child.stdin!.end()
      await exited
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
    signal: (name) => void child.kill(name),
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const scripts = new URL('child-scripts/', import.meta.url)

/**
 * Another process that runs one of our child scripts. With `largestFile`, in blocks of the shell (512 or 1,024 bytes), the
 * operating system refuses to let it write larger files.
 */
export const startChild = (
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  largestFile: number | 'unlimited' = 'unlimited',
) => {
  const node = [process.execPath, '--conditions=@museum/source', fileURLToPath(new URL(script, scripts)), ...args]
  const child: ChildProcess = spawn(
    'sh',
    ['-c', largestFile === 'unlimited' ? 'exec "$0" "$@"' : `ulimit -f ${largestFile}; exec "$0" "$@"`, ...node],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '', ...environment } },
  )
  const exited = once(child, 'exit')
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
  return {
    /** Waits for its next line. */
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
    /** Lets it go on, where it waits for a line. */
    go: () => child.stdin!.write('go\n'),
    async end(): Promise<void> {
      child.stdin!.end()
      await exited
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
  }
}

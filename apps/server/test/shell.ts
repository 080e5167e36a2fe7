import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A POSIX shell in a folder, which runs one text of commands after another. */
export const openShell = (folder: string, environment: NodeJS.ProcessEnv) => {
  const child = spawn('sh', [], { cwd: folder, env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const end = 'the end of these commands'
  const errors = 'standard-error.txt'

  /** Runs commands, and returns what they print and the exit code of the last one. */
  const run = async (commands: string) => {
    // An output may not end with a line end.
    child.stdin.write(`{\n${commands}\n} < /dev/null 2> ${errors}\nprintf '\\n${end} %s\\n' "$?"\n`)
    const output: string[] = []
    for (;;) {
      const { value: line, done } = await lines.next()
      if (done) throw new Error(`The shell ended after:\n${commands}\n${output.join('\n')}`)
      if (!line.startsWith(end)) output.push(line)
      else {
        const stderr = await readFile(join(folder, errors), 'utf8')
        return { stdout: output.join('\n').trimEnd(), stderr, code: Number(line.slice(end.length)) }
      }
    }
  }
  const close = async () => {
    child.stdin.end()
    await closed
  }
  return { run, close }
}

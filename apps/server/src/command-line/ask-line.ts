import { createInterface } from 'node:readline'
import { CommandFailed } from './command-failed.ts'

/** Asks for a line in the terminal. Ctrl-C ends the process. */
export const askLine = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr, historySize: 0 })
  lines.setPrompt(question)
  lines.prompt()
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(undefined))
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  })
  lines.close()
  if (line === undefined) throw new CommandFailed('Nothing was typed.')
  return line
}

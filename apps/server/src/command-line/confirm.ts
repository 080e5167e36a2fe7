import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/** Whether a question can be asked: the user types and reads in a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks a question on standard error, and returns whether the answer is yes. Ctrl-C ends the process. */
export const confirm = async (question: string): Promise<boolean> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  lines.once('SIGINT', () => {
    lines.close()
    process.stderr.write('\n')
    process.kill(process.pid, 'SIGINT')
  })
  try {
    // The question stays without an answer when the input ends.
    const answer = await Promise.race([lines.question(`${question} [y/N] `), once(lines, 'close').then(() => '')])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}

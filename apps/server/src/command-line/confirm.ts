import { createInterface } from 'node:readline'

type Terminal = Readonly<{ input: NodeJS.ReadableStream; output: NodeJS.WritableStream }>

/** Whether a question can be asked: the user reads and types in a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks a question and returns whether the answer is yes. The end of the input is a no; Ctrl-C ends the process. */
export const confirm = async (
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> => {
  const lines = createInterface({ input, output })
  lines.setPrompt(`${question} [y/N] `)
  lines.prompt()
  const answer = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  })
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}

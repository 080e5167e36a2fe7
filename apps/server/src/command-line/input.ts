import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { CommandFailed } from './command-failed.ts'

/** The streams of a command's terminal: where the user types, and where questions are displayed. */
export type Terminal = Readonly<{ input: NodeJS.ReadableStream; output: NodeJS.WritableStream }>

/** Questions are displayed on standard error, since standard output may go to a file. */
export const terminal: Terminal = { input: process.stdin, output: process.stderr }

/** Whether questions can be asked: both streams are a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks a question and returns whether the answer is yes. The end of the input is a no; Ctrl-C ends the process. */
export const confirm = async (question: string, where = terminal): Promise<boolean> =>
  /^y(es)?$/i.test((await ask(`${question} [y/N] `, where))?.trim() ?? '')

/** Asks for a line in the terminal. Ctrl-C ends the process. */
export const askLine = async (question: string): Promise<string> => {
  const line = await ask(question, terminal)
  if (line === undefined) throw new CommandFailed('Nothing was typed.')
  return line
}

const ask = async (question: string, { input, output }: Terminal) => {
  const lines = createInterface({ input, output, historySize: 0 })
  lines.setPrompt(question)
  lines.prompt()
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(undefined))
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  })
  lines.close()
  return line
}

/** The maximum length of a line in bytes: longer than any value that a command reads. */
const maxLineBytes = 16_384

/** Reads the bytes before the first line end, without waiting for the end of the stream. */
export const readFirstLine = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = chunk.indexOf('\n')
    chunks.push(end < 0 ? chunk : chunk.subarray(0, end))
    size += chunk.length
    if (end >= 0 || size > maxLineBytes) break
  }
  const line = Buffer.concat(chunks)
  return line.at(-1) === '\r'.charCodeAt(0) ? line.subarray(0, -1) : line
}

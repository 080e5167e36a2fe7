import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { Password } from '@museum/application'
import { readFirstLine } from './read-first-line.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a new password: the first line of a file, or of the standard input if there is no file. Returns a fault as a
 * sentence, which does not contain the password.
 */
export const readGivenPassword = async (
  file: string | undefined,
  standardInput: Readable,
): Promise<Password | Readonly<{ fault: string }>> => {
  const source = file === undefined ? 'standard input' : JSON.stringify(file)
  let line: Buffer
  try {
    line = await readFirstLine(file === undefined ? standardInput : createReadStream(file))
  } catch (error) {
    return { fault: `--password-file: ${describeReadError(error as NodeJS.ErrnoException, source)}` }
  }
  if (line.length === 0)
    return {
      fault:
        file === undefined
          ? 'There is no password in the first line of standard input. Write it there, or use --password-file.'
          : `--password-file: there is no password in the first line of ${source}.`,
    }
  const password = decode(line)
  if (password === undefined) return { fault: `The password in the first line of ${source} is not UTF-8.` }
  const fault = Password.faultOf(password)
  return fault === undefined
    ? Password(password)
    : { fault: `The password in the first line of ${source} ${fault.detail}.` }
}

const describeReadError = ({ code }: NodeJS.ErrnoException, source: string) => {
  if (code === 'ENOENT') return `there is no file ${source}.`
  if (code === 'EISDIR') return `${source} is a folder.`
  return `${source} cannot be read (${code}).`
}

const decode = (bytes: Buffer) => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

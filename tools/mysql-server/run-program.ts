import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What a program wrote while it ran. */
export type ProgramOutput = { readonly stdout: string; readonly stderr: string }

/** Runs a program to its end. A failure carries the last lines of what it said. */
export const runProgram = async (program: string, args: readonly string[], seconds: number): Promise<ProgramOutput> => {
  try {
    return await execute(program, args, {
      timeout: seconds * 1000,
      maxBuffer: 64 * 1024 * 1024,
      // The words we look for must not be translated.
      env: { ...process.env, LC_ALL: 'C' },
    })
  } catch (error) {
    const { code, killed, stderr, message } = error as Error & { code?: unknown; killed?: boolean; stderr?: string }
    if (code === 'ENOENT') throw new Error(`there is no ${program} here`, { cause: error })
    const words = (stderr?.trim() || message).split('\n').slice(-6).join('\n')
    throw new Error(killed ? `${program} was given up after ${seconds} seconds. ${words}` : words, { cause: error })
  }
}

import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What a program wrote while it ran. */
export type ProgramOutput = { readonly stdout: string; readonly stderr: string }

/** Runs a program until it exits. Its failure is an error with the last lines that it wrote. */
export const runProgram = async (program: string, args: readonly string[], seconds: number): Promise<ProgramOutput> => {
  try {
    return await execute(program, args, {
      timeout: seconds * 1000,
      maxBuffer: 64 * 1024 * 1024,
      // Callers search the output for English words.
      env: { ...process.env, LC_ALL: 'C' },
    })
  } catch (error) {
    const { code, killed, stderr, message } = error as Error & { code?: unknown; killed?: boolean; stderr?: string }
    if (code === 'ENOENT') throw new Error(`the command ${program} does not exist`, { cause: error })
    const lastLines = (stderr?.trim() || message).split('\n').slice(-6).join('\n')
    const text = killed ? `${program} was killed after ${seconds} seconds. ${lastLines}` : lastLines
    throw new Error(text, { cause: error })
  }
}

#!/usr/bin/env node
// The program `museum`.
import { CommanderError } from 'commander'
import { commandName } from '../command-line/command-name.ts'
import { handleOutputErrors } from '../command-line/handle-output-errors.ts'
import { museumProgram } from './museum-program.ts'

handleOutputErrors()
try {
  await museumProgram(commandName()).parseAsync(process.argv.slice(2), { from: 'user' })
} catch (error) {
  // Help and usage errors, which are printed already.
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else (await import('../command-line/report-failure.ts')).reportFailure(error)
}

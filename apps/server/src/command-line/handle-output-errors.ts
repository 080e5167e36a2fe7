/**
 * Keeps a command from ending with a stack trace when its standard output cannot be written. A reader that has ended, as
 * in `museum … | head`, is no failure; a full disk is one, and the exit code is 1.
 */
export const handleOutputErrors = (): void => {
  process.stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    process.exitCode = 1
    console.error(`The output cannot be written (${code}).`)
  })
}

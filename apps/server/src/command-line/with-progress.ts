import cliProgress from 'cli-progress'

/**
 * Shows a progress bar on standard error, if that is a terminal, until `run` ends; it is removed then. `advance` adds one,
 * or another number, to the bar and names what is being done.
 */
export const withProgress = async <T>(
  total: number,
  run: (advance: (step: string, count?: number) => void) => Promise<T>,
): Promise<T> => {
  const bar = new cliProgress.SingleBar(
    {
      format: '  {bar} {value} of {total}  {step}',
      clearOnComplete: true,
      // It would take the first Ctrl-C, so that it ended nothing.
      gracefulExit: false,
      // Otherwise a terminal would not wrap lines after a command that was ended.
      linewrap: true,
    },
    cliProgress.Presets.rect,
  )
  if (process.stderr.isTTY) bar.start(total, 0, { step: '' })
  try {
    return await run((step, count = 1) => bar.increment(count, { step }))
  } finally {
    bar.stop()
  }
}

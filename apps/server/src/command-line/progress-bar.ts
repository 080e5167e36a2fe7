import cliProgress, { type SingleBar } from 'cli-progress'

/** The columns that the numbers and the step take beside the bar. */
const textColumns = 38
const maxBarSize = 40
const minBarSize = 4

/** A progress bar on standard error, if that is a terminal, with this text beside it. It is removed when it stops. */
export const progressBar = (text: string): SingleBar =>
  new cliProgress.SingleBar(
    {
      format: `  {bar} ${text}`,
      barsize: Math.max(minBarSize, Math.min(maxBarSize, (process.stderr.columns ?? 80) - textColumns)),
      clearOnComplete: true,
      // Otherwise a terminal would not wrap lines after a command that was killed.
      linewrap: true,
    },
    cliProgress.Presets.rect,
  )

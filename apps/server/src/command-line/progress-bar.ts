import cliProgress, { type SingleBar } from 'cli-progress'

/** A progress bar on standard error, if that is a terminal, with this text beside it. It is removed when it stops. */
export const progressBar = (text: string): SingleBar =>
  new cliProgress.SingleBar(
    {
      format: `  {bar} ${text}`,
      clearOnComplete: true,
      // Otherwise a terminal would not wrap lines after a command that was killed.
      linewrap: true,
    },
    cliProgress.Presets.rect,
  )

import cliProgress, { type SingleBar } from 'cli-progress'

/** Shows a progress bar until `run` ends. `advance` adds a number, by default 1, to the bar, and names the current step. */
export const withProgress = <T>(
  total: number,
  run: (advance: (step: string, count?: number) => void) => Promise<T>,
): Promise<T> => withBar('', total, (bar) => run((step, count = 1) => bar.increment(count, { step })))

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)

/** Shows a progress bar in megabytes until `run` ends. `words` are displayed for the steps. */
export const withByteProgress = <Step extends string, T>(
  words: Readonly<Record<Step, string>>,
  run: (report: (progress: Readonly<{ step: Step; bytes: number; total: number }>) => void) => Promise<T>,
): Promise<T> =>
  withBar(' MB', 1, (bar) =>
    run(({ step, bytes, total }) => {
      bar.setTotal(megabytes(total))
      bar.update(megabytes(Math.min(bytes, total)), { step: words[step] })
    }),
  )

/** The columns that the numbers and the step take beside the bar. */
const textColumns = 38
const maxBarSize = 40
const minBarSize = 4

/** Shows a bar with these units on standard error, if that is a terminal. It disappears when `run` ends. */
const withBar = async <T>(units: string, total: number, run: (bar: SingleBar) => Promise<T>): Promise<T> => {
  const bar = new cliProgress.SingleBar(
    {
      format: `  {bar} {value} of {total}${units}  {step}`,
      barsize: Math.max(minBarSize, Math.min(maxBarSize, (process.stderr.columns ?? 80) - textColumns)),
      clearOnComplete: true,
      // Keeps line wrapping on: otherwise, after a command was killed, the terminal would no longer wrap lines.
      linewrap: true,
    },
    cliProgress.Presets.rect,
  )
  if (process.stderr.isTTY) bar.start(total, 0, { step: '' })
  try {
    return await run(bar)
  } finally {
    bar.stop()
  }
}

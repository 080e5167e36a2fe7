import cliProgress, { type SingleBar } from 'cli-progress'

/** Shows a progress bar until `run` ends. `advance` adds a number, by default 1, to the bar, and names the current step. */
export const withProgress = async <T>(
  total: number,
  run: (advance: (step: string, count?: number) => void) => Promise<T>,
): Promise<T> => {
  const bar = progressBar('{value} of {total}  {step}')
  if (process.stderr.isTTY) bar.start(total, 0, { step: '' })
  try {
    return await run((step, count = 1) => bar.increment(count, { step }))
  } finally {
    bar.stop()
  }
}

/** The progress of a step, in bytes. */
export type ByteProgress = Readonly<{ step: string; bytes: number; total: number }>

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)

/** Shows a progress bar in megabytes until `run` ends. */
export const withByteProgress = async <T>(
  run: (report: (progress: ByteProgress) => void) => Promise<T>,
): Promise<T> => {
  const bar = progressBar('{value} of {total} MB  {step}')
  if (process.stderr.isTTY) bar.start(1, 0, { step: '' })
  try {
    return await run(({ step, bytes, total }) => {
      bar.setTotal(megabytes(total))
      bar.update(megabytes(Math.min(bytes, total)), { step })
    })
  } finally {
    bar.stop()
  }
}

/** The columns that the numbers and the step take beside the bar. */
const textColumns = 38
const maxBarSize = 40
const minBarSize = 4

/** A progress bar with this text beside it, on standard error if that is a terminal. It disappears when it stops. */
const progressBar = (text: string): SingleBar =>
  new cliProgress.SingleBar(
    {
      format: `  {bar} ${text}`,
      barsize: Math.max(minBarSize, Math.min(maxBarSize, (process.stderr.columns ?? 80) - textColumns)),
      clearOnComplete: true,
      // Keeps line wrapping on: otherwise, after a command was killed, the terminal would no longer wrap lines.
      linewrap: true,
    },
    cliProgress.Presets.rect,
  )

import { progressBar } from './progress-bar.ts'

/**
 * Shows a progress bar until `run` ends. `advance` adds one, or another number, to the bar and names what is being done.
 */
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

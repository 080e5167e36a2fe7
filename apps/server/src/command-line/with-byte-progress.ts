import { progressBar } from './progress-bar.ts'

/** How many bytes of a step are done. */
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

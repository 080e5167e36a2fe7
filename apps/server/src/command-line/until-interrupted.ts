import { Interrupted } from './interrupted.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs work that cleans up when its signal is aborted: on Ctrl-C, or when the process is stopped. The reason of the abort
 * is `Interrupted`.
 */
export const untilInterrupted = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const abort = new AbortController()
  const onSignal = (signal: NodeJS.Signals) => abort.abort(new Interrupted(signal))
  for (const signal of signals) process.once(signal, onSignal)
  try {
    return await run(abort.signal)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/** Rejects with the reason when the signal is aborted. */
export const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })

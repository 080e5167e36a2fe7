/** Thrown when a command cannot do what its user asks for. The message tells the user why, and what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** Thrown when the user presses Ctrl-C at a question of a command, or a signal ends the command. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals = 'SIGINT') {
    super(`interrupted by ${signal}`)
    this.signal = signal
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs work with a signal that is aborted, with an `Interrupted`, on Ctrl-C or when the process is stopped. The work must clean
 * up then.
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

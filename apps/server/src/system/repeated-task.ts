/** A task that runs again and again until it is stopped. */
export type RepeatedTask = Readonly<{
  /** Ends it, and resolves when it is not running. */
  stop: () => Promise<void>
}>

/**
 * Runs `run` at once, and then every `interval` milliseconds unless it is still running. Its signal is aborted when the task
 * is stopped. An error goes to `onError`; the next run follows after the interval.
 */
export const startRepeatedTask = (
  run: (signal: AbortSignal) => Promise<unknown>,
  interval: number,
  onError: (error: unknown) => void,
): RepeatedTask => {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  const start = () => {
    running ??= run(stopped.signal)
      .then(() => undefined, onError)
      .finally(() => (running = undefined))
  }
  start()
  const timer = setInterval(start, interval)
  return {
    async stop() {
      stopped.abort()
      clearInterval(timer)
      await running
    },
  }
}

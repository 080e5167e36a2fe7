import type { DatabaseTracer } from '@museum/database'

/** A tracer, for `openDatabase`, with which statements of this text wait after their execution until `resume` is called. */
export const pausingAfter = (
  text: RegExp,
): Readonly<{
  tracer: DatabaseTracer
  /** Resolves when the first of them is executed. */
  paused: Promise<void>
  resume: () => void
}> => {
  const { promise: paused, resolve: pause } = Promise.withResolvers<void>()
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
  return {
    tracer: {
      async traceStatement(sql, execute) {
        const result = await execute()
        if (text.test(sql)) {
          pause()
          await resumed
        }
        return result
      },
      onConnectionWait: () => undefined,
      joinBatch: () => undefined,
      traceBatch: (_, run) => run(),
    },
    paused,
    resume,
  }
}

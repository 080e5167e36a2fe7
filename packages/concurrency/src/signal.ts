/** The members of an `AbortSignal` that queues need. */
export type Signal = Readonly<{
  aborted: boolean
  reason?: unknown
  addEventListener: (type: 'abort', listener: () => void) => void
  removeEventListener: (type: 'abort', listener: () => void) => void
}>

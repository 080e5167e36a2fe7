import type { TraceRequest } from '@museum/adapters-http'
import type { DatabaseTracer } from '@museum/adapters-persistence'

/** The functions that are called around requests and statements, for traces. Without traces, they do nothing. */
export type Tracing = Readonly<{
  traceRequest?: TraceRequest
  databaseTracer?: DatabaseTracer
  /** Sends the remaining spans. Takes three seconds at most. */
  stop: () => Promise<void>
}>

export const noTracing: Tracing = { stop: async () => undefined }

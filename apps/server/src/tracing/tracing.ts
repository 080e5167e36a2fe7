import type { TraceRequest } from '@museum/adapters-http'
import type { DatabaseTracer } from '@museum/adapters-persistence'

/** What is called around requests and statements, for traces; nothing where no traces are made. */
export type Tracing = Readonly<{
  traceRequest?: TraceRequest
  databaseTracer?: DatabaseTracer
  /** Sends the spans that are not sent yet. It takes three seconds at most. */
  stop: () => Promise<void>
}>

/** Makes no traces. */
export const noTracing: Tracing = { stop: async () => undefined }

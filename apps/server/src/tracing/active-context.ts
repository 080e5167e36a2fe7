import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The context with the span of the request, or of the batch, that is worked for; `undefined` when it is not recorded. */
export type ActiveContext = AsyncLocalStorage<Context | undefined>
export const activeContext = (): ActiveContext => new AsyncLocalStorage()

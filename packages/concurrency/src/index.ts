export { fairQueue } from './fair-queue.ts'
export { renewedCache } from './renewed-cache.ts'
export { type Semaphore, createSemaphore, semaphoresByKey } from './semaphore.ts'
export { ClientGone, OutcomeUnknown, Unavailable } from './unavailable.ts'

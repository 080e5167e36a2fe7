export { fairQueue } from './fair-queue.ts'
export { ClientGone, OutcomeUnknown, Unavailable } from './unavailable.ts'

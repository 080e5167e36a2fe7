import { type Refusal, type SpecialEvent, refuse } from '@museum/domain'

/** What must hold of the event as it is when the change is made; asked while nobody else can change it. */
export type Precondition = (current: SpecialEvent) => boolean

export type PreconditionFailed = Refusal<'precondition-failed'>
export const preconditionFailed = (): PreconditionFailed =>
  refuse('precondition-failed', 'The special event has changed since you read it. Read it again, then decide again.')

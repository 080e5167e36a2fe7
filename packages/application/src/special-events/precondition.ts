import { type Refusal, type SpecialEvent, refuse } from '@museum/domain'

/** What must hold of the event when it is changed. It is called while no other transaction can change the event. */
export type Precondition = (current: SpecialEvent) => boolean

/** The event has changed since the client read it. */
export type PreconditionFailed = Refusal<'precondition-failed'>
export const preconditionFailed = (): PreconditionFailed =>
  refuse('precondition-failed', 'The special event has changed since you read it. Read it again, then decide again.')

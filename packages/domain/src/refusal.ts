import type { Fault, FaultValues } from './fault.ts'

/** A fault of one member of a request; `member` is its name in the specification. */
export type MemberFault = Fault & Readonly<{ member: string }>

/** An expected decision against a request. It is returned as a value; only defects are thrown. */
export type Refusal<Reason extends string = string> = Readonly<{
  refusal: Reason
  because: string
  /** What is wrong with the members of the request, when the refusal is about them. */
  faults?: readonly MemberFault[]
  /** The numbers, dates, times and identifiers of `because`, for a client that says it in another language. */
  values?: FaultValues
  /** The seconds after which the same request may succeed, when waiting is what helps. */
  retryAfter?: number
}>

/** Makes a refusal from its name, a sentence that says why, and the faults of members. */
export const refuse = <const Reason extends string>(
  refusal: Reason,
  because: string,
  faults?: readonly MemberFault[],
): Refusal<Reason> => ({ refusal, because, ...(faults && { faults }) })

/** A sentence for each fault. */
export const describeFaults = (faults: readonly MemberFault[]): string =>
  faults.map(({ member, detail }) => `${member} ${detail}.`).join(' ')

/** Makes the refusal of a request with these faults. */
export const refuseFaults = (...faults: readonly MemberFault[]): Refusal<'validation-failed'> =>
  refuse('validation-failed', describeFaults(faults), faults)

/** Whether an outcome is a refusal. */
export const isRefusal = <T>(outcome: T): outcome is unknown extends T ? T & Refusal : Extract<T, Refusal> =>
  typeof outcome === 'object' && outcome !== null && 'refusal' in outcome

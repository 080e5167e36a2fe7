import type { Fault } from './fault.ts'

/** A fault of one member of a request; `member` is its name in the specification. */
export type MemberFault = Fault & Readonly<{ member: string }>

/** A decision against a request. It is expected, has a name, and is returned; only defects are thrown. */
export type Refusal<Reason extends string = string> = Readonly<{
  refusal: Reason
  because: string
  /** All rules about members that failed. */
  faults?: readonly MemberFault[]
}>

/** Makes a refusal: its name, a sentence that says why, and the rules about members that failed. */
export const refuse = <const Reason extends string>(
  refusal: Reason,
  because: string,
  faults?: readonly MemberFault[],
): Refusal<Reason> => ({ refusal, because, ...(faults && { faults }) })

/** Whether an outcome is a refusal. */
export const isRefusal = <T>(outcome: T): outcome is unknown extends T ? T & Refusal : Extract<T, Refusal> =>
  typeof outcome === 'object' && outcome !== null && 'refusal' in outcome

import type { Fault } from './fault.ts'

/** A fault of one member of what was asked, `member` being its name in the specification. */
export type MemberFault = Fault & Readonly<{ member: string }>

/** A decision made against a request: expected, named, and returned. Defects are thrown; refusals never are. */
export type Refusal<Reason extends string = string> = Readonly<{
  refusal: Reason
  because: string
  /** Every rule about a member that failed, all at once. */
  faults?: readonly MemberFault[]
}>

export const refuse = <const Reason extends string>(
  refusal: Reason,
  because: string,
  faults?: readonly MemberFault[],
): Refusal<Reason> => ({ refusal, because, ...(faults && { faults }) })

export const isRefusal = <T>(outcome: T): outcome is Extract<T, Refusal> =>
  typeof outcome === 'object' && outcome !== null && 'refusal' in outcome

import type { SpecialEventDraft } from '@museum/domain'
import type { WireFaultCode } from '../problems/fault-codes.ts'
import { toFaults } from '../operation/zod-faults.ts'
import { SpecialEventFields } from './special-event.wire.ts'

/** What is wrong with a member, and which: its name, and the index of an entry of `dates`. */
export type SpecialEventFault = Readonly<{ path: readonly PropertyKey[]; code: WireFaultCode; detail: string }>

/**
 * Reads the members of a new special event by the rules of the body of a request. An `eventId` and unknown members are
 * ignored.
 */
export const readSpecialEventFields = (
  members: object,
): Readonly<{ draft: SpecialEventDraft } | { faults: readonly SpecialEventFault[] }> => {
  const parsed = SpecialEventFields.safeParse(members)
  return parsed.success ? { draft: parsed.data } : { faults: toFaults(parsed.error, members, (path) => ({ path })) }
}

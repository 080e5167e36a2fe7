import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'
import type { Instant } from '../instant.ts'
import type { MemberFault } from '../refusal.ts'
import { nameValue } from '../text.ts'
import type { EventId, ScanId } from '../uuid.ts'

/** What a scanner read, or a person typed: 1 to 1,000 characters. It need not be a code. */
export type ScannedCode = Brand<string, 'ScannedCode'>
/** Makes a `ScannedCode` from 1 to 1,000 characters. Throws a `TypeError` for any other text. */
export const ScannedCode = valueObject<string, ScannedCode>((text) => {
  if (text === '') return { code: 'text-blank', detail: 'must not be empty' }
  // A scanner may read any character: only the length is limited.
  const maxLength = 1_000
  return text.length > maxLength
    ? { code: 'text-too-long', detail: `must have at most ${maxLength} characters`, values: { maxLength } }
    : undefined
})

/**
 * The name of a gate: 1 to 100 characters, not blank, one line. It is in Unicode normalization form C, so that two names that look
 * alike are not two gates.
 */
export type Gate = Brand<string, 'Gate'>
/** Makes a `Gate`, in Unicode normalization form C. Throws a `TypeError` for any other text. */
export const Gate = nameValue<Gate>()

/** A code that was presented at a gate. */
export type Scan = Readonly<{
  code: ScannedCode
  gate?: Gate | undefined
  /** Only tickets to this event are admitted. */
  eventId?: EventId | undefined
  /** A scan that is sent again has the same identifier. */
  scanId?: ScanId | undefined
  /** When the scanner read the code. It is ignored unless the scan is offline. */
  scannedAt?: Instant | undefined
  /** Whether the scanner had no network and decided by itself. */
  isOffline?: boolean | undefined
  /** Whether a ticket is admitted at any time of its date. It has no effect on an offline scan, which nobody refuses for its time. */
  anyTime?: boolean | undefined
  /** Whether the response says how many other tickets of the order would admit now. */
  asksForOrder?: boolean | undefined
  /** Whether every ticket of the order is admitted that the rules admit now: a press. */
  isWholeOrder?: boolean | undefined
  /** How many tickets a press admits at most, from 1 to 50; without it, all. */
  maxTickets?: number | undefined
}>

const minute = 60_000
const day = 24 * 60 * minute
/** How far the clock of an offline scanner may be ahead. */
const maxAhead = 5 * minute
/** How many days an offline scanner may keep a scan. */
const maxAgeInDays = 7

/** The rules of scans that do not depend on a ticket. */
export const Scan = {
  maxAgeInDays,

  /** The moment of a scan that is received at `now`. An offline scan is recorded as it happened. */
  at({ isOffline, scannedAt }: Pick<Scan, 'isOffline' | 'scannedAt'>, now: Instant): Instant {
    return isOffline && scannedAt !== undefined ? scannedAt : now
  },

  /** What is wrong with a scan that is received at `now`, if anything: with the moment of an offline scan, or with a press. */
  faultOf({ isOffline, scannedAt, isWholeOrder }: Omit<Scan, 'code'>, now: Instant): MemberFault | undefined {
    if (isWholeOrder && isOffline)
      return {
        member: 'wholeOrder',
        code: 'whole-order-offline',
        detail: 'must be absent from an offline scan: scan each ticket',
      }
    if (!isOffline) return undefined
    const member = 'scannedAt'
    if (scannedAt === undefined)
      return { member, code: 'scanned-at-required', detail: 'is required for an offline scan' }
    if (scannedAt > now + maxAhead)
      return {
        member,
        code: 'scanned-in-the-future',
        detail: 'must be at most 5 minutes ahead of the clock of the server: check the clock of the scanner',
        values: { minutes: maxAhead / minute },
      }
    if (scannedAt < now - maxAgeInDays * day)
      return {
        member,
        code: 'scanned-too-long-ago',
        detail: 'must be at most 7 days ago',
        values: { days: maxAgeInDays },
      }
    return undefined
  },
}

import { randomUuid } from '../random-uuid.ts'
import type { PressOutcome } from './server.ts'

/** One request that admits tickets of an order: those that the server finds to admit when it decides. */
export type GatePress = Readonly<{
  /** Identifies the press. The server admits once for a `scanId`, however often it is sent. */
  scanId: string
  /** The code of one ticket of the order. */
  code: string
  gate: string
  /** The event of the gate, if it admits to one only. */
  eventId?: string | undefined
  /** Whether tickets are admitted at any time of their date. */
  anyTime?: boolean | undefined
  /** How many tickets are admitted at most; absent: all, and also those that admit only when the press is sent again. */
  tickets?: number | undefined
  /** An RFC 3339 date-time. */
  pressedAt: string
  /** The day of the gate at the press. On another day it is not sent: it would admit the tickets of that day. */
  date: string
  /** The decision of the server. */
  answer?: PressOutcome
  /** The status with which the server has rejected the press. */
  rejection?: number
}>

/**
 * The presses of this gate, apart from its scans: an unanswered press is no scan of its code. `stored` are the presses of
 * earlier runs; `store` resolves when a press is durable.
 */
export const gatePresses = (stored: readonly GatePress[], store: (press: GatePress) => Promise<void>) => {
  const presses = new Map(stored.map((press) => [press.scanId, press]))
  const record = async (press: GatePress): Promise<GatePress> => {
    await store(press)
    presses.set(press.scanId, press)
    return press
  }
  return {
    /** Replaces a press. Resolves when it is durable. */
    record,
    /** Adds a press. Resolves when it is durable. */
    add: (press: Omit<GatePress, 'scanId'>): Promise<GatePress> => record({ scanId: randomUuid(), ...press }),
    find: (scanId: string): GatePress | undefined => presses.get(scanId),
    /** The presses of a day of which it is not known whom they have admitted, in their order. */
    unanswered: (date: string): readonly GatePress[] =>
      [...presses.values()].filter((press) => press.date === date && (press.answer ?? press.rejection) === undefined),
  }
}
/** The presses of a gate. */
export type GatePresses = ReturnType<typeof gatePresses>

import type { Brand } from '../brand.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { scannerReadings } from './scanner-readings.ts'
import type { TicketType } from './ticket-state.ts'

/**
 * The unique code that verifies a purchase, `ticket-<type>-<6>-<5>`. Its alphabet has no characters that look alike,
 * since it is read aloud and typed at the gate.
 */
export type ConfirmationCode = Brand<string, 'ConfirmationCode'>

/** Confirmation codes, at least one. */
export type ConfirmationCodes = readonly [ConfirmationCode, ...ConfirmationCode[]]

/** The characters of codes that people read aloud and type: no two of them look alike. */
export const typedCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const character = `[${typedCodeAlphabet}]`
const form = new RegExp(`^(?:ticket-(general|event)-)?(${character}{6})-?(${character}{5})$`)

/** Unlike other values it is not validated: it comes from `draw`, or from a store of codes that were drawn. */
export const ConfirmationCode = Object.assign((text: string) => text as ConfirmationCode, {
  /**
   * Reads a code that a person or a scanner typed (`scannerReadings`): white space and case are ignored, any dash is a hyphen, and
   * `ticket-event-` may be left out. Returns the codes that may be meant, several if the layout of the keyboard decides which, or
   * the type of the ticket is left out; `undefined` when it is no code.
   */
  read(text: string): ConfirmationCodes | undefined {
    const readings = scannerReadings(text).map((reading) =>
      reading
        .replaceAll(/\s/g, '')
        .replaceAll(/\p{Pd}/gu, '-')
        .toLowerCase(),
    )
    const codes = readings.flatMap((reading) => {
      const [, type, first, second] = form.exec(reading) ?? []
      if (first === undefined) return []
      const types = type === undefined ? ['general', 'event'] : [type]
      return types.map((each) => `ticket-${each}-${first}-${second!}` as ConfirmationCode)
    })
    const [code, ...others] = new Set(codes)
    return code && [code, ...others]
  },

  /** Draws a code. `randomInt(n)` returns an integer from 0 to n - 1, from a cryptographic source. */
  draw(ticketType: TicketType, randomInt: (below: number) => number): ConfirmationCode {
    let code = `ticket-${ticketType}-`
    for (let n = 0; n < 11; n += 1)
      code += `${n === 6 ? '-' : ''}${typedCodeAlphabet[randomInt(typedCodeAlphabet.length)]!}`
    return code as ConfirmationCode
  },

  /** The refusal for the sale of a ticket whose code another ticket has. */
  taken: (code: ConfirmationCode): Refusal<'confirmation-code-taken'> =>
    refuse('confirmation-code-taken', `Another ticket has the confirmation code ${code}.`),
})

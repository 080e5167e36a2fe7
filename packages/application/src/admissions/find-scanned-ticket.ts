import {
  AdmissionCode,
  ConfirmationCode,
  type Refusal,
  type ScannedCode,
  type Ticket,
  isRefusal,
  refuse,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { AdmissionCodes } from '../ticket-keys/admission-codes.ts'

/** A function that returns the ticket of a code in its current state. */
export type FindTicket = () => Promise<Ticket | Refusal<'unknown-ticket'>>

/**
 * Reads a code: a signed code, an unsigned one of earlier versions, or a confirmation code that was typed. Returns a
 * function that reads its ticket, or `bad-signature`, which is decided without looking up the ticket.
 */
export const findScannedTicket =
  ({ verify }: AdmissionCodes, { tickets }: Pick<MuseumPorts, 'tickets'>) =>
  async (code: ScannedCode): Promise<FindTicket | Refusal<'bad-signature'>> => {
    if (AdmissionCode.isSigned(code)) {
      const content = await verify(code)
      if (isRefusal(content)) return content
      return async () => (await tickets.find(content.ticketId)) ?? unknownTicket
    }
    const unsigned = AdmissionCode.decodeUnsigned(code)
    if (unsigned !== undefined)
      return async () => {
        const ticket = await tickets.find(unsigned.ticketId)
        return ticket?.confirmationCode === unsigned.confirmationCode ? ticket : unknownTicket
      }
    const confirmationCode = ConfirmationCode.read(code)
    if (confirmationCode === undefined) return async () => unknownTicket
    return async () => (await tickets.findByConfirmationCode(confirmationCode)) ?? unknownTicket
  }

const unknownTicket = refuse('unknown-ticket', 'The code is not that of a ticket.')

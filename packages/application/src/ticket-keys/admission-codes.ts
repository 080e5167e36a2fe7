import { AdmissionCode, type AdmissionCodeContent, type Refusal, type Ticket, TicketKey, refuse } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { Unavailable } from '@museum/concurrency'
import { privateKeyOf, signingKeysOf } from './signing-keys.ts'
import type { TicketKeyCache } from './ticket-key-cache.ts'

/**
 * How many codes are cached: more than images. A cached code stays right, since the content of a code never changes.
 */
const maxCached = 1_000

/** Signs and verifies the codes of tickets with the keys as they were stored at most 5 seconds ago. */
export const admissionCodes = (
  { signatureAlgorithm, givenTicketKeys }: Pick<MuseumPorts, 'signatureAlgorithm' | 'givenTicketKeys'>,
  { keysWith }: TicketKeyCache,
) => {
  const codes = new Map<string, string>()
  return {
    /**
     * The code of a ticket, as text: the same each time while its key is valid. Throws `Unavailable` when this program
     * has no key to sign with.
     */
    async codeOf(ticket: Ticket): Promise<string> {
      const key = TicketKey.ofTicket(
        signingKeysOf(await keysWith(ticket.signingKey), givenTicketKeys),
        ticket.signingKey,
      )
      if (key === undefined) throw new Unavailable('The code of a ticket cannot be signed: the private key is missing')
      const cacheKey = `${key.publicKey} ${ticket.ticketId}`
      const cached = codes.get(cacheKey)
      if (cached !== undefined) return cached
      const bytes = AdmissionCode.signedBytesOf(AdmissionCode.contentOf(ticket, key.keyId))
      const signature = await signatureAlgorithm.sign(privateKeyOf(key, givenTicketKeys)!, bytes)
      const code = AdmissionCode.encode(bytes, signature)
      codes.set(cacheKey, code)
      if (codes.size > maxCached) codes.delete(codes.keys().next().value!)
      return code
    },

    /** The content of a code, if the signature is valid and its key is not revoked. Does not look up the ticket. */
    async verify(text: string): Promise<AdmissionCodeContent | Refusal<'bad-signature'>> {
      const decoded = AdmissionCode.decode(text)
      if (decoded === undefined) return refuse('bad-signature', 'The code is damaged, or is not one of this museum.')
      const { content, signedBytes, signature } = decoded
      const key = (await keysWith(content.keyId)).find(({ keyId }) => keyId === content.keyId)
      if (key === undefined || !TicketKey.isValid(key))
        return refuse('bad-signature', `The code is signed by key ${content.keyId}, which is revoked or unknown.`)
      return (await signatureAlgorithm.verify(key.publicKey, signedBytes, signature))
        ? content
        : refuse('bad-signature', 'The signature of the code is not by this museum.')
    },
  }
}

export type AdmissionCodes = ReturnType<typeof admissionCodes>

import { createHash } from 'node:crypto'
import { ed25519 } from '@museum/adapters-signing'
import { AdmissionCode } from '@museum/domain'
import type { TicketImage } from './check-ticket-keys.ts'
import { readQrCode } from './read-qr-code.ts'

const { verify } = ed25519()

/** Reads the code in an image. `publicKeys` are the keys of a `GET /ticket-keys`, by their identifiers. */
export const readTicketImage = async (
  png: Uint8Array,
  publicKeys: ReadonlyMap<number, string>,
): Promise<TicketImage> => {
  const decoded = AdmissionCode.decode((await readQrCode(png)) ?? '')
  const publicKey = publicKeys.get(decoded?.content.keyId ?? 0)
  const { keyId, ticketId, ticketDate, ticketType } = decoded?.content ?? {}
  return {
    digest: createHash('sha256').update(png).digest('hex'),
    content:
      keyId === undefined || ticketId === undefined || ticketDate === undefined || ticketType === undefined
        ? undefined
        : { keyId, ticketId, ticketDate, ticketType },
    isVerified:
      decoded !== undefined &&
      publicKey !== undefined &&
      (await verify(publicKey, decoded.signedBytes, decoded.signature)),
  }
}

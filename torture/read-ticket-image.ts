import { createHash } from 'node:crypto'
import { ed25519 } from '@museum/adapters-signing'
import { AdmissionCode } from '@museum/domain'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'
import type { TicketImage } from './check-ticket-keys.ts'

// The types describe an ES module; Node loads the CommonJS one, whose export is the function.
const readQrCode = jsqr as unknown as typeof jsqr.default
const { verify } = ed25519()

/** Reads the code in an image. `publicKeys` are the keys of a `GET /ticket-keys`, by their identifiers. */
export const readTicketImage = async (
  png: Uint8Array,
  publicKeys: ReadonlyMap<number, string>,
): Promise<TicketImage> => {
  const image = await loadImage(Buffer.from(png))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  const decoded = AdmissionCode.decode(readQrCode(new Uint8ClampedArray(data), width, height)?.data ?? '')
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

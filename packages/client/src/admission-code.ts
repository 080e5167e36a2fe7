import type { TicketKey, TicketRevocations } from './generated/schemas.ts'
import { toUuid } from './random-uuid.ts'
import { readScannedText, signedCode } from './scanned-text.ts'

/** The content of an admission code. */
export type AdmissionCodeContent = Readonly<
  {
    ticketId: string
    ticketDate: string
    /** When its visitor may begin to come in, as `HH:mm` on the museum's clock; absent: all day. */
    entryTime?: string
  } & (
    | { ticketType: 'general' }
    | {
        ticketType: 'event'
        eventId: string
        /** The number of the occurrence. It differs when a date was removed and added again. */
        occurrence: number
      }
  )
>

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const lastDay = 2_932_896 // 9999-12-31
const lastMinute = 1_439 // 23:59

/**
 * The bytes of unpadded Base32 in capitals; `undefined` if the remaining bits are not zero. The client cannot import
 * the `Base32` of the domain, since it has no dependencies.
 */
const fromBase32 = (letters: string): Uint8Array<ArrayBuffer> | undefined => {
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8))
  let [bits, count, at] = [0, 0, 0]
  for (const letter of letters) {
    bits = ((bits << 5) | alphabet.indexOf(letter)) & 0xfff
    count += 5
    if (count >= 8) {
      count -= 8
      bytes[at] = bits >> count
      at += 1
      bits &= (1 << count) - 1
    }
  }
  return bits === 0 ? bytes : undefined
}

/** The parts of a code. */
const partsOf = (text: string) => {
  const [, letters] = signedCode.exec(readScannedText(text).text) ?? []
  const bytes = letters && fromBase32(letters.toUpperCase())
  if (!bytes) return undefined
  const view = new DataView(bytes.buffer)
  const [isTimed, isEvent] = [[88, 108].includes(bytes.length), bytes.length > 88]
  const eventStart = isTimed ? 24 : 22
  const day = view.getUint32(17) & 0xffffff
  const minute = isTimed ? view.getUint16(22) : 0
  const hasForm = bytes[0] === (isTimed ? 2 : 1) && bytes[21] === (isEvent ? 1 : 0)
  if (!hasForm || day > lastDay || minute > lastMinute) return undefined
  // The date and the time are words, not a moment: they are only written as if they were one in UTC.
  const written = new Date(day * 86_400_000 + minute * 60_000).toISOString()
  const ticket = {
    ticketId: toUuid(bytes.slice(2, 18)),
    ticketDate: written.slice(0, 10),
    ...(isTimed && { entryTime: written.slice(11, 16) }),
  }
  const content: AdmissionCodeContent = isEvent
    ? {
        ...ticket,
        ticketType: 'event',
        eventId: toUuid(bytes.slice(eventStart, eventStart + 16)),
        occurrence: view.getUint32(eventStart + 16),
      }
    : { ...ticket, ticketType: 'general' }
  return { content, kid: String(bytes[1]), signed: bytes.slice(0, -64), signature: bytes.slice(-64) }
}

/**
 * Reads a scanned code without verifying it: to look up a ticket, never to admit. Returns `undefined` if the text has not the form
 * of a code.
 */
export const readAdmissionCode = (text: string): AdmissionCodeContent | undefined => partsOf(text)?.content

/**
 * Verifies a scanned code without a network. Returns its content, or `undefined` if it is not valid, or its key is not
 * among `keys`, the member `keys` of `listTicketKeys`. A valid code proves that the museum sold the ticket. Compare the
 * date and the entry time, and call `isRevoked`. Only the server knows whether the ticket was used.
 *
 * Rejects with a `NotSupportedError` where Web Crypto has no Ed25519, and with a `TypeError` in a browser on a page
 * that was not loaded over HTTPS or from localhost.
 */
export const verifyAdmissionCode = async (
  text: string,
  keys: readonly TicketKey[],
): Promise<AdmissionCodeContent | undefined> => {
  const parts = partsOf(text)
  const jwk = keys.find(({ kid }) => kid === parts?.kid)
  if (parts === undefined || jwk === undefined) return undefined
  const { kty, crv, x } = jwk
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  const isValid = await crypto.subtle.verify('Ed25519', key, parts.signature, parts.signed)
  return isValid ? parts.content : undefined
}

/** Whether a ticket is among the revocations, which `getTicketRevocations` returns: it was cancelled, or its date removed. */
export const isRevoked = (content: AdmissionCodeContent, revocations: TicketRevocations): boolean =>
  revocations.tickets.includes(content.ticketId) ||
  (content.ticketType === 'event' &&
    revocations.occurrences.some(
      ({ eventId, date, number }) =>
        eventId === content.eventId && date === content.ticketDate && number === content.occurrence,
    ))

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { LinkAlgorithm } from '@museum/application'
import { type LinkSubject, OrderId, TicketId, comparableEmail } from '@museum/domain'

/** The first byte of a link: the version in the upper half, the kind in the lower one. */
const firstBytes = { order: 0x11, ticket: 0x12, reservation: 0x13 } as const
const [idLength, macLength] = [16, 16]

/** The links of visitors, with Node's crypto. */
export const hmacLinks = (): LinkAlgorithm => {
  const bytesOf: (...parameters: Parameters<LinkAlgorithm['encode']>) => Buffer = (subject, email, key) => {
    const content = Buffer.concat([
      Buffer.of(firstBytes[subject.kind]),
      Buffer.from(subject.id.replaceAll('-', ''), 'hex'),
    ])
    const mac = createHmac('sha256', Buffer.from(key, 'base64url'))
      .update(content)
      .update(email === undefined ? '' : comparableEmail(email))
      .digest()
    return Buffer.concat([content, mac.subarray(0, macLength)])
  }
  return {
    generateKey: () => randomBytes(32).toString('base64url'),
    encode: (...parameters) => bytesOf(...parameters).toString('base64url'),
    decode,
    verify(link, ...parameters) {
      const subject = decode(link)
      return subject !== undefined && timingSafeEqual(Buffer.from(link, 'base64url'), bytesOf(subject, ...parameters))
    },
  }
}

const decode = (link: string): LinkSubject | undefined => {
  if (!/^[\w-]{44}$/.test(link)) return undefined
  const bytes = Buffer.from(link, 'base64url')
  const id = bytes.toString('hex', 1, 1 + idLength).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  if (bytes[0] === firstBytes.ticket) return { kind: 'ticket', id: TicketId(id) }
  const kind = (['order', 'reservation'] as const).find((each) => bytes[0] === firstBytes[each])
  return kind && { kind, id: OrderId(id) }
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { LinkAlgorithm } from '@museum/application'
import { Instant, type LinkSubject, OrderId, TicketId, comparableEmail } from '@museum/domain'

/** The first byte of a link: the version in the upper half, the kind in the lower one. */
const firstBytes = { order: 0x11, ticket: 0x12, reservation: 0x13, cancellation: 0x14 } as const
const [idEnd, macLength] = [17, 16]
/** Where the tickets of a cancellation end, and the whole of what the MAC covers. */
const [ticketsEnd, cancellationEnd] = [25, 29]
const maxTickets = 64

/** The links of visitors, with Node's crypto. */
export const hmacLinks = (): LinkAlgorithm => {
  const bytesOf: (...parameters: Parameters<LinkAlgorithm['encode']>) => Buffer = (subject, email, key) => {
    const content = contentOf(subject)
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

const contentOf = (subject: LinkSubject): Buffer => {
  const beginning = Buffer.concat([
    Buffer.of(firstBytes[subject.kind]),
    Buffer.from(subject.id.replaceAll('-', ''), 'hex'),
  ])
  if (subject.kind !== 'cancellation') return beginning
  const rest = Buffer.alloc(cancellationEnd - idEnd)
  rest.writeBigUInt64BE(subject.positions.reduce((bits, position) => bits | (1n << BigInt(position)), 0n))
  rest.writeUInt32BE(subject.until / 1_000, ticketsEnd - idEnd)
  return Buffer.concat([beginning, rest])
}

const decode = (link: string): LinkSubject | undefined => {
  if (!/^[\w-]{44}(?:[\w-]{16})?$/.test(link)) return undefined
  const bytes = Buffer.from(link, 'base64url')
  const id = bytes.toString('hex', 1, idEnd).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  if (bytes.length > idEnd + macLength)
    return bytes[0] === firstBytes.cancellation
      ? { kind: 'cancellation', id: OrderId(id), ...cancellationOf(bytes) }
      : undefined
  if (bytes[0] === firstBytes.ticket) return { kind: 'ticket', id: TicketId(id) }
  const kind = (['order', 'reservation'] as const).find((each) => bytes[0] === firstBytes[each])
  return kind && { kind, id: OrderId(id) }
}

const cancellationOf = (bytes: Buffer) => {
  const bits = bytes.readBigUInt64BE(idEnd)
  const positions = Array.from({ length: maxTickets }, (_, n) => n).filter((n) => ((bits >> BigInt(n)) & 1n) === 1n)
  return { positions, until: Instant(bytes.readUInt32BE(ticketsEnd) * 1_000) }
}

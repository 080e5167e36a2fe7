import type { LinkAlgorithm } from '@museum/application'
import { type LinkSubject, OrderId, TicketId, comparableEmail } from '@museum/domain'

/** Counts the keys of all instances, so that a shared repository never gets a key twice. */
let keys = 0

/** Makes links with a checksum, which anyone can compute, in the letters of hexadecimal digits. For tests only. */
export const inMemoryLinkAlgorithm = (): LinkAlgorithm => {
  const encode: LinkAlgorithm['encode'] = (subject, email, key) => {
    const id = (subject.kind === 'order' ? subject.orderId : subject.ticketId).replaceAll('-', '')
    return `${subject.kind === 'order' ? 'o' : 't'}${id}${checksum(`${id} ${subject.kind} ${key} ${email && comparableEmail(email)}`)}`
  }
  return {
    generateKey: () => String((keys += 1)).padStart(43, 'A'),
    encode,
    decode(link): LinkSubject | undefined {
      const [, kind, ...parts] = /^([ot])(.{8})(.{4})(.{4})(.{4})(.{12})[0-9a-f]{11}$/.exec(link) ?? []
      if (kind === undefined || TicketId.faultOf(parts.join('-')) !== undefined) return undefined
      const id = parts.join('-')
      return kind === 'o' ? { kind: 'order', orderId: OrderId(id) } : { kind: 'ticket', ticketId: TicketId(id) }
    },
    verify(link, email, key) {
      const subject = this.decode(link)
      return subject !== undefined && encode(subject, email, key) === link
    },
  }
}

/** 11 hexadecimal digits that depend on the whole text. */
const checksum = (text: string): string => {
  let hash = 1
  for (const letter of text) hash = ((hash ^ letter.codePointAt(0)!) * 48_271) % 2_147_483_647
  return hash.toString(16).padStart(11, '0')
}

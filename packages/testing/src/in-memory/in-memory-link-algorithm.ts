import type { LinkAlgorithm } from '@museum/application'
import { type LinkSubject, OrderId, TicketId, comparableEmail } from '@museum/domain'

/** Counts the keys of all instances, so that a shared repository never gets a key twice. */
let keys = 0

/** Makes links with a checksum, which anyone can compute, in the letters of hexadecimal digits. For tests only. */
export const inMemoryLinkAlgorithm = (): LinkAlgorithm => {
  const encode: LinkAlgorithm['encode'] = ({ kind, id }, email, key) =>
    kind[0]! + id.replaceAll('-', '') + checksum([kind, id, key, email && comparableEmail(email)].join(' '))
  return {
    generateKey: () => String((keys += 1)).padStart(43, 'A'),
    encode,
    decode(link): LinkSubject | undefined {
      const [, letter, ...parts] = /^([otr])(.{8})(.{4})(.{4})(.{4})(.{12})[0-9a-f]{11}$/.exec(link) ?? []
      const id = parts.join('-')
      if (letter === undefined || TicketId.faultOf(id) !== undefined) return undefined
      if (letter === 't') return { kind: 'ticket', id: TicketId(id) }
      return { kind: letter === 'o' ? 'order' : 'reservation', id: OrderId(id) }
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

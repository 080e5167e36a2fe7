import type { LinkAlgorithm } from '@museum/application'
import { Instant, type LinkSubject, OrderId, TicketId, comparableEmail } from '@museum/domain'

/** Counts the keys of all instances, so that a shared repository never gets a key twice. */
let keys = 0

/** Makes links with a checksum, which anyone can compute, in the letters of hexadecimal digits. For tests only. */
export const inMemoryLinkAlgorithm = (): LinkAlgorithm => {
  const encode: LinkAlgorithm['encode'] = (subject, email, key) => {
    const content = subject.kind[0]! + subject.id.replaceAll('-', '') + cancellationText(subject)
    return content + checksum([content, key, email && comparableEmail(email)].join(' '))
  }
  return {
    generateKey: () => String((keys += 1)).padStart(43, 'A'),
    encode,
    decode(link): LinkSubject | undefined {
      const [, letter, first, second, third, fourth, last, bits, until] =
        /^([cort])(.{8})(.{4})(.{4})(.{4})(.{12})(?:([0-9a-f]{16})([0-9a-f]{8}))?[0-9a-f]{11}$/.exec(link) ?? []
      const id = [first, second, third, fourth, last].join('-')
      if (letter === undefined || TicketId.faultOf(id) !== undefined) return undefined
      if ((letter === 'c') !== (bits !== undefined)) return undefined
      if (bits !== undefined) {
        const positions = Array.from(BigInt(`0x${bits}`).toString(2))
          .toReversed()
          .flatMap((bit, n) => (bit === '1' ? n : []))
        return { kind: 'cancellation', id: OrderId(id), positions, until: Instant(Number(`0x${until}`) * 1_000) }
      }
      if (letter === 't') return { kind: 'ticket', id: TicketId(id) }
      return { kind: letter === 'o' ? 'order' : 'reservation', id: OrderId(id) }
    },
    verify(link, email, key) {
      const subject = this.decode(link)
      return subject !== undefined && encode(subject, email, key) === link
    },
  }
}

/** What the link of a cancellation has beside the order: a bit for each ticket, and the seconds of its end. */
const cancellationText = (subject: LinkSubject): string => {
  if (subject.kind !== 'cancellation') return ''
  const bits = subject.positions.reduce((all, position) => all | (1n << BigInt(position)), 0n)
  return bits.toString(16).padStart(16, '0') + (subject.until / 1_000).toString(16).padStart(8, '0')
}

/** 11 hexadecimal digits that depend on the whole text. */
const checksum = (text: string): string => {
  let hash = 1
  for (const letter of text) hash = ((hash ^ letter.codePointAt(0)!) * 48_271) % 2_147_483_647
  return hash.toString(16).padStart(11, '0')
}

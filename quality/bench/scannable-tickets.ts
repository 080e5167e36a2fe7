import { kyselyTicketKeyRepository, openDatabase } from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import { AdmissionCode, CalendarDate, TicketId, TicketKey } from '@museum/domain'
import { bulkLoad } from './bulk-load.ts'
import { today } from './measured-server.ts'
import { idLiteral, idOf, insertOrders, insertTickets } from './test-data.ts'

/** A ticket to be scanned, with the code in its image. */
export type ScannableTicket = Readonly<{ ticketId: string; code: string }>

/** Numbers that no other ticket of the database has. */
const firstNumber = 1_000_000_000_000

/** A confirmation code that no other ticket has: it contains the number in base 31. */
const confirmationCodeOf = (n: number) => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  let [text, rest] = ['', n]
  for (let digit = 0; digit < 11; digit += 1) [text, rest] = [letters[rest % 31]! + text, Math.floor(rest / 31)]
  return `ticket-general-${text.slice(0, 6)}-${text.slice(6)}`
}

let next = firstNumber

/**
 * Adds tickets for the museum's present day to a database, by SQL, in orders of `perOrder` tickets, and signs their codes with its
 * current key, which a server has made. The returned function takes as many of them as it is asked for, each once: with
 * `perOrder`, the first one of each order.
 */
export const addScannableTickets = async (
  url: string,
  count: number,
  perOrder?: number,
): Promise<(wanted: number) => readonly ScannableTicket[]> => {
  const database = openDatabase(url)
  try {
    const signature = ed25519()
    const key = TicketKey.current(await kyselyTicketKeyRepository(database).list())
    if (key?.privateKey === undefined) throw new Error('The database has no ticket key.')
    const first = next
    const all = count * (perOrder ?? 1)
    next += all
    const orderOf = (n: number) => idLiteral('order', first + n - (n % perOrder!))
    const row = (n: number) =>
      `(${idLiteral('ticket', first + n)},'general',null,null,null,'${today}','visitor@example.org',` +
      `'${confirmationCodeOf(first + n)}',0,'EUR','valid',${perOrder === undefined ? 'null' : orderOf(n)})`
    await bulkLoad(database, insertTickets, all, row)
    if (perOrder !== undefined) {
      const idsOf = (n: number) =>
        Array.from({ length: perOrder }, (_, k) => idLiteral('ticket', first + n + k).slice(2, -1))
      await bulkLoad(
        database,
        insertOrders,
        count,
        (n) => `(${orderOf(n * perOrder)},x'${idsOf(n * perOrder).join('')}')`,
      )
    }
    const tickets: ScannableTicket[] = []
    for (let n = 0; n < all; n += perOrder ?? 1) {
      const ticketId = idOf('ticket', first + n)
      const content = { keyId: key.keyId, ticketId: TicketId(ticketId), ticketDate: CalendarDate(today) }
      const bytes = AdmissionCode.signedBytesOf({ ...content, ticketType: 'general' })
      tickets.push({ ticketId, code: AdmissionCode.encode(bytes, await signature.sign(key.privateKey, bytes)) })
    }
    return (wanted) => tickets.splice(-wanted)
  } finally {
    await database.close()
  }
}

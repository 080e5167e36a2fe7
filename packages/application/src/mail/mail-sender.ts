import type { Email, OrderId, Ticket } from '@museum/domain'

/** An e-mail to a purchaser about tickets that were sold together, at least one. */
export type Mail = Readonly<{
  /** Identifies the e-mail, the same in every attempt: the left part of its Message-ID. */
  mailId: string
  /**
   * The tickets were sold; or they were cancelled, also with their event or date; or an event that had been cancelled takes
   * place after all.
   */
  kind: 'sold' | 'cancelled' | 'restored'
  to: Email
  tickets: readonly [MailedTicket, ...MailedTicket[]]
  /** The order, if they were sold with one. */
  orderId?: OrderId
}>

/** A ticket of an e-mail, with its image (PNG) if it is valid. */
export type MailedTicket = Readonly<{ ticket: Ticket; image?: Uint8Array }>

/** What became of an attempt: the mail server has accepted the e-mail; or not, and another attempt may succeed or not. */
export type MailOutcome =
  | Readonly<{ outcome: 'accepted' }>
  | Readonly<{ outcome: 'failed'; isPermanent: boolean; because: string }>

/** Sends e-mails through a mail server. */
export interface MailSender {
  /** Sends an e-mail, and returns what became of it, in 15 seconds at most. It never throws. */
  send(mail: Mail): Promise<MailOutcome>
  /** Closes the connections to the mail server. */
  close(): Promise<void>
}

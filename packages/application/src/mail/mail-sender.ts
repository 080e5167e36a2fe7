import type {
  CalendarDate,
  Email,
  Instant,
  LanguageTag,
  OpeningHours,
  OrderId,
  ReturnReason,
  Ticket,
  TimeOfDay,
} from '@museum/domain'

/** An e-mail to a purchaser. */
export type Mail = MailAboutTickets | MailAboutPayment | MailAboutReservation | MailWithLinks | MailAboutCancellation

type AnyMail = Readonly<{
  /** Identifies the e-mail, the same in every attempt: the left part of its Message-ID. */
  mailId: string
  to: Email
}>

/** An e-mail about tickets that were sold together, at least one. */
export type MailAboutTickets = AnyMail &
  Readonly<{
    /**
     * The tickets were sold; or they were cancelled, also with their event or date; or an event that had been cancelled takes
     * place after all.
     */
    kind: 'sold' | 'cancelled' | 'restored'
    /**
     * Of `cancelled`: the tickets, all for one event, were cancelled with it or with their dates, which do not take place. Absent
     * if one of them was cancelled individually.
     */
    cause?: 'event'
    /** Of `cancelled`: what the payment provider gives back, in minor units; absent where that is nothing. */
    givenBackOnline?: number
    /**
     * The time of that change; of a change of an event, the time at which the e-mail was recorded. Of two e-mails about one date, the
     * later one decides what a calendar shows.
     */
    at: Instant
    tickets: readonly [MailedTicket, ...MailedTicket[]]
    /** The order, if they were sold with one. */
    orderId?: OrderId
    /** The tickets of the order that stay valid when others of it are cancelled: the calendar keeps their dates. */
    stillValid?: readonly Ticket[]
    /** The link of the visitor to all tickets that were sold together; absent where visitors get none. */
    link?: string
    /** The language of the visitor, if it is known. */
    language?: LanguageTag
  }>

/** An e-mail about a payment of a reservation, which is returned. */
export type MailAboutPayment = AnyMail &
  Readonly<{
    kind: 'payment-returned'
    because: ReturnReason
    /** What is given back, in minor units. */
    amount: number
    currency: string
    /** What the reservation was for, each once, at least one. */
    visits: readonly MailedVisit[]
    /** The order that the reservation has become; absent unless a ticket of it is valid. */
    orderId?: OrderId
    /** The language of the visitor, if it is known. */
    language?: LanguageTag
  }>

/** An e-mail about a reservation that is ordered and paid online by its link. */
export type MailAboutReservation = AnyMail &
  Readonly<{
    kind: 'reservation'
    /** What is reserved, each once, at least one, with the number of its places. */
    visits: readonly (MailedVisit & Readonly<{ places: number }>)[]
    /** In minor units. */
    total: number
    currency: string
    /** Until when the places are held, on the museum's clock. */
    until: Readonly<{ ticketDate: CalendarDate; entryTime: TimeOfDay }>
    link: string
    /** The language of the visitor, if it is known. */
    language?: LanguageTag
  }>

/** What a visitor gets back for cancelled tickets, in minor units: from the payment provider, and at the museum, as far as it is due. */
export type GivenBack = Readonly<{ online: number; atMuseum: number }>

/** An e-mail with the link that cancels tickets of an order: a visitor who sees them has asked for it. */
export type MailAboutCancellation = AnyMail &
  Readonly<{
    kind: 'cancellation-requested'
    tickets: readonly [Ticket, ...Ticket[]]
    orderId: OrderId
    /** What comes back once they are cancelled. */
    back: GivenBack
    link: string
    /** When the link ends. */
    until: Instant
    /** The language of the visitor, if it is known. */
    language?: LanguageTag
  }>

/** An e-mail with the links to the tickets of an address, which a visitor has asked for. */
export type MailWithLinks = AnyMail &
  Readonly<{
    kind: 'links'
    /** The tickets of an order, or one that was sold alone, and what they are for, each once. At least one, at most 20. */
    linked: readonly Readonly<{ link: string; visits: readonly MailedVisit[] }>[]
    /** The language of the visitor, if it is known. */
    language?: LanguageTag
  }>

/** What a visitor reserved or bought: an event, or general entry, on a date. */
export type MailedVisit = Readonly<{
  ticketDate: CalendarDate
  entryTime?: TimeOfDay | undefined
  /** The event. A deleted one has the name of the payment page, and no location. */
  event?: Readonly<{ name: string; location?: string | undefined }>
}>

/** A ticket of an e-mail. */
export type MailedTicket = Readonly<{
  ticket: Ticket
  /** Its image (PNG) if it is valid. */
  image?: Uint8Array
  /** The museum's hours on the date of a ticket for general entry; its calendar entry is for the whole day without them. */
  openingHours?: OpeningHours | undefined
}>

/**
 * The outcome of an attempt: the mail server has accepted the e-mail, or the attempt has failed. With `isPermanent`, another
 * attempt would fail too. With `isOfMessage` only this e-mail is concerned, and the mail server works: it has replied to the
 * recipient or the content, for example.
 */
export type MailOutcome =
  | Readonly<{ outcome: 'accepted' }>
  | Readonly<{ outcome: 'failed'; isPermanent: boolean; isOfMessage: boolean; because: string }>

/** Sends e-mails through a mail server. */
export interface MailSender {
  /** Sends an e-mail, and returns the outcome within 75 seconds, of which the mail server may take 60 to accept it. It never throws. */
  send(mail: Mail): Promise<MailOutcome>
  /** Closes the connections to the mail server. */
  close(): Promise<void>
}

import { domainToASCII } from 'node:url'
import type { Mail, MailAboutTickets } from '@museum/application'
import { Slot } from '@museum/domain'
import { closestLanguage, iCalendar, visitEntry } from '@museum/languages'
import type { SendMailOptions } from 'nodemailer'
import { Temporal } from 'temporal-polyfill'
import { type MailStyle, mailContent, ticketsUrl } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'

/** The settings of a museum for `mailMessage`. */
export type MailMessageOptions = MailStyle &
  Readonly<{
    /** The address of the sender, with one `@`. */
    from: string
  }>

/**
 * An e-mail as nodemailer takes it. Addresses are structures, since it parses texts, and would find several addresses in
 * `a,b@example.org`; it makes the envelope of them.
 */
export const mailMessage = (mail: Mail, ofMuseum: MailMessageOptions): SendMailOptions => {
  const tickets = 'at' in mail ? mail.tickets : []
  const language = closestLanguage(mail.language) ?? ofMuseum.language
  const options = { ...ofMuseum, language }
  const { from, museumName } = options
  const content = mailContent(mail, options)
  const domain = domainOf(from)
  const imageIdOf = (ticketId: string) => `${ticketId}@${domain}`
  const images = tickets.flatMap(({ ticket, image }) =>
    image === undefined
      ? []
      : [
          {
            ticketId: ticket.ticketId,
            filename: `${ticket.confirmationCode}.png`,
            content: Buffer.from(image),
          },
        ],
  )
  return {
    from: { name: museumName, address: from },
    to: { name: '', address: mail.to },
    messageId: `<${mail.mailId}@${domain}>`,
    subject: content.subject,
    text: mailText(content, options),
    html: mailHtml(content, options, imageIdOf),
    // Prevents automatic replies (RFC 3834).
    headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    attachments: [
      // Attached twice: mail programs do not list an image as an attachment if they show it in the text.
      ...images.map(({ ticketId, filename, content }) => ({
        filename,
        content,
        contentType: 'image/png',
        cid: imageIdOf(ticketId),
        contentDisposition: 'inline' as const,
      })),
      ...images.map(({ filename, content }) => ({ filename, content, contentType: 'image/png' })),
      ...('at' in mail ? calendarEntries(mail, options) : []),
    ],
  }
}

/** The domain of an address, as a Message-ID has it. */
export const domainOf = (address: string): string => asciiDomain(address.slice(address.lastIndexOf('@') + 1))

/** A domain in its ASCII form. */
export const asciiDomain = (domain: string): string => domainToASCII(domain) || domain

/**
 * A calendar entry for each date, and entry time, of an event or of general entry. One of an order is cancelled with its last ticket; its
 * identifier is that of the order, so that the visitor has one entry and not one for each ticket.
 */
const calendarEntries = (mail: MailAboutTickets, { from, timeZone, ...style }: MailMessageOptions) => {
  const { kind, at, tickets, orderId, stillValid = [] } = mail
  const kept = new Set(kind === 'cancelled' ? stillValid.map(Slot.visitOf) : [])
  const byVisit = Map.groupBy(tickets, ({ ticket }) => Slot.visitOf(ticket))
  const isCancelled = kind === 'cancelled'
  const momentOf = (date: string, time: string) =>
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds
  return [...byVisit]
    .filter(([visit]) => !kept.has(visit))
    .map(([visit, ofVisit], index) => {
      const { ticket, openingHours } = ofVisit[0]!
      const method = isCancelled ? 'CANCEL' : 'PUBLISH'
      const entry = visitEntry(
        { ...ticket, openingHours, confirmationCodes: ofVisit.map((of) => of.ticket.confirmationCode) },
        {
          uid: `${orderId ?? ticket.ticketId}-${visit}@${domainOf(from)}`,
          at,
          isCancelled,
          url: ticketsUrl(mail, style),
        },
        { ...style, mailFrom: from, momentOf },
      )
      return {
        filename: `${ticket.ticketDate}${index === 0 ? '' : `-${index + 1}`}.ics`,
        contentType: `text/calendar; charset=utf-8; method=${method}`,
        content: [...iCalendar({ METHOD: method }, [entry])].join(''),
      }
    })
}

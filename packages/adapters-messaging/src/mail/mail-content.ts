import type {
  Mail,
  MailAboutCancellation,
  MailAboutPayment,
  MailAboutReservation,
  MailAboutTickets,
  MailedTicket,
  MailedVisit,
  MailWithLinks,
} from '@museum/application'
import { OrderNumber, Slot, type Ticket } from '@museum/domain'
import {
  type Dictionary,
  type Language,
  dictionaries,
  formatDate,
  formatHours,
  formatList,
  formatMoment,
  formatMoney,
  formatVisit,
  givenBackTexts,
  isolated,
} from '@museum/languages'

/** The settings that all e-mails of a museum share. */
export type MailStyle = Readonly<{
  museumName: string
  /** The postal address of the museum, of one line or several. */
  address?: string | undefined
  /** Where the terms are, `https://…`. */
  termsUrl?: string | undefined
  /** Where visitors reach the museum: an origin, and the path below it, which is empty or such as `/museum`. Links need it. */
  publicUrl?: Readonly<{ origin: string; path: string }> | undefined
  language: Language
  /** Whether each e-mail says that tickets are not valid, since this is a rehearsal; by default not. */
  isRehearsal?: boolean
  /** The IANA time zone of the museum's clock. */
  timeZone: string
}>

/** The texts of an e-mail, for all of its forms. */
export type MailContent = Readonly<{
  subject: string
  /** That tickets are not valid, before the heading. */
  warning?: string
  heading: string
  paragraphs: readonly string[]
  /** A sentence, and the link after it. */
  online?: Readonly<{ sentence: string; label: string; url: string }> | undefined
  /** The tickets by the event or general entry, the date, and the entry time, that they are for; without tickets, what was reserved. */
  visits: readonly Visit[]
  /** Labels and values that concern all tickets. */
  summary: readonly Labelled[]
  notes: readonly string[]
}>

/** A label and its value; a code is read letter by letter. */
export type Labelled = readonly [label: string, value: string, form?: 'code']

/** Tickets of one occurrence of an event, or for general entry on one day; with entry times, for one of them. */
export type Visit = Readonly<{
  ticketType: Ticket['ticketType']
  name: string
  location: string | undefined
  /** With the entry time, if the tickets have one. */
  date: string
  openingHours: string | undefined
  /** The page with the tickets of this visit, and of those before it since another link. */
  link?: Readonly<{ label: string; url: string }> | undefined
  tickets: readonly Readonly<{ mailed: MailedTicket; heading: string; details: readonly Labelled[] }>[]
}>

/** Writes an e-mail in a language. */
export const mailContent = (mail: Mail, style: MailStyle): MailContent => {
  const content = contentAbout(mail, style)
  if (!style.isRehearsal) return content
  const { rehearsal, mail: words } = dictionaries[style.language]
  const warning = rehearsal.notValid
  return { ...content, subject: words.labelled(warning, content.subject), warning }
}

const contentAbout = (mail: Mail, style: MailStyle): MailContent => {
  switch (mail.kind) {
    case 'payment-returned':
      return contentAboutPayment(mail, style)
    case 'reservation':
      return contentAboutReservation(mail, style)
    case 'cancellation-requested':
      return contentAboutCancellation(mail, style)
    case 'links':
      return contentWithLinks(mail, style)
    default:
      return contentAboutTickets(mail, style)
  }
}

const contentAboutCancellation = (
  { tickets: [first, ...others], orderId, back, link, until }: MailAboutCancellation,
  { museumName, publicUrl, language, timeZone }: MailStyle,
): MailContent => {
  const { mail: words, ownCancellation } = dictionaries[language]
  const visits = visitsOf(
    [first, ...others].map((ticket) => ({ ticket })),
    language,
  )
  return {
    subject: ownCancellation.subject(aboutText(visits, first, museumName, language)),
    heading: ownCancellation.question(others.length + 1),
    paragraphs: [ownCancellation.introduction, ...givenBackTexts(language, back, first.currency)],
    online: publicUrl && {
      sentence: ownCancellation.confirmUntil(formatMoment(language, until, timeZone)),
      label: ownCancellation.request,
      url: `${publicUrl.origin}${publicUrl.path}/my-tickets/cancellation/${link}`,
    },
    visits,
    summary: [[words.orderNumber, OrderNumber.of(orderId), 'code']],
    notes: [ownCancellation.ignore],
  }
}

const contentAboutPayment = (
  { because, visits: reserved, amount, currency, orderId }: MailAboutPayment,
  { museumName, language }: MailStyle,
): MailContent => {
  const { mail: words } = dictionaries[language]
  const { subject, heading, reasons, noTickets, ticketsStayValid, amountGoesBack, questions, refund } =
    words.paymentReturned
  const visits = reserved.map((visit) => reservedVisit(visit, language))
  const money = formatMoney(language, amount, currency)
  return {
    subject: subject(aboutText(visits, reserved[0]!, museumName, language)),
    heading,
    paragraphs: [reasons[because], orderId === undefined ? noTickets : ticketsStayValid, amountGoesBack(money)],
    visits,
    summary: [
      [refund, money],
      ...(orderId === undefined ? [] : [[words.orderNumber, OrderNumber.of(orderId), 'code'] as const]),
    ],
    notes: [questions],
  }
}

const reservedVisit = ({ event, ...visit }: MailedVisit, language: Language): Visit => ({
  ticketType: event === undefined ? 'general' : 'event',
  name: event?.name ?? dictionaries[language].ticketImage.generalEntry,
  location: event?.location,
  date: formatVisit(language, visit),
  openingHours: undefined,
  tickets: [],
})

const contentAboutReservation = (
  { visits: reserved, total, currency, until, link }: MailAboutReservation,
  { museumName, language, publicUrl: { origin, path } = { origin: '', path: '' } }: MailStyle,
): MailContent => {
  const { mail: words } = dictionaries[language]
  const { subject, heading, introduction, places, reservedUntil, online } = words.reservation
  const visits = reserved.map((visit) => {
    const shown = reservedVisit(visit, language)
    return { ...shown, date: `${shown.date} · ${places(visit.places)}` }
  })
  return {
    subject: subject(aboutText(visits, reserved[0]!, museumName, language)),
    heading,
    paragraphs: [introduction],
    online: { ...online, url: `${origin}${path}/buy/${link}` },
    visits,
    summary: [
      [words.total, priceOf(total, currency, language)],
      [reservedUntil, formatVisit(language, until)],
    ],
    notes: [words.paymentReturned.questions],
  }
}

const contentWithLinks = ({ linked }: MailWithLinks, style: MailStyle): MailContent => {
  const { museumName, language } = style
  const { mail: words } = dictionaries[language]
  const { subject, heading, introduction, notAsked } = words.links
  return {
    subject: subject(isolated(museumName)),
    heading,
    paragraphs: [introduction],
    visits: linked.flatMap(({ link, visits }) => {
      const shown = visits.map((visit) => reservedVisit(visit, language))
      return [
        ...shown.slice(0, -1),
        { ...shown.at(-1)!, link: { label: words.online.link, url: ticketsUrl({ link }, style)! } },
      ]
    }),
    summary: [],
    notes: [notAsked],
  }
}

/** The page with the tickets of an e-mail. */
export const ticketsUrl = (
  { link }: Pick<MailAboutTickets, 'link'>,
  { publicUrl }: Pick<MailStyle, 'publicUrl'>,
): string | undefined => link && publicUrl && `${publicUrl.origin}${publicUrl.path}/my-tickets/${link}`

const contentAboutTickets = (mail: MailAboutTickets, style: MailStyle): MailContent => {
  const { museumName, language } = style
  const { mail: words } = dictionaries[language]
  const { kind, tickets, orderId, stillValid = [], givenBackOnline: online = 0 } = mail
  const count = tickets.length
  const visits = visitsOf(tickets, language)
  const { subject, heading, introduction } = beginningOf(mail, visits, museumName, language)
  const url = ticketsUrl(mail, style)
  return {
    subject,
    heading,
    paragraphs: [
      introduction,
      ...(kind === 'cancelled' ? [] : [words.howToEnter(count)]),
      ...givenBackTexts(language, { online, atMuseum: 0 }, tickets[0].ticket.currency),
      ...(stillValid.length > 0 ? [words.othersStayValid] : []),
    ],
    online:
      url === undefined
        ? undefined
        : {
            sentence: kind === 'cancelled' ? words.online.cancelled : words.online.valid,
            label: words.online.link,
            url,
          },
    visits,
    summary: [
      ...(count > 1 ? [[words.total, totalOf(tickets, language)] as const] : []),
      ...(orderId === undefined ? [] : [[words.orderNumber, OrderNumber.of(orderId), 'code'] as const]),
    ],
    notes: [kind === 'cancelled' ? words.questionsAboutRefund : words.calendarAttached(visits.length)],
  }
}

/** The subject, the heading and the introduction: each says what has changed. */
const beginningOf = (
  { kind, cause, tickets }: MailAboutTickets,
  visits: readonly Visit[],
  museumName: string,
  language: Language,
): Readonly<{ subject: string; heading: string; introduction: string }> => {
  const { mail: words } = dictionaries[language]
  const count = tickets.length
  const dates = [...new Set(tickets.map(({ ticket }) => ticket.ticketDate))].toSorted()
  if (kind === 'cancelled' && cause === 'event') {
    const { subject, heading, introduction, onDate } = words.cancelledWithEvent
    const name = isolated(visits[0]!.name)
    const onDates = formatList(
      language,
      dates.map((date) => onDate(formatDate(language, date))),
    )
    return { subject: subject(name, onDates), heading, introduction: introduction(count, name, onDates) }
  }
  const { subject, heading, introduction } = words[kind]
  const about = aboutText(visits, tickets[0]!.ticket, museumName, language)
  return { subject: subject(count, about), heading: heading(count), introduction: introduction(count) }
}

/** What an e-mail is about: an occasion, of which `first` has the date; or several, which the name of the museum stands for. */
const aboutText = (
  visits: readonly Visit[],
  first: Parameters<typeof formatVisit>[1],
  museumName: string,
  language: Language,
): string =>
  visits.length === 1
    ? dictionaries[language].occasion(isolated(visits[0]!.name), formatVisit(language, first, 'short'))
    : isolated(museumName)

const visitsOf = (tickets: readonly MailedTicket[], language: Language): readonly Visit[] => {
  const dictionary = dictionaries[language]
  const numbered = tickets.map((mailed, index) => ({
    mailed,
    heading: tickets.length === 1 ? dictionary.mail.ticket : dictionary.mail.ticketOf(index + 1, tickets.length),
    details: detailsOf(mailed.ticket, language, dictionary),
  }))
  const byVisit = Map.groupBy(numbered, ({ mailed }) => Slot.visitOf(mailed.ticket))
  return [...byVisit.values()].map((ofVisit) => {
    const { ticket, openingHours } = ofVisit[0]!.mailed
    return {
      ticketType: ticket.ticketType,
      name: ticket.event?.name ?? dictionary.ticketImage.generalEntry,
      location: ticket.event?.location,
      date: formatVisit(language, ticket),
      openingHours: openingHours && formatHours(language, openingHours),
      tickets: ofVisit,
    }
  })
}

const detailsOf = (ticket: Ticket, language: Language, { mail: words }: Dictionary): readonly Labelled[] => [
  ...(ticket.priceCategory === undefined ? [] : [[words.priceCategory, ticket.priceCategory.name] as const]),
  [words.price, priceOf(ticket.price, ticket.currency, language)],
  [words.confirmationCode, ticket.confirmationCode, 'code'],
]

const totalOf = (tickets: readonly MailedTicket[], language: Language) => {
  const total = tickets.reduce((sum, { ticket }) => sum + ticket.price, 0)
  return priceOf(total, tickets[0]!.ticket.currency, language)
}

const priceOf = (minorUnits: number, currency: string, language: Language) =>
  minorUnits === 0 ? dictionaries[language].mail.free : formatMoney(language, minorUnits, currency)

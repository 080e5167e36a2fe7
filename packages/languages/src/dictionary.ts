/** The texts of an e-mail about a number of tickets, 1 or more. */
type MailTexts = Readonly<{
  /** The subject; `about` is an occasion, or the name of the museum. */
  subject: (tickets: number, about: string) => string
  heading: (tickets: number) => string
  /** One or two sentences. */
  introduction: (tickets: number) => string
}>

/** All texts in one language. A language with a missing text does not compile. */
export type Dictionary = Readonly<{
  ticketImage: Readonly<{
    /** The headline of a ticket for general entry, and its name in e-mails and calendars. */
    generalEntry: string
    /** The line above the name of an event, in capital letters where the script has them. */
    specialEvent: string
  }>
  /** An event, or general entry, and its date. */
  occasion: (name: string, date: string) => string
  mail: Readonly<{
    sold: MailTexts
    cancelled: MailTexts
    restored: MailTexts
    /** Instead of `cancelled` for tickets that were cancelled with their event, or with its dates. */
    cancelledWithEvent: Readonly<{
      /** A date as `dates` in the other texts has it, alone or in a list. */
      onDate: (date: string) => string
      /** That the event does not take place. */
      subject: (event: string, dates: string) => string
      heading: string
      /** Two sentences, the first of which says that the event does not take place. */
      introduction: (tickets: number, event: string, dates: string) => string
    }>
    /** Follows the introduction of `sold` and `restored`: what a visitor does with the images. */
    howToEnter: (tickets: number) => string
    /** Follows the introduction of `cancelled` and `cancelledWithEvent`, where other tickets of the order stay valid. */
    othersStayValid: string
    /** Follows the tickets of `cancelled` and `cancelledWithEvent`. */
    questionsAboutRefund: string
    /** One calendar entry or several are attached. */
    calendarAttached: (entries: number) => string
    /** A label and its value in one line: `Price: €19.90`. */
    labelled: (label: string, value: string) => string
    /** A ticket among several: `Ticket 2 of 3`. */
    ticketOf: (number: number, tickets: number) => string
    ticket: string
    /** The text instead of the image of a ticket. */
    imageOf: (confirmationCode: string) => string
    date: string
    location: string
    openingHours: string
    priceCategory: string
    price: string
    total: string
    /** Instead of the price 0. */
    free: string
    orderNumber: string
    confirmationCode: string
    terms: string
  }>
  /** The museum's page for visitors, and the feeds of its events. */
  page: Readonly<{
    /** The museum is open today, with its hours as text. */
    openToday: (hours: string) => string
    closedToday: string
    /** Instead of everything that is read from the database. */
    unavailable: string
    /** A closed day in a list of days. */
    closed: string
    /** Says of a closed day, or of hours, that they differ from the weekday's hours. */
    exceptionally: string
    /** The heading of later dates whose hours differ. */
    otherHours: string
    /** When the museum is closed for a week; a date without its weekday. */
    opensAgain: (date: string) => string
    whatsOn: string
    noEvents: string
    placesLeft: string
    soldOut: string
    /** Follows the first dates of an event; 1 or more further dates, the last of which is given. */
    furtherDates: (dates: number, last: string) => string
    /** Follows the first events; 1 or more further ones. */
    furtherEvents: (events: number) => string
    readMore: string
    /** A link to a calendar with the dates of all events. */
    calendar: string
    /** A link to the events as a JSON Feed. */
    feed: string
    /** A link to the pages of staff. */
    desk: string
    apiReference: string
    openApiDocument: string
    serviceState: string
  }>
}>

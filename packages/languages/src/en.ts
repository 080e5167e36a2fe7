const tickets = (count: number) => (count === 1 ? 'ticket' : `${count} tickets`)

/** The texts in English. */
export const en = {
  ticketImage: {
    /** The headline of a ticket for general entry, and its name in e-mails and calendars. */
    generalEntry: 'General entry',
    /** The line above the name of an event, in capital letters where the script has them. */
    specialEvent: 'SPECIAL EVENT',
    /** Before the number of the order. */
    order: 'Order',
  },
  /** An event, or general entry, and its date. */
  occasion: (name: string, date: string) => `${name}, ${date}`,
  mail: {
    /** The e-mails are about a number of tickets, 1 or more; `about` is an occasion, or the name of the museum. */
    sold: {
      subject: (count: number, about: string) => `Your ${tickets(count)}: ${about}`,
      heading: (count: number): string => (count === 1 ? 'Your ticket' : 'Your tickets'),
      /** One or two sentences. */
      introduction: (_tickets: number) => 'Thank you very much for your purchase. We look forward to your visit.',
    },
    cancelled: {
      subject: (count: number, about: string) => `${count === 1 ? 'Ticket' : `${count} tickets`} cancelled: ${about}`,
      heading: (count: number): string =>
        count === 1 ? 'Your ticket has been cancelled' : 'Your tickets have been cancelled',
      introduction: (count: number): string =>
        count === 1
          ? 'We are writing to let you know that the following ticket has been cancelled. It is no longer valid for entry.'
          : 'We are writing to let you know that the following tickets have been cancelled. They are no longer valid for entry.',
    },
    restored: {
      subject: (count: number, about: string) =>
        `Your ${tickets(count)} ${count === 1 ? 'is' : 'are'} valid again: ${about}`,
      heading: (_tickets: number) => 'It takes place after all',
      introduction: (count: number): string =>
        count === 1
          ? 'The event that had been cancelled takes place after all, and your ticket is valid again. We look forward to your visit.'
          : 'The event that had been cancelled takes place after all, and your tickets are valid again. We look forward to your visit.',
    },
    /** Instead of `cancelled` for tickets that were cancelled with their event, or with its dates. */
    cancelledWithEvent: {
      /** A date as `dates` in the other texts has it, alone or in a list. */
      onDate: (date: string) => `on ${date}`,
      /** That the event does not take place. */
      subject: (event: string, dates: string) => `${event} ${dates} does not take place`,
      heading: 'The event does not take place',
      /** Two sentences, the first of which says that the event does not take place. */
      introduction: (count: number, event: string, dates: string) =>
        `Unfortunately, ${event} ${dates} does not take place. Your ${count === 1 ? 'ticket is' : 'tickets are'} therefore cancelled and no longer valid for entry.`,
    },
    /** A payment of a reservation is given back; `about` is as above. */
    paymentReturned: {
      subject: (about: string) => `Your payment is refunded: ${about}`,
      heading: 'We are refunding your payment',
      /** Why: the reservation was paid for already; it was given up; its time was over; the amount was another one. */
      reasons: {
        sold: 'Your reservation had already been paid for when this payment reached us.',
        released: 'Your reservation had already been given up when your payment reached us.',
        expired:
          'When your payment reached us, your places were no longer reserved and could no longer be sold to you.',
        'another-amount': 'The amount that was paid is not the amount of your reservation.',
      },
      noTickets: 'No tickets were issued for this payment.',
      /** Instead of `noTickets` where the visitor has the tickets of the reservation. */
      ticketsStayValid: 'The tickets that you already have remain valid.',
      amountGoesBack: (amount: string) =>
        `We are refunding the whole amount, ${amount}. It goes back the way you paid, for example to your card, and usually arrives within a few days.`,
      questions: 'If you have any questions, please contact the museum.',
      /** The label of the amount. */
      refund: 'Refund',
    },
    /** The links to the tickets of an address, which a visitor has asked for. */
    links: {
      subject: (museum: string) => `Your tickets: ${museum}`,
      heading: 'Your tickets',
      introduction:
        'You have asked for your tickets. Here are those for today and later. Anyone who has a link can use its tickets.',
      notAsked: 'If you did not ask for them, you need not do anything: the links were sent to this address only.',
    },
    /** A reservation that is ordered and paid online; `about` is as above. */
    reservation: {
      subject: (about: string) => `Your reservation: ${about}`,
      heading: 'Your places are reserved',
      introduction:
        'We have reserved these places for you. Please order and pay for them online by the time below: your tickets then come by e-mail. After that time, the places can be sold to others.',
      places: (count: number): string => (count === 1 ? '1 place' : `${count} places`),
      /** The label of the moment until which the places are held. */
      reservedUntil: 'Reserved until',
      online: {
        sentence: 'On this page you see your reservation, and order it.',
        label: 'Your reservation',
      },
    },
    /** Follows the introduction of `sold` and `restored`: what a visitor does with the images. */
    howToEnter: (count: number): string =>
      count === 1
        ? 'Please show the code at the entrance, on your phone or on paper.'
        : 'Please show the code of each ticket at the entrance, on your phone or on paper.',
    /** Follows the introduction of `cancelled` and `cancelledWithEvent`, where other tickets of the order stay valid. */
    othersStayValid: 'Your other tickets of this order remain valid.',
    /** The link to all tickets that were sold together, and the sentence before it. */
    online: {
      link: 'Your tickets online',
      /** In e-mails of `sold` and `restored`. */
      valid: 'You will also find your tickets online, always up to date.',
      /** In e-mails of `cancelled` and `cancelledWithEvent`. */
      cancelled: 'You can see the current status of all your tickets online at any time.',
    },
    /** Follows the tickets of `cancelled` and `cancelledWithEvent`. */
    questionsAboutRefund: 'If you have any questions, for example about a refund, please contact the museum.',
    /** One calendar entry or several are attached. */
    calendarAttached: (count: number) =>
      count === 1 ? 'An entry for your calendar is attached.' : `${count} entries for your calendar are attached.`,
    /** A label and its value in one line: `Price: €19.90`. */
    labelled: (label: string, value: string) => `${label}: ${value}`,
    /** A ticket among several: `Ticket 2 of 3`. */
    ticketOf: (number: number, count: number) => `Ticket ${number} of ${count}`,
    ticket: 'Ticket',
    /** The text instead of the image of a ticket. */
    imageOf: (confirmationCode: string) => `Image of ticket ${confirmationCode} with its QR code`,
    date: 'Date',
    location: 'Location',
    openingHours: 'Opening hours',
    priceCategory: 'Category',
    price: 'Price',
    total: 'Total',
    /** Instead of the price 0. */
    free: 'free of charge',
    orderNumber: 'Order number',
    confirmationCode: 'Confirmation code',
    terms: 'Terms and conditions',
  },
  /** The museum's page for visitors, and the feeds of its events. */
  page: {
    /** The museum is open today, with its hours as text. */
    openToday: (hours: string) => `Open today, ${hours}`,
    closedToday: 'Closed today',
    /** Instead of everything that is read from the database. */
    unavailable: 'Our opening hours cannot be shown at the moment. Please try again in a few minutes.',
    /** A closed day in a list of days. */
    closed: 'closed',
    /** Says of a closed day, or of hours, that they differ from the weekday's hours. */
    exceptionally: 'exceptionally',
    /** General entry has entry times. */
    timedEntry: 'Entry is timed: each ticket for general entry says when you can come in.',
    /** The heading of later dates whose hours differ. */
    otherHours: 'Closures and special hours',
    /** When the museum is closed for a week; a date without its weekday. */
    opensAgain: (date: string) => `We open again on ${date}.`,
    whatsOn: 'What’s on',
    noEvents: 'No events are planned at the moment.',
    placesLeft: 'Tickets available',
    soldOut: 'Sold out',
    /** Follows the first dates of an event; 1 or more further dates, the last of which is given. */
    furtherDates: (count: number, last: string) =>
      count === 1 ? `and on ${last}` : `and ${count} more dates until ${last}`,
    /** Follows the first events; 1 or more further ones. */
    furtherEvents: (count: number) =>
      count === 1 ? 'One more event is in the calendar.' : `${count} more events are in the calendar.`,
    readMore: 'Read more',
    /** A link to a calendar with the dates of all events. */
    calendar: 'All dates for your calendar',
    /** A link to the events as a JSON Feed. */
    feed: 'Events as a JSON Feed',
    /** A link to the pages of staff. */
    desk: 'Desk for staff',
    apiReference: 'API reference',
    openApiDocument: 'OpenAPI document',
    serviceState: 'State of the service',
  },
  /** The pages at which visitors buy tickets. */
  shop: {
    title: 'Tickets',
    /** A link from the page at `/` and from an event to the shop. */
    buy: 'Buy tickets',
    chooseDate: 'Choose a date',
    chooseEvent: 'Or choose an event',
    /** How many places are left on a date, or at an entry time. */
    levels: { enough: 'places left', few: 'few places left', none: 'sold out' },
    earlierDates: 'Earlier dates',
    laterDates: 'Later dates',
    otherDates: 'Choose another date',
    allDates: 'All dates',
    nothingToBuy: 'Nothing can be bought online at the moment.',
    entryTime: 'Entry time',
    howMany: 'How many tickets?',
    /** The price of one ticket of a category. */
    each: (price: string) => `${price} each`,
    email: 'E-mail address',
    emailHelp: 'Your tickets are sent to this address.',
    phone: 'Phone number',
    /** A field that may be left empty. */
    optional: (field: string): string => `${field} (optional)`,
    /** Before the link to the terms, the link, and after it. The page has a space before the link, and none after it. */
    acceptTerms: ['I accept the', 'terms and conditions', '.'] as readonly [string, string, string],
    goOn: 'Continue',
    goOnHelp: 'Your places are held for 15 minutes. Nothing is bought yet.',
    /** Above a form that was sent with faults, and what they are. */
    checkEntries: 'Please check what you entered',
    faults: {
      noTickets: 'Please choose at least one ticket.',
      tooManyTickets: (max: number): string =>
        `Please choose at most ${max === 1 ? 'one ticket' : `${max} tickets`}. For larger groups, please ask the museum.`,
      notACount: 'Please enter whole numbers, such as 2.',
      noTime: 'Please choose an entry time.',
      notAnEmail: 'Please enter your whole e-mail address, such as ada@example.org.',
      notAPhone: 'Please enter a phone number with at least three digits.',
      termsNotAccepted: 'Please accept the terms and conditions.',
      soldOut: 'There are not enough places left for this. Please choose fewer tickets, or another date or time.',
      priceChanged: 'The prices have changed in the meantime. Please check them, then continue.',
      /** The price of a category changed from `before`. */
      priceWas: (category: string, price: string, before: string): string =>
        `The price of “${category}” is ${price} now; it was ${before}.`,
      notOffered: 'This can no longer be bought. Please choose again.',
      /** The sum is less than can be paid online; the least amount, with its currency. */
      belowMinimum: (minimum: string) =>
        `At least ${minimum} must be paid online. Please choose more tickets, or buy at the museum.`,
      /** Refers to the button `review.giveUp`. */
      paymentFailed: 'This order can no longer be paid here. Please give up these places and order again.',
    },
    review: {
      heading: 'Your order',
      ticketsGoTo: 'Your tickets are sent to',
      change: 'Change',
      /** The value added tax in an amount. */
      taxIn: (rate: string, tax: string) => `including ${tax} VAT (${rate})`,
      noWithdrawal: 'Tickets are for a fixed date: there is no right of withdrawal.',
      /** The button that orders, with the sum that is then paid. */
      orderAndPay: (total: string) => `Order and pay ${total}`,
      /** The button where nothing is paid. */
      order: 'Order',
      heldUntil: (time: string) => `Your places are held until ${time}.`,
      /** Of a reservation for a school or a group: a date and a time. */
      reservedUntil: (moment: string) => `Your places are reserved until ${moment}.`,
      minuteLeft: 'Your places are held for one more minute.',
      prolong: 'I need more time',
      giveUp: 'Give up these places',
    },
    payment: {
      notKnown: 'We have not received your payment yet. If you have paid, your tickets come by e-mail.',
      payNow: 'Pay now',
      /** The payment provider does not answer. */
      away: 'The payment page does not answer at the moment. Your places stay held: please try again.',
      /** It is not known whether the order was placed. */
      unknown: {
        heading: 'We do not know yet what became of your order',
        text: 'Please reload this page in a minute, and do not order again before. If you have paid, your tickets come by e-mail.',
      },
    },
    ended: {
      heading: 'Your places are no longer held',
      text: 'Nothing was bought and nothing was paid. You can choose again.',
      /** What was chosen can be chosen again. */
      stillOffered: 'There are still places for it.',
      again: 'Choose again',
    },
    givenUp: { heading: 'You have given up your places', text: 'Nothing was bought and nothing was paid.' },
    removed: { heading: 'This order no longer exists', text: 'It ended some time ago.' },
    notFound: { heading: 'There is no such order', text: 'Part of the address may be missing.' },
    /** More was sent than the form can have. */
    tooLong: { heading: 'The form is too long', text: 'Please send it again as it is on the page.' },
    /** Too many reservations come from the network of the visitor; in so many minutes. */
    tooMany: {
      heading: 'Please wait a little',
      text: (minutes: number): string =>
        `Many tickets are reserved from your network at the moment. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or ask the museum.`,
    },
    /** So many free orders were made with the e-mail address on this day. */
    tooManyFree: {
      heading: 'No more free tickets today',
      text: (max: number) =>
        `This e-mail address has been used for ${max} free orders today. Please order again tomorrow, or ask the museum.`,
    },
    /** The museum has closed the shop. */
    closed: {
      heading: 'Tickets cannot be bought online at the moment',
      text: 'Please come back later, or buy at the museum. Tickets that were bought stay valid, and places that are held can still be ordered.',
    },
    unavailable: {
      heading: 'Tickets cannot be bought at the moment',
      text: 'Please try again in a minute. Nothing was bought, and nothing was paid.',
    },
  },
  /** The page with the tickets of a visitor, who came by a link. */
  myTickets: {
    /** Everyone who has the address of the page can use the tickets. */
    keepLink: 'This page always shows your tickets as they are now. Anyone with its address can use them.',
    /** The ticket was used; a date with its time. */
    used: (at: string) => `Used on ${at}`,
    cancelled: 'Cancelled: no longer valid for entry',
    /** What the code is, for those who do not see it. */
    codeOf: (confirmationCode: string) => `QR code of ticket ${confirmationCode}`,
    /** The links and the button below a ticket. */
    image: 'Image',
    calendar: 'Calendar entry',
    print: 'Print',
    receipt: 'Receipt',
    back: 'Back to your tickets',
    /** The page at which a visitor has the links to tickets sent, and what it answers. */
    request: {
      heading: 'Send me my tickets',
      text: 'Type the e-mail address with which you bought your tickets. We send the links to your tickets for today and later to it.',
      send: 'Send',
      sent: {
        heading: 'Please look into your mailbox',
        text: 'If tickets for today or later were bought with this address, an e-mail with the links to them arrives within some minutes. Please look into the spam folder, too. At most three such e-mails are sent in an hour. If none arrives, try another address, or ask the museum.',
      },
    },
    notFound: {
      heading: 'There are no tickets here',
      text: 'Part of the link may be missing: please copy it whole from your e-mail. An older link ends when your e-mail address is changed or deleted. If you cannot find your tickets, please ask the museum.',
    },
    ended: {
      heading: 'These tickets are no longer shown',
      text: 'Tickets can be seen here until 30 days after their date. If you have any questions, please contact the museum.',
    },
    unavailable: {
      heading: 'Your tickets cannot be shown at the moment',
      text: 'Please try again in a minute. The images in your e-mail are valid at the entrance, too.',
    },
    privacy: 'Privacy',
    legalNotice: 'Legal notice',
    /** Names the links to this page in other languages. */
    languages: 'Languages',
  },
  /** The pages on which visitors cancel their own tickets, and the e-mail between them. */
  ownCancellation: {
    title: 'Cancel tickets',
    choose: 'Which tickets do you want to cancel?',
    /** Until when a ticket can be cancelled: a date with its time. */
    until: (moment: string) => `can be cancelled until ${moment}`,
    /** What comes back of the price of the tickets: from the payment provider, or at the museum. */
    priceGoesBack: {
      online: 'Their price goes back the way you paid, for example to your card, usually within a few days.',
      atMuseum: 'The museum gives their price back to you. Please bring your order number.',
    },
    /** The same with the amount. */
    amountGoesBack: {
      online: (amount: string) =>
        `${amount} goes back the way you paid, for example to your card, usually within a few days.`,
      atMuseum: (amount: string) => `The museum gives ${amount} back to you. Please bring your order number.`,
    },
    byEmail: 'We send you an e-mail with a link. Nothing is cancelled until you confirm it there.',
    /** The button that asks for the e-mail. */
    request: 'Cancel…',
    nothingChosen: 'Please choose at least one ticket.',
    /** Above the tickets, whose visitor has asked for three e-mails within an hour. */
    tooManyMails:
      'Three e-mails were sent for these tickets within an hour. Please use the latest one, or ask again in an hour.',
    /** The database was away while the visitor confirmed. */
    unknown: {
      heading: 'We do not know yet whether the tickets are cancelled',
      text: 'Please reload this page in a minute.',
    },
    sent: {
      heading: 'Please check your e-mail',
      text: 'We have sent a link to the e-mail address of your order. Nothing is cancelled yet: please open the link within one hour and confirm there.',
    },
    /** `about` is an occasion, or the name of the museum. */
    subject: (about: string) => `Do you want to cancel? ${about}`,
    /** The question of the e-mail and of the page to which it leads. */
    question: (count: number): string =>
      count === 1 ? 'Do you want to cancel this ticket?' : 'Do you want to cancel these tickets?',
    introduction: 'On the page with your tickets, someone has asked to cancel them. Nothing is cancelled yet.',
    /** The sentence before the link of the e-mail: a date with its time. */
    confirmUntil: (moment: string) => `To cancel, open this page and confirm there, until ${moment}.`,
    ignore: 'If you do not want to cancel anything, please ignore this e-mail.',
    /** The button that cancels, and what is said above it. */
    confirm: (count: number): string => (count === 1 ? 'Cancel this ticket' : `Cancel these ${count} tickets`),
    final: 'This cannot be undone.',
    done: {
      heading: (count: number): string => (count === 1 ? 'Your ticket is cancelled' : 'Your tickets are cancelled'),
      text: (count: number): string =>
        count === 1 ? 'It is no longer valid for entry.' : 'They are no longer valid for entry.',
    },
    refused: {
      heading: 'Nothing has been cancelled',
      used: 'A ticket that you chose has been used.',
      cancelled:
        'A ticket that you chose has already been cancelled. Please choose again on the page with your tickets.',
      tooLate: 'A ticket that you chose can no longer be cancelled. It remains valid.',
    },
    linkEnded: {
      heading: 'This link has ended',
      text: 'It was valid for one hour. The page with your tickets shows which of them are valid. There you can ask for a new link.',
    },
  },
  /** A rehearsal of the shop, and the page at which a payment is rehearsed, without money. */
  rehearsal: {
    /** On every ticket, page and e-mail of a rehearsal of the shop. */
    notValid: 'Rehearsal, not valid',
    title: 'Rehearsal of a payment',
    /** Says that no money is taken, and what the buttons are for. */
    explanation: 'No money is taken here. The buttons decide what becomes of the payment.',
    /** Until when the page can be used, `14:31`. */
    endsAt: (time: string) => `This page ends at ${time}.`,
    declined: 'The card was declined. Another one can be tried.',
    /** A button, with the amount. */
    pay: (amount: string) => `Pay ${amount}`,
    /** A button: the card is declined, and another one can be tried. */
    decline: 'Decline the card',
    /** A button, and what it does. */
    payTooLate: 'Pay too late',
    tooLateMeans: '“Pay too late” pays, and the places then count as no longer reserved.',
    /** A link to the page from which the visitor came. */
    back: 'Back without paying',
    paid: 'This payment is paid.',
    ended: 'This page has ended: nothing can be paid here any more.',
    /** The same link, once nothing can be paid any more. */
    continue: 'Continue',
  },
}

/** All texts in one language. A language with a missing text does not compile. */
export type Dictionary = typeof en

import type { Dictionary } from './dictionary.ts'

const tickets = (count: number) => (count === 1 ? 'ticket' : `${count} tickets`)

export const en: Dictionary = {
  ticketImage: { generalEntry: 'General entry', specialEvent: 'SPECIAL EVENT' },
  occasion: (name, date) => `${name}, ${date}`,
  mail: {
    sold: {
      subject: (count, about) => `Your ${tickets(count)}: ${about}`,
      heading: (count) => (count === 1 ? 'Your ticket' : 'Your tickets'),
      introduction: () => 'Thank you very much for your purchase. We look forward to your visit.',
    },
    cancelled: {
      subject: (count, about) => `${count === 1 ? 'Ticket' : `${count} tickets`} cancelled: ${about}`,
      heading: (count) => (count === 1 ? 'Your ticket has been cancelled' : 'Your tickets have been cancelled'),
      introduction: (count) =>
        count === 1
          ? 'We are writing to let you know that the following ticket has been cancelled. It is no longer valid for entry.'
          : 'We are writing to let you know that the following tickets have been cancelled. They are no longer valid for entry.',
    },
    restored: {
      subject: (count, about) => `Your ${tickets(count)} ${count === 1 ? 'is' : 'are'} valid again: ${about}`,
      heading: () => 'It takes place after all',
      introduction: (count) =>
        count === 1
          ? 'The event that had been cancelled takes place after all, and your ticket is valid again. We look forward to your visit.'
          : 'The event that had been cancelled takes place after all, and your tickets are valid again. We look forward to your visit.',
    },
    cancelledWithEvent: {
      onDate: (date) => `on ${date}`,
      subject: (event, dates) => `${event} ${dates} does not take place`,
      heading: 'The event does not take place',
      introduction: (count, event, dates) =>
        `Unfortunately, ${event} ${dates} does not take place. Your ${count === 1 ? 'ticket is' : 'tickets are'} therefore cancelled and no longer valid for entry.`,
    },
    howToEnter: (count) =>
      count === 1
        ? 'Please show the code at the entrance, on your phone or on paper.'
        : 'Please show the code of each ticket at the entrance, on your phone or on paper.',
    othersStayValid: 'Your other tickets of this order remain valid.',
    questionsAboutRefund: 'If you have any questions, for example about a refund, please contact the museum.',
    calendarAttached: (count) =>
      count === 1 ? 'An entry for your calendar is attached.' : `${count} entries for your calendar are attached.`,
    labelled: (label, value) => `${label}: ${value}`,
    ticketOf: (number, count) => `Ticket ${number} of ${count}`,
    ticket: 'Ticket',
    imageOf: (confirmationCode) => `Image of ticket ${confirmationCode} with its QR code`,
    date: 'Date',
    location: 'Location',
    openingHours: 'Opening hours',
    priceCategory: 'Category',
    price: 'Price',
    total: 'Total',
    free: 'free of charge',
    orderNumber: 'Order number',
    confirmationCode: 'Confirmation code',
    terms: 'Terms and conditions',
  },
  page: {
    openToday: (hours) => `Open today, ${hours}`,
    closedToday: 'Closed today',
    unavailable: 'Our opening hours cannot be shown at the moment. Please try again in a few minutes.',
    closed: 'closed',
    exceptionally: 'exceptionally',
    otherHours: 'Closures and special hours',
    opensAgain: (date) => `We open again on ${date}.`,
    whatsOn: 'What’s on',
    noEvents: 'No events are planned at the moment.',
    placesLeft: 'Tickets available',
    soldOut: 'Sold out',
    furtherDates: (count, last) => (count === 1 ? `and on ${last}` : `and ${count} more dates until ${last}`),
    furtherEvents: (count) =>
      count === 1 ? 'One more event is in the calendar.' : `${count} more events are in the calendar.`,
    readMore: 'Read more',
    calendar: 'All dates for your calendar',
    feed: 'Events as a JSON Feed',
    desk: 'Desk for staff',
    apiReference: 'API reference',
    openApiDocument: 'OpenAPI document',
    serviceState: 'State of the service',
  },
}

import {
  CalendarDate,
  Email,
  EventDates,
  EventDescription,
  EventLocation,
  EventName,
  Price,
  type SpecialEvent,
  type SpecialEventDraft,
  type TicketOrder,
} from '@museum/domain'

const subjects = [
  ['Night at the Museum 🦣', 'Torches, whispers, and a mammoth: the halls after dark.', 'Main Hall', 19.9],
  ['Pirate Coding Workshop', 'Bring a laptop and a parrot. We write the map, then we follow it.', 'Learning Lab', 12.5],
  ['浮世絵の夜', '葛飾北斎と歌川広重の版画を、学芸員の解説とともに。', '東洋館 第二室', 24],
  ['Dinosaurs, Up Close', 'A conservator opens the cases. Children ask the questions.', 'Gallery of Bones', 9.75],
  ['ليلة الخط العربي', 'أمسية مع الحبر والقصب والورق، للمبتدئين والخطاطين.', 'قاعة المخطوطات', 15],
  ['Mask Painting for Families', 'Paper, feathers, gold. Aprons are here, sleeves are yours.', 'Courtyard Studio', 0],
  ['Sleepover under the Whale', 'A sleeping bag, a torch, and thirty metres of company.', 'Ocean Hall', 49],
  ['Ελληνικά αγγεία', 'What the pots were for, and who is running around them.', 'Antiquities, Room 4', 8],
  ['Curator’s Walk: The Storeroom', 'The nine tenths of the collection that nobody sees.', 'Meet at the East Door', 30],
  ['Jazz among the Bronzes', 'A trio, a late bar, and excellent acoustics.', 'Sculpture Court', 27.5],
] as const

/** The n-th of `count` events that are spread over a year, each with one to four dates. */
export const exampleEvent = (n: number, count: number, today: CalendarDate): SpecialEventDraft => {
  const [name, eventDescription, location, price] = subjects[n % subjects.length]!
  const first = CalendarDate.plusDays(today, 1 + Math.floor((n * 360) / count))
  const dates = Array.from({ length: 1 + (n % 4) }, (_, day) =>
    CalendarDate.plusDays(first, day * (n % 3 === 0 ? 7 : 1)),
  )
  const round = Math.floor(n / subjects.length)
  return {
    name: EventName(round === 0 ? name : `${name} (${round + 1})`),
    location: EventLocation(location),
    eventDescription: EventDescription(eventDescription),
    dates: EventDates(dates),
    price: Price.ofAmount(price),
  }
}

/** The n-th order: every third one for general entry, the others for an event. */
export const exampleOrder = (n: number, events: readonly SpecialEvent[], today: CalendarDate): TicketOrder => {
  const purchaser = { email: Email(`visitor-${n}@example.org`) }
  const event = n % 3 === 0 ? undefined : events[(n * 7) % events.length]
  return event === undefined
    ? { ticketType: 'general', ticketDate: CalendarDate.plusDays(today, n % 30), purchaser }
    : {
        ticketType: 'event',
        eventId: event.eventId,
        ticketDate: event.occurrences[n % event.occurrences.length]!.date,
        purchaser,
      }
}

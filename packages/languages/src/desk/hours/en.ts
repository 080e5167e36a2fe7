import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Hours',
  today: 'Today',
  closed: 'Closed',
  nextDays: 'The next days',
  events: 'Special events',
  noEvents: 'There is no special event on these days.',
  generalEntry: 'General entry',
  date: 'Date',
  openingHours: 'Opening hours',
  places: 'Places',
  placesLeft: (places) => (places === 1 ? '1 place left' : `${places} places left`),
  unlimited: 'unlimited',
  soldOut: 'Sold out',
}

import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Hours',
  today: 'Today',
  from: 'From',
  closed: 'Closed',
  generalEntry: 'General entry',
  placesLeft: (places) => (places === 1 ? '1 place left' : `${places} places left`),
  soldOut: 'Sold out',
}

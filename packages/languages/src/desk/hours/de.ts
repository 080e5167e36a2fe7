import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Öffnungszeiten',
  today: 'Heute',
  closed: 'Geschlossen',
  nextDays: 'Die nächsten Tage',
  events: 'Sonderveranstaltungen',
  noEvents: 'An diesen Tagen gibt es keine Sonderveranstaltung.',
  generalEntry: 'Museumseintritt',
  date: 'Datum',
  openingHours: 'Öffnungszeiten',
  places: 'Plätze',
  placesLeft: (places) => (places === 1 ? 'noch 1 Platz' : `noch ${places} Plätze`),
  unlimited: 'unbegrenzt',
  soldOut: 'Ausverkauft',
}

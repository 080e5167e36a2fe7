import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Öffnungszeiten',
  today: 'Heute',
  from: 'Ab',
  closed: 'Geschlossen',
  generalEntry: 'Museumseintritt',
  placesLeft: (places) => (places === 1 ? 'noch 1 Platz' : `noch ${places} Plätze`),
  soldOut: 'Ausverkauft',
}

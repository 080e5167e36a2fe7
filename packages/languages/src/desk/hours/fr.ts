import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Horaires',
  today: 'Aujourd’hui',
  from: 'À partir du',
  closed: 'Fermé',
  generalEntry: 'Entrée au musée',
  placesLeft: (places) => (places < 2 ? `${places} place restante` : `${places} places restantes`),
  soldOut: 'Complet',
}

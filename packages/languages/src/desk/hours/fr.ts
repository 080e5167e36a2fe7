import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Horaires',
  today: 'Aujourd’hui',
  closed: 'Fermé',
  nextDays: 'Les prochains jours',
  events: 'Événements spéciaux',
  noEvents: 'Aucun événement spécial ces jours-ci.',
  generalEntry: 'Entrée au musée',
  date: 'Date',
  openingHours: 'Horaires d’ouverture',
  places: 'Places',
  placesLeft: (places) => (places < 2 ? `${places} place restante` : `${places} places restantes`),
  unlimited: 'illimité',
  soldOut: 'Complet',
}

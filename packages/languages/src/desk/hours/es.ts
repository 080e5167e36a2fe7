import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Horario',
  today: 'Hoy',
  closed: 'Cerrado',
  nextDays: 'Los próximos días',
  events: 'Eventos especiales',
  noEvents: 'No hay eventos especiales en estos días.',
  generalEntry: 'Entrada al museo',
  date: 'Fecha',
  openingHours: 'Horario de apertura',
  places: 'Plazas',
  placesLeft: (places) => (places === 1 ? 'queda 1 plaza' : `quedan ${places} plazas`),
  unlimited: 'sin límite',
  soldOut: 'Agotado',
}

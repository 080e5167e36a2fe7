import type { HoursTexts } from './texts.ts'

export const hours: HoursTexts = {
  title: 'Horario',
  today: 'Hoy',
  from: 'Desde',
  closed: 'Cerrado',
  generalEntry: 'Entrada al museo',
  placesLeft: (places) => (places === 1 ? 'queda 1 plaza' : `quedan ${places} plazas`),
  soldOut: 'Agotado',
}

import type { ReportTexts } from './texts.ts'

export const report: ReportTexts = {
  from: 'Von',
  to: 'Bis',
  today: 'Heute',
  lastSevenDays: 'Letzte 7 Tage',
  lastFourWeeks: 'Letzte 4 Wochen',
  lastTwelveWeeks: 'Letzte 12 Wochen',
  groups: 'Balken für',
  days: 'Tage',
  weeks: 'Wochen',
  events: 'Veranstaltungen',
  attendance: 'Besuch',
  attendanceHint: 'Nach dem Datum der Tickets: wie viele verkauft sind, und wie viele davon eingelassen wurden.',
  noTickets: 'Für diesen Zeitraum sind keine Tickets verkauft.',
  sold: 'Verkauft',
  admitted: 'Eingelassen',
  share: 'Anteil',
  admittedOf: (admitted, sold) => `${admitted} von ${sold}`,
  sales: 'Verkäufe',
  salesHint:
    'Nach dem Tag des Verkaufs, wie im Abschluss. Erstattungen stehen an dem Tag, an dem sie ausgezahlt wurden.',
  table: 'Tabelle',
  tickets: 'Tickets',
  amount: 'Betrag',
  refunded: 'Erstattet',
}

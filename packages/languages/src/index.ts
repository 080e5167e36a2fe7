export { type CalendarEntry, iCalendar } from './calendar.ts'
export { dictionaries } from './dictionaries.ts'
export type { Dictionary } from './dictionary.ts'
export {
  formatDate,
  formatDateParts,
  formatDay,
  formatFullDate,
  formatHours,
  formatList,
  formatMoney,
} from './formats.ts'
export { type Language, languages } from './language.ts'

export { type CalendarEntry, iCalendar, placeText } from './calendar.ts'
export { dictionaries } from './dictionaries.ts'
export type { Dictionary } from './en.ts'
export { eventFileTitles } from './event-file-titles.ts'
export { excerptOf } from './excerpt.ts'
export {
  currencyDecimals,
  formatDate,
  formatDateParts,
  formatDay,
  formatFullDate,
  formatHours,
  formatList,
  formatMoment,
  formatMoney,
  formatVisit,
} from './formats.ts'
export { givenBackTexts } from './given-back.ts'
export { isolated } from './isolated.ts'
export { type Language, closestLanguage, languages } from './language.ts'
export { visitEntry } from './visit-entry.ts'
export { type TypedFault, type TypedValue, plainText, readAmount, readCount, readDate } from './typed-values.ts'

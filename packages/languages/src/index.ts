export { dictionaries } from './dictionaries.ts'
export type { Dictionary } from './dictionary.ts'
export { formatDate, formatFullDate, formatHours, formatList, formatMoney } from './formats.ts'
export { type Language, languages } from './language.ts'

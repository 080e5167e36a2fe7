export { type Dictionary, dictionaries } from './dictionary.ts'
export { formatDate, formatFullDate, formatHours, formatMoney } from './formats.ts'
export { type Language, languages } from './language.ts'

import { currencyDecimals } from './formats.ts'
import { languages } from './language.ts'

/** Why a text that a person typed is no value. */
export type TypedFault<Value> = Readonly<{
  /**
   * A number has a separator before three digits, which may be one of thousands; it is not known which number of a date is the
   * month; or the text is no such value at all.
   */
  code: 'thousands-separator' | 'day-or-month' | 'unreadable'
  /** What to type instead, in English: the end of a sentence about the text. */
  detail: string
  /** The values that the text may have. */
  meanings: readonly Value[]
}>
/** What a text is read as that a person typed, or that a spreadsheet wrote. */
export type TypedValue<Value> =
  | Readonly<{ value: Value; fault?: undefined }>
  | Readonly<{ value?: undefined; fault: TypedFault<Value> }>

const ambiguous = <Value>(code: TypedFault<Value>['code'], meanings: readonly Value[]) => ({
  fault: {
    code,
    detail: `must be written as ${meanings.join(' or as ')}${meanings.length > 1 ? ', since it may be either' : ''}`,
    meanings,
  },
})
const unreadable = (detail: string) => ({ fault: { code: 'unreadable', detail, meanings: [] } }) as const
const notAnAmount = unreadable('must be a number such as 12.50')
const notACount = unreadable('must be a whole number, in digits only, such as 120')
const notADate = unreadable('must be a date such as 2030-05-17')

/** No value is longer, and the patterns below are for short texts. */
const maxLength = 60

/**
 * A code, a number or a date without spaces around, with the usual characters in the place of the full-width ones of East Asian
 * keyboards, and a hyphen in the place of any dash, of a minus sign and of the sign that a Japanese keyboard has there. Raised
 * and circled digits stay: `12²` is not 122.
 */
export const plainText = (text: string): string =>
  text
    .replaceAll(/\P{No}+/gu, (part) => part.normalize('NFKC'))
    .replaceAll(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .trim()

/** At most one separator, before the decimals. Four digits after it may be a group: `1,0000` is ten thousand in East Asia. */
const plainNumber = /^(-?\d{1,15})(?:[.,](\d{1,3}))?$/
/** Separators of thousands, and perhaps one before the decimals. Of the spaces that languages have there, one is left in plain texts. */
const groupedNumber = /^(-?[1-9]\d{0,2}(?:[.,'’ ]\d{3})+)(?:[.,](\d{1,2}))?$/

const withoutSeparators = (groups: string) => groups.replaceAll(/[.,'’ ]/g, '')

const readNumber = (plain: string, decimals: number): TypedValue<number> => {
  const [, whole, fraction = ''] = plainNumber.exec(plain) ?? []
  const [, groups, cents = ''] = groupedNumber.exec(plain) ?? []
  const meanings: readonly number[] = [
    ...(groups === undefined ? [] : [Number(`${withoutSeparators(groups)}.${cents}`)]),
    ...(fraction.length === 3 && /^0*$/.test(fraction.slice(decimals)) ? [Number(`${whole}.${fraction}`)] : []),
  ]
  if (meanings.length > 0) return ambiguous('thousands-separator', meanings)
  return whole === undefined ? notAnAmount : { value: Number(`${whole}.${fraction}`) }
}

/**
 * Reads an amount of a currency: `12,50`, `12.5`, `12,50 €`, `１２`. A number with a separator before exactly three digits is a fault,
 * also where it has one meaning only: `1.250` is 1250 for some people and 1.25 for others.
 */
export const readAmount = (text: string, currency: string): TypedValue<number> =>
  text.length > maxLength
    ? notAnAmount
    : readNumber(withoutCurrency(plainText(text), currency), currencyDecimals(currency))

/** Reads a number of things: digits only, `120` or `１２０`. */
export const readCount = (text: string): TypedValue<number> => {
  if (text.length > maxLength) return notACount
  const plain = plainText(text)
  if (/^\d{1,15}$/.test(plain)) return { value: Number(plain) }
  const [, groups, cents] = groupedNumber.exec(plain) ?? []
  return groups === undefined || cents !== undefined
    ? notACount
    : ambiguous('thousands-separator', [Number(withoutSeparators(groups))])
}

/**
 * Reads a date as `YYYY-MM-DD`: `2030-05-17`, `2030/5/17`, `2030年5月17日`, `17.05.2030`. `5/6/2030` is a fault, since it is 5 June in
 * most countries and May 6 in others. Whether the month has the day is not checked.
 */
export const readDate = (text: string): TypedValue<string> => {
  if (text.length > maxLength) return notADate
  const plain = plainText(text)
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(plain) ?? []
  if (year !== undefined) return { value: dateOf(year, month!, day!) }
  const [, first, separator, second, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(plain) ?? []
  if (first === undefined) return notADate
  // With points, the day is first everywhere.
  if (separator === '.') return { value: dateOf(last!, second!, first) }
  const meanings = [dateOf(last!, second!, first), dateOf(last!, first, second!)]
  const real = [...new Set(meanings)].filter(isReal)
  return real.length === 0 ? notADate : ambiguous('day-or-month', real)
}
const isReal = (date: string) => {
  const milliseconds = Date.parse(date)
  // Date.parse takes 2030-02-31 for 2030-03-03.
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(date)
}
const dateOf = (year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** An amount without the sign or the name of its currency, which stands before or after it. */
const withoutCurrency = (plain: string, currency: string) => {
  const lower = plain.toLowerCase()
  for (const name of currencyNames(currency)) {
    if (lower.startsWith(name)) return plain.slice(name.length).trim()
    if (lower.endsWith(name)) return plain.slice(0, -name.length).trim()
  }
  return plain
}

const names = new Map<string, readonly string[]>()
/** How the languages write a currency, in lower case, the longest first: `euros`, `euro`, `eur`, `€`. */
const currencyNames = (currency: string): readonly string[] => {
  const known = names.get(currency)
  if (known !== undefined) return known
  const all = languages.flatMap((language) =>
    (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
      return [1, 2].flatMap((amount) => format.formatToParts(amount).filter(({ type }) => type === 'currency'))
    }),
  )
  const different = [...new Set(all.map(({ value }) => plainText(value).toLowerCase()))]
  const sorted = different.toSorted((a, b) => b.length - a.length)
  names.set(currency, sorted)
  return sorted
}

import { formatDay, formatList, formatMoney } from '../../formats.ts'
import { isolated } from '../../isolated.ts'
import type { Language } from '../../language.ts'

/** The `values` of a problem, or of one of its `errors`, as the API sends them. */
export type ProblemValues = Readonly<Record<string, string | number | null | readonly string[]>>

/** The value is missing, as from a server of an earlier version, or has another type. */
class MissingValue extends Error {
  override readonly name = 'MissingValue'
}

/** Writes the values of a problem in a language, by their names. Each function throws `MissingValue` for a value that is not there. */
export type ProblemWords = Readonly<{
  /** Whether there is a value, which is not null. */
  has: (name: string) => boolean
  /** A number, to count with. */
  count: (name: string) => number
  /** A number as text: `1,250`. */
  number: (name: string) => string
  /** A date: `Mon 7 Dec`. */
  date: (name: string) => string
  /** A time, or an identifier. */
  text: (name: string) => string
  /** Texts as a list: `12:00, 12:30 and 13:00`; empty for none. */
  list: (name: string) => string
  /** The amount in the currency of the value `currency`: `€29.85`. */
  money: (name: string) => string
}>

/** A sentence about a problem, or about one of its faults. */
export type ProblemSentence = string | ((words: ProblemWords) => string)

const problemWords = (language: Language, values: ProblemValues, today: string | undefined): ProblemWords => {
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  const text = (name: string) => {
    const value = valueOf(name)
    if (typeof value !== 'string') throw new MissingValue(name)
    return value
  }
  const count = (name: string) => {
    const value = valueOf(name)
    if (typeof value !== 'number') throw new MissingValue(name)
    return value
  }
  const locale = language === 'en' ? 'en-GB' : language
  return {
    has: (name) => (valueOf(name) ?? null) !== null,
    count,
    number: (name) => new Intl.NumberFormat(locale).format(count(name)),
    date: (name) => {
      const date = text(name)
      if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new MissingValue(name)
      return formatDay(language, date, today ?? date)
    },
    text: (name) => isolated(text(name)),
    list: (name) => {
      const value = valueOf(name)
      if (!Array.isArray(value)) throw new MissingValue(name)
      return formatList(language, value as readonly string[])
    },
    money: (name) => formatMoney(language, Math.round(count(name) * 100), text('currency')),
  }
}

/**
 * The sentence with the values in it; `undefined` when one of them is missing. Dates have their year unless it is that of `today`.
 */
export const sayProblem = (
  language: Language,
  sentence: ProblemSentence,
  values: ProblemValues,
  today?: string,
): string | undefined => {
  if (typeof sentence === 'string') return sentence
  try {
    return sentence(problemWords(language, values, today))
  } catch (error) {
    if (error instanceof MissingValue) return undefined
    throw error
  }
}

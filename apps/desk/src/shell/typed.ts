import { ProblemError, isProblem } from '@museum/client'
import {
  type TypedFault,
  type TypedValue,
  currencyDecimals,
  plainText,
  readAmount,
  readCount,
  readDate,
} from '@museum/languages'
import { formats, texts } from './languages.ts'
import { signedIn } from './session.ts'

/** What a user must type instead. Of a number, the meanings are written in the user's language. */
const sentenceOf = ({ meanings }: TypedFault<string | number>, otherwise: string): string => {
  const { plainNumber } = formats.value
  const [first, second] = meanings.map((each) => (typeof each === 'number' ? plainNumber(each) : each))
  return first === undefined ? otherwise : texts.value.shell.typed.meanings(first, second)
}

const notAnAmount = (): string => {
  const example = currencyDecimals(signedIn().museum.currency) === 0 ? 1_250 : 12.5
  return texts.value.shell.typed.amount(formats.value.plainNumber(example))
}

/** What is wrong with an amount in the museum's currency that a user typed, if anything. */
export const faultOfAmount = (text: string): string | undefined => {
  const { fault } = readAmount(text, signedIn().museum.currency)
  return fault && sentenceOf(fault, notAnAmount())
}

/** What is wrong with a number of things that a user typed, if anything. */
export const faultOfCount = (text: string): string | undefined => {
  const { fault } = readCount(text)
  return fault && sentenceOf(fault, texts.value.shell.typed.count)
}

/**
 * Reads the values of a request as a user typed them. A text that is no value is sent as it is, so that the museum refuses it together
 * with the other faults of the request; `explain` then says what to type instead.
 */
export const typedValues = () => {
  const { count, date } = texts.value.shell.typed
  const { currency } = signedIn().museum
  const faults = new Map<string, string>()
  const valueOf = <Value extends string | number>(
    at: string,
    text: string,
    { value, fault }: TypedValue<Value>,
    otherwise: string,
  ): Value => {
    if (fault !== undefined) faults.set(at, sentenceOf(fault, otherwise))
    return value ?? (plainText(text) as Value)
  }
  return {
    /** An amount in the museum's currency, at a place of the request such as `#/price`. */
    amount: (at: string, text: string) => valueOf(at, text, readAmount(text, currency), notAnAmount()),
    count: (at: string, text: string) => valueOf(at, text, readCount(text), count),
    date: (at: string, text: string) => valueOf(at, text, readDate(text), date),
    hasFaults: (): boolean => faults.size > 0,
    /** The error of the request, with the faults of what was typed in the user's words. */
    explain: (error: unknown): unknown => {
      if (!isProblem(error, 'validation-failed') || faults.size === 0) return error
      const errors = error.errors.map((fault) => {
        const detail = faults.get(fault.pointer ?? '')
        // The code has no sentence, so that the detail is shown.
        return detail === undefined ? fault : { ...fault, code: 'typed', detail }
      })
      return new ProblemError({ ...error.record, errors })
    },
  }
}
export type TypedValues = ReturnType<typeof typedValues>

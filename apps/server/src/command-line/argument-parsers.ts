import { InvalidArgumentError } from 'commander'
import { closest, distance } from 'fastest-levenshtein'
import { DateOrInstant, type Role, Username, roles } from '@museum/application'
import { CalendarDate, Email, EventId, TicketKeyId } from '@museum/domain'
import { readCount } from '@museum/languages'

const quoted = (text: string) => JSON.stringify(text)

type ValueObject<Value> = ((text: string) => Value) &
  Readonly<{ faultOf: (text: string) => Readonly<{ detail: string }> | undefined }>

/** Parses an argument as a value object. The error is `complaint`; without it, the fault that `faultOf` finds. */
const parserOf =
  <Value>(value: ValueObject<Value>, complaint?: string) =>
  (text: string): Value => {
    const fault = value.faultOf(text)
    if (fault === undefined) return value(text)
    throw new InvalidArgumentError(`${quoted(text)} ${complaint ?? `${fault.detail}.`}`)
  }

const exampleId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'
export const parseEventId = parserOf(EventId, `is not the ID of an event, such as ${exampleId}.`)
/** Parses the e-mail address of a purchaser. Addresses of stored tickets are accepted even if purchases refuse them today. */
export const parseEmail = parserOf(Email.stored)
export const parseDate = parserOf(CalendarDate, 'is not a date such as 2030-12-24.')
export const parseDateOrInstant = parserOf(DateOrInstant)
export const parseNewUsername = parserOf(Username)

export const parseCount =
  (min: number, max: number) =>
  (text: string): number => {
    const { value, fault } = readCount(text)
    if (value !== undefined && value >= min && value <= max) return value
    throw new InvalidArgumentError(
      fault?.code === 'thousands-separator'
        ? `${quoted(text)} ${fault.detail}.`
        : `${quoted(text)} is not a whole number from ${min} to ${max}.`,
    )
  }

export const parseWord =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((one) => one === text)
    if (word !== undefined) return word
    throw new InvalidArgumentError(`${quoted(text)} is not ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`)
  }

/** What separates the cells of CSV. */
export type Delimiter = ',' | ';'

/** The option of the commands that write CSV. */
export const delimiterOption = [
  '--delimiter <,|;>',
  'What separates the cells of CSV. With ; decimals have a comma, as spreadsheets in many languages expect.',
  parseWord<Delimiter>(',', ';'),
  ',',
] as const

export const parseTicketKeyId = (text: string): TicketKeyId => {
  const { value } = readCount(text)
  if (value !== undefined && TicketKeyId.faultOf(value) === undefined) return TicketKeyId(value)
  throw new InvalidArgumentError(`${quoted(text)} is not the number of a ticket key, from 1 to 255.`)
}

export const parseRole = (text: string): Role => {
  const role = roles.find((each) => each === text)
  if (role !== undefined) return role
  const nearest = closest(text.toLowerCase(), roles)
  // Only a role with a similar spelling is suggested.
  const suggestion = distance(text.toLowerCase(), nearest) <= 2 ? `; the nearest is ${nearest}` : ''
  throw new InvalidArgumentError(`${quoted(text)} is not a role${suggestion}. The roles are ${roles.join(', ')}.`)
}

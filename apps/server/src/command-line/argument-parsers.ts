import { InvalidArgumentError } from 'commander'
import { closest, distance } from 'fastest-levenshtein'
import { DateOrInstant, type Role, Username, isRole, roles } from '@museum/application'
import {
  CalendarDate,
  CancellationReason,
  ConfirmationCode,
  type ConfirmationCodes,
  Email,
  EventId,
  type MessageType,
  OpeningHours,
  OrderId,
  PaymentMethod,
  PaymentReference,
  TicketId,
  TicketKeyId,
  TimeOfDay,
  WebhookDescription,
  WebhookId,
  type Weekday,
  messageTypes,
  weekdays,
} from '@museum/domain'
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
export const parseOrderId = parserOf(OrderId, `is not the ID of an order, such as ${exampleId}.`)
export const parsePaymentMethod = parserOf(PaymentMethod)
export const parsePaymentReference = parserOf(PaymentReference)
export const parseTicketId = parserOf(TicketId, `is not the ID of a ticket, such as ${exampleId}.`)
export const parseWebhookId = parserOf(WebhookId, `is not the ID of a webhook, such as ${exampleId}.`)
export const parseWebhookDescription = parserOf(WebhookDescription)
/** Parses the e-mail address of a purchaser. Addresses of stored tickets are accepted even if purchases refuse them today. */
export const parseEmail = parserOf(Email.stored)
/** Parses an address to which an e-mail is sent. */
export const parseRecipient = parserOf(Email)
export const parseReason = parserOf(CancellationReason)
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

/** Parses types of messages, separated by commas. */
export const parseMessageTypes = (text: string): readonly MessageType[] =>
  text.split(',').map((word) => {
    const type = messageTypes.find((one) => one === word.trim())
    if (type !== undefined) return type
    throw new InvalidArgumentError(
      `${quoted(word.trim())} is not a type of message; the nearest is ${closest(word.trim(), messageTypes)}.`,
    )
  })

/** Parses a confirmation code as a person or a scanner types it: one of several may be meant. */
export const parseConfirmationCode = (text: string): ConfirmationCodes => {
  const codes = ConfirmationCode.read(text)
  if (codes !== undefined) return codes
  throw new InvalidArgumentError(
    `${quoted(text)} is not a confirmation code, such as ticket-general-e5e5gh-jk234. The letters i, l and o and the ` +
      'digits 0 and 1 are in none.',
  )
}

export const parseTicketKeyId = (text: string): TicketKeyId => {
  const { value } = readCount(text)
  if (value !== undefined && TicketKeyId.faultOf(value) === undefined) return TicketKeyId(value)
  throw new InvalidArgumentError(`${quoted(text)} is not the number of a ticket key, from 1 to 255.`)
}

/** Parses a day of the week in English, in upper or lower case. */
export const parseWeekday = (text: string): Weekday => {
  const weekday = weekdays.find((name) => name === text.toLowerCase())
  if (weekday !== undefined) return weekday
  const nearest = closest(text.toLowerCase(), weekdays)
  throw new InvalidArgumentError(`${quoted(text)} is not a day of the week; the nearest is ${nearest}.`)
}

/** Parses opening hours, such as 10:00-18:00, or one of the words. */
export const parseHours =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): OpeningHours | Word => {
    const word = words.find((one) => one === text)
    if (word !== undefined) return word
    // Word processors replace the hyphen with a dash.
    const [timeOpen, timeClose, ...rest] = text.split(/[-–]/)
    for (const time of [timeOpen, timeClose])
      if (time === undefined || rest.length > 0 || TimeOfDay.faultOf(time) !== undefined)
        throw new InvalidArgumentError(
          `${quoted(text)} is neither hours such as 10:00-18:00 nor ${words.join(' nor ')}.`,
        )
    const hours = { timeOpen: TimeOfDay(timeOpen!), timeClose: TimeOfDay(timeClose!) }
    const fault = OpeningHours.faultOf(hours)
    if (fault !== undefined) throw new InvalidArgumentError(`${quoted(text)} ${fault.detail}.`)
    return OpeningHours(hours)
  }

export const parseRole = (text: string): Role => {
  if (isRole(text)) return text
  const nearest = closest(text.toLowerCase(), roles)
  // Only a role with a similar spelling is suggested.
  const suggestion = distance(text.toLowerCase(), nearest) <= 2 ? `; the nearest is ${nearest}` : ''
  throw new InvalidArgumentError(`${quoted(text)} is not a role${suggestion}. The roles are ${roles.join(', ')}.`)
}

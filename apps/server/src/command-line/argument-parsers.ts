import { InvalidArgumentError } from 'commander'
import { closest, distance } from 'fastest-levenshtein'
import { DateOrInstant, type Role, Username, isRole, roles } from '@museum/application'
import {
  CalendarDate,
  CancellationReason,
  ConfirmationCode,
  Email,
  EventId,
  OpeningHours,
  TicketId,
  TicketKeyId,
  TimeOfDay,
  type Weekday,
  weekdays,
} from '@museum/domain'

const quoted = (text: string) => JSON.stringify(text)

/** A whole number from `min` to `max`. */
export const parseCount =
  (min: number, max: number) =>
  (text: string): number => {
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    throw new InvalidArgumentError(`${quoted(text)} is not a whole number from ${min} to ${max}.`)
  }

/** One of the words. */
export const parseWord =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((one) => one === text)
    if (word !== undefined) return word
    throw new InvalidArgumentError(`${quoted(text)} is not ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`)
  }

/** The identifier of a special event. */
export const parseEventId = (text: string): EventId => {
  if (EventId.faultOf(text) === undefined) return EventId(text)
  throw new InvalidArgumentError(`${quoted(text)} is not the ID of an event, such as ${exampleId}.`)
}

/** The identifier of a ticket. */
export const parseTicketId = (text: string): TicketId => {
  if (TicketId.faultOf(text) === undefined) return TicketId(text)
  throw new InvalidArgumentError(`${quoted(text)} is not the ID of a ticket, such as ${exampleId}.`)
}
const exampleId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

/** A confirmation code as a person types it. */
export const parseConfirmationCode = (text: string): ConfirmationCode => {
  const code = ConfirmationCode.read(text)
  if (code !== undefined) return code
  throw new InvalidArgumentError(
    `${quoted(text)} is not a confirmation code, such as ticket-general-e5e5gh-jk234. The letters i, l and o and the ` +
      'digits 0 and 1 are in none.',
  )
}

/** The e-mail address of a purchaser. */
export const parseEmail = (text: string): Email => {
  const fault = Email.faultOf(text)
  if (fault === undefined) return Email(text)
  throw new InvalidArgumentError(`${quoted(text)} ${fault.detail}.`)
}

/** Why a ticket is cancelled. */
export const parseReason = (text: string): CancellationReason => {
  const fault = CancellationReason.faultOf(text)
  if (fault === undefined) return CancellationReason(text)
  throw new InvalidArgumentError(`${quoted(text)} ${fault.detail}.`)
}

/** The number of a ticket key. */
export const parseTicketKeyId = (text: string): TicketKeyId => {
  if (/^\d+$/.test(text) && TicketKeyId.faultOf(Number(text)) === undefined) return TicketKeyId(Number(text))
  throw new InvalidArgumentError(`${quoted(text)} is not the number of a ticket key, from 1 to 255.`)
}

/** A date, or a moment with its offset from UTC. */
export const parseDateOrInstant = (text: string): DateOrInstant => {
  const fault = DateOrInstant.faultOf(text)
  if (fault === undefined) return DateOrInstant(text)
  throw new InvalidArgumentError(`${quoted(text)} ${fault.detail}.`)
}

/** A date, such as 2030-12-24. */
export const parseDate = (text: string): CalendarDate => {
  if (CalendarDate.faultOf(text) === undefined) return CalendarDate(text)
  throw new InvalidArgumentError(`${quoted(text)} is not a date such as 2030-12-24.`)
}

/** A day of the week in English, in any case. */
export const parseWeekday = (text: string): Weekday => {
  const weekday = weekdays.find((name) => name === text.toLowerCase())
  if (weekday !== undefined) return weekday
  const nearest = closest(text.toLowerCase(), weekdays)
  throw new InvalidArgumentError(`${quoted(text)} is not a day of the week; the nearest is ${nearest}.`)
}

/** Opening hours, such as 10:00-18:00, or one of the words. */
export const parseHours =
  <Word extends string>(...words: readonly Word[]) =>
  (text: string): OpeningHours | Word => {
    const word = words.find((one) => one === text)
    if (word !== undefined) return word
    // Word processors write a dash in place of the hyphen.
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

/** The name of a new user. */
export const parseNewUsername = (text: string): Username => {
  const fault = Username.faultOf(text)
  if (fault === undefined) return Username(text)
  throw new InvalidArgumentError(`${quoted(text)} ${fault.detail}.`)
}

/** The role of a user. */
export const parseRole = (text: string): Role => {
  if (isRole(text)) return text
  const nearest = closest(text.toLowerCase(), roles)
  // A role that has nothing to do with the text is no suggestion.
  const suggestion = distance(text.toLowerCase(), nearest) <= 2 ? `; the nearest is ${nearest}` : ''
  throw new InvalidArgumentError(`${quoted(text)} is not a role${suggestion}. The roles are ${roles.join(', ')}.`)
}

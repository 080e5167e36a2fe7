import { type CalendarEntry, placeText } from './calendar.ts'
import { dictionaries } from './dictionaries.ts'
import { isolated } from './isolated.ts'
import type { Language } from './language.ts'

/** What tickets that were sold together are for, at one time. Dates are `YYYY-MM-DD`, times `HH:mm`. */
type Visit = Readonly<{
  ticketDate: string
  entryTime?: string | undefined
  /** Absent for general entry, which has the hours of the museum. */
  event?: Readonly<{ name: string; location: string }> | undefined
  openingHours?: Readonly<{ timeOpen: string; timeClose: string }> | undefined
  confirmationCodes: readonly string[]
}>

type Museum = Readonly<{
  museumName: string
  /** The postal address, of one line or several. */
  address?: string | undefined
  language: Language
  /** The address from which e-mails are sent. */
  mailFrom: string
  /** The moment of a time on the museum's clock, in milliseconds since 1970. */
  momentOf: (date: string, time: string) => number
}>

/**
 * A visit as an entry of a calendar. `at` is the moment of the change that it shows. The e-mails and the pages of a visitor have the
 * same `uid` for a visit, so that a calendar has it once.
 */
export const visitEntry = (
  { ticketDate, entryTime, event, openingHours, confirmationCodes }: Visit,
  version: Pick<CalendarEntry, 'uid' | 'at' | 'isCancelled' | 'url'>,
  { museumName, address, language, mailFrom, momentOf }: Museum,
): CalendarEntry => {
  const { ticketImage, mail: words, occasion } = dictionaries[language]
  return {
    ...version,
    // Not a count, which would have to be stored: the seconds since 2020 grow with each change as well.
    sequence: Math.max(0, Math.floor((version.at - Date.UTC(2020, 0, 1)) / 1_000)),
    date: ticketDate,
    period: periodOf(),
    summary: event ? isolated(event.name) : occasion(ticketImage.generalEntry, isolated(museumName)),
    location: placeText(...[event?.location, museumName, address].map((part) => part && isolated(part))),
    description: confirmationCodes.map((code) => words.labelled(words.confirmationCode, code)).join('\n'),
    organizer: { name: museumName, address: mailFrom },
  }

  /** From the entry time on a visit takes as long as the visitor likes. */
  function periodOf() {
    if (entryTime !== undefined) return { start: momentOf(ticketDate, entryTime) }
    if (event !== undefined || openingHours === undefined) return undefined
    const { timeOpen, timeClose } = openingHours
    return { start: momentOf(ticketDate, timeOpen), end: momentOf(ticketDate, timeClose) }
  }
}

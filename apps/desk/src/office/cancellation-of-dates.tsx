import type { Attendance } from '@museum/client'
import type { Cancellation } from '../shell/cancellation-dialog.tsx'
import { asManyDaysAsFit } from '../shell/as-many-days-as-fit.ts'
import { addDays } from '../shell/dates.ts'
import { formats, office, texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'

/** A reservation that ends, with the places that it holds on the dates. */
type EndedReservation = Readonly<{ reservationId: string; label: string | undefined; places: number }>

/** The most dates of a report of the API. */
const reportDays = 366

/**
 * Reads what the removal of dates of an event cancels: the valid tickets of these dates, not the used ones, and the reservations that
 * hold places on them. The museum writes no e-mail about a past date.
 */
export const cancellationOfDates = async (
  eventId: string,
  dates: readonly string[],
  signal: AbortSignal,
): Promise<Cancellation & Readonly<{ reservations: number }>> => {
  const { client, museum } = signedIn()
  const places = (await client.getEventAvailability(eventId, { signal })).filter(({ date }) => dates.includes(date))
  const sold = places.filter(({ sold }) => sold > 0)
  // Before its date, no ticket is used.
  const begun = sold.map(({ date }) => date).filter((date) => date <= museum.today)
  const admitted = new Map(
    (await attendanceOf(begun, signal))
      .filter((row) => row.eventId === eventId)
      .map(({ date, sold, admitted }) => [date, sold - admitted]),
  )
  const valid = sold.map(({ date, sold }) => ({ date, tickets: admitted.get(date) ?? sold }))
  const held = places.filter(({ held = 0 }) => held > 0).map(({ date }) => date)
  const reservations = await reservationsOf(eventId, held, signal)
  return {
    tickets: valid.reduce((sum, { tickets }) => sum + tickets, 0),
    isMailed: valid.some(({ date, tickets }) => tickets > 0 && date >= museum.today),
    reservations: reservations.length,
    ...(reservations.length > 0 && { others: <EndedReservations reservations={reservations} /> }),
  }
}

/** The reservations that hold places of an event on these dates. */
const reservationsOf = async (
  eventId: string,
  dates: readonly string[],
  signal: AbortSignal,
): Promise<readonly EndedReservation[]> => {
  const found = new Map<string, EndedReservation>()
  for (const date of dates)
    for await (const { reservationId, label, items } of signedIn().client.listReservations(
      { date, limit: 100 },
      { signal },
    )) {
      const places = items
        .filter((item) => item.eventId === eventId && dates.includes(item.ticketDate))
        .reduce((sum, { quantity }) => sum + quantity, 0)
      if (places > 0) found.set(reservationId, { reservationId, label, places })
    }
  return [...found.values()]
}

const shownReservations = 10

const EndedReservations = ({ reservations }: Readonly<{ reservations: readonly EndedReservation[] }>) => {
  const words = office.value
  const { shell } = texts.value
  const { number } = formats.value
  const count = reservations.length
  return (
    <>
      <p>
        <strong>{words.endsReservations(count, number(count))}</strong>
      </p>
      <ul>
        {reservations.slice(0, shownReservations).map(({ reservationId, label, places }) => (
          <li key={reservationId}>
            <bdi>{label ?? shell.withoutLabel}</bdi>: {shell.places(places, number(places))}
          </li>
        ))}
        {count > shownReservations && <li>{words.moreDates(number(count - shownReservations))}</li>}
      </ul>
    </>
  )
}

/** The attendance of these dates and of those between them, in reports of as many days as the API allows. */
const attendanceOf = async (dates: readonly string[], signal: AbortSignal): Promise<Attendance['rows']> => {
  const [from, last] = [dates[0], dates.at(-1)]
  if (from === undefined || last === undefined) return []
  const { rows, to } = await asManyDaysAsFit(reportDays, (days) =>
    signedIn().client.getAttendance({ from, to: [addDays(from, days - 1), last].toSorted()[0]! }, { signal }),
  )
  return [
    ...rows,
    ...(await attendanceOf(
      dates.filter((date) => date > to),
      signal,
    )),
  ]
}

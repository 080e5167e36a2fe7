import type { SpecialEvent } from '@museum/client'
import { RunButton } from '../shell/action.tsx'
import { addDays } from '../shell/dates.ts'
import { Field } from '../shell/form.tsx'
import { formats, language, office, texts } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import type { PageProps } from '../shell/page.ts'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { EventEditor } from './event-editor.tsx'

/** The events of a month, the form of one, or the deleted ones. */
export const Events = ({ segments: [eventId] }: PageProps) => {
  if (eventId === 'new') return <EventEditor key="new" />
  if (eventId === 'deleted') return <DeletedEvents />
  return eventId === undefined ? <Month /> : <EventEditor key={eventId} eventId={eventId} />
}

const shownEvents = 100
const isMonth = (text: string | null): text is string => text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
const lastDayOf = (month: string) => {
  const next = new Date(`${month}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return addDays(next.toISOString().slice(0, 10), -1)
}

const Month = () => {
  const words = office.value
  const { today } = signedIn().museum
  const given = route.value.query.get('month')
  const month = isMonth(given) ? given : today.slice(0, 7)
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const loaded = useLoaded(
    (signal) =>
      signedIn().client.listSpecialEvents({ startDate: first, endDate: last, limit: shownEvents }, { signal }).page(),
    [month],
    { seconds: 15 },
  )
  const show = (next: string) => navigate(hrefOf(['office', 'events'], { month: next }))
  return (
    <>
      <div class="row office-head">
        <h1>{texts.value.report.events}</h1>
        <a class="button primary" href={hrefOf(['office', 'events', 'new'])}>
          {words.newEvent}
        </a>
        <a href={hrefOf(['office', 'events', 'deleted'])}>{words.deletedEvents}</a>
      </div>
      <div class="row">
        <button type="button" onClick={() => show(addDays(first, -1).slice(0, 7))}>
          {words.previousMonth}
        </button>
        <Field label={<span class="visually-hidden">{words.month}</span>}>
          <input
            type="month"
            value={month}
            onChange={({ currentTarget: { value } }) => {
              if (isMonth(value)) show(value)
            }}
          />
        </Field>
        <button type="button" onClick={() => show(addDays(last, 1).slice(0, 7))}>
          {words.nextMonth}
        </button>
      </div>
      <Show loaded={loaded}>
        {({ items, total }) => (
          <>
            <Calendar first={first} last={last} today={today} events={items} />
            {(total === undefined || total > items.length) && <p class="note note-warning">{words.moreEvents}</p>}
            <EventList events={items} />
          </>
        )}
      </Show>
    </>
  )
}

/** The month as weeks from Monday on. On a phone, the list alone is shown. */
const Calendar = ({
  first,
  last,
  today,
  events,
}: Readonly<{ first: string; last: string; today: string; events: readonly SpecialEvent[] }>) => {
  const words = office.value
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const start = addDays(first, -before)
  const weeks = Math.ceil((before + Number(last.slice(8))) / 7)
  const weekday = new Intl.DateTimeFormat(language.value, { weekday: 'short', timeZone: 'UTC' })
  return (
    <table class="calendar">
      <caption class="visually-hidden">{words.month}</caption>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, day) => (
            <th key={day} scope="col">
              {weekday.format(new Date(`${addDays(start, day)}T00:00:00Z`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeks }, (_, week) => (
          <tr key={week}>
            {Array.from({ length: 7 }, (_, day) => {
              const date = addDays(start, week * 7 + day)
              const isOutside = date < first || date > last
              return (
                <td key={date} class={date === today ? 'calendar-today' : isOutside ? 'calendar-outside' : ''}>
                  <time dateTime={date}>{Number(date.slice(8))}</time>
                  {!isOutside &&
                    events
                      .filter(({ dates }) => dates.includes(date))
                      .map(({ eventId, name }) => (
                        <a key={eventId} href={hrefOf(['office', 'events', eventId])}>
                          <bdi>{name}</bdi>
                        </a>
                      ))}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const EventList = ({ events }: Readonly<{ events: readonly SpecialEvent[] }>) => {
  const { money, shortDate, number } = formats.value
  const words = office.value
  return (
    <List items={events} empty={texts.value.shell.noEvents}>
      {({ eventId, name, location, dates, price }) => (
        <li key={eventId}>
          <div>
            <a href={hrefOf(['office', 'events', eventId])}>
              <bdi>{name}</bdi>
            </a>
            <p class="quiet">
              <bdi>{location}</bdi>
            </p>
          </div>
          <p>
            {dates.slice(0, 3).map(shortDate).join(', ')}
            {dates.length > 3 && ` ${words.moreDates(number(dates.length - 3))}`}
          </p>
          <p class="number">{money(price)}</p>
        </li>
      )}
    </List>
  )
}

/** The events that were deleted, the latest deletion first, and their restoration. */
const DeletedEvents = () => {
  const words = office.value
  const { dateTime, shortDate } = formats.value
  const loaded = useLoaded(
    (signal) => signedIn().client.listDeletedSpecialEvents({ limit: shownEvents }, { signal }).page(),
    [],
    { seconds: 15 },
  )
  return (
    <>
      <a href={hrefOf(['office', 'events'])}>{words.back}</a>
      <h1>{words.deletedEvents}</h1>
      <p class="quiet">{words.restoreHint}</p>
      <Show loaded={loaded}>
        {({ items }) => (
          <List items={items} empty={words.noDeletedEvents}>
            {({ eventId, name, dates, deletedAt }) => (
              <li key={eventId}>
                <div>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <p class="quiet">{shortDate(dates[0] ?? '1970-01-01')}</p>
                </div>
                <p>{words.deletedAt(dateTime(deletedAt))}</p>
                <RunButton
                  work={(signal) => signedIn().client.restoreSpecialEvent(eventId, { signal })}
                  onDone={() => navigate(hrefOf(['office', 'events', eventId]))}
                  aria-label={`${words.restore}: ${name}`}
                >
                  {words.restore}
                </RunButton>
              </li>
            )}
          </List>
        )}
      </Show>
    </>
  )
}

import type { AvailabilityOfDate } from '@museum/client'
import { asManyDaysAsFit } from '../shell/as-many-days-as-fit.ts'
import { addDays, isDate } from '../shell/dates.ts'
import { Field } from '../shell/form.tsx'
import { formats, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { Places } from '../shell/places.tsx'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import './hours.css'

const shownDays = 14

/** The hours, the events and the places of today and the next days, or from another date on. */
const HoursPage = () => {
  const { hours: words } = texts.value
  const { today } = signedIn().museum
  const given = route.value.query.get('from')
  const from = isDate(given) ? given : today
  const loaded = useLoaded(
    (signal) =>
      asManyDaysAsFit(shownDays, (days) =>
        signedIn().client.getAvailability({ startDate: from, endDate: addDays(from, days - 1) }, { signal }),
      ),
    [from],
    { seconds: 15 },
  )
  return (
    <>
      <div class="apart filters">
        <h1>{words.title}</h1>
        <Field label={words.from}>
          <input
            type="date"
            required
            value={from}
            min={today}
            onChange={({ currentTarget: { value } }) => {
              if (isDate(value)) navigate(hrefOf(['hours'], { from: value }))
            }}
          />
        </Field>
      </div>
      <Show loaded={loaded}>
        {(days) => (
          <div>
            {days.map((day) => (
              <Day key={day.date} day={day} isToday={day.date === today} />
            ))}
          </div>
        )}
      </Show>
    </>
  )
}

const Day = ({
  day: { date, generalEntry, events },
  isToday,
}: Readonly<{ day: AvailabilityOfDate; isToday: boolean }>) => {
  const { shell: words } = texts.value
  const { fullDate, hours, money } = formats.value
  return (
    <article class={isToday ? 'hours-day card hours-today' : 'hours-day'}>
      <header>
        {isToday && <p class="hours-label">{words.today}</p>}
        <h2>
          <time dateTime={date}>{fullDate(date)}</time>
        </h2>
        <p class={generalEntry === null ? 'hours-closed' : undefined}>
          {generalEntry === null ? words.closed : <bdi dir="ltr">{hours(generalEntry)}</bdi>}
        </p>
      </header>
      <ul class="stack">
        {generalEntry !== null && (
          <li>
            <strong>{words.generalEntry}</strong>
            <p class="number">{money(generalEntry.price)}</p>
            <Places available={generalEntry.available} capacity={generalEntry.capacity} />
          </li>
        )}
        {events.map(({ eventId, name, location, price, available, capacity }) => (
          <li key={eventId} class="hours-event">
            <div>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <p class="quiet">
                <bdi>{location}</bdi>
              </p>
            </div>
            <p class="number">{money(price)}</p>
            <Places available={available} capacity={capacity} />
          </li>
        ))}
      </ul>
    </article>
  )
}

export default HoursPage

import type { Availability } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, forgetDone, useAction } from '../shell/action.tsx'
import { addDays, isDate } from '../shell/dates.ts'
import { Field, Form } from '../shell/form.tsx'
import { formats, office, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import type { EntryTimeStore } from './entry-time-store.ts'
import { PlacesInput, focusUnread, placesOf } from './places-input.tsx'
import { TakeTheirs } from './take-theirs.tsx'
import { useUnsaved } from './unsaved.tsx'
import { type Exception, withPlacesOn } from './with-exception.ts'

const shownDays = 7

/** The entry times of a week, as the museum sells them, with the places of each day. */
export const EntryTimeWeek = (store: EntryTimeStore) => {
  const { hours, shell } = texts.value
  const { entryTimes: words } = office.value
  const { number, fullDate } = formats.value
  const { today } = signedIn().museum
  const from = useSignal(today)
  const last = addDays(from.value, shownDays - 1)
  const loaded = useLoaded(
    (signal) =>
      signedIn()
        .client.getGeneralEntryAvailability({ startDate: from.value, endDate: last, limit: shownDays }, { signal })
        .page(),
    [from.value, store.stored.etag],
    { seconds: 15 },
  )
  const summary = (day: Availability | undefined) => {
    if (day === undefined) return shell.closed
    if (day.entryTimes?.length === 0) return words.allEnded
    if (day.entryTimes === undefined) return words.noTimes
    const places = day.capacity === null ? undefined : number(day.capacity)
    return words.timesAndPlaces(day.entryTimes.length, places)
  }
  return (
    <section class="stack entry-time-week" aria-label={words.week}>
      <h2>{words.week}</h2>
      <div class="row filters">
        <Field label={hours.from}>
          <input
            type="date"
            value={from.value}
            min={today}
            onChange={({ currentTarget: { value } }) => {
              if (isDate(value) && value >= today) from.value = value
            }}
          />
        </Field>
        {from.value > today && (
          <button
            type="button"
            onClick={() => (from.value = [addDays(from.value, -shownDays), today].toSorted().at(-1)!)}
          >
            {shell.previous}
          </button>
        )}
        <button type="button" onClick={() => (from.value = addDays(from.value, shownDays))}>
          {shell.next}
        </button>
      </div>
      <Show loaded={loaded}>
        {({ items }) =>
          Array.from({ length: shownDays }, (_, n) => {
            const date = addDays(from.value, n)
            const day = items.find((each) => each.date === date)
            const text = (
              <>
                <time dateTime={date}>{fullDate(date)}</time>: <bdi>{summary(day)}</bdi>
              </>
            )
            return day === undefined || !day.entryTimes?.length ? (
              <p key={date} class="quiet">
                {text}
              </p>
            ) : (
              <details key={date}>
                <summary>
                  <span>{text}</span>
                </summary>
                <Day {...store} day={day} entryTimes={day.entryTimes} />
              </details>
            )
          })
        }
      </Show>
    </section>
  )
}

/** The places of each entry time of a day, which can be changed; and all at once. */
const Day = ({
  day: { date, sold, held = 0 },
  entryTimes,
  stored,
  put,
  take,
}: EntryTimeStore & Readonly<{ day: Availability; entryTimes: NonNullable<Availability['entryTimes']> }>) => {
  const { report } = texts.value
  const { entryTimes: words } = office.value
  const { number } = formats.value
  /** What was typed, by entry time. */
  const typed = useSignal<ReadonlyMap<string, string>>(new Map())
  const all = useSignal('')
  const table = useRef<HTMLTableElement>(null)
  useUnsaved(() => [typed.peek().size, 0])
  // The museum counts all tickets of the day, and names the times that it still sells.
  const atOtherTimes = entryTimes.reduce((rest, each) => rest - each.sold, sold)
  const textOf = ({ entryTime, capacity }: (typeof entryTimes)[number]) =>
    typed.value.get(entryTime) ?? String(capacity ?? '')
  const { exceptions } = stored.settings
  const ofOtherDates = exceptions.filter((each) => each.date !== date)
  const action = useAction(async (signal, changed: readonly Exception[]) => {
    await put({ exceptions: changed }, signal)
    typed.value = new Map()
    all.value = ''
    return true
  })
  const save = () => {
    if (focusUnread(table.current)) return
    const places = new Map(entryTimes.map((each) => [each.entryTime, placesOf(textOf(each))]))
    void action.run(withPlacesOn(exceptions, date, places, new Set(typed.value.keys())))
  }
  return (
    <Form action={action} class="stack" onInput={forgetDone(action)} onSubmit={save}>
      <table ref={table}>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col" class="number">
              {report.sold}
            </th>
            <th scope="col">{words.places}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.allTimes}</th>
            <td class="number">
              {number(sold)}
              {held > 0 && <p class="hint">{words.andReserved(number(held))}</p>}
              {atOtherTimes > 0 && <p class="hint">{words.ofThemAtOtherTimes(number(atOtherTimes))}</p>}
            </td>
            <td>
              <PlacesInput
                label={words.allTimes}
                text={all.value}
                onInput={(text) => {
                  all.value = text
                  typed.value = new Map(text === '' ? [] : entryTimes.map(({ entryTime }) => [entryTime, text]))
                }}
              />
            </td>
          </tr>
          {entryTimes.map((each) => (
            <tr key={each.entryTime}>
              <th scope="row">
                <bdi dir="ltr">{each.entryTime}</bdi>
              </th>
              <td class="number">
                {number(each.sold)}
                {each.held !== undefined && <p class="hint">{words.andReserved(number(each.held))}</p>}
              </td>
              <td>
                <PlacesInput
                  label={words.placesAt(each.entryTime)}
                  text={textOf(each)}
                  onInput={(text) => (typed.value = new Map([...typed.value, [each.entryTime, text]]))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{office.value.capacityHint}</p>
      <TakeTheirs save={action} take={take} />
      <ActionStatus action={action} done={office.value.saved} saidElsewhere={['precondition-failed']} />
      <div class="row">
        <ActionButton action={action}>{office.value.save}</ActionButton>
        {ofOtherDates.length < exceptions.length && (
          <button
            type="button"
            onClick={({ currentTarget }) => {
              // This button goes.
              currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
              void action.run(ofOtherDates)
            }}
          >
            {words.asRule}
          </button>
        )}
      </div>
    </Form>
  )
}

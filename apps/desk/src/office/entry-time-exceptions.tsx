import { isolated } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, language, office, texts } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { signedIn } from '../shell/session.ts'
import type { EntryTimeStore } from './entry-time-store.ts'
import { PlacesInput, focusUnread, placesOf } from './places-input.tsx'
import { TakeTheirs } from './take-theirs.tsx'
import { type Exception, withException } from './with-exception.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const isWeekday = (text: string): text is (typeof weekdays)[number] => weekdays.some((day) => day === text)

/** The dates, from today on, and the weekdays with other places; another one for a weekday. The week has those for a date. */
export const EntryTimeExceptions = ({ stored, put, take }: EntryTimeStore) => {
  const { entryTimes: words } = office.value
  const { number, fullDate } = formats.value
  const { today } = signedIn().museum
  const weekdayName = (weekday: (typeof weekdays)[number]) =>
    new Intl.DateTimeFormat(language.value, { weekday: 'long', timeZone: 'UTC' }).format(
      // 2024-01-01 was a Monday.
      new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday))),
    )
  const nameOf = ({ date, weekday, entryTime }: Exception) => {
    const day = date === undefined ? (weekday === undefined ? words.everyDay : weekdayName(weekday)) : fullDate(date)
    return entryTime === undefined ? day : `${day}, ${isolated(entryTime)}`
  }
  const removal = useAction((signal, removed: Exception) =>
    put({ exceptions: stored.settings.exceptions.filter((each) => each !== removed) }, signal),
  )
  const weekday = useSignal('')
  const entryTime = useSignal('')
  const places = useSignal('')
  const form = useRef<HTMLDivElement>(null)
  const addition = useAction(async (signal) => {
    const added = {
      ...(isWeekday(weekday.value) && { weekday: weekday.value }),
      ...(entryTime.value !== '' && { entryTime: entryTime.value }),
      capacity: placesOf(places.value),
    }
    await put({ exceptions: withException(stored.settings.exceptions, added) }, signal)
    entryTime.value = places.value = ''
    return true
  })
  return (
    <section class="stack entry-time-exceptions" aria-label={words.exceptions}>
      <h2>{words.exceptions}</h2>
      <p class="quiet">{words.exceptionsHint}</p>
      <List
        items={stored.settings.exceptions.filter(({ date }) => date === undefined || date >= today)}
        empty={words.noExceptions}
      >
        {(exception) => (
          <li key={`${exception.date} ${exception.weekday} ${exception.entryTime}`}>
            <span>{nameOf(exception)}</span>
            <span>{exception.capacity === null ? words.noLimit : words.placesEach(number(exception.capacity))}</span>
            <button
              type="button"
              class="plain"
              aria-label={texts.value.shell.remove(nameOf(exception))}
              onClick={() => void removal.run(exception)}
            >
              ✕
            </button>
          </li>
        )}
      </List>
      <TakeTheirs save={removal} take={take} />
      <ActionStatus action={removal} />
      <Form action={addition} class="stack" onSubmit={() => !focusUnread(form.current) && addition.run()}>
        <div class="row filters" ref={form}>
          <Field label={words.day}>
            <select value={weekday.value} onChange={({ currentTarget }) => (weekday.value = currentTarget.value)}>
              <option value="">{words.everyDay}</option>
              {weekdays.map((each) => (
                <option key={each} value={each}>
                  {weekdayName(each)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={words.time}>
            <input
              type="time"
              value={entryTime.value}
              onChange={({ currentTarget }) => (entryTime.value = currentTarget.value)}
            />
          </Field>
          <label class="field">
            <span>{words.places}</span>
            <PlacesInput label={words.places} text={places.value} onInput={(text) => (places.value = text)} />
          </label>
          <ActionButton action={addition} class="">
            {words.add}
          </ActionButton>
        </div>
        <p class="hint">{words.addHint}</p>
        <TakeTheirs save={addition} take={take} />
        <ActionStatus action={addition} done={office.value.saved} />
      </Form>
    </section>
  )
}

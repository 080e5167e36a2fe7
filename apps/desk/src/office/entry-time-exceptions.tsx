import { isolated } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, forgetDone, useAction } from '../shell/action.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, language, office, texts } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { signedIn } from '../shell/session.ts'
import { faultOfCount } from '../shell/typed.ts'
import type { EntryTimeStore } from './entry-time-store.ts'
import { PlacesInput, placesOf } from './places-input.tsx'
import { TakeTheirs } from './take-theirs.tsx'
import { useUnsaved } from './unsaved.tsx'
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
  /** A weekday or `every`; empty until it is chosen. */
  const day = useSignal('')
  const entryTime = useSignal('')
  const places = useSignal('')
  const isUnlimited = useSignal(false)
  useUnsaved(() => [
    [places.peek(), isUnlimited.peek()],
    ['', false],
  ])
  /** Whether what is missing is said. */
  const isTried = useSignal(false)
  const form = useRef<HTMLDivElement>(null)
  const addition = useAction(async (signal) => {
    const added = {
      ...(isWeekday(day.value) && { weekday: day.value }),
      ...(entryTime.value !== '' && { entryTime: entryTime.value }),
      capacity: isUnlimited.value ? null : placesOf(places.value),
    }
    await put({ exceptions: withException(stored.settings.exceptions, added) }, signal)
    entryTime.value = places.value = ''
    isUnlimited.value = isTried.value = false
    return true
  })
  const hasPlaces = isUnlimited.value || (places.value.trim() !== '' && faultOfCount(places.value) === undefined)
  const add = () => {
    isTried.value = true
    if (day.value !== '' && hasPlaces) void addition.run()
    else {
      forgetDone(addition)()
      // What is missing is marked first.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    }
  }
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
              onClick={() => {
                forgetDone(addition)()
                void removal.run(exception)
              }}
            >
              ✕
            </button>
          </li>
        )}
      </List>
      <TakeTheirs save={removal} take={take} />
      <ActionStatus action={removal} saidElsewhere={['precondition-failed']} />
      <Form action={addition} class="stack" onInput={forgetDone(addition)} onSubmit={add}>
        <div class="row filters" ref={form}>
          <Field label={words.day} fault={isTried.value && day.value === '' ? words.dayMissing : undefined}>
            <select value={day.value} onChange={({ currentTarget }) => (day.value = currentTarget.value)}>
              <option value="">–</option>
              <option value="every">{words.everyDay}</option>
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
            <PlacesInput
              label={words.places}
              text={places.value}
              missing={isTried.value && !isUnlimited.value ? words.placesMissing : undefined}
              disabled={isUnlimited.value}
              onInput={(text) => (places.value = text)}
            />
          </label>
          <label class="choice">
            <input
              type="checkbox"
              checked={isUnlimited.value}
              onChange={({ currentTarget }) => {
                isUnlimited.value = currentTarget.checked
                places.value = ''
              }}
            />
            {words.noLimit}
          </label>
          <ActionButton action={addition} class="">
            {words.add}
          </ActionButton>
        </div>
        <p class="hint">{words.addHint}</p>
        <TakeTheirs save={addition} take={take} />
        <ActionStatus action={addition} done={office.value.saved} saidElsewhere={['precondition-failed']} />
      </Form>
    </section>
  )
}

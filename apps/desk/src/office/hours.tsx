import type { ScheduleFields } from '@museum/client'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Form } from '../shell/form.tsx'
import { language, office, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { Faults } from '../shell/problem-note.tsx'
import { signedIn } from '../shell/session.ts'
import { TakeTheirs } from './take-theirs.tsx'
import { TicketsSold } from './tickets-sold.tsx'
import { useUnsaved } from './unsaved.tsx'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Hours = Readonly<{ timeOpen: string; timeClose: string }>
type Draft = Readonly<{
  week: Readonly<Record<(typeof days)[number], Hours | null>>
  /** Without times, the museum is closed on the date. */
  exceptions: readonly Readonly<{ date: string; hours: Hours | null }>[]
}>
type Stored = Readonly<{ draft: Draft; etag: string }>

const usualHours: Hours = { timeOpen: '10:00', timeClose: '18:00' }

const read = async (signal?: AbortSignal): Promise<Stored> => {
  const { data, response } = await signedIn().client.getSchedule({ signal }).withResponse()
  const exceptions = data!.exceptions.map(({ date, timeOpen, timeClose }) => ({
    date,
    hours: timeOpen == null || timeClose == null ? null : { timeOpen, timeClose },
  }))
  return { draft: { week: data!.week, exceptions }, etag: response.headers.get('ETag')! }
}
const fieldsOf = ({ week, exceptions }: Draft): ScheduleFields => ({
  week,
  exceptions: exceptions.map(({ date, hours }) => ({ date, ...hours })),
})

/** The hours of the week, and the dates with other hours or none. */
export const Hours = () => {
  const loaded = useLoaded(read, [])
  return (
    <>
      <h1>{office.value.openingHours}</h1>
      <Show loaded={loaded}>{(stored) => <HoursForm read0={stored} />}</Show>
    </>
  )
}

const HoursForm = ({ read0 }: Readonly<{ read0: Stored }>) => {
  const words = office.value
  const { today } = signedIn().museum
  const stored = useSignal(read0)
  const draft = useSignal(read0.draft)
  const showsPast = useSignal(false)
  useUnsaved(() => [draft.peek(), stored.peek().draft])
  const take = async (signal: AbortSignal) => {
    stored.value = await read(signal)
    draft.value = stored.value.draft
  }
  const action = useAction(async (signal, confirm: boolean) => {
    const query = confirm ? ({ confirm: 'true' } as const) : {}
    await signedIn().client.setSchedule(fieldsOf(draft.peek()), query, { ifMatch: stored.peek().etag, signal })
    await take(signal)
    return true
  })
  const error = action.error.value
  const weekday = new Intl.DateTimeFormat(language.value, { weekday: 'long', timeZone: 'UTC' })
  const { exceptions } = draft.value
  const setExceptions = (exceptions: Draft['exceptions']) => (draft.value = { ...draft.value, exceptions })
  const setException = (n: number, change: Partial<Draft['exceptions'][number]>) =>
    setExceptions(exceptions.map((each, m) => (m === n ? { ...each, ...change } : each)))
  return (
    <Form action={action} class="stack" onSubmit={() => void action.run(false)}>
      <fieldset>
        <legend>{words.week}</legend>
        {days.map((day, n) => (
          <HoursRow
            key={day}
            // 2024-01-01 was a Monday.
            name={weekday.format(new Date(Date.UTC(2024, 0, 1 + n)))}
            hours={draft.value.week[day]}
            onChange={(hours) => (draft.value = { ...draft.value, week: { ...draft.value.week, [day]: hours } })}
            faults={<Faults error={error} at={`#/week/${day}`} />}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{words.exceptions}</legend>
        {exceptions.map(
          ({ date, hours }, n) =>
            (showsPast.value || date === '' || date >= today) && (
              <HoursRow
                // oxlint-disable-next-line react/no-array-index-key -- The date may be typed twice.
                key={n}
                name={
                  <input
                    type="date"
                    aria-label={texts.value.shell.date}
                    value={date}
                    onChange={({ currentTarget }) => setException(n, { date: currentTarget.value })}
                  />
                }
                hours={hours}
                onChange={(next) => setException(n, { hours: next })}
                onRemove={() => setExceptions(exceptions.filter((_, m) => m !== n))}
                faults={<Faults error={error} at={`#/exceptions/${n}`} />}
              />
            ),
        )}
        <div class="row">
          <button type="button" onClick={() => setExceptions([...exceptions, { date: '', hours: null }])}>
            {words.addException}
          </button>
          <label class="choice">
            <input
              type="checkbox"
              checked={showsPast.value}
              onChange={({ currentTarget }) => (showsPast.value = currentTarget.checked)}
            />
            {words.showPast}
          </label>
        </div>
      </fieldset>
      <TicketsSold save={action} onConfirm={() => void action.run(true)} />
      <TakeTheirs save={action} take={take} />
      <ActionStatus
        action={action}
        fields={[...days.map((day) => `#/week/${day}`), ...exceptions.map((_, n) => `#/exceptions/${n}`)]}
        saidElsewhere={['precondition-failed', 'tickets-are-sold']}
        done={words.saved}
      />
      <div>
        <ActionButton action={action}>{words.save}</ActionButton>
      </div>
    </Form>
  )
}

const HoursRow = ({
  name,
  hours,
  onChange,
  onRemove,
  faults,
}: Readonly<{
  name: ComponentChildren
  hours: Hours | null
  onChange: (hours: Hours | null) => void
  onRemove?: () => void
  faults: ComponentChildren
}>) => {
  const words = office.value
  return (
    <div class="schedule-row">
      <span>{name}</span>
      <label class="choice">
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? usualHours : null)}
        />
        {words.open}
      </label>
      {(['timeOpen', 'timeClose'] as const).map((time) => (
        <input
          key={time}
          type="time"
          aria-label={words[time]}
          disabled={hours === null}
          value={hours?.[time] ?? ''}
          onChange={({ currentTarget }) => {
            if (hours !== null) onChange({ ...hours, [time]: currentTarget.value })
          }}
        />
      ))}
      {onRemove !== undefined && (
        <button type="button" class="plain" aria-label={words.removeDates(1)} onClick={onRemove}>
          ✕
        </button>
      )}
      {faults}
    </div>
  )
}

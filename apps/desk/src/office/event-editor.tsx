import { type SpecialEvent, type SpecialEventFields, isProblem } from '@museum/client'
import { useSignal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { CancellationButton, CancellationDialog } from '../shell/cancellation-dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, office } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf, navigate } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { Table } from '../shell/table.tsx'
import { type TypedValues, typedValues } from '../shell/typed.ts'
import { cancellationOfDates } from './cancellation-of-dates.tsx'
import {
  EventSessions,
  SessionFields,
  noSessions,
  readSessions,
  sessionPointers,
  sessionsOf,
} from './event-sessions.tsx'
import { forgetChanges, useUnsaved } from './unsaved.tsx'

const members = ['name', 'location', 'eventDescription', 'dates', 'price', 'capacity'] as const
/** What the fields of the form hold. `dates` has a date on each line. */
type Draft = Readonly<Record<(typeof members)[number], string>>
/** The rows of the fields that take several lines. */
const rowsOfField: ReadonlyMap<string, number> = new Map([
  ['eventDescription', 5],
  ['dates', 4],
])
type Stored = Readonly<{ event: SpecialEvent; etag: string; capacity: number | null }>

const emptyDraft: Draft = { name: '', location: '', eventDescription: '', dates: '', price: '', capacity: '' }
const draftOf = ({ event, capacity }: Stored): Draft => ({
  ...event,
  dates: event.dates.join('\n'),
  price: String(event.price),
  capacity: capacity === null ? '' : String(capacity),
})
const fieldsOf = (
  { name, location, eventDescription, dates, price }: Draft,
  typed: TypedValues,
): SpecialEventFields => ({
  name,
  location,
  eventDescription,
  dates: dates
    .split(/[\s,;，；、]+/)
    .filter((date) => date !== '')
    .map((date, n) => typed.date(`#/dates/${n}`, date)),
  price: typed.amount('#/price', price),
})

const read = async (eventId: string, signal?: AbortSignal): Promise<Stored> => {
  const { client } = signedIn()
  const [{ data, response }, { capacity }] = await Promise.all([
    client.getSpecialEvent(eventId, { signal }).withResponse(),
    client.getEventCapacity(eventId, { signal }),
  ])
  return { event: data!, etag: response.headers.get('ETag')!, capacity }
}

export const EventEditor = ({ eventId }: Readonly<{ eventId?: string }>) => {
  const words = office.value
  const loaded = useLoaded(
    (signal) => (eventId === undefined ? Promise.resolve(null) : read(eventId, signal)),
    [eventId],
  )
  return (
    <>
      <a href={hrefOf(['office', 'events'])}>{words.back}</a>
      <Show loaded={loaded}>{(stored) => <EventForm read0={stored ?? undefined} />}</Show>
    </>
  )
}

const EventForm = ({ read0 }: Readonly<{ read0: Stored | undefined }>) => {
  const words = office.value
  const stored = useSignal(read0)
  /** What the next attempt changes: also an event that was created, and whose capacity was refused. */
  const base = useRef(read0)
  const draft = useSignal(read0 === undefined ? emptyDraft : draftOf(read0))
  /** The entry times of a new event. */
  const sessions = useSignal(noSessions)
  /** Whether it was these that were refused. */
  const areSessionsRefused = useRef(false)
  /** The event as another user has stored it meanwhile. */
  const other = useSignal<Stored | undefined>(undefined)
  /** The dates that the next attempt removes, and their event, while the user is asked about their tickets and reservations. */
  const asked = useSignal<Readonly<{ eventId: string; dates: readonly string[] }> | undefined>(undefined)
  useUnsaved(() => [
    [draft.peek(), sessions.peek()],
    [base.current === undefined ? emptyDraft : draftOf(base.current), noSessions],
  ])
  const saveSessions = async (eventId: string, signal: AbortSignal) => {
    const typed = typedValues()
    const fields = sessionsOf(sessions.peek(), typed)
    if (fields.rule === null && fields.capacity === null) return
    const { etag } = await readSessions(eventId, signal)
    try {
      await signedIn().client.setEventEntryTimes(eventId, fields, {}, { ifMatch: etag, signal })
    } catch (error) {
      areSessionsRefused.current = true
      throw typed.explain(error)
    }
  }
  const action = useAction(async (signal, isConfirmed: boolean) => {
    areSessionsRefused.current = false
    const { client } = signedIn()
    const before = base.current
    const typed = typedValues()
    const fields = fieldsOf(draft.peek(), typed)
    const removed = before?.event.dates.filter((date) => !fields.dates.includes(date)) ?? []
    // A date that cannot be read seems removed; the museum refuses it.
    if (before !== undefined && removed.length > 0 && !isConfirmed && !typed.hasFaults()) {
      const { eventId } = before.event
      const { tickets, reservations } = await cancellationOfDates(eventId, removed, signal)
      if (tickets + reservations > 0) {
        asked.value = { eventId, dates: removed }
        return undefined
      }
    }
    try {
      const event =
        before === undefined
          ? await client.createSpecialEvent(fields, { signal })
          : await client.updateSpecialEvent(before.event.eventId, fields, { ifMatch: before.etag, signal })
      const written = (base.current = await read(event.eventId, signal))
      const { capacity: places } = draft.peek()
      const capacity = places.trim() === '' ? null : typed.count('#/capacity', places)
      if (capacity !== written.capacity) {
        await client.setEventCapacity(event.eventId, { capacity }, { signal })
        base.current = await read(event.eventId, signal)
      }
      await saveSessions(event.eventId, signal)
      sessions.value = noSessions
      return event
    } catch (error) {
      if (before !== undefined && isProblem(error, 'precondition-failed'))
        other.value = await read(before.event.eventId, signal)
      throw typed.explain(error)
    }
  })
  const save = async (isConfirmed = false) => {
    other.value = undefined
    asked.value = undefined
    const event = await action.run(isConfirmed)
    if (event === undefined) return
    stored.value = base.current
    draft.value = draftOf(base.current!)
    navigate(hrefOf(['office', 'events', event.eventId]), { replace: true })
  }
  const error = action.error.value
  const [eventError, sessionsError] = areSessionsRefused.current ? [undefined, error] : [error, undefined]
  const field = (name: keyof Draft, hint?: string, inputMode: 'decimal' | 'numeric' | 'text' = 'text') => {
    const rows = rowsOfField.get(name)
    const attributes = {
      inputMode,
      value: draft.value[name],
      onInput: ({ currentTarget: { value } }: Readonly<{ currentTarget: HTMLInputElement | HTMLTextAreaElement }>) =>
        (draft.value = { ...draft.value, [name]: value }),
    }
    return (
      <Field label={words[name]} hint={hint} at={`#/${name}`} error={eventError}>
        {rows === undefined ? <input {...attributes} /> : <textarea {...attributes} rows={rows} />}
      </Field>
    )
  }
  return (
    <>
      <h1>{stored.value === undefined ? words.newEvent : <bdi>{stored.value.event.name}</bdi>}</h1>
      <Form action={action} onSubmit={() => void save()} class="stack event-form">
        {field('name')}
        {field('location')}
        {field('eventDescription')}
        {field('dates', words.datesHint)}
        {field('price', words.priceHint, 'decimal')}
        {field('capacity', words.capacityHint, 'numeric')}
        {stored.value === undefined && (
          <section class="stack" aria-label={words.entryTimes.title}>
            <h2>{words.entryTimes.title}</h2>
            <p class="note note-warning">{words.entryTimes.otherGates}</p>
            <SessionFields draft={sessions} error={sessionsError} />
          </section>
        )}
        {other.value !== undefined && stored.value !== undefined && (
          <Conflict
            mine={draft.value}
            theirs={draftOf(other.value)}
            onKeepMine={() => {
              base.current = stored.value = other.value
              void save()
            }}
            onTakeTheirs={() => {
              base.current = stored.value = other.value
              draft.value = draftOf(other.value!)
              other.value = undefined
              action.reset()
            }}
          />
        )}
        <ActionStatus
          action={action}
          fields={sessionsError === undefined ? members.map((name) => `#/${name}`) : sessionPointers}
          done={action.result.value && words.saved}
          saidElsewhere={['precondition-failed']}
        />
        <div class="row">
          <ActionButton action={action}>{words.save}</ActionButton>
          {stored.value !== undefined && <DeleteEvent stored={stored.value} />}
        </div>
      </Form>
      {stored.value !== undefined && <EventSessions eventId={stored.value.event.eventId} />}
      {asked.value !== undefined && (
        <RemoveDates
          {...asked.value}
          action={action}
          onConfirm={() => void save(true)}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </>
  )
}

/** The differences between what the user has typed and what another user has stored. */
const Conflict = ({
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
}: Readonly<{ mine: Draft; theirs: Draft; onKeepMine: () => void; onTakeTheirs: () => void }>) => {
  const words = office.value
  const names = members.filter((name) => mine[name] !== theirs[name])
  return (
    <section role="alert" class="note note-warning" aria-label={words.changedMeanwhile}>
      <p>
        <strong>{words.changedMeanwhile}</strong>
      </p>
      <Table
        columns={['', words.mine, words.theirs]}
        rows={names.map((name) => ({ key: name, cells: [words[name], mine[name], theirs[name]] }))}
      />
      <div class="row">
        <button type="button" onClick={onKeepMine}>
          {words.saveMine}
        </button>
        <button type="button" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </button>
      </div>
    </section>
  )
}

/** Asks before dates are removed for which tickets are sold or places reserved. */
const RemoveDates = ({
  eventId,
  dates,
  ...dialog
}: Readonly<{ eventId: string; dates: readonly string[] }> &
  Pick<ComponentProps<typeof CancellationDialog>, 'action' | 'onConfirm' | 'onClose'>) => (
  <CancellationDialog
    {...dialog}
    heading={office.value.removeDates(dates.length)}
    read={(signal) => cancellationOfDates(eventId, dates, signal)}
  >
    <p>
      {dates.slice(0, 5).map(formats.value.shortDate).join(', ')}
      {dates.length > 5 && ` ${office.value.moreDates(formats.value.number(dates.length - 5))}`}
    </p>
  </CancellationDialog>
)

/** Asks, and deletes the event as it was read. */
const DeleteEvent = ({ stored: { event, etag } }: Readonly<{ stored: Stored }>) => {
  const action = useAction(async (signal) => {
    await signedIn().client.deleteSpecialEvent(event.eventId, { ifMatch: etag, signal })
    return true as const
  })
  return (
    <CancellationButton
      heading={office.value.deleteEvent}
      read={(signal) => cancellationOfDates(event.eventId, event.dates, signal)}
      action={action}
      onDone={() => {
        forgetChanges()
        navigate(hrefOf(['office', 'events', 'deleted']))
      }}
    >
      <p>
        <bdi>{event.name}</bdi>
      </p>
    </CancellationButton>
  )
}

import type { EventEntryTimes, EventEntryTimesFields } from '@museum/client'
import { type Signal, useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, forgetDone, useAction } from '../shell/action.tsx'
import { Field, Form } from '../shell/form.tsx'
import { office } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { type TypedValues, typedValues } from '../shell/typed.ts'
import { TakeTheirs } from './take-theirs.tsx'
import { TicketsSold } from './tickets-sold.tsx'
import { typedTimes } from './typed-times.ts'
import { useUnsaved } from './unsaved.tsx'

type Stored = Readonly<{ entryTimes: EventEntryTimes; etag: string }>

export const readSessions = async (eventId: string, signal?: AbortSignal): Promise<Stored> => {
  const { data, response } = await signedIn().client.getEventEntryTimes(eventId, { signal }).withResponse()
  return { entryTimes: data!, etag: response.headers.get('ETag')! }
}

/** The entry times of an event on each of its dates. */
export const EventSessions = ({ eventId }: Readonly<{ eventId: string }>) => {
  const loaded = useLoaded((signal) => readSessions(eventId, signal), [eventId])
  return (
    <section class="stack" aria-label={office.value.entryTimes.title}>
      <h2>{office.value.entryTimes.title}</h2>
      <Show loaded={loaded}>{(stored) => <SessionsForm eventId={eventId} read0={stored} />}</Show>
    </section>
  )
}

const fields = { times: '#/rule/times', length: '#/rule/length', capacity: '#/capacity' } as const
/** The places of the fields in the request. */
export const sessionPointers = Object.values(fields)
type Draft = Readonly<Record<keyof typeof fields, string>>
export const noSessions: Draft = { times: '', length: '', capacity: '' }
const draftOf = ({ rule, capacity }: EventEntryTimes): Draft => ({
  times: rule?.times.join('\n') ?? '',
  length: String(rule?.length ?? ''),
  capacity: String(capacity ?? ''),
})

/** The entry times as a request has them. */
export const sessionsOf = ({ times: lines, length, capacity }: Draft, typed: TypedValues): EventEntryTimesFields => {
  const times = [...typedTimes(lines)]
  return {
    rule: times.length === 0 ? null : { times, length: typed.count(fields.length, length) },
    capacity: capacity.trim() === '' ? null : typed.count(fields.capacity, capacity),
  }
}

export const SessionFields = ({ draft, error }: Readonly<{ draft: Signal<Draft>; error: unknown }>) => {
  const { entryTimes: words, capacityHint } = office.value
  const field = (name: keyof Draft, hint?: string) => {
    const attributes = {
      value: draft.value[name],
      onInput: ({ currentTarget: { value } }: Readonly<{ currentTarget: HTMLInputElement | HTMLTextAreaElement }>) =>
        (draft.value = { ...draft.value, [name]: value }),
    }
    return (
      <Field label={words[name]} hint={hint} at={fields[name]} error={error}>
        {name === 'times' ? <textarea {...attributes} rows={4} /> : <input {...attributes} inputMode="numeric" />}
      </Field>
    )
  }
  return (
    <>
      {field('times', words.sessionsHint)}
      <div class="tiles minutes">
        {field('length')}
        {field('capacity', capacityHint)}
      </div>
    </>
  )
}

const SessionsForm = ({ eventId, read0 }: Readonly<{ eventId: string; read0: Stored }>) => {
  const { entryTimes: words, save, saved } = office.value
  const stored = useSignal(read0)
  const draft = useSignal(draftOf(read0.entryTimes))
  useUnsaved(() => [draft.peek(), draftOf(stored.peek().entryTimes)])
  const load = async (signal: AbortSignal) => {
    stored.value = await readSessions(eventId, signal)
    draft.value = draftOf(stored.value.entryTimes)
  }
  const action = useAction(async (signal, confirm: boolean) => {
    const typed = typedValues()
    const sessions = sessionsOf(draft.peek(), typed)
    try {
      await signedIn().client.setEventEntryTimes(eventId, sessions, confirm ? { confirm: 'true' } : {}, {
        ifMatch: stored.peek().etag,
        signal,
      })
    } catch (error) {
      throw typed.explain(error)
    }
    await load(signal)
    return true
  })
  return (
    <Form action={action} class="stack event-form" onInput={forgetDone(action)} onSubmit={() => void action.run(false)}>
      {stored.value.entryTimes.rule === null && <p class="note note-warning">{words.otherGates}</p>}
      <SessionFields draft={draft} error={action.error.value} />
      <TicketsSold save={action} onConfirm={() => void action.run(true)} />
      <TakeTheirs save={action} take={load} />
      <ActionStatus
        action={action}
        fields={sessionPointers}
        done={saved}
        saidElsewhere={['precondition-failed', 'tickets-are-sold']}
      />
      <div>
        <ActionButton action={action}>{save}</ActionButton>
      </div>
    </Form>
  )
}

import type { EventEntryTimes } from '@museum/client'
import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, forgetDone, useAction } from '../shell/action.tsx'
import { Field, Form } from '../shell/form.tsx'
import { office } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { typedValues } from '../shell/typed.ts'
import { TakeTheirs } from './take-theirs.tsx'
import { TicketsSold } from './tickets-sold.tsx'
import { typedTimes } from './typed-times.ts'

type Stored = Readonly<{ entryTimes: EventEntryTimes; etag: string }>

const read = async (eventId: string, signal?: AbortSignal): Promise<Stored> => {
  const { data, response } = await signedIn().client.getEventEntryTimes(eventId, { signal }).withResponse()
  return { entryTimes: data!, etag: response.headers.get('ETag')! }
}

/** The entry times of an event on each of its dates. */
export const EventSessions = ({ eventId }: Readonly<{ eventId: string }>) => {
  const loaded = useLoaded((signal) => read(eventId, signal), [eventId])
  return (
    <section class="stack" aria-label={office.value.entryTimes.title}>
      <h2>{office.value.entryTimes.title}</h2>
      <Show loaded={loaded}>{(stored) => <SessionsForm eventId={eventId} read0={stored} />}</Show>
    </section>
  )
}

const fields = { times: '#/rule/times', length: '#/rule/length', capacity: '#/capacity' } as const
type Draft = Readonly<Record<keyof typeof fields, string>>
const draftOf = ({ rule, capacity }: EventEntryTimes): Draft => ({
  times: rule?.times.join('\n') ?? '',
  length: String(rule?.length ?? ''),
  capacity: String(capacity ?? ''),
})

const SessionsForm = ({ eventId, read0 }: Readonly<{ eventId: string; read0: Stored }>) => {
  const { entryTimes: words, save, saved, capacityHint } = office.value
  const stored = useSignal(read0)
  const draft = useSignal(draftOf(read0.entryTimes))
  const load = async (signal: AbortSignal) => {
    stored.value = await read(eventId, signal)
    draft.value = draftOf(stored.value.entryTimes)
  }
  const action = useAction(async (signal, confirm: boolean) => {
    const typed = typedValues()
    const { length, capacity } = draft.peek()
    const times = [...typedTimes(draft.peek().times)]
    const rule = times.length === 0 ? null : { times, length: typed.count(fields.length, length) }
    const places = capacity.trim() === '' ? null : typed.count(fields.capacity, capacity)
    try {
      await signedIn().client.setEventEntryTimes(
        eventId,
        { rule, capacity: places },
        confirm ? { confirm: 'true' } : {},
        { ifMatch: stored.peek().etag, signal },
      )
    } catch (error) {
      throw typed.explain(error)
    }
    await load(signal)
    return true
  })
  const field = (name: keyof Draft, hint?: string) => {
    const attributes = {
      value: draft.value[name],
      onInput: ({ currentTarget: { value } }: Readonly<{ currentTarget: HTMLInputElement | HTMLTextAreaElement }>) =>
        (draft.value = { ...draft.value, [name]: value }),
    }
    return (
      <Field label={words[name]} hint={hint} at={fields[name]} error={action.error.value}>
        {name === 'times' ? <textarea {...attributes} rows={4} /> : <input {...attributes} inputMode="numeric" />}
      </Field>
    )
  }
  return (
    <Form action={action} class="stack event-form" onInput={forgetDone(action)} onSubmit={() => void action.run(false)}>
      {stored.value.entryTimes.rule === null && <p class="note note-warning">{words.otherGates}</p>}
      {field('times', words.sessionsHint)}
      <div class="tiles minutes">
        {field('length')}
        {field('capacity', capacityHint)}
      </div>
      <TicketsSold save={action} onConfirm={() => void action.run(true)} />
      <TakeTheirs save={action} take={load} />
      <ActionStatus
        action={action}
        fields={Object.values(fields)}
        done={saved}
        saidElsewhere={['precondition-failed', 'tickets-are-sold']}
      />
      <div>
        <ActionButton action={action}>{save}</ActionButton>
      </div>
    </Form>
  )
}

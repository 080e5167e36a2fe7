import type { EntryTimes as Settings, EntryTimesFields } from '@museum/client'
import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, forgetDone, useAction } from '../shell/action.tsx'
import { Field, Form } from '../shell/form.tsx'
import { office } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { type TypedValues, typedValues } from '../shell/typed.ts'
import { EntryTimeExceptions } from './entry-time-exceptions.tsx'
import { EntryTimeWeek } from './entry-time-week.tsx'
import type { EntryTimeStore, StoredEntryTimes } from './entry-time-store.ts'
import { TakeTheirs } from './take-theirs.tsx'
import { TicketsSold } from './tickets-sold.tsx'
import { typedTimes } from './typed-times.ts'
import { useUnsaved } from './unsaved.tsx'

const read = async (signal?: AbortSignal): Promise<StoredEntryTimes> => {
  const { data, response } = await signedIn().client.getEntryTimes({ signal }).withResponse()
  return { settings: data!, etag: response.headers.get('ETag')! }
}

/** The rule of the entry times, the week that follows from it, and the days with other places. */
export const EntryTimes = () => {
  const loaded = useLoaded(read, [])
  return (
    <>
      <h1>{office.value.entryTimes.title}</h1>
      <Show loaded={loaded}>{(stored) => <Parts read0={stored} />}</Show>
    </>
  )
}

const Parts = ({ read0 }: Readonly<{ read0: StoredEntryTimes }>) => {
  const { entryTimes: words } = office.value
  const stored = useSignal(read0)
  const taken = useSignal(0)
  const store: EntryTimeStore = {
    stored: stored.value,
    put: async (change, signal, confirm = false) => {
      const { client, museum } = signedIn()
      const { settings, etag } = stored.peek()
      // The museum takes a rule as it has sent it.
      const fields = { ...settings, ...change } as EntryTimesFields
      // Those of past dates have no effect, and are not shown.
      const exceptions = fields.exceptions?.filter(({ date }) => date == null || date >= museum.today) ?? []
      await client.setEntryTimes({ ...fields, exceptions }, confirm ? { confirm: 'true' } : {}, {
        ifMatch: etag,
        signal,
      })
      stored.value = await read(signal)
      return stored.value.settings
    },
    take: async (signal) => {
      stored.value = await read(signal)
      taken.value += 1
    },
  }
  const hasRule = stored.value.settings.rule !== null
  return (
    <>
      {!hasRule && <p class="note note-warning">{words.otherGates}</p>}
      <RuleForm key={`rule ${taken.value}`} {...store} />
      {hasRule && (
        <>
          <EntryTimeWeek key={`week ${taken.value}`} {...store} />
          <EntryTimeExceptions {...store} />
        </>
      )}
    </>
  )
}

const kinds = ['none', 'every', 'times'] as const
const numbers = ['every', 'lastEntry', 'length', 'capacity', 'early', 'late'] as const
/** What the fields of the form hold. `times` has a time on each line. */
type Draft = Readonly<Record<(typeof numbers)[number] | 'times', string> & { kind: (typeof kinds)[number] }>

const draftOf = ({ rule, capacity, early, late }: Settings): Draft => {
  const text = (value: number | null | undefined) => String(value ?? '')
  return {
    kind: rule === null ? 'none' : rule.every === undefined ? 'times' : 'every',
    every: text(rule?.every),
    lastEntry: text(rule?.lastEntry),
    times: rule?.times?.join('\n') ?? '',
    length: text(rule?.length),
    capacity: text(capacity),
    early: text(early),
    late: text(late),
  }
}

const fieldsOf = (draft: Draft, typed: TypedValues) => {
  const number = (name: (typeof numbers)[number]) => typed.count(placeOf(name), draft[name])
  const optional = (name: (typeof numbers)[number]) => (draft[name].trim() === '' ? null : number(name))
  const rules = {
    none: () => null,
    every: () => ({ every: number('every'), lastEntry: optional('lastEntry') }),
    times: () => ({
      times: [...typedTimes(draft.times)],
      length: number('length'),
    }),
  }
  return {
    rule: rules[draft.kind](),
    capacity: optional('capacity'),
    early: number('early'),
    late: optional('late'),
  }
}

/** The place of a field in the request. */
const placeOf = (name: keyof Draft) =>
  name === 'capacity' || name === 'early' || name === 'late' ? `#/${name}` : `#/rule/${name}`

const RuleForm = ({ stored, put, take }: EntryTimeStore) => {
  const { entryTimes: words } = office.value
  const draft = useSignal(draftOf(stored.settings))
  useUnsaved(() => [draft.peek(), draftOf(stored.settings)])
  const action = useAction(async (signal, confirm: boolean) => {
    const typed = typedValues()
    try {
      draft.value = draftOf(await put(fieldsOf(draft.peek(), typed), signal, confirm))
      return true
    } catch (error) {
      throw typed.explain(error)
    }
  })
  const set = (change: Partial<Draft>) => (draft.value = { ...draft.value, ...change })
  const field = (name: (typeof numbers)[number] | 'times', hint?: string) => {
    const attributes = {
      value: draft.value[name],
      onInput: ({ currentTarget: { value } }: Readonly<{ currentTarget: HTMLInputElement | HTMLTextAreaElement }>) =>
        set({ [name]: value }),
    }
    return (
      <Field label={words[name]} hint={hint} at={placeOf(name)} error={action.error.value}>
        {name === 'times' ? <textarea {...attributes} rows={6} /> : <input {...attributes} inputMode="numeric" />}
      </Field>
    )
  }
  const { kind } = draft.value
  return (
    <Form action={action} class="stack event-form" onInput={forgetDone(action)} onSubmit={() => void action.run(false)}>
      <fieldset>
        <legend>{words.rule}</legend>
        {kinds.map((each) => (
          <label key={each} class="choice">
            <input type="radio" name="rule" checked={each === kind} onChange={() => set({ kind: each })} />
            {words.kinds[each]}
          </label>
        ))}
      </fieldset>
      {kind === 'every' && (
        <div class="tiles minutes">
          {field('every', words.everyHint)}
          {field('lastEntry', words.lastEntryHint)}
        </div>
      )}
      {kind === 'times' && (
        <>
          {field('times', words.timesHint)}
          {field('length')}
        </>
      )}
      {kind !== 'none' && (
        <>
          {field('capacity', office.value.capacityHint)}
          <div class="tiles minutes">
            {field('early')}
            {field('late', words.lateHint)}
          </div>
        </>
      )}
      <TicketsSold save={action} onConfirm={() => void action.run(true)} />
      <TakeTheirs save={action} take={take} />
      <ActionStatus
        action={action}
        fields={kind === 'none' ? [] : [...numbers, 'times' as const].map(placeOf)}
        done={office.value.saved}
        saidElsewhere={['precondition-failed', 'tickets-are-sold']}
      />
      <div>
        <ActionButton action={action}>{office.value.save}</ActionButton>
      </div>
    </Form>
  )
}

import type { MuseumSettings, MuseumSettingsFields } from '@museum/client'
import { plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, languageNames, office } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { typedValues } from '../shell/typed.ts'
import { TakeTheirs } from './take-theirs.tsx'
import { useUnsaved } from './unsaved.tsx'

/** The settings in the order of the page, and how each is typed. */
const inputs = {
  generalPrice: 'decimal',
  name: 'text',
  address: 'lines',
  language: 'language',
  email: 'email',
  phone: 'tel',
  directions: 'lines',
  termsUrl: 'url',
  privacyUrl: 'url',
  legalNoticeUrl: 'url',
  vatId: 'text',
  vatRate: 'decimal',
  eventVatRate: 'decimal',
  paymentMethods: 'text',
} as const
type Member = keyof typeof inputs
const members = Object.keys(inputs) as Member[]
/** What the fields hold. An empty one has the value of the environment again. */
type Draft = Readonly<Record<Member, string>>
type Stored = Readonly<{ settings: MuseumSettings; draft: Draft; etag: string }>

const textOf = (value: MuseumSettings[Member]['value']): string => {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'number' ? formats.value.plainNumber(value) : ((value as string | null) ?? '')
}

const read = async (signal?: AbortSignal): Promise<Stored> => {
  const { data, response } = await signedIn().client.getMuseumSettings({ signal }).withResponse()
  const settings = data!
  const draft = Object.fromEntries(members.map((member) => [member, textOf(settings[member].value)])) as Draft
  return { settings, draft, etag: response.headers.get('ETag')! }
}

/** A rate as it was typed; another text is sent as it is, so that the museum refuses it. */
const rateOf = (text: string) => (/^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text)

/** The settings whose fields were changed. */
const changesOf = (draft: Draft, before: Draft, typed: ReturnType<typeof typedValues>): MuseumSettingsFields => {
  const valueOf = (member: Member) => {
    const text = draft[member]
    const plain = plainText(text).trim()
    if (plain === '') return null
    if (member === 'generalPrice') return typed.amount('#/generalPrice', text)
    if (member === 'vatRate' || member === 'eventVatRate') return rateOf(plain)
    return member === 'paymentMethods' ? plain.split(/[\s,;、]+/).filter(Boolean) : text
  }
  const changed = members.filter((member) => draft[member] !== before[member])
  return Object.fromEntries(changed.map((member) => [member, valueOf(member)]))
}

/** What the museum says of itself, and what general entry costs. */
export const Museum = () => {
  const { museum: words } = office.value
  const loaded = useLoaded(read, [])
  return (
    <>
      <h1>{words.title}</h1>
      <p class="quiet">{words.hint}</p>
      <Show loaded={loaded}>{(stored) => <MuseumForm first={stored} />}</Show>
    </>
  )
}

const MuseumForm = ({ first }: Readonly<{ first: Stored }>) => {
  const { museum: words, save, saved } = office.value
  const stored = useSignal(first)
  const draft = useSignal(first.draft)
  useUnsaved(() => [draft.peek(), stored.peek().draft])
  const take = async (signal: AbortSignal) => {
    stored.value = await read(signal)
    draft.value = stored.value.draft
  }
  const action = useAction(async (signal) => {
    const typed = typedValues()
    const changes = changesOf(draft.peek(), stored.peek().draft, typed)
    try {
      await signedIn().client.setMuseumSettings(changes, { ifMatch: stored.peek().etag, signal })
    } catch (error) {
      throw typed.explain(error)
    }
    await take(signal)
    return true
  })
  const set = (member: Member, value: string) => (draft.value = { ...draft.value, [member]: value })
  const inputOf = (member: Member) => {
    const kind = inputs[member]
    const value = draft.value[member]
    if (kind === 'lines')
      return <textarea rows={3} value={value} onInput={({ currentTarget }) => set(member, currentTarget.value)} />
    if (kind === 'language')
      return (
        <select value={value} onChange={({ currentTarget }) => set(member, currentTarget.value)}>
          <option value="">{words.environment}</option>
          {Object.entries(languageNames).map(([language, name]) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </select>
      )
    return (
      <input
        inputMode={kind}
        value={value}
        onFocus={({ currentTarget }) => kind === 'decimal' && currentTarget.select()}
        onInput={({ currentTarget }) => set(member, currentTarget.value)}
      />
    )
  }
  return (
    <Form action={action} class="stack settings" onSubmit={() => void action.run()}>
      {members.map((member) => {
        const isStored = stored.value.settings[member].from === 'stored'
        return (
          <div key={member} class="row">
            <Field
              label={words.labels[member]}
              hint={isStored ? undefined : words.fromEnvironment}
              at={`#/${member}`}
              error={action.error.value}
            >
              {inputOf(member)}
            </Field>
            {isStored && (
              <button
                type="button"
                class="plain"
                aria-label={words.ofEnvironmentFor(words.labels[member])}
                onClick={() => set(member, '')}
              >
                {words.takeEnvironment}
              </button>
            )}
          </div>
        )
      })}
      <TakeTheirs save={action} take={take} />
      <ActionStatus
        action={action}
        fields={members.map((member) => `#/${member}`)}
        done={saved}
        saidElsewhere={['precondition-failed']}
      />
      <div>
        <ActionButton action={action}>{save}</ActionButton>
      </div>
    </Form>
  )
}

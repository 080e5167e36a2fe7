import type { PriceCategories } from '@museum/client'
import { isolated, plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Form } from '../shell/form.tsx'
import { office, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { Faults, faultsAt } from '../shell/problem-note.tsx'
import { signedIn } from '../shell/session.ts'
import { type TypedValues, typedValues } from '../shell/typed.ts'
import { TakeTheirs } from './take-theirs.tsx'

/** What the fields hold: a percentage as it is typed. */
type Row = Readonly<{ priceCategory: string; name: string; percentage: string }>
type Stored = Readonly<{ rows: readonly Row[]; etag: string }>

const read = async (signal?: AbortSignal): Promise<Stored> => {
  const { data, response } = await signedIn().client.getPriceCategories({ signal }).withResponse()
  return {
    rows: data!.map(({ priceCategory, name, percentage }) => ({ priceCategory, name, percentage: String(percentage) })),
    etag: response.headers.get('ETag')!,
  }
}
const categoriesOf = (rows: readonly Row[], typed: TypedValues): PriceCategories =>
  rows.map(({ priceCategory, name, percentage }, n) => ({
    priceCategory: plainText(priceCategory),
    name,
    percentage: typed.count(`#/${n}/percentage`, percentage),
  }))

const members = ['priceCategory', 'name', 'percentage'] as const

/** The price categories, in the order in which staff see them. */
export const Prices = () => {
  const words = office.value
  const loaded = useLoaded(read, [])
  return (
    <>
      <h1>{words.prices}</h1>
      <p class="quiet">{words.pricesHint}</p>
      <Show loaded={loaded}>{(stored) => <PricesForm read0={stored} />}</Show>
    </>
  )
}

const PricesForm = ({ read0 }: Readonly<{ read0: Stored }>) => {
  const words = office.value
  const stored = useSignal(read0)
  const rows = useSignal(read0.rows)
  const take = async (signal: AbortSignal) => {
    stored.value = await read(signal)
    rows.value = stored.value.rows
  }
  const action = useAction(async (signal) => {
    const typed = typedValues()
    const categories = categoriesOf(rows.peek(), typed)
    try {
      await signedIn().client.setPriceCategories(categories, { ifMatch: stored.peek().etag, signal })
    } catch (error) {
      throw typed.explain(error)
    }
    await take(signal)
    return true
  })
  const error = action.error.value
  return (
    <Form action={action} class="stack" onSubmit={() => void action.run()}>
      <ul class="prices stack">
        {rows.value.map((row, n) => (
          // A row has no identity of its own: what is typed may be its identifier.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={n}>
            {members.map((member) => (
              <label key={member} class="field">
                <span>{words[member]}</span>
                <input
                  value={row[member]}
                  inputMode={member === 'percentage' ? 'numeric' : 'text'}
                  {...(faultsAt(error, `#/${n}/${member}`).length > 0 && { 'aria-invalid': true })}
                  onInput={({ currentTarget: { value } }) =>
                    (rows.value = rows.value.map((each, m) => (m === n ? { ...each, [member]: value } : each)))
                  }
                />
              </label>
            ))}
            <button
              type="button"
              class="plain"
              aria-label={texts.value.shell.remove(isolated(row.name))}
              onClick={() => (rows.value = rows.value.filter((_, m) => m !== n))}
            >
              ✕
            </button>
            <Faults error={error} at={`#/${n}`} />
          </li>
        ))}
      </ul>
      <div>
        <button
          type="button"
          onClick={() => (rows.value = [...rows.value, { priceCategory: '', name: '', percentage: '' }])}
        >
          {words.addCategory}
        </button>
      </div>
      <TakeTheirs save={action} take={take} />
      <ActionStatus action={action} fields={rows.value.map((_, n) => `#/${n}`)} done={words.saved} />
      <div>
        <ActionButton action={action}>{words.save}</ActionButton>
      </div>
    </Form>
  )
}

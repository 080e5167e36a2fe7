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
import { useUnsaved } from './unsaved.tsx'

/** The fields of a category, and the keys that the keyboard of a phone shows for them. */
const fields = [
  ['priceCategory', 'text'],
  ['name', 'text'],
  ['percentage', 'numeric'],
  ['generalPrice', 'decimal'],
] as const
type Member = (typeof fields)[number][0]
/** What the fields hold: numbers as they are typed. */
type Row = Readonly<Record<Member, string>>
type Stored = Readonly<{ rows: readonly Row[]; etag: string }>

const emptyRow: Row = { priceCategory: '', name: '', percentage: '', generalPrice: '' }

const read = async (signal?: AbortSignal): Promise<Stored> => {
  const { data, response } = await signedIn().client.getPriceCategories({ signal }).withResponse()
  return {
    rows: data!.map(({ priceCategory, name, percentage, generalPrice }) => ({
      priceCategory,
      name,
      percentage: String(percentage),
      generalPrice: String(generalPrice ?? ''),
    })),
    etag: response.headers.get('ETag')!,
  }
}

/** The category `full` has no price of its own for general entry. */
const isOff = ({ priceCategory }: Row, member: Member) =>
  member === 'generalPrice' && plainText(priceCategory) === 'full'
/** A price that was typed before the category became `full` is not shown and not stored. */
const shownValue = (row: Row, member: Member) => (isOff(row, member) ? '' : row[member])

const categoriesOf = (rows: readonly Row[], typed: TypedValues): PriceCategories =>
  rows.map((row, n) => {
    const generalPrice = shownValue(row, 'generalPrice').trim()
    return {
      priceCategory: plainText(row.priceCategory),
      name: row.name,
      percentage: typed.count(`#/${n}/percentage`, row.percentage),
      ...(generalPrice !== '' && { generalPrice: typed.amount(`#/${n}/generalPrice`, generalPrice) }),
    }
  })

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
  useUnsaved(() => [rows.peek(), stored.peek().rows])
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
            {fields.map(([member, inputMode]) => (
              <label key={member} class="field">
                <span>{words[member]}</span>
                <input
                  value={shownValue(row, member)}
                  inputMode={inputMode}
                  disabled={isOff(row, member)}
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
        <button type="button" onClick={() => (rows.value = [...rows.value, emptyRow])}>
          {words.addCategory}
        </button>
      </div>
      <TakeTheirs save={action} take={take} />
      <ActionStatus
        action={action}
        fields={rows.value.map((_, n) => `#/${n}`)}
        done={words.saved}
        saidElsewhere={['precondition-failed']}
      />
      <div>
        <ActionButton action={action}>{words.save}</ActionButton>
      </div>
    </Form>
  )
}

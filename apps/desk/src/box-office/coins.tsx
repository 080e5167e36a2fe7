import { Field } from '../shell/form.tsx'
import { formats, till } from '../shell/languages.ts'
import { faultOfCount } from '../shell/typed.ts'
import { denominations } from './denominations.ts'

/** Adds up coins and notes: how many there are of each. */
export const Coins = ({
  currency,
  pieces,
  sum,
  onPieces,
}: Readonly<{
  currency: string
  pieces: ReadonlyMap<number, string>
  /** In hundredths. */
  sum: number
  onPieces: (pieces: ReadonlyMap<number, string>) => void
}>) => {
  const words = till.value
  const { moneyIn } = formats.value
  return (
    <details>
      <summary>{words.coins}</summary>
      <div class="stack">
        <p class="hint">{words.coinsHint}</p>
        <div class="coins">
          {denominations(currency).map((each) => {
            const text = pieces.get(each) ?? ''
            return (
              <Field
                key={each}
                label={moneyIn(each / 100, currency)}
                fault={text.trim() === '' ? undefined : faultOfCount(text)}
              >
                <input
                  class="number"
                  inputMode="numeric"
                  autocomplete="off"
                  placeholder="0"
                  value={text}
                  onInput={({ currentTarget }) => onPieces(new Map([...pieces, [each, currentTarget.value]]))}
                  onFocus={({ currentTarget }) => currentTarget.select()}
                />
              </Field>
            )
          })}
        </div>
        <p class="apart">
          <span>{words.coinsSum}</span> <output class="number">{moneyIn(sum / 100, currency)}</output>
        </p>
      </div>
    </details>
  )
}

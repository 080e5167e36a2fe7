import type { Closing } from '@museum/client'
import { useEffect, useRef } from 'preact/hooks'
import { formats, texts, till } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { cash, sumsOf } from './closing-draft.ts'
import { ClosingTable } from './closing-table.tsx'
import { Fact } from './fact.tsx'
import { byMethod, nameOfMethod } from './payment-method.ts'

/** A closing as it is stored, which can be printed. */
export const StoredClosing = ({ closingId, back }: Readonly<{ closingId: string; back: string }>) => {
  const loaded = useLoaded((signal) => signedIn().client.getClosing(closingId, { signal }), [closingId])
  return (
    <>
      <p class="screen-only">
        <a href={back}>{till.value.back}</a>
      </p>
      <Show loaded={loaded}>{(closing) => <ClosingSheet closing={closing} />}</Show>
    </>
  )
}

const ClosingSheet = ({ closing }: Readonly<{ closing: Closing }>) => {
  const { boxOffice, report, shell } = texts.value
  const words = till.value
  const { dateTime, moneyIn, plainNumber } = formats.value
  const { number, till: name, closedBy, from, to, currency, float, moved, note, total } = closing
  const methods = closing.methods.toSorted(byMethod)
  const print = useRef<HTMLButtonElement>(null)
  useEffect(() => print.current?.focus(), [])
  const hasFloat = float !== 0 || methods.some(({ method }) => method === cash)
  const uncounted = methods.filter(({ counted }) => counted === null)
  const heading = words.closing(plainNumber(number))
  return (
    <article class="closing-sheet stack">
      <div class="apart">
        <h1>{heading}</h1>
        <button ref={print} type="button" class="primary" onClick={() => window.print()}>
          {boxOffice.print}
        </button>
      </div>
      <p>
        <bdi>{signedIn().museum.name}</bdi>
      </p>
      <dl>
        {name === undefined ? (
          <Fact name={shell.user}>
            <bdi>{closedBy}</bdi>
          </Fact>
        ) : (
          <>
            <Fact name={words.till}>
              <bdi>{name}</bdi>
            </Fact>
            <Fact name={words.closedBy}>
              <bdi>{closedBy}</bdi>
            </Fact>
          </>
        )}
        <Fact name={report.from}>{dateTime(from)}</Fact>
        <Fact name={report.to}>{dateTime(to)}</Fact>
        {hasFloat && <Fact name={words.float}>{moneyIn(float, currency)}</Fact>}
        {moved.map(({ amount, note: noted }, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- They do not change places.
          <Fact key={n} name={amount < 0 ? words.takenOut : words.putIn}>
            {moneyIn(Math.abs(amount), currency)}
            {noted !== undefined && (
              <>
                {' · '}
                <bdi>{noted}</bdi>
              </>
            )}
          </Fact>
        ))}
        {note !== undefined && (
          <Fact name={words.noted}>
            <bdi>{note}</bdi>
          </Fact>
        )}
      </dl>
      <ClosingTable
        label={heading}
        currency={currency}
        methods={methods.map(({ method, ...sums }) => ({ method, sums: sumsOf(sums) }))}
        total={sumsOf(total)}
      />
      {uncounted.length > 0 && total.counted !== null && (
        <p>
          {words.notCounted(uncounted.map(({ method }) => nameOfMethod(method)).join(', '))} {words.totalOfCounted}
        </p>
      )}
      <p class="print-only signature">{words.signature}</p>
    </article>
  )
}

import type { Closing } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formats, texts, till } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { sumsOf } from './closing-draft.ts'
import { ClosingTable } from './closing-table.tsx'

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
  const { number, till: name, closedBy, from, to, currency, float, moved, note, methods, total } = closing
  const print = useRef<HTMLButtonElement>(null)
  useEffect(() => print.current?.focus(), [])
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
          <Fact name={shell.user}>{closedBy}</Fact>
        ) : (
          <>
            <Fact name={words.till}>{name}</Fact>
            <Fact name={words.closedBy}>{closedBy}</Fact>
          </>
        )}
        <Fact name={report.from}>{dateTime(from)}</Fact>
        <Fact name={report.to}>{dateTime(to)}</Fact>
        <Fact name={words.float}>{moneyIn(float, currency)}</Fact>
        {moved.map(({ amount, note: noted }, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- They do not change places.
          <Fact key={n} name={amount < 0 ? words.takenOut : words.putIn}>
            {moneyIn(Math.abs(amount), currency)}
            {noted !== undefined && ` · ${noted}`}
          </Fact>
        ))}
        {note !== undefined && <Fact name={words.noted}>{note}</Fact>}
      </dl>
      <ClosingTable
        label={heading}
        currency={currency}
        methods={methods.map(({ method, ...sums }) => ({ method, sums: sumsOf(sums) }))}
        total={sumsOf(total)}
      />
      <p class="print-only signature">{words.signature}</p>
    </article>
  )
}

const Fact = ({ name, children }: Readonly<{ name: string; children: ComponentChildren }>) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </div>
)

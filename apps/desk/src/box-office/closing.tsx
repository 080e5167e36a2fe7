import type { Sales } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { addDays, isDate } from '../shell/dates.ts'
import { Field } from '../shell/form.tsx'
import { formats, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'

type Row = Sales['rows'][number]

/** What is in a drawer: the sales and the refunds of one user with one payment method, in one currency. */
type Drawer = Readonly<{
  user: string | null
  method: string | null
  currency: string
  sold: number
  refunded: number
  tickets: number
}>

const hundredths = (amount: number) => Math.round(amount * 100)

const drawersOf = (rows: readonly Row[]): readonly Drawer[] => {
  const drawers = new Map<string, Drawer>()
  for (const { kind, user, method, currency, amount, tickets } of rows) {
    const key = JSON.stringify([user, method, currency])
    const drawer = drawers.get(key) ?? { user, method, currency, sold: 0, refunded: 0, tickets: 0 }
    drawers.set(
      key,
      kind === 'sale'
        ? { ...drawer, sold: drawer.sold + hundredths(amount), tickets: drawer.tickets + tickets }
        : { ...drawer, refunded: drawer.refunded + hundredths(amount) },
    )
  }
  return [...drawers.values()]
}

/**
 * What was sold and refunded in a period: each sale on the day on which it was made, each refund on the day of its settlement.
 * A user of the box office sees the own ones.
 */
export const Closing = () => {
  const { boxOffice: words } = texts.value
  const { fullDate } = formats.value
  const { today } = signedIn().museum
  const { query } = route.value
  const dateIn = (name: string, usual: string) => {
    const given = query.get(name)
    return isDate(given) ? given : usual
  }
  const to = dateIn('to', today)
  const from = dateIn('from', to)
  const loaded = useLoaded((signal) => signedIn().client.getSales({ from, to }, { signal }), [from, to], {
    seconds: 15,
  })
  const show = (period: Readonly<{ from: string; to: string }>) =>
    navigate(hrefOf(['box-office', 'closing'], period.from > period.to ? { from: period.to, to: period.to } : period))
  return (
    <>
      <h1>{words.closing}</h1>
      <p class="print-only">
        {from === to ? fullDate(from) : `${fullDate(from)} – ${fullDate(to)}`} · {signedIn().museum.name}
      </p>
      <div class="row filters screen-only">
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={words[name]} at={name} error={loaded.error.value}>
            {(attributes) => (
              <input
                {...attributes}
                type="date"
                required
                value={{ from, to }[name]}
                onChange={({ currentTarget: { value } }) => {
                  if (isDate(value)) show({ from, to, [name]: value })
                }}
              />
            )}
          </Field>
        ))}
        <button type="button" onClick={() => show({ from: today, to: today })}>
          {words.today}
        </button>
        <button type="button" onClick={() => show({ from: addDays(today, -6), to: today })}>
          {words.lastSevenDays}
        </button>
        <button type="button" onClick={() => window.print()}>
          {words.print}
        </button>
      </div>
      <Show loaded={loaded}>{({ rows }) => <Report rows={rows} isOneDay={from === to} />}</Show>
    </>
  )
}

const Report = ({ rows, isOneDay }: Readonly<{ rows: readonly Row[]; isOneDay: boolean }>) => {
  const { boxOffice: words } = texts.value
  if (rows.length === 0) return <p class="quiet">{words.nothingSold}</p>
  const { number, moneyIn } = formats.value
  const drawers = drawersOf(rows)
  return (
    <>
      <Chart rows={rows} isOneDay={isOneDay} />
      <FigureTable
        heading={words.drawers}
        columns={[words.user, words.method, words.tickets, words.soldAmount, words.refundedAmount, words.inDrawer]}
        numbersFrom={2}
        rows={drawers.map(({ user, method, currency, sold, refunded, tickets }) => ({
          key: `${user} ${method} ${currency}`,
          cells: [
            user ?? words.unknown,
            method ?? words.unknown,
            number(tickets),
            moneyIn(sold / 100, currency),
            moneyIn(refunded / 100, currency),
            <strong key="inDrawer">{moneyIn((sold - refunded) / 100, currency)}</strong>,
          ],
        }))}
      />
      {(['sale', 'refund'] as const).map((kind) => (
        <Rows key={kind} kind={kind} rows={rows.filter((row) => row.kind === kind)} />
      ))}
    </>
  )
}

const Rows = ({ kind, rows }: Readonly<{ kind: Row['kind']; rows: readonly Row[] }>) => {
  const { boxOffice: words } = texts.value
  const { shortDate, number, moneyIn } = formats.value
  if (rows.length === 0) return null
  const isSale = kind === 'sale'
  return (
    <FigureTable
      heading={isSale ? words.sales : words.refunds}
      columns={[
        words.date,
        words.offers,
        words.category,
        words.user,
        words.method,
        words.tickets,
        words.amount,
        ...(isSale ? [words.ofThatCancelled] : []),
      ]}
      numbersFrom={5}
      rows={rows.map(({ date, eventId, eventName, priceCategory, user, method, currency, ...figures }) => ({
        key: [date, user, method, eventId, priceCategory, currency].join(' '),
        cells: [
          <span key="date" class="nowrap">
            {shortDate(date)}
          </span>,
          eventName ?? words.generalEntry,
          priceCategory,
          user ?? words.unknown,
          method ?? words.unknown,
          number(figures.tickets),
          moneyIn(figures.amount, currency),
          ...(isSale
            ? [
                figures.cancelled
                  ? `${number(figures.cancelled)} · ${moneyIn(figures.cancelledAmount ?? 0, currency)}`
                  : '',
              ]
            : []),
        ],
      }))}
    />
  )
}

/** A table with its heading. The first cell of a row names it; the columns from `numbersFrom` on have numbers. */
const FigureTable = ({
  heading,
  columns,
  numbersFrom,
  rows,
}: Readonly<{
  heading: string
  columns: readonly string[]
  numbersFrom: number
  rows: readonly Readonly<{ key: string; cells: readonly ComponentChildren[] }>[]
}>) => {
  const kindOf = (n: number) => n >= numbersFrom && { class: 'number' }
  return (
    <section class="stack">
      <h2>{heading}</h2>
      <Wide label={heading}>
        <table>
          <thead>
            <tr>
              {columns.map((column, n) => (
                <th key={column} scope="col" {...kindOf(n)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [name, ...cells] }) => (
              <tr key={key}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                {cells.map((cell, n) => (
                  <td key={columns[n + 1]} {...kindOf(n + 1)}>
                    <bdi>{cell}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}

/** A table that is scrolled when it is wider than the screen, also with the keyboard. */
const Wide = ({ label, children }: Readonly<{ label: string; children: ComponentChildren }>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div class="wide" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)

/** Bars of what was sold: on each date of a period, or of each offer of one day. The table has the same figures. */
const Chart = ({ rows, isOneDay }: Readonly<{ rows: readonly Row[]; isOneDay: boolean }>) => {
  const { boxOffice: words } = texts.value
  const { shortDate, moneyIn } = formats.value
  const { currency } = signedIn().museum
  const sums = new Map<string, number>()
  // Amounts in another currency than today's cannot be compared: the table has them.
  for (const row of rows.filter((row) => row.kind === 'sale' && row.currency === currency)) {
    const name = isOneDay ? (row.eventName ?? words.generalEntry) : row.date
    sums.set(name, (sums.get(name) ?? 0) + hundredths(row.amount))
  }
  const largest = Math.max(...sums.values(), 1)
  if (sums.size === 0) return null
  return (
    <figure class="bars">
      <figcaption class="visually-hidden">{words.sales}</figcaption>
      {[...sums].map(([name, sum]) => (
        <div key={name} class="bar">
          <bdi class="bar-name">{isOneDay ? name : shortDate(name)}</bdi>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(sum / largest) * 100} height="1" rx="0" />
          </svg>
          <span class="number">{moneyIn(sum / 100, currency)}</span>
        </div>
      ))}
    </figure>
  )
}

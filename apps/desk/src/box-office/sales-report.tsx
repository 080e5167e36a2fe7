import type { PriceCategories, Sales } from '@museum/client'
import { BarChart } from '../report/bar-chart.tsx'
import { type Period, PeriodFields, lastDays, periodOfPage } from '../report/period.tsx'
import { FigureTable } from '../report/figure-table.tsx'
import { hundredths } from '../shell/amounts.ts'
import { formats, texts, till } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf, navigate } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { byMethod, nameOfMethod } from './payment-method.ts'

type Row = Sales['rows'][number]

/** What is in a drawer: the sales and the refunds of one user at one till with one payment method, in one currency. */
type Drawer = Readonly<{
  user: string | null
  till: string | undefined
  method: string | null
  currency: string
  sold: number
  refunded: number
  tickets: number
}>

const ownerOf = ({ user, till }: Drawer) => JSON.stringify([user, till])

const drawersOf = (rows: readonly Row[]): readonly Drawer[] => {
  const drawers = new Map<string, Drawer>()
  for (const { kind, user, till, method, currency, amount, tickets } of rows) {
    const key = JSON.stringify([user, till, method, currency])
    const drawer = drawers.get(key) ?? { user, till, method, currency, sold: 0, refunded: 0, tickets: 0 }
    drawers.set(
      key,
      kind === 'sale'
        ? { ...drawer, sold: drawer.sold + hundredths(amount), tickets: drawer.tickets + tickets }
        : { ...drawer, refunded: drawer.refunded + hundredths(amount) },
    )
  }
  const found = [...drawers.values()]
  const owners = [...new Set(found.map(ownerOf))]
  return found.toSorted((a, b) => owners.indexOf(ownerOf(a)) - owners.indexOf(ownerOf(b)) || byMethod(a, b))
}

/**
 * What was sold and refunded in a period: each sale on the day on which it was made, each refund on the day of its settlement.
 * A user of the box office sees the own ones.
 */
export const SalesReport = () => {
  const { boxOffice: words, report, shell } = texts.value
  const { fullDate } = formats.value
  const { from, to } = periodOfPage(lastDays(1))
  const loaded = useLoaded((signal) => signedIn().client.getSales({ from, to }, { signal }), [from, to], {
    seconds: 15,
  })
  const categories = useLoaded((signal) => signedIn().client.getPriceCategories({ signal }), []).value.value ?? []
  const show = (period: Period) => navigate(hrefOf(['box-office', 'closing'], period))
  return (
    <>
      <h2>{till.value.sales}</h2>
      <p class="print-only">
        {from === to ? fullDate(from) : `${fullDate(from)} – ${fullDate(to)}`} · {signedIn().museum.name}
      </p>
      <div class="row filters screen-only">
        <PeriodFields period={{ from, to }} error={loaded.error.value} onChange={show} />
        <button type="button" onClick={() => show(lastDays(1))}>
          {shell.today}
        </button>
        <button type="button" onClick={() => show(lastDays(7))}>
          {report.lastSevenDays}
        </button>
        <button type="button" onClick={() => window.print()}>
          {words.print}
        </button>
      </div>
      <Show loaded={loaded} fields={['from', 'to']}>
        {({ rows }) => <Report rows={rows.map((row) => withCategoryName(row, categories))} isOneDay={from === to} />}
      </Show>
    </>
  )
}

/** The column of the till, where anything was sold or refunded at one. */
const tillColumn = (rows: readonly Readonly<{ till?: string | undefined }>[]) => {
  const isShown = rows.some((row) => row.till !== undefined)
  return {
    count: isShown ? 1 : 0,
    titles: isShown ? [till.value.till] : [],
    cells: (name: string | undefined) => (isShown ? [name ?? '–'] : []),
  }
}

/** A row with the present name of its price category, if there is one. */
const withCategoryName = (row: Row, categories: PriceCategories): Row => {
  const category = categories.find(({ priceCategory }) => priceCategory === row.priceCategory)
  return category === undefined ? row : { ...row, priceCategory: category.name }
}

const Report = ({ rows, isOneDay }: Readonly<{ rows: readonly Row[]; isOneDay: boolean }>) => {
  const { boxOffice: words, report, shell } = texts.value
  if (rows.length === 0) return <p class="quiet">{words.nothingSold}</p>
  const { number, moneyIn } = formats.value
  const drawers = drawersOf(rows)
  const tills = tillColumn(drawers)
  return (
    <>
      <Chart rows={rows} isOneDay={isOneDay} />
      <section class="stack">
        <h2>{words.drawers}</h2>
        <FigureTable
          label={words.drawers}
          columns={[
            shell.user,
            ...tills.titles,
            words.method,
            shell.tickets,
            report.sold,
            report.refunded,
            words.inDrawer,
          ]}
          numbersFrom={2 + tills.count}
          rows={drawers.map(({ user, till, method, currency, sold, refunded, tickets }) => ({
            key: JSON.stringify([user, till, method, currency]),
            cells: [
              user ?? '–',
              ...tills.cells(till),
              nameOfMethod(method),
              number(tickets),
              moneyIn(sold / 100, currency),
              moneyIn(refunded / 100, currency),
              <strong key="inDrawer">{moneyIn((sold - refunded) / 100, currency)}</strong>,
            ],
          }))}
        />
      </section>
      {(['sale', 'refund'] as const).map((kind) => (
        <Rows key={kind} kind={kind} rows={rows.filter((row) => row.kind === kind)} />
      ))}
    </>
  )
}

const Rows = ({ kind, rows }: Readonly<{ kind: Row['kind']; rows: readonly Row[] }>) => {
  const { boxOffice: words, report, shell } = texts.value
  const { shortDate, number, moneyIn } = formats.value
  if (rows.length === 0) return null
  const isSale = kind === 'sale'
  const tills = tillColumn(rows)
  return (
    <section class="stack">
      <h2>{isSale ? report.sales : words.refunds}</h2>
      <FigureTable
        label={isSale ? report.sales : words.refunds}
        columns={[
          shell.date,
          words.offers,
          words.category,
          shell.user,
          ...tills.titles,
          words.method,
          shell.tickets,
          report.amount,
          ...(isSale ? [words.ofThatCancelled] : []),
        ]}
        numbersFrom={5 + tills.count}
        rows={rows.map(({ date, eventId, eventName, priceCategory, user, till, method, currency, ...figures }) => ({
          key: JSON.stringify([date, user, till, method, eventId, priceCategory, currency]),
          cells: [
            <span key="date" class="nowrap">
              {shortDate(date)}
            </span>,
            eventName ?? shell.generalEntry,
            priceCategory,
            user ?? '–',
            ...tills.cells(till),
            nameOfMethod(method),
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
    </section>
  )
}

/** Bars of what was sold: on each date of a period, or of each offer of one day. The table has the same figures. */
const Chart = ({ rows, isOneDay }: Readonly<{ rows: readonly Row[]; isOneDay: boolean }>) => {
  const { report, shell } = texts.value
  const { shortDate, moneyIn } = formats.value
  const { currency } = signedIn().museum
  const sums = new Map<string, number>()
  // Amounts in another currency than today's cannot be compared: the table has them.
  for (const row of rows.filter((row) => row.kind === 'sale' && row.currency === currency)) {
    const name = isOneDay ? (row.eventName ?? shell.generalEntry) : row.date
    sums.set(name, (sums.get(name) ?? 0) + hundredths(row.amount))
  }
  if (sums.size === 0) return null
  const shown = isOneDay ? [...sums].toSorted(([, a], [, b]) => b - a) : [...sums]
  const bars = shown.map(([name, sum]) => ({
    key: name,
    name: isOneDay ? name : shortDate(name),
    value: sum,
    text: moneyIn(sum / 100, currency),
  }))
  return <BarChart label={report.sales} bars={bars} />
}

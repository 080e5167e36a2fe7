import type { Attendance, Sales } from '@museum/client'
import { isolated } from '@museum/languages'
import type { ComponentProps } from 'preact'
import { type Bar, BarChart } from '../report/bar-chart.tsx'
import { FigureTable } from '../report/figure-table.tsx'
import { type Period, PeriodFields, lastDays, periodOfPage } from '../report/period.tsx'
import { hundredths } from '../shell/amounts.ts'
import { addDays } from '../shell/dates.ts'
import { Field } from '../shell/form.tsx'
import { formats, office, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'

/** What a bar stands for. */
const groupings = ['days', 'weeks', 'events'] as const
type Grouping = (typeof groupings)[number]

type AttendanceRow = Attendance['rows'][number]
type Row = Readonly<{ date: string; eventId?: string; eventName?: string }>

/** Attendance and sales of a period, by days, weeks or events. */
export const Figures = () => {
  const { report: words } = texts.value
  const { from, to } = periodOfPage(lastDays(7))
  const grouping = groupings.find((each) => each === route.value.query.get('by')) ?? 'days'
  const loaded = useLoaded(
    (signal) => {
      const { client } = signedIn()
      return Promise.all([client.getAttendance({ from, to }, { signal }), client.getSales({ from, to }, { signal })])
    },
    [from, to],
    { seconds: 60 },
  )
  const show = (change: Partial<Period & { by: Grouping }>) =>
    navigate(hrefOf(['office', 'figures'], { from, to, by: grouping, ...change }))
  return (
    <>
      <h1>{office.value.figures}</h1>
      <div class="row filters">
        <PeriodFields period={{ from, to }} error={loaded.error.value} onChange={show} />
        {(
          [
            [1, texts.value.shell.today],
            [7, words.lastSevenDays],
            [28, words.lastFourWeeks],
            [84, words.lastTwelveWeeks],
          ] as const
        ).map(([days, label]) => (
          <button key={days} type="button" onClick={() => show(lastDays(days))}>
            {label}
          </button>
        ))}
        <Field label={words.groups}>
          <select value={grouping} onChange={({ currentTarget: { value } }) => show({ by: value as Grouping })}>
            {groupings.map((each) => (
              <option key={each} value={each}>
                {words[each]}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Show loaded={loaded} fields={['from', 'to']}>
        {([attendance, sales]) => (
          <>
            <AttendanceFigures rows={attendance.rows} grouping={grouping} />
            <EntryTimeFigures rows={attendance.rows} isOneDay={from === to} />
            <SalesFigures rows={sales.rows} grouping={grouping} />
          </>
        )}
      </Show>
    </>
  )
}

/** The rows of each day, week or event, with its name, in the order of the rows. */
const groupsOf = <Each extends Row>(rows: readonly Each[], grouping: Grouping) => {
  const { shortDate } = formats.value
  const { generalEntry } = texts.value.shell
  const groups = new Map<string, { key: string; name: string; rows: Each[] }>()
  for (const row of rows) {
    const monday = mondayOf(row.date)
    const keysAndNames: Readonly<Record<Grouping, readonly [key: string, name: string]>> = {
      days: [row.date, shortDate(row.date)],
      weeks: [monday, `${shortDate(monday)} – ${shortDate(addDays(monday, 6))}`],
      events: [row.eventId ?? '', row.eventName ?? generalEntry],
    }
    const [key, name] = keysAndNames[grouping]
    const group = groups.get(key) ?? { key, name, rows: [] }
    groups.set(key, group)
    group.rows.push(row)
  }
  return [...groups.values()]
}

const mondayOf = (date: string) => addDays(date, -((new Date(date).getUTCDay() + 6) % 7))

const sum = <Each,>(rows: readonly Each[], of: (row: Each) => number) => rows.reduce((total, row) => total + of(row), 0)

type FiguresProps<Each> = Readonly<{ rows: readonly Each[]; grouping: Grouping }>

const AttendanceFigures = ({ rows, grouping }: FiguresProps<AttendanceRow>) => {
  const { report: words } = texts.value
  const groups = groupsOf(rows, grouping).map(({ key, name, rows }) => ({
    key,
    name,
    sold: sum(rows, ({ sold }) => sold),
    admitted: sum(rows, ({ admitted }) => admitted),
  }))
  if (grouping === 'events') groups.sort((a, b) => b.sold - a.sold)
  return (
    <AttendanceSection label={words.attendance} hint={words.attendanceHint} column={words[grouping]} groups={groups} />
  )
}

/** The attendance of a day by entry time: of general entry, and of each event with sessions. */
const EntryTimeFigures = ({ rows, isOneDay }: Readonly<{ rows: readonly AttendanceRow[]; isOneDay: boolean }>) => {
  const { entryTimes: words } = office.value
  const withTimes = rows.filter(({ entryTimes }) => entryTimes !== undefined)
  if (!isOneDay) return withTimes.length === 0 ? null : <p class="hint">{words.chooseDay}</p>
  return withTimes.map(({ eventId, eventName, entryTimes = [] }) => (
    <AttendanceSection
      key={eventId}
      label={words.attendanceOf(isolated(eventName ?? texts.value.shell.generalEntry))}
      column={words.time}
      groups={entryTimes.map(({ entryTime, sold, admitted }) => ({
        key: String(entryTime),
        name: entryTime ?? words.withoutTime,
        sold,
        admitted,
      }))}
    />
  ))
}

/** How many tickets of each group are sold, and how many of them are admitted. `column` says what the groups are. */
const AttendanceSection = ({
  label,
  hint,
  column,
  groups,
}: Readonly<{
  label: string
  hint?: string
  column: string
  groups: readonly Readonly<{ key: string; name: string; sold: number; admitted: number }>[]
}>) => {
  const { report: words } = texts.value
  const { number, percent } = formats.value
  return (
    <FigureSection
      label={label}
      hint={hint}
      empty={words.noTickets}
      bars={groups.map(({ key, name, sold, admitted }) => ({
        key,
        name,
        value: admitted,
        of: sold,
        text: words.admittedOf(number(admitted), number(sold)),
      }))}
      columns={[column, words.sold, words.admitted, words.share]}
      rows={groups.map(({ key, name, sold, admitted }) => ({
        key,
        cells: [name, number(sold), number(admitted), percent(admitted / sold)],
      }))}
    />
  )
}

const SalesFigures = ({ rows, grouping }: FiguresProps<Sales['rows'][number]>) => {
  const { report: words, boxOffice, shell } = texts.value
  const { number, moneyIn } = formats.value
  const { currency: presentCurrency } = signedIn().museum
  // Amounts in different currencies are never added.
  const currencies = [...new Set([presentCurrency, ...rows.map(({ currency }) => currency)])]
  const groups = currencies.flatMap((currency) =>
    groupsOf(
      rows.filter((row) => row.currency === currency),
      grouping,
    ).map(({ key, name, rows }) => {
      const sales = rows.filter(({ kind }) => kind === 'sale')
      const refunds = rows.filter(({ kind }) => kind === 'refund')
      return {
        key: `${key} ${currency}`,
        name,
        currency,
        tickets: sum(sales, ({ tickets }) => tickets),
        sold: sum(sales, ({ amount }) => hundredths(amount)) / 100,
        refunded: sum(refunds, ({ amount }) => hundredths(amount)) / 100,
      }
    }),
  )
  if (grouping === 'events') groups.sort((a, b) => b.sold - a.sold)
  return (
    <FigureSection
      label={words.sales}
      hint={words.salesHint}
      empty={boxOffice.nothingSold}
      bars={groups
        .filter(({ currency }) => currency === presentCurrency)
        .map(({ key, name, sold, currency }) => ({ key, name, value: sold, text: moneyIn(sold, currency) }))}
      columns={[words[grouping], shell.tickets, words.amount, words.refunded]}
      rows={groups.map(({ key, name, tickets, sold, refunded, currency }) => ({
        key,
        cells: [name, number(tickets), moneyIn(sold, currency), moneyIn(refunded, currency)],
      }))}
    />
  )
}

/** Figures as a chart, and as a table that is opened when it is needed. */
const FigureSection = ({
  hint,
  empty,
  bars,
  ...table
}: Readonly<{ hint: string | undefined; empty: string; bars: readonly Bar[] }> &
  Omit<ComponentProps<typeof FigureTable>, 'numbersFrom'>) => (
  <section class="stack">
    <h2>{table.label}</h2>
    {hint !== undefined && <p class="hint">{hint}</p>}
    {table.rows.length === 0 ? (
      <p class="quiet">{empty}</p>
    ) : (
      <>
        <BarChart label={table.label} bars={bars} />
        <details>
          <summary>{texts.value.report.table}</summary>
          <FigureTable {...table} numbersFrom={1} />
        </details>
      </>
    )}
  </section>
)

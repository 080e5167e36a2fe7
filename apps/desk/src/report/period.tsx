import { addDays, isDate } from '../shell/dates.ts'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'
import { route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'

/** The dates of a report, both included. */
export type Period = Readonly<{ from: string; to: string }>

/** The period of this many days that ends today. */
export const lastDays = (days: number): Period => {
  const { today } = signedIn().museum
  return { from: addDays(today, 1 - days), to: today }
}

/** The period in the query of the page; a date that is missing there is taken from `usual`. */
export const periodOfPage = (usual: Period): Period => {
  const { query } = route.value
  const dateIn = (name: string) => [query.get(name)].find(isDate)
  const to = dateIn('to') ?? usual.to
  return { from: dateIn('from') ?? dateIn('to') ?? usual.from, to }
}

/** The fields of a period. Of a period that would end before it begins, only the date that was changed stays. */
export const PeriodFields = ({
  period,
  error,
  onChange,
}: Readonly<{ period: Period; error: unknown; onChange: (period: Period) => void }>) => {
  const { report: words } = texts.value
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={words[name]} at={name} error={error}>
          <input
            type="date"
            required
            value={period[name]}
            onChange={({ currentTarget: { value } }) => {
              if (!isDate(value)) return
              const { from, to }: Period = name === 'from' ? { ...period, from: value } : { ...period, to: value }
              onChange(from > to ? { from: value, to: value } : { from, to })
            }}
          />
        </Field>
      ))}
    </>
  )
}

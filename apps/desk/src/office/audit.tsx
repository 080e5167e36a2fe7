import type { AuditEntry } from '@museum/client'
import { plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { Field } from '../shell/form.tsx'
import { formats, office, texts } from '../shell/languages.ts'
import { List, Pager, listPage } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { givenValues, hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { Table } from '../shell/table.tsx'

const shownEntries = 50
/** A UUID or a date. */
const identifier = /^[\da-f-]{10,36}$/i
const filters = ['actor', 'about', 'since', 'until'] as const

/** Who changed what, the latest change first. */
export const Audit = () => {
  const words = office.value
  const { report, shell } = texts.value
  const { query } = route.value
  const given = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? '']))
  const page = listPage()
  const typed = useSignal(given)
  const labels = { actor: shell.user, about: words.about, since: report.from, until: report.to }
  const loaded = useLoaded(
    (signal) =>
      signedIn()
        .client.listAuditEntries({ ...givenValues(given), page, limit: shownEntries }, { signal })
        .page(),
    [JSON.stringify(given), page],
    { seconds: 15 },
  )
  const show = (values: Readonly<Record<string, string>>) => navigate(hrefOf(['office', 'audit'], values))
  return (
    <>
      <h1>{words.audit}</h1>
      <form
        class="row filters"
        onSubmit={(event) => {
          event.preventDefault()
          const about = typed.value['about'] ?? ''
          // The name of a user is compared as it is.
          show({ ...typed.value, about: identifier.test(plainText(about)) ? plainText(about) : about })
        }}
      >
        {filters.map((name) => (
          <Field key={name} label={labels[name]} at={name} error={loaded.error.value}>
            <input
              {...(name === 'since' || name === 'until' ? ({ type: 'date' } as const) : ({ type: 'search' } as const))}
              value={typed.value[name] ?? ''}
              onInput={({ currentTarget: { value } }) => (typed.value = { ...typed.value, [name]: value })}
            />
          </Field>
        ))}
        <button type="submit">{words.filter}</button>
      </form>
      <Show loaded={loaded} fields={filters}>
        {({ items, total }) => (
          <>
            <List items={items} empty={words.noEntries}>
              {(entry) => <Entry key={entry.auditId} entry={entry} />}
            </List>
            <Pager page={page} limit={shownEntries} total={total} onPage={(page) => show({ ...given, page })} />
          </>
        )}
      </Show>
    </>
  )
}

const valueText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const Entry = ({ entry: { at, actor, operation, subject, before, after } }: Readonly<{ entry: AuditEntry }>) => {
  const words = office.value
  const [valuesBefore, valuesAfter] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))]
  const names = [...new Set([...valuesBefore.keys(), ...valuesAfter.keys()])]
  return (
    <li>
      <div>
        <strong>{operation}</strong>
        <p class="quiet">
          {subject.kind} <bdi class="code">{subject.id}</bdi>
        </p>
      </div>
      <p>
        {formats.value.dateTime(at)} · <bdi>{actor}</bdi>
      </p>
      {names.length > 0 && (
        <details>
          <summary>{words.change}</summary>
          <Table
            columns={['', words.before, words.after]}
            rows={names.map((name) => ({
              key: name,
              cells: [name, valueText(valuesBefore.get(name)), valueText(valuesAfter.get(name))],
            }))}
          />
        </details>
      )}
    </li>
  )
}

import type { AuditEntry } from '@museum/client'
import { plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { Field } from '../shell/form.tsx'
import { formats, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'

const shownEntries = 50
/** A UUID or a date. */
const identifier = /^[\da-f-]{10,36}$/i
const filters = ['actor', 'about', 'since', 'until'] as const

/** Who changed what, the latest change first. */
export const Audit = () => {
  const { office: words, report, shell } = texts.value
  const { query } = route.value
  const given = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? '']))
  const page = Math.max(1, Number(query.get('page')) || 1)
  const typed = useSignal(given)
  const labels = { actor: shell.user, about: words.about, since: report.from, until: report.to }
  const loaded = useLoaded(
    (signal) => {
      const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
      return signedIn()
        .client.listAuditEntries({ ...set, page, limit: shownEntries }, { signal })
        .page()
    },
    [JSON.stringify(given), page],
    { seconds: 15 },
  )
  const show = (values: Readonly<Record<string, string>>) =>
    navigate(
      hrefOf(['office', 'audit'], Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))),
    )
  return (
    <>
      <h1>{words.audit}</h1>
      <form
        class="row filters audit-filters"
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
      <Show loaded={loaded}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p class="quiet">{words.noEntries}</p>
          ) : (
            <>
              <ul class="rows">
                {items.map((entry) => (
                  <Entry key={entry.auditId} entry={entry} />
                ))}
              </ul>
              <div class="row">
                {page > 1 && (
                  <button type="button" onClick={() => show({ ...given, page: String(page - 1) })}>
                    {shell.previous}
                  </button>
                )}
                {(total === undefined || page * shownEntries < total) && (
                  <button type="button" onClick={() => show({ ...given, page: String(page + 1) })}>
                    {shell.next}
                  </button>
                )}
              </div>
            </>
          )
        }
      </Show>
    </>
  )
}

const valueText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const Entry = ({ entry: { at, actor, operation, subject, before, after } }: Readonly<{ entry: AuditEntry }>) => {
  const { office: words } = texts.value
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
          <table>
            <thead>
              <tr>
                <td aria-hidden="true" />
                <th scope="col">{words.before}</th>
                <th scope="col">{words.after}</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <bdi>{valueText(valuesBefore.get(name))}</bdi>
                  </td>
                  <td>
                    <bdi>{valueText(valuesAfter.get(name))}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </li>
  )
}

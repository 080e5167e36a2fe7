import { type SpecialEventImport, isProblem } from '@museum/client'
import { eventFileTitles } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Field } from '../shell/form.tsx'
import { formats, language, office } from '../shell/languages.ts'
import { faultSentences } from '../shell/problem-note.tsx'
import { signedIn } from '../shell/session.ts'
import { Table } from '../shell/table.tsx'

const formatOf = (file: File) => (/\.(jsonl|ndjson|json)$/i.test(file.name) ? 'jsonl' : 'csv')

/** A template with the titles in the language of the page, as a spreadsheet in this language opens it. */
const templateUrl = () => {
  const hasDecimalComma = formats.value.plainNumber(0.5).includes(',')
  const titles = Object.values(eventFileTitles[language.value]).join(hasDecimalComma ? ';' : ',')
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${titles}\r\n`)}`
}

const rowsAtFirst = 100
const datesOfRow = 4

/** The rows of a file as they were read. */
const Preview = ({ rows, count }: Readonly<{ rows: NonNullable<SpecialEventImport['rows']>; count: number }>) => {
  const words = office.value
  const { fullDate, money, number } = formats.value
  const isWhole = useSignal(rows.length <= rowsAtFirst)
  const shown = isWhole.value ? rows : rows.slice(0, rowsAtFirst)
  return (
    <section aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <Table
        columns={[words.name, words.location, words.dates, words.outcome, words.price, words.places]}
        numbersFrom={4}
        rows={shown.map(({ name, location, dates, outcome, price, capacity }, row) => ({
          key: String(row),
          cells: [
            name,
            location,
            <Fragment key="dates">
              {dates.slice(0, datesOfRow).map((date) => (
                <div key={date}>{fullDate(date)}</div>
              ))}
              {dates.length > datesOfRow && `+ ${number(dates.length - datesOfRow)}`}
            </Fragment>,
            words.outcomes[outcome],
            money(price),
            capacity === null ? words.noLimit : number(capacity),
          ],
        }))}
      />
      {!isWhole.value && (
        <button type="button" onClick={() => (isWhole.value = true)}>
          {words.showAll(number(rows.length))}
        </button>
      )}
      {rows.length < count && <p>{words.moreRows(number(count - rows.length))}</p>}
    </section>
  )
}

/** Checks a file of events, shows every fault with its line, and imports it. A repetition creates nothing twice. */
export const Import = () => {
  const words = office.value
  const { number } = formats.value
  const file = useSignal<File | undefined>(undefined)
  const send = async (isDryRun: boolean, signal: AbortSignal): Promise<SpecialEventImport> => {
    const given = file.peek()!
    const content = new Uint8Array(await given.arrayBuffer())
    const { client } = signedIn()
    let sum: SpecialEventImport = { dryRun: isDryRun, created: 0, known: 0, remaining: 0 }
    // A long import ends in part: the same file is sent again for the rest.
    for (;;) {
      const query = isDryRun ? ({ dryRun: 'true' } as const) : {}
      const part = await client.importSpecialEvents(content, formatOf(given), query, { signal })
      sum = { ...part, created: sum.created + part.created }
      if (isDryRun || part.remaining === 0) return sum
    }
  }
  const check = useAction((signal) => send(true, signal), { repeats: true })
  const store = useAction((signal) => send(false, signal), { repeats: true })
  const checked = check.result.value
  const stored = store.result.value
  const { error } = check
  const faults = isProblem(error.value) ? error.value.errors : []
  return (
    <>
      <h1>{words.import}</h1>
      <p>
        <a href={templateUrl()} download={words.templateFile}>
          {words.template}
        </a>
      </p>
      <Field label={words.file} hint={words.fileHint}>
        <input
          type="file"
          accept=".csv,.jsonl,.ndjson,.json,text/csv"
          onChange={({ currentTarget }) => {
            file.value = currentTarget.files?.[0]
            store.reset()
            check.reset()
            if (file.value !== undefined) void check.run()
          }}
        />
      </Field>
      {faults.length === 0 ? (
        <ActionStatus action={check} done={checked && words.checked(number(checked.created), number(checked.known))} />
      ) : (
        <section class="note note-bad" role="alert" aria-label={words.faults}>
          <p>
            <strong>{words.faults}</strong>
          </p>
          <Table
            columns={[words.line, words.fault]}
            rows={faults.map((fault) => {
              const { line, pointer, code } = fault
              return {
                key: `${line} ${pointer} ${code}`,
                cells: [
                  line === undefined ? '' : number(line),
                  <Fragment key="fault">
                    <code>{pointer?.split('/')[2]}</code> {faultSentences([fault])}
                  </Fragment>,
                ],
              }
            })}
          />
        </section>
      )}
      {checked !== undefined && stored === undefined && (
        <>
          <div>
            <ActionButton action={store} type="button" onClick={() => void store.run()}>
              {words.importNow}
            </ActionButton>
          </div>
          <Preview rows={checked.rows ?? []} count={checked.created + checked.known} />
        </>
      )}
      <ActionStatus action={store} done={stored && words.imported(number(stored.created), number(stored.known))} />
    </>
  )
}

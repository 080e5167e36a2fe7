import type { AdmissionSummary, MuseumClient } from '@museum/client'
import { useEffect } from 'preact/hooks'
import { texts } from '../shell/languages.ts'
import { useLoaded } from '../shell/loaded.tsx'
import { session } from '../shell/session.ts'
import type { Conflict } from './conflicts.tsx'
import { gateFormats } from './gate-formats.ts'
import type { Gate } from './gate.ts'
import { presentEntryTimes } from './present-entry-times.ts'

const pollSeconds = 15

/** How many are expected and were admitted at this entry time and the next one. */
const EntryTimeCounts = ({
  gate,
  client,
  date,
  counts,
}: Readonly<{
  gate: Gate
  client: MuseumClient
  date: string
  counts: NonNullable<AdmissionSummary['entryTimes']>
}>) => {
  const { counts: words } = texts.value.gate
  const formats = gateFormats(gate)
  const read = (signal: AbortSignal) => client.getAvailability({ startDate: date, endDate: date }, { signal })
  const [offers] = useLoaded(read, [client, date], { seconds: pollSeconds }).value.value ?? []
  const shown = offers && presentEntryTimes(offers, gate.settings.value?.event?.eventId, gate.now())
  if (shown === undefined || shown.length === 0) return null
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.entryTime}</th>
          <th scope="col" class="number">
            {words.expected}
          </th>
          <th scope="col" class="number">
            {texts.value.report.admitted}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((time) => {
          const { sold = 0, admitted = 0 } = counts.find(({ entryTime }) => entryTime === time) ?? {}
          return (
            <tr key={time}>
              <th scope="row">
                <bdi dir="ltr">{time}</bdi>
              </th>
              <td class="number">{formats.number(sold - admitted)}</td>
              <td class="number">{formats.number(admitted)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** How many were admitted and refused today, are expected and are in the building, at all gates. */
export const Counts = ({ gate, conflicts }: Readonly<{ gate: Gate; conflicts: readonly Conflict[] }>) => {
  const { gate: gateWords, report, shell } = texts.value
  const { counts: words } = gateWords
  const formats = gateFormats(gate)
  const client = session.value?.client
  const isOnline = gate.connection.value === 'online'
  const number = gate.shown.value?.number
  const unanswered = gate.ownScans.value.presses.length
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      await gate.setCounts(await client!.getAdmissionSummary({}, { signal: controller.signal, retries: 0 }))
    }
    const poll = () => {
      // Without an answer, the counts that were read before stay.
      if (client !== undefined && isOnline && document.visibilityState === 'visible') load().catch(() => undefined)
    }
    poll()
    const timer = setInterval(poll, 1_000 * pollSeconds)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [client, isOnline, number, unanswered])

  const today = gate.today()
  const isOfToday = (at: string) => gate.dayOf(at) === today
  const waiting = gate.ownScans.value.waiting.filter(({ scannedAt }) => isOfToday(scannedAt)).length
  const { value: read } = gate.counts
  const { summary, at } = read?.summary.date === today ? read : {}
  const furtherEntries = conflicts
    .flatMap(({ entries }) => entries)
    .filter(({ isAdmission, at: enteredAt }) => !isAdmission && isOfToday(enteredAt)).length
  const admitted = summary && summary.admitted + waiting
  const refused = Object.values(summary?.refused ?? {}).reduce((sum, each) => sum + each, 0)
  const shown = [
    [report.admitted, admitted],
    [words.refused, summary && refused],
    [words.expected, summary && Math.max(0, summary.sold - summary.admitted - waiting)],
    [words.inTheBuilding, admitted === undefined ? undefined : admitted + furtherEntries],
  ] as const
  return (
    <section class="gate-counts stack" aria-labelledby="gate-counts-heading">
      <h2 id="gate-counts-heading">{shell.today}</h2>
      <dl>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === undefined ? '–' : formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      {client !== undefined && isOnline && summary?.entryTimes !== undefined && (
        <EntryTimeCounts gate={gate} client={client} date={summary.date} counts={summary.entryTimes} />
      )}
      <p class="hint">
        {words.hint} {!isOnline && at !== undefined && shell.asOf(formats.moment(at))}
      </p>
    </section>
  )
}

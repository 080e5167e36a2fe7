import type { LoggedScan } from '@museum/client'
import type { GateScan } from '@museum/client/gate'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { texts } from '../shell/languages.ts'
import { hrefOf } from '../shell/router.ts'
import { session } from '../shell/session.ts'
import { gateFormats } from './gate-formats.ts'
import type { Gate } from './gate.ts'

/** An entry with a ticket. */
type Entry = Readonly<{ at: string; gate: string | null; isOffline: boolean; isAdmission: boolean }>

/**
 * A ticket with which somebody entered twice, or an admission of this gate that the server does not count, for example since the
 * ticket had been cancelled: then there is one entry, with `refusal`, the words of the server.
 */
export type Conflict = Readonly<{ ticketId: string; entries: readonly Entry[]; refusal?: string }>

const byTime = (a: Entry, b: Entry) => a.at.localeCompare(b.at)

/** The conflicts in rows of the scan log, and in the admissions of this gate that the server does not count; the latest first. */
export const conflictsOf = (rows: readonly LoggedScan[], disputed: readonly GateScan[]): readonly Conflict[] => {
  const entered = new Map<string, Entry[]>()
  for (const { ticketId, at, gate, offline: isOffline, admitted: isAdmission, entered: isEntry } of rows)
    if (isEntry && ticketId !== null)
      entered.set(ticketId, [...(entered.get(ticketId) ?? []), { at, gate, isOffline, isAdmission }])
  const ofServer = [...entered].map(([ticketId, entries]) => ({ ticketId, entries: entries.toSorted(byTime) }))
  const known = new Set(entered.keys())
  const ofThisGate = disputed.flatMap(({ ticketId, scannedAt, gate, answer }): readonly Conflict[] => {
    if (ticketId === undefined || known.has(ticketId)) return []
    known.add(ticketId)
    const here = { at: scannedAt, gate, isOffline: true, isAdmission: false }
    if (answer?.admitted === false && answer.first !== undefined) {
      const { at, gate: other } = answer.first
      const first = { at, gate: other, isOffline: false, isAdmission: true }
      return [{ ticketId, entries: [first, here].toSorted(byTime) }]
    }
    return [{ ticketId, entries: [here], refusal: answer?.admitted === false ? answer.detail : '' }]
  })
  const latest = ({ entries: all }: Conflict) => all.at(-1)!.at
  return [...ofServer, ...ofThisGate].toSorted((a, b) => latest(b).localeCompare(latest(a)))
}

const pollMilliseconds = 30_000

/** The rows of the scan log that are in conflict: those of the last seven days, read again and again. */
export const useConflictRows = (gate: Gate) => {
  const rows = useSignal<readonly LoggedScan[]>([])
  const client = session.value?.client
  const isOnline = gate.connection.value === 'online'
  const disputes = gate.ownScans.value.disputed.length
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      const found: LoggedScan[] = []
      for await (const row of client!.listAdmissions({ conflict: 'true', limit: 100 }, { signal, retries: 0 }))
        found.push(row)
      rows.value = found
    }
    const poll = () => {
      // Without an answer, the rows that were read before stay.
      if (client !== undefined && isOnline) load().catch(() => undefined)
    }
    poll()
    const timer = setInterval(poll, pollMilliseconds)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [client, isOnline, disputes])
  return rows
}

const ConflictItem = ({ gate, conflict }: Readonly<{ gate: Gate; conflict: Conflict }>) => {
  const { conflicts: words } = texts.value.gate
  const { moment } = gateFormats(gate)
  const { ticketId, entries, refusal } = conflict
  const isDone = gate.done.value.has(ticketId)
  return (
    <li class="card conflict">
      <ol>
        {entries.map(({ at, gate: name, isOffline, isAdmission }) => (
          <li key={at}>
            <strong>
              <time dateTime={at}>{moment(at)}</time>
            </strong>
            <bdi>{name ?? words.noGate}</bdi>
            <span class="row">
              {isOffline && <span class="badge">{words.offline}</span>}
              {isAdmission && <span class="badge badge-good">{words.counts}</span>}
            </span>
          </li>
        ))}
      </ol>
      {refusal !== undefined && (
        <p class="note note-warning">
          {words.notAccepted} {refusal}
        </p>
      )}
      <div class="conflict-foot">
        <p class="quiet">
          {words.ticket} <code>{ticketId}</code>
        </p>
        <button
          type="button"
          class={isDone ? 'plain' : 'primary'}
          aria-label={`${isDone ? words.undo : words.done}: ${ticketId}`}
          onClick={() => void gate.setDone(ticketId, !isDone)}
        >
          {isDone ? words.undo : words.done}
        </button>
      </div>
    </li>
  )
}

/** The conflicts that staff work through. What is done is kept on this device. */
export const Conflicts = ({ gate, conflicts }: Readonly<{ gate: Gate; conflicts: readonly Conflict[] }>) => {
  const { conflicts: words } = texts.value.gate
  const isDone = ({ ticketId }: Conflict) => gate.done.value.has(ticketId)
  const open = conflicts.filter((each) => !isDone(each))
  const done = conflicts.filter(isDone)
  return (
    <div class="stack conflicts">
      <p>
        <a class="button" href={hrefOf(['gate'])}>
          {words.back}
        </a>
      </p>
      <h1>{words.heading}</h1>
      {open.length === 0 ? (
        <p class="note note-good">{words.none}</p>
      ) : (
        <>
          <p class="conflicts-explanation">{words.explanation}</p>
          <ul class="conflict-list">
            {open.map((each) => (
              <ConflictItem gate={gate} conflict={each} key={each.ticketId} />
            ))}
          </ul>
        </>
      )}
      {done.length > 0 && (
        <>
          <h2>{words.doneHeading}</h2>
          <ul class="conflict-list">
            {done.map((each) => (
              <ConflictItem gate={gate} conflict={each} key={each.ticketId} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

import type { LoggedScan, ScannedTicket, SoldTicket } from '@museum/client'
import type { GateScan } from '@museum/client/gate'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { texts } from '../shell/languages.ts'
import { hrefOf } from '../shell/router.ts'
import { session } from '../shell/session.ts'
import { gateFormats } from './gate-formats.ts'
import type { Gate } from './gate.ts'
import { subjectOf } from './verdict.tsx'

/** An entry with a ticket. */
type Entry = Readonly<{ at: string; gate: string | null; isOffline: boolean; isAdmission: boolean }>

/**
 * A ticket with which visitors entered twice, or an admission of this gate that the server does not count, for example since the
 * ticket had been cancelled: then there is one entry, with `refusal`, the words of the server.
 */
export type Conflict = Readonly<{
  ticketId: string
  entries: readonly Entry[]
  refusal?: string
  /** What the ticket is for, once it is known. */
  ticket?: ScannedTicket | undefined
}>

const byTime = (a: Entry, b: Entry) => a.at.localeCompare(b.at)

/**
 * The conflicts in rows of the scan log, and in the admissions of this gate that the server does not count; the latest first.
 * `tickets` are the tickets that were read, by their ticketId.
 */
const conflictsOf = (
  rows: readonly LoggedScan[],
  disputed: readonly GateScan[],
  tickets: ReadonlyMap<string, ScannedTicket>,
): readonly Conflict[] => {
  const entered = new Map<string, Entry[]>()
  for (const { ticketId, at, gate, offline: isOffline, admitted: isAdmission, entered: isEntry } of rows)
    if (isEntry && ticketId !== null)
      entered.set(ticketId, [...(entered.get(ticketId) ?? []), { at, gate, isOffline, isAdmission }])
  const ofServer = [...entered].map(([ticketId, entries]) => ({
    ticketId,
    entries: entries.toSorted(byTime),
    ticket: tickets.get(ticketId),
  }))
  const known = new Set(entered.keys())
  const ofThisGate = disputed.flatMap(({ ticketId, scannedAt, gate, answer }): readonly Conflict[] => {
    if (ticketId === undefined || known.has(ticketId)) return []
    known.add(ticketId)
    const ticket = answer?.ticket ?? tickets.get(ticketId)
    const here = { at: scannedAt, gate, isOffline: true, isAdmission: false }
    if (answer?.admitted === false && answer.first !== undefined) {
      const { at, gate: other } = answer.first
      const first = { at, gate: other, isOffline: false, isAdmission: true }
      return [{ ticketId, entries: [first, here].toSorted(byTime), ticket }]
    }
    const refusal = answer?.admitted === false ? answer.detail : ''
    return [{ ticketId, entries: [here], refusal, ticket }]
  })
  const latest = ({ entries: all }: Conflict) => all.at(-1)!.at
  return [...ofServer, ...ofThisGate].toSorted((a, b) => latest(b).localeCompare(latest(a)))
}

const pollMilliseconds = 30_000

/** What a gate shows of a sold ticket. Its purchaser, whom an administrator gets too, is left out. */
const scannedTicketOf = ({
  ticketId,
  ticketType,
  ticketDate,
  entryTime,
  event,
  priceCategoryName,
}: SoldTicket): ScannedTicket => ({
  ticketId,
  ticketType,
  ticketDate,
  ...(entryTime !== undefined && { entryTime }),
  ...(event && { eventName: event.name }),
  ...(priceCategoryName !== undefined && { priceCategoryName }),
})

/** The conflicts of the last seven days, read again and again, with their tickets, which are read once. */
export const useConflicts = (gate: Gate): readonly Conflict[] => {
  const rows = useSignal<readonly LoggedScan[]>([])
  const tickets = useSignal<ReadonlyMap<string, ScannedTicket>>(new Map())
  const client = session.value?.client
  const isOnline = gate.connection.value === 'online'
  const { disputed } = gate.ownScans.value
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      const found: LoggedScan[] = []
      for await (const row of client!.listAdmissions({ conflict: 'true', limit: 100 }, { signal, retries: 0 }))
        found.push(row)
      rows.value = found
      for (const { ticketId } of conflictsOf(found, gate.ownScans.peek().disputed, tickets.peek()))
        if (!tickets.peek().has(ticketId)) {
          const ticket = scannedTicketOf(await client!.getTicket(ticketId, { signal, retries: 0 }))
          tickets.value = new Map([...tickets.peek(), [ticketId, ticket]])
        }
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
  }, [client, isOnline, disputed.length])
  return conflictsOf(rows.value, disputed, tickets.value)
}

const ConflictItem = ({ gate, conflict }: Readonly<{ gate: Gate; conflict: Conflict }>) => {
  const { conflicts: words } = texts.value.gate
  const { visit, moment } = gateFormats(gate)
  const { ticketId, entries, refusal, ticket } = conflict
  const isDone = gate.done.value.has(ticketId)
  return (
    <li class="card stack conflict">
      {ticket !== undefined && (
        <p class="row">
          <strong>
            <bdi>{subjectOf(ticket, gate)}</bdi>
          </strong>
          <bdi>{visit(ticket)}</bdi>
          {ticket.priceCategoryName !== undefined && <bdi>{ticket.priceCategoryName}</bdi>}
        </p>
      )}
      <ol class="stack">
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
      <div class="apart">
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
  const list = (shown: readonly Conflict[]) => (
    <ul class="stack">
      {shown.map((each) => (
        <ConflictItem gate={gate} conflict={each} key={each.ticketId} />
      ))}
    </ul>
  )
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
          <p>{words.explanation}</p>
          {list(open)}
        </>
      )}
      {done.length > 0 && (
        <>
          <h2>{words.doneHeading}</h2>
          {list(done)}
        </>
      )}
    </div>
  )
}

import { readScannedText } from '@museum/client'
import type { GateDecision } from '@museum/client/gate'
import { isolated } from '@museum/languages'
import { useLayoutEffect } from 'preact/hooks'
import { texts } from '../shell/languages.ts'
import { gateFormats } from './gate-formats.ts'
import type { Gate, ShownScan } from './gate.ts'
import { playVerdict } from './sound.ts'

/** Milliseconds for which a decision is shown, unless the next scan comes before. */
const shownMilliseconds = { ADMITTED: 5_000, REFUSED: 12_000, 'NEEDS NETWORK': 12_000 }

const signs = {
  ADMITTED: <path d="M18 54 42 78 84 24" />,
  REFUSED: <path d="M24 24 76 76M76 24 24 76" />,
  'NEEDS NETWORK': <path d="M32 36c0-24 38-24 38 0 0 16-19 14-19 30M51 82v2" />,
}

/** What a ticket is for: the name of its event, or general entry. */
export const subjectOf = (ticket: GateDecision['ticket'], gate: Gate): string | undefined => {
  if (ticket === undefined) return undefined
  if (ticket.ticketType === 'general') return texts.value.shell.generalEntry
  if ('eventName' in ticket && ticket.eventName !== undefined) return ticket.eventName
  return (
    ('eventId' in ticket ? gate.eventNames.value.get(ticket.eventId) : undefined) ?? texts.value.gate.verdict.anEvent
  )
}

const sentenceOf = (decision: GateDecision, gate: Gate): string | undefined => {
  const { gate: gateWords, shell } = texts.value
  const { verdict: words } = gateWords
  const { form } = readScannedText(gate.shown.value?.code ?? '')
  if (decision.verdict === 'NEEDS NETWORK') return form === 'signed' ? words.noKeys : words.onlyServerKnows
  switch (decision.reason) {
    case undefined:
      return undefined
    case 'bad-signature':
      return form === 'garbled' ? shell.otherKeyboard : words.badSignature
    case 'unknown-ticket':
      return form === 'garbled' ? shell.otherKeyboard : words.unknownTicket
    case 'cancelled':
      return words.cancelled
    case 'wrong-date':
      return words.wrongDate(gateFormats(gate).visit(decision.ticket ?? { ticketDate: gate.today() }))
    case 'wrong-event':
      return words.wrongEvent(isolated(subjectOf(decision.ticket, gate) ?? words.anEvent))
    case 'already-admitted':
      return words.alreadyAdmitted
    default:
      // A reason of a later version of the API, in its words.
      return decision.detail
  }
}

/** The decision on the last scan, on the whole screen. */
export const VerdictScreen = ({ gate, scan }: Readonly<{ gate: Gate; scan: ShownScan }>) => {
  const { verdict: words, limits } = texts.value.gate
  const { decision } = scan
  const formats = gateFormats(gate)
  const verdict = decision?.verdict ?? 'NEEDS NETWORK'
  const close = () => (gate.shown.value = undefined)
  // As soon as the decision is shown, keys close it.
  useLayoutEffect(() => {
    if (gate.settings.peek()?.sound === true) playVerdict(verdict)
    const timer = setTimeout(close, shownMilliseconds[verdict])
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [scan.number])
  const first = decision?.first
  const isOfFullPrice = decision?.ticket !== undefined && !('priceCategoryName' in decision.ticket)
  const category =
    decision?.ticket !== undefined && 'priceCategoryName' in decision.ticket
      ? decision.ticket.priceCategoryName
      : undefined
  const oldLoadedAt = decision?.isOffline === true ? gate.oldLoadedAt() : undefined
  const verdictWords = { ADMITTED: words.admitted, REFUSED: words.refused, 'NEEDS NETWORK': words.needsNetwork }
  return (
    <div
      class="verdict"
      data-verdict={verdict}
      data-number={scan.number}
      role="alert"
      aria-atomic="true"
      key={scan.number}
    >
      <div class="verdict-content stack">
        <svg class="verdict-sign" viewBox="0 0 100 100" aria-hidden="true">
          {signs[verdict]}
        </svg>
        <p class="verdict-word">{verdictWords[verdict]}</p>
        {decision === undefined && <p class="verdict-sentence">{limits.noStorage}</p>}
        {first !== undefined && (
          <p class="verdict-first">
            <time dateTime={first.at}>{formats.moment(first.at)}</time>
            {first.gate !== null && <bdi>{first.gate}</bdi>}
          </p>
        )}
        {decision !== undefined && <p class="verdict-sentence">{sentenceOf(decision, gate)}</p>}
        {decision !== undefined && decision.reason !== 'wrong-event' && (
          <p class="verdict-subject">
            <bdi>{subjectOf(decision.ticket, gate)}</bdi>
          </p>
        )}
        {verdict === 'ADMITTED' && category !== undefined && (
          <p class="verdict-proof">{words.proof(isolated(category))}</p>
        )}
        {verdict === 'ADMITTED' && decision?.isOffline === true && isOfFullPrice && (
          <p class="verdict-proof">{words.readCategory}</p>
        )}
        {decision?.isOffline === true && (
          <p class="verdict-note">
            {words.offline}
            {oldLoadedAt !== undefined && `. ${words.listOf(formats.moment(oldLoadedAt))}`}
          </p>
        )}
      </div>
      <button type="button" class="verdict-next large" onClick={close}>
        {words.next}
      </button>
    </div>
  )
}

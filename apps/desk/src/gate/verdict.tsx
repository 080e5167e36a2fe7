import { readScannedText } from '@museum/client'
import type { GateDecision } from '@museum/client/gate'
import { isolated } from '@museum/languages'
import { texts } from '../shell/languages.ts'
import { gateFormats } from './gate-formats.ts'
import type { Gate, ShownScan } from './gate.ts'
import { OrderOffer } from './order-offer.tsx'
import { EntryTime, LetIn, VerdictFrame, offerMilliseconds, timeWord } from './verdict-frame.tsx'

/** Milliseconds for which a decision is shown, unless the next scan comes before. */
const shownMilliseconds = { ADMITTED: 5_000, REFUSED: 12_000, 'NEEDS NETWORK': 12_000 }

/** What a ticket is for: the name of its event, or general entry. */
export const subjectOf = (ticket: GateDecision['ticket'], gate: Gate): string | undefined => {
  if (ticket === undefined) return undefined
  if (ticket.ticketType === 'general') return texts.value.shell.generalEntry
  if ('eventName' in ticket && ticket.eventName !== undefined) return ticket.eventName
  return (
    ('eventId' in ticket ? gate.eventNames.value.get(ticket.eventId) : undefined) ?? texts.value.gate.verdict.anEvent
  )
}

const sentenceOf = (decision: GateDecision, code: string, gate: Gate): string | undefined => {
  const { gate: gateWords, shell } = texts.value
  const { verdict: words } = gateWords
  const { form } = readScannedText(code)
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
      // When the ticket admits, or a reason of a later version of the API: in the words of whoever has decided.
      return decision.detail
  }
}

/** How far the clock of this device is wrong. */
export const clockSentence = (ahead: number, gate: Gate): string => {
  const { clockAhead, clockBehind } = texts.value.gate.connection
  const duration = gateFormats(gate).duration(Math.abs(ahead))
  return ahead > 0 ? clockAhead(duration) : clockBehind(duration)
}

/** The decision on the last scan, on the whole screen. */
export const VerdictScreen = ({ gate, scan }: Readonly<{ gate: Gate; scan: ShownScan }>) => {
  const { verdict: words, anyTime, limits } = texts.value.gate
  const { decision } = scan
  const formats = gateFormats(gate)
  const verdict = decision?.verdict ?? 'NEEDS NETWORK'
  const open = gate.connection.value === 'online' ? (decision?.orderOpen ?? 0) : 0
  const otherTime = timeWord(decision?.reason)
  const color = otherTime === undefined ? verdict : 'OTHER TIME'
  const waitingTime = open > 0 || otherTime !== undefined ? offerMilliseconds : shownMilliseconds[verdict]
  const first = decision?.first
  const isOfFullPrice = decision?.ticket !== undefined && !('priceCategoryName' in decision.ticket)
  const category =
    decision?.ticket !== undefined && 'priceCategoryName' in decision.ticket
      ? decision.ticket.priceCategoryName
      : undefined
  const oldLoadedAt = decision?.isOffline === true ? gate.oldLoadedAt() : undefined
  const verdictWords = { ADMITTED: words.admitted, REFUSED: words.refused, 'NEEDS NETWORK': words.needsNetwork }
  return (
    <VerdictFrame
      gate={gate}
      color={color}
      number={scan.number}
      word={otherTime ?? verdictWords[verdict]}
      milliseconds={scan.isPressing === true ? undefined : waitingTime}
      controls={
        otherTime === undefined ? (
          open > 0 && <OrderOffer gate={gate} scan={scan} open={open} key={scan.number} />
        ) : (
          <LetIn onPress={() => gate.letIn(scan)} />
        )
      }
    >
      {color !== 'REFUSED' && <EntryTime ticket={decision?.ticket} />}
      {decision === undefined && <p class="verdict-sentence">{limits.noStorage}</p>}
      {first !== undefined && (
        <p class="verdict-first">
          <time dateTime={first.at}>{formats.moment(first.at)}</time>
          {first.gate !== null && <bdi>{first.gate}</bdi>}
        </p>
      )}
      {decision !== undefined && (
        <p class="verdict-sentence" {...(otherTime !== undefined && { lang: 'en', dir: 'ltr' })}>
          {sentenceOf(decision, scan.code, gate)}
        </p>
      )}
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
      {scan.anyTime && <p class="verdict-note">{anyTime.atAnyTime}</p>}
      {decision?.isOffline === true && (
        <p class="verdict-note">
          {words.offline}
          {oldLoadedAt !== undefined && `. ${words.listOf(formats.moment(oldLoadedAt))}`}
        </p>
      )}
      {decision?.clockAhead !== undefined && decision.ticket?.entryTime !== undefined && (
        <p class="verdict-note">{clockSentence(decision.clockAhead, gate)}</p>
      )}
    </VerdictFrame>
  )
}

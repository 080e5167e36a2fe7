import type { PressOutcome } from '@museum/client/gate'
import { isolated } from '@museum/languages'
import { texts } from '../shell/languages.ts'
import { gateFormats } from './gate-formats.ts'
import type { Gate, ShownPress } from './gate.ts'
import { EntryTime, LetIn, VerdictFrame, offerMilliseconds, timeWord } from './verdict-frame.tsx'

/** Milliseconds for which the answer is shown, unless the next scan comes before. */
const shownMilliseconds = 12_000

/**
 * How many tickets a press has admitted, by category, and how many of those that it was to admit not, by reason. `atOtherTime`: how
 * many of these were refused for their entry time.
 */
const resultOf = (answer: PressOutcome, asked: number) => {
  const order = 'order' in answer ? answer.order : undefined
  const admitted = order?.admitted ?? (answer.admitted ? 1 : 0)
  // The ticket that was scanned before, and others that had entered, were not to be admitted again.
  const refused = (order?.refused ?? []).map(({ reason, tickets }) => ({
    reason,
    tickets: reason === 'already-admitted' ? Math.min(tickets - 1, asked - admitted) : tickets,
  }))
  const count = (isCounted: (reason: string) => boolean) =>
    refused.reduce((sum, { reason, tickets }) => sum + (isCounted(reason) ? tickets : 0), 0)
  const used = count((reason) => reason === 'already-admitted')
  const ofOtherTime = count((reason) => timeWord(reason) !== undefined)
  return {
    admitted,
    categories: order?.categories ?? [],
    refused: refused.filter(({ tickets }) => tickets > 0),
    atOtherTime: Math.min(asked - admitted - used, ofOtherTime),
  }
}

/** What became of a press, or that it is not known yet. */
export const PressScreen = ({ gate, shown }: Readonly<{ gate: Gate; shown: ShownPress }>) => {
  const { order: words, verdict, anyTime } = texts.value.gate
  const { answer, rejection } = shown.press
  const formats = gateFormats(gate)
  const frame = { gate, number: shown.number }
  if (answer === undefined) {
    const isRejected = rejection !== undefined
    return (
      <VerdictFrame
        {...frame}
        color={isRejected ? 'REFUSED' : 'NOT KNOWN'}
        word={isRejected ? verdict.refused : words.notKnown}
        milliseconds={undefined}
        next={words.scanEach}
      >
        <p class="verdict-sentence">{isRejected ? words.notAccepted : words.noAnswer}</p>
      </VerdictFrame>
    )
  }
  const { admitted, categories, refused, atOtherTime } = resultOf(answer, shown.asked)
  const reasons = new Map(Object.entries(words.reasons))
  const otherTime = atOtherTime > 0 ? refused.map(({ reason }) => timeWord(reason)).find(Boolean) : undefined
  const decided = admitted > 0 ? 'ADMITTED' : 'REFUSED'
  const color = otherTime === undefined ? decided : 'OTHER TIME'
  const isBusy = shown.isPressing === true
  const waitingTime = otherTime === undefined ? shownMilliseconds : offerMilliseconds
  return (
    <VerdictFrame
      {...frame}
      color={color}
      word={admitted > 0 ? words.admitted(formats.number(admitted)) : (otherTime ?? verdict.refused)}
      milliseconds={isBusy ? undefined : waitingTime}
      controls={otherTime !== undefined && <LetIn isBusy={isBusy} onPress={() => void gate.press(atOtherTime)} />}
    >
      {color !== 'REFUSED' && <EntryTime ticket={shown.ticket} />}
      {categories.map(
        ({ priceCategoryName: name, tickets }) =>
          name !== null && (
            <p class="verdict-proof" key={name}>
              {verdict.proof(`${formats.number(tickets)} × ${isolated(name)}`)}
            </p>
          ),
      )}
      {refused.map(({ reason, tickets }) => (
        <p class="verdict-sentence" key={reason}>
          {words.notAdmitted(tickets, formats.number(tickets), reasons.get(reason) ?? reason)}
        </p>
      ))}
      {shown.press.anyTime === true && <p class="verdict-note">{anyTime.atAnyTime}</p>}
    </VerdictFrame>
  )
}

import type { PressOutcome } from '@museum/client/gate'
import { isolated } from '@museum/languages'
import { texts } from '../shell/languages.ts'
import { gateFormats } from './gate-formats.ts'
import type { Gate, ShownPress } from './gate.ts'
import { VerdictFrame } from './verdict-frame.tsx'

/** Milliseconds for which the answer is shown, unless the next scan comes before. */
const shownMilliseconds = 12_000

/** How many tickets a press has admitted, by category, and how many of those that it was to admit not, by reason. */
const resultOf = (answer: PressOutcome, asked: number) => {
  const order = 'order' in answer ? answer.order : undefined
  const admitted = order?.admitted ?? (answer.admitted ? 1 : 0)
  // The ticket that was scanned before, and others that had entered, were not to be admitted again.
  const refused = (order?.refused ?? []).map(({ reason, tickets }) => ({
    reason,
    tickets: reason === 'already-admitted' ? Math.min(tickets - 1, asked - admitted) : tickets,
  }))
  return { admitted, categories: order?.categories ?? [], refused: refused.filter(({ tickets }) => tickets > 0) }
}

/** What became of a press, or that it is not known yet. */
export const PressScreen = ({ gate, shown }: Readonly<{ gate: Gate; shown: ShownPress }>) => {
  const { order: words, verdict } = texts.value.gate
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
  const { admitted, categories, refused } = resultOf(answer, shown.asked)
  const reasons = new Map(Object.entries(words.reasons))
  return (
    <VerdictFrame
      {...frame}
      color={admitted > 0 ? 'ADMITTED' : 'REFUSED'}
      word={admitted > 0 ? words.admitted(formats.number(admitted)) : verdict.refused}
      milliseconds={shownMilliseconds}
    >
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
          {words.notAdmitted(formats.number(tickets), reasons.get(reason) ?? reason)}
        </p>
      ))}
    </VerdictFrame>
  )
}

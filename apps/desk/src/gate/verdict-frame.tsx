import type { GateDecision, Verdict } from '@museum/client/gate'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../shell/languages.ts'
import type { Gate } from './gate.ts'
import { playVerdict } from './sound.ts'

/** What the screen shows of a scan or a press: its sign, colour and sound. `OTHER TIME`: a person decides whether to let in. */
type VerdictColor = Verdict | 'NOT KNOWN' | 'OTHER TIME'

/** Milliseconds for which an offer is shown: as long as a family needs to come together, or a person to decide. */
export const offerMilliseconds = 30_000

const question = <path d="M32 36c0-24 38-24 38 0 0 16-19 14-19 30M51 82v2" />
const signs = {
  ADMITTED: <path d="M18 54 42 78 84 24" />,
  REFUSED: <path d="M24 24 76 76M76 24 24 76" />,
  'NEEDS NETWORK': question,
  'NOT KNOWN': question,
  'OTHER TIME': <path d="M50 10a40 40 0 1 0 .01 0M50 28v24l16 10" />,
}

type VerdictFrameProps = Readonly<{
  gate: Gate
  color: VerdictColor
  /** The number of what is shown: each has its sound, and its time. */
  number: number
  word: string
  /** How long it is shown; `undefined`: until it is closed. */
  milliseconds: number | undefined
  /** What the button that closes it says. */
  next?: string
  /** What can be pressed, besides the button that closes it. */
  controls?: ComponentChildren
  children: ComponentChildren
}>

/** The entry time of a ticket, if it has one. */
export const EntryTime = ({ ticket }: Readonly<{ ticket: GateDecision['ticket'] }>) =>
  ticket?.entryTime === undefined ? null : (
    <p class="verdict-time">
      <bdi dir="ltr">{ticket.entryTime}</bdi>
    </p>
  )

/** Lets in at another time than that of the ticket. No key presses it unless it has the focus: a person decides that. */
export const LetIn = ({ isBusy = false, onPress }: Readonly<{ isBusy?: boolean; onPress: () => void }>) => (
  <button type="button" class="verdict-press large" aria-busy={isBusy} onClick={onPress}>
    {texts.value.gate.verdict.letIn}
  </button>
)

/** The word for a reason that a person may overrule, if it is one. */
export const timeWord = (reason: string | undefined): string | undefined => {
  const { tooEarly, tooLate } = texts.value.gate.verdict
  return reason === 'too-early' ? tooEarly : reason === 'too-late' ? tooLate : undefined
}

/** What became of a scan or a press, on the whole screen. */
export const VerdictFrame = (props: VerdictFrameProps) => {
  const { gate, color, number, word, milliseconds, controls, children } = props
  const { next = texts.value.gate.verdict.next } = props
  const close = () => (gate.shown.value = undefined)
  const frame = useRef<HTMLDivElement>(null)
  // An offer may go while it has the focus.
  useLayoutEffect(() => {
    if (frame.current?.contains(document.activeElement) === false)
      frame.current.querySelector<HTMLElement>('[data-focus], .verdict-next')?.focus({ preventScroll: true })
  })
  // As soon as the decision is shown, keys close it.
  useLayoutEffect(() => {
    if (gate.settings.peek()?.sound === true)
      playVerdict(color === 'ADMITTED' || color === 'REFUSED' ? color : 'NEEDS NETWORK')
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
      // A key that stays pressed does not press the button of the next decision.
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [number])
  useEffect(() => {
    if (milliseconds === undefined) return undefined
    const timer = setTimeout(close, milliseconds)
    return () => clearTimeout(timer)
  }, [number, milliseconds])
  return (
    <div class="verdict" data-verdict={color} data-number={number} key={number} ref={frame}>
      <div class="verdict-content stack" role="alert" aria-atomic="true">
        <svg class="verdict-sign" viewBox="0 0 100 100" aria-hidden="true">
          {signs[color]}
        </svg>
        <p class="verdict-word">{word}</p>
        {children}
      </div>
      <div class="verdict-controls stack">
        {controls}
        <button type="button" class="verdict-next large" onClick={close}>
          {next}
        </button>
      </div>
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { texts } from '../shell/languages.ts'
import { gateFormats } from './gate-formats.ts'
import type { Gate, ShownScan } from './gate.ts'

/** Whether Enter has a meaning of its own where it was pressed. */
const takesEnter = (target: EventTarget | null) => target instanceof Element && target.closest('button') !== null

/** A tap or a click leaves the focus where it was, so that Enter still lets them in. */
const keepFocus = (event: Event) => event.preventDefault()

/** Offers to admit the other tickets of the order, all `open` ones or fewer, by one button or by Enter. */
export const OrderOffer = ({ gate, scan, open }: Readonly<{ gate: Gate; scan: ShownScan; open: number }>) => {
  const { order: words } = texts.value.gate
  const formats = gateFormats(gate)
  const tickets = useSignal(open)
  const isBusy = scan.isPressing === true
  const press = () => void gate.press(tickets.value)
  const last = useRef(press)
  last.current = press
  useEffect(() => {
    // The Enter that ends the code of a hand scanner does not get here.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || takesEnter(event.target)) return
      event.preventDefault()
      last.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const count = formats.number(tickets.value)
  const step = (name: string, sign: string, by: number) => {
    const next = tickets.value + by
    return (
      <button
        type="button"
        class="large"
        aria-label={name}
        disabled={isBusy || next < 1 || next > open}
        onMouseDown={keepFocus}
        onClick={() => (tickets.value = next)}
      >
        {sign}
      </button>
    )
  }
  return (
    <>
      <p class="verdict-more">
        {words.more(formats.number(open))} <small>{words.proofsAfter}</small>
      </p>
      {open > 1 && (
        <div class="verdict-tickets row">
          {step(words.oneFewer, '−', -1)}
          <output>{count}</output>
          {step(words.oneMore, '+', 1)}
        </div>
      )}
      <button type="button" class="verdict-press large" data-focus aria-busy={isBusy} onClick={press}>
        {tickets.value === open ? words.letAllIn : words.letIn(count)}
      </button>
    </>
  )
}

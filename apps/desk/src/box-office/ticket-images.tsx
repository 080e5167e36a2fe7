import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { RunButton } from '../shell/action.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { type TicketImage, usePrint } from './printed.tsx'
import type { PrintedReceipt } from './receipt-on-paper.tsx'

type ShownTicket = Omit<TicketImage, 'url' | 'orderNumber' | 'currency'>

/** Prints tickets, and shows their images as large as the screen, for the camera of the visitor's phone. */
export const TicketImages = ({
  tickets,
  currency,
  orderNumber,
  receipt,
  hasFocus = false,
}: Readonly<{
  tickets: readonly ShownTicket[]
  /** The currency of their prices. */
  currency: string
  /** The number of their order. */
  orderNumber?: string
  /** Reads the receipt that is printed with them, if one is. */
  receipt?: (signal: AbortSignal) => Promise<PrintedReceipt | undefined>
  /** Enter prints then: the key with which a sale was made, and which must not leave the page. */
  hasFocus?: boolean
}>) => {
  const { boxOffice: words, shell } = texts.value
  const images = useSignal<readonly TicketImage[]>([])
  const shown = useSignal<number | undefined>(undefined)
  const buttons = useRef<HTMLDivElement>(null)
  const { prepare, print } = usePrint()
  useEffect(() => {
    if (hasFocus) buttons.current?.querySelector('button')?.focus()
  }, [])
  useEffect(
    () => () => {
      for (const { url } of images.peek()) URL.revokeObjectURL(url)
    },
    [],
  )
  const last = useRef<Promise<void>>(Promise.resolve())
  const loadRest = async (signal: AbortSignal) => {
    // One after another: a user has one turn of the drawing at a time.
    for (const ticket of tickets.slice(images.peek().length)) {
      const bytes = await signedIn().client.getTicketCode(ticket.ticketId, { signal })
      images.value = [
        ...images.peek(),
        { ...ticket, currency, orderNumber, url: URL.createObjectURL(new Blob([bytes])) },
      ]
    }
    prepare({ tickets: images.peek() })
  }
  /** Loads the images after an earlier load has ended: printing and showing load each image once. */
  const load = (signal: AbortSignal) =>
    (last.current = last.current.catch(() => undefined).then(async () => await loadRest(signal)))
  const printTickets = async (signal: AbortSignal) => {
    await load(signal)
    await print({ tickets: images.peek(), receipt: await receipt?.(signal) })
  }
  const show = async (signal: AbortSignal) => {
    await load(signal)
    shown.value = 0
  }
  const current = shown.value === undefined ? undefined : images.value[shown.value]
  const step = (by: number) => {
    shown.value = ((shown.value ?? 0) + by + images.value.length) % images.value.length
  }
  return (
    <>
      <div ref={buttons} class="row screen-only">
        <RunButton work={printTickets} repeats>
          {words.print}
        </RunButton>
        <RunButton work={show} repeats>
          {words.showCodes}
        </RunButton>
      </div>
      {current !== undefined && (
        <Dialog
          heading={
            <>
              {words.ofTickets((shown.value ?? 0) + 1, images.value.length)}{' '}
              <span class="code quiet">{current.confirmationCode}</span>
            </>
          }
          onClose={() => (shown.value = undefined)}
        >
          <img class="shown-ticket" src={current.url} alt={current.confirmationCode} />
          <div class="row">
            {images.value.length > 1 && (
              <>
                <button type="button" onClick={() => step(-1)}>
                  {shell.previous}
                </button>
                <button type="button" onClick={() => step(1)}>
                  {shell.next}
                </button>
              </>
            )}
            <button type="button" class="plain" onClick={() => (shown.value = undefined)}>
              {shell.close}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { RunButton } from '../shell/action.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { PrintButton, type TicketImage, usePrint } from './printed.tsx'
import type { PrintedReceipt } from './receipt-on-paper.tsx'

type ShownTicket = Omit<TicketImage, 'url' | 'orderNumber' | 'currency'>

/** What is printed with tickets: the currency of their prices, and the number of their order. */
type OfOrder = Readonly<{ currency: string; orderNumber?: string | undefined }>

/** The images of tickets, each loaded once and freed with the component. `load` loads those that are missing, after an earlier load. */
const useTicketImages = () => {
  const images = useSignal<readonly TicketImage[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  useEffect(
    () => () => {
      for (const { url } of images.peek()) URL.revokeObjectURL(url)
    },
    [],
  )
  const loadRest = async (tickets: readonly ShownTicket[], ofOrder: OfOrder, signal: AbortSignal) => {
    // One after another: a user has one turn of the drawing at a time.
    for (const ticket of tickets.slice(images.peek().length)) {
      const bytes = await signedIn().client.getTicketCode(ticket.ticketId, { signal })
      images.value = [...images.peek(), { ...ticket, ...ofOrder, url: URL.createObjectURL(new Blob([bytes])) }]
    }
  }
  const load = (...args: Parameters<typeof loadRest>) =>
    (last.current = last.current.catch(() => undefined).then(async () => await loadRest(...args)))
  return { images, load }
}

/**
 * Prints the valid tickets of an order, which are read when the button is pressed. The order does not change while the component is
 * there. The children stand after the word of the button.
 */
export const ReprintButton = ({ orderId, children }: Readonly<{ orderId: string; children?: ComponentChildren }>) => {
  const { images, load } = useTicketImages()
  const { print } = usePrint()
  const reprint = async (signal: AbortSignal) => {
    const { tickets, currency, orderNumber } = await signedIn().client.getOrder(orderId, { signal })
    await load(
      tickets.filter(({ state }) => state === 'valid'),
      { currency, orderNumber },
      signal,
    )
    await print({ tickets: images.peek() })
  }
  return (
    <PrintButton work={reprint}>
      {texts.value.boxOffice.print}
      {children}
    </PrintButton>
  )
}

/** Prints tickets, and shows their images as large as the screen, for the camera of the visitor's phone. */
export const TicketImages = ({
  tickets,
  currency,
  orderNumber,
  receipt,
  hasFocus = false,
}: Readonly<{
  tickets: readonly ShownTicket[]
  /** Reads the receipt that is printed with them, if one is. */
  receipt?: (signal: AbortSignal) => Promise<PrintedReceipt | undefined>
  /** Enter prints then: the key with which a sale was made, and which must not leave the page. */
  hasFocus?: boolean
}> &
  OfOrder) => {
  const { boxOffice: words, shell } = texts.value
  const { images, load: loadImages } = useTicketImages()
  const shown = useSignal<number | undefined>(undefined)
  const buttons = useRef<HTMLDivElement>(null)
  const { prepare, print } = usePrint()
  useEffect(() => {
    if (hasFocus) buttons.current?.querySelector('button')?.focus()
  }, [])
  const load = async (signal: AbortSignal) => {
    await loadImages(tickets, { currency, orderNumber }, signal)
    prepare({ tickets: images.peek() })
  }
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
        <div class="stack">
          <PrintButton work={printTickets}>{words.print}</PrintButton>
        </div>
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

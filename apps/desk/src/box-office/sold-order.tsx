import type { OrderConfirmation } from '@museum/client'
import { isolated } from '@museum/languages'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formats, texts, till } from '../shell/languages.ts'
import { useLoaded } from '../shell/loaded.tsx'
import { openDialogs } from '../shell/open-dialogs.ts'
import { signedIn } from '../shell/session.ts'
import { UndoButton } from './order-buttons.tsx'
import { printState } from './printed.tsx'
import { CashGiven, ReceiptButton, readReceipt, receiptsAreWanted, wantReceipts } from './receipt.tsx'
import { nameOfMethod } from './payment-method.ts'
import { TicketImages } from './ticket-images.tsx'

/** Ends the page after a sale. */
const nextSaleKey = 'F2'

/**
 * The button, with its key, that ends the page after a sale or a reservation, as its tab does: after what is being printed has opened its dialog. Once
 * the sale or the reservation is undone, the button has the focus.
 */
export const NextSaleButton = ({
  isUndone,
  onNext,
  children,
}: Readonly<{ isUndone: boolean; onNext: () => void; children: ComponentChildren }>) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isUndone) button.current?.focus()
  }, [isUndone])
  const isWaiting = useSignal(false)
  const printing = printState.value
  useEffect(() => {
    if (printing === 'running' || !isWaiting.peek()) return
    isWaiting.value = false
    // Of what is stuck, the page says so. Then the next press goes on.
    if (printing === 'idle') onNext()
  }, [printing])
  const goOn = () => {
    if (printState.peek() === 'running') isWaiting.value = true
    else onNext()
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== nextSaleKey || openDialogs.value.length > 0) return
      event.preventDefault()
      goOn()
    }
    const onClick = ({ target }: MouseEvent) => {
      // The tab of the page, too, which leads nowhere else.
      if (target instanceof Element && target.closest('nav [aria-current=page]')) goOn()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [])
  return (
    <button ref={button} type="button" class="primary screen-only" aria-busy={isWaiting.value} onClick={goOn}>
      {children} <kbd>{nextSaleKey}</kbd>
    </button>
  )
}

export const SoldOrder = ({
  order: { orderId, orderNumber, total, currency, tickets },
  method,
  email,
  next = texts.value.boxOffice.nextSale,
  onNext,
}: Readonly<{
  order: OrderConfirmation
  method: string | undefined
  /** The address of the purchaser, if there is one. */
  email: string | undefined
  /** The text of the button that ends the page. */
  next?: string
  onNext: () => void
}>) => {
  const { boxOffice: words, shell } = texts.value
  const { money, visit } = formats.value
  const categories = useLoaded((signal) => signedIn().client.getPriceCategories({ signal }), []).value.value
  const categoryName = (category: string) =>
    categories?.find((each) => each.priceCategory === category)?.name ?? category
  const isUndone = useSignal(false)
  const withReceipt = useSignal(receiptsAreWanted())
  const given = useSignal<number | undefined>(undefined)
  return (
    <>
      <div class="apart">
        <div role="status">
          <h1>
            {isUndone.value ? (
              words.undone
            ) : (
              <>
                {words.sold(tickets.length)} <span class="nowrap">{words.soldFor(money(total))}</span>
                {method !== undefined && (
                  <>
                    {' · '}
                    <bdi>{nameOfMethod(method)}</bdi>
                  </>
                )}
              </>
            )}
          </h1>
          {isUndone.value && method !== undefined && (
            <p class="note note-warning">{words.giveBack(money(total), nameOfMethod(method))}</p>
          )}
        </div>
        <NextSaleButton isUndone={isUndone.value} onNext={onNext}>
          {next}
        </NextSaleButton>
      </div>
      {!isUndone.value && (
        <>
          {email !== undefined &&
            (signedIn().museum.sendsEmails ? (
              <p class="screen-only">{till.value.sentTo(isolated(email))}</p>
            ) : (
              <p class="note note-warning screen-only">{till.value.mailOff}</p>
            ))}
          <TicketImages
            tickets={tickets}
            currency={currency}
            orderNumber={orderNumber}
            receipt={async (signal) =>
              withReceipt.value ? await readReceipt(orderId, given.value, signal) : undefined
            }
            hasFocus
          />
          <label class="choice screen-only">
            <input
              type="checkbox"
              checked={withReceipt.value}
              onChange={({ currentTarget }) => {
                withReceipt.value = currentTarget.checked
                wantReceipts(currentTarget.checked)
              }}
            />
            {words.withReceipt}
          </label>
          {method === 'cash' && total > 0 && <CashGiven total={total} onGiven={(amount) => (given.value = amount)} />}
          <div class="row screen-only">
            <ReceiptButton orderId={orderId} given={given.value} />
            <UndoButton orderId={orderId} total={total} method={method} onDone={() => (isUndone.value = true)} />
          </div>
        </>
      )}
      <ul class="sold-tickets tiles">
        {tickets.map(({ ticketId, ticketDate, entryTime, eventName, priceCategory, price, confirmationCode }) => (
          <li key={ticketId} class={eventName === undefined ? 'card' : 'card sold-event'}>
            <p>
              <strong dir="auto">{eventName ?? shell.generalEntry}</strong>
            </p>
            <p>{visit({ ticketDate, entryTime })}</p>
            <p class="quiet">
              <bdi>{categoryName(priceCategory)}</bdi> · {money(price)}
            </p>
            <p>
              {words.code} <span class="code">{confirmationCode}</span>
            </p>
          </li>
        ))}
      </ul>
      <p class="quiet">
        {words.order} <span class="code">{orderNumber}</span>
      </p>
    </>
  )
}

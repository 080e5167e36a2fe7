import { type OrderConfirmation, isProblem } from '@museum/client'
import { isolated } from '@museum/languages'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useAction } from '../shell/action.tsx'
import { clock } from '../shell/clock.ts'
import { formats, texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { DeviceTill } from './device-till.tsx'
import { eraseOpenSale } from './open-sale.ts'
import {
  type PendingOrder,
  damagedOrders,
  erasePendingOrder,
  isRepeatable,
  pendingOrders,
  storePendingOrder,
} from './pending-orders.ts'
import { LastSales } from './last-sales.tsx'
import { SaleForm } from './sale-form.tsx'
import { SoldOrder } from './sold-order.tsx'
import { atTill } from './till.ts'

/**
 * Whether the museum has refused the order, whose request has a key. After any other error it may have sold it, also after 429: then
 * it has not looked whether an earlier request has.
 */
const isRefusal = (error: unknown) =>
  isProblem(error) && error.idempotencyKey !== undefined && error.status < 500 && error.status !== 429
/** `crypto.randomUUID` does not exist on pages without HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Sells tickets. An order is stored before it is sent, and sent under the same key until its outcome is known, also after a reload: so
 * nothing is sold twice, and a sale without a response is not lost. When the museum may have forgotten the key, it is not sent again.
 */
export const Sell = () => {
  const { boxOffice: words } = texts.value
  const { username } = signedIn().museum.user
  const pending = useSignal(pendingOrders())
  const damaged = useSignal(damagedOrders())
  const sold = useSignal<Readonly<{ order: OrderConfirmation; method: string | undefined }> | undefined>(undefined)
  /** Counts the sales of this page, so that each begins with empty fields. */
  const sales = useSignal(0)
  const unsent = useRef<PendingOrder | undefined>(undefined)
  const action = useAction(
    async (signal, pending: PendingOrder) => {
      const { client } = signedIn()
      const { idempotencyKey, order } = pending
      // Stored once: a sign-out in another tab may have erased its purchaser since.
      if (unsent.current === pending) storePendingOrder(pending)
      // Each response tells the time of the museum. This device may have slept, or its clock may have been set.
      else await client.getMuseum({ signal })
      unsent.current = undefined
      if (!isRepeatable(pending)) throw new Error('The museum may have forgotten the key of the order.')
      return await client.placeOrder(order, { idempotencyKey, signal })
    },
    { repeats: true },
  )
  const startSale = () => {
    eraseOpenSale()
    action.reset()
    sales.value += 1
  }
  const send = async (order: PendingOrder) => {
    const confirmation = await action.run(order)
    if (confirmation !== undefined || isRefusal(action.error.peek())) erasePendingOrder(order)
    else if (!isRepeatable(order)) startSale()
    pending.value = pendingOrders()
    if (confirmation === undefined) return
    eraseOpenSale()
    sold.value = { order: confirmation, method: order.order.payment?.method }
  }
  const forget = (order: Pick<PendingOrder, 'idempotencyKey'>) => {
    erasePendingOrder(order)
    pending.value = pendingOrders()
    damaged.value = damagedOrders()
  }
  const sentHere = useRef(new Set<string>())
  const isFromBefore = (order: PendingOrder) =>
    !sentHere.current.has(order.idempotencyKey) || action.state.value === 'failed'
  const own = pending.value.find((each) => each.username === username && isRepeatable(each))
  useEffect(() => {
    // An order from before a reload.
    if (own !== undefined && action.state.peek() === 'idle') void send(own)
  }, [])
  if (sold.value !== undefined)
    return (
      <SoldOrder
        {...sold.value}
        onNext={() => {
          startSale()
          sold.value = undefined
        }}
      />
    )
  return (
    <>
      <div class="apart">
        <h1>{words.sell}</h1>
        <DeviceTill />
      </div>
      <Unresolved
        orders={pending.value.filter((each) => each.username !== username || !isRepeatable(each))}
        onForget={forget}
      />
      {damaged.value.map((idempotencyKey) => (
        <UnresolvedNote key={idempotencyKey} onForget={() => forget({ idempotencyKey })}>
          {words.unresolvedDamaged}
        </UnresolvedNote>
      ))}
      {own !== undefined && isFromBefore(own) && (
        <div class="note note-warning">
          <p>{words.asking}</p>
          {action.state.value === 'failed' && (
            <div class="row">
              <button type="button" onClick={() => void send(own)}>
                {words.askAgain}
              </button>
              <button type="button" class="plain" onClick={() => forget(own)}>
                {words.forget}
              </button>
            </div>
          )}
        </div>
      )}
      <SaleForm
        key={sales.value}
        action={action}
        // A sale under another idempotency key could sell the same tickets again.
        isUnresolved={own !== undefined && action.state.value === 'failed'}
        onSell={(order) => {
          const idempotencyKey = newKey()
          sentHere.current.add(idempotencyKey)
          unsent.current = {
            username,
            idempotencyKey,
            sentAt: new Date(clock.now()).toISOString(),
            order: { ...order, ...atTill() },
          }
          void send(unsent.current)
        }}
      />
      <LastSales />
    </>
  )
}

/** Says that the outcome of an order is not known. With `onForget`, staff say that they have found out. */
const UnresolvedNote = ({ onForget, children }: Readonly<{ onForget?: () => void; children: ComponentChildren }>) => (
  <div class="note note-warning">
    <p>{children}</p>
    {onForget !== undefined && (
      <button type="button" onClick={onForget}>
        {texts.value.boxOffice.forget}
      </button>
    )}
  </div>
)

/** The orders without a known outcome that this user cannot ask for: orders of other users, and orders that cannot be sent again. */
const Unresolved = ({
  orders,
  onForget,
}: Readonly<{ orders: readonly PendingOrder[]; onForget: (order: PendingOrder) => void }>) => {
  const { boxOffice: words } = texts.value
  const { dateTime, money } = formats.value
  return orders.map((order) => {
    const { idempotencyKey, username, sentAt, isErased } = order
    if (isRepeatable(order))
      return (
        <UnresolvedNote key={idempotencyKey}>
          {words.unresolvedOfOther(isolated(username), dateTime(sentAt))}
        </UnresolvedNote>
      )
    const sentence = isErased === true ? words.unresolvedErased : words.unresolvedTooOld
    return (
      <UnresolvedNote key={idempotencyKey} onForget={() => onForget(order)}>
        {sentence(dateTime(sentAt), money(order.order.total ?? 0))}
      </UnresolvedNote>
    )
  })
}

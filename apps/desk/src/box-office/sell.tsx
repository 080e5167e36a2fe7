import type { OrderConfirmation } from '@museum/client'
import { useSignal } from '@preact/signals'
import { formats, texts } from '../shell/languages.ts'
import { useKeptPage } from '../shell/hand-scanner.ts'
import { signedIn } from '../shell/session.ts'
import { DeviceTill } from './device-till.tsx'
import { UnresolvedRequests, useKeyedRequest } from './keyed-request.tsx'
import { LastSales } from './last-sales.tsx'
import { eraseOpenSale } from './open-sale.ts'
import { pendingOrders } from './pending-orders.ts'
import { SaleForm } from './sale-form.tsx'
import { SoldOrder } from './sold-order.tsx'
import { atTill } from './till.ts'

/** Sells tickets. */
export const Sell = () => {
  const { boxOffice: words } = texts.value
  const { money } = formats.value
  const sold = useSignal<Readonly<{ order: OrderConfirmation; method: string | undefined }> | undefined>(undefined)
  /** Counts the sales of this page, so that each begins with empty fields. */
  const sales = useSignal(0)
  const startSale = () => {
    eraseOpenSale()
    requests.action.reset()
    sales.value += 1
  }
  const requests = useKeyedRequest({
    requests: pendingOrders,
    send: ({ order }, options) => signedIn().client.placeOrder(order, options),
    onDone: (confirmation, { order }) => {
      eraseOpenSale()
      sold.value = { order: confirmation, method: order.payment?.method }
    },
    onTooOld: () => startSale(),
  })
  // The visitor has paid, or is paying: the tickets are not printed yet.
  useKeptPage(sold.value !== undefined || requests.action.state.value === 'running')
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
      <UnresolvedRequests
        requests={requests}
        asking={words.asking}
        ofOther={words.unresolvedOfOther}
        lost={({ isErased, order }, time) =>
          (isErased === true ? words.unresolvedErased : words.unresolvedTooOld)(time, money(order.total ?? 0))
        }
        unreadable={words.unresolvedDamaged}
      />
      <SaleForm
        key={sales.value}
        action={requests.action}
        isUnresolved={requests.isUnresolved()}
        onSell={(order) => requests.start({ order: { ...order, ...atTill() } })}
      />
      <LastSales />
    </>
  )
}

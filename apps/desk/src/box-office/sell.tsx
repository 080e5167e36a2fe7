import type { NewReservation, OrderConfirmation } from '@museum/client'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { formats, texts, till } from '../shell/languages.ts'
import { useKeptPage } from '../shell/hand-scanner.ts'
import { signedIn } from '../shell/session.ts'
import { DeviceTill } from './device-till.tsx'
import { UnresolvedRequests, useKeyedRequest } from './keyed-request.tsx'
import { LastSale, LastSales, useLastSales } from './last-sales.tsx'
import { eraseOpenSale } from './open-sale.ts'
import { pendingOrders } from './pending-orders.ts'
import { pendingReservations } from './pending-reservations.ts'
import { Reserved } from './reserved.tsx'
import { SaleForm } from './sale-form.tsx'
import { SoldOrder } from './sold-order.tsx'
import { atTill } from './till.ts'

/** Sells tickets, or reserves their places. */
export const Sell = () => {
  const { boxOffice: words } = texts.value
  const { reservations: ofReservations } = till.value
  const { money } = formats.value
  const sold = useSignal<
    Readonly<{ order: OrderConfirmation; method: string | undefined; email: string | undefined }> | undefined
  >(undefined)
  const reserved = useSignal<NewReservation | undefined>(undefined)
  /** Counts the sales of this page, so that each begins with empty fields. */
  const sales = useSignal(0)
  const startSale = () => {
    eraseOpenSale()
    requests.action.reset()
    reservations.action.reset()
    sales.value += 1
  }
  const requests = useKeyedRequest({
    requests: pendingOrders,
    send: ({ order }, options) => signedIn().client.placeOrder(order, options),
    onDone: (confirmation, { order }) => {
      eraseOpenSale()
      sold.value = { order: confirmation, method: order.payment?.method, email: order.email ?? undefined }
    },
    onTooOld: () => startSale(),
  })
  const reservations = useKeyedRequest({
    requests: pendingReservations,
    send: ({ reservation }, options) => signedIn().client.createReservation(reservation, options),
    onDone: (reservation) => {
      eraseOpenSale()
      reserved.value = reservation
    },
    onTooOld: () => startSale(),
  })
  const isRunning = [requests, reservations].some(({ action }) => action.state.value === 'running')
  // The visitor has paid, or is paying: the tickets are not printed yet.
  useKeptPage(sold.value !== undefined || isRunning)
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
  if (reserved.value !== undefined)
    return (
      <Reserved
        reservation={reserved.value}
        onNext={() => {
          startSale()
          reserved.value = undefined
        }}
      />
    )
  return (
    <BesideLastSales>
      <UnresolvedRequests
        requests={requests}
        asking={words.asking}
        ofOther={words.unresolvedOfOther}
        lost={({ isErased, order }, time) =>
          (isErased === true ? words.unresolvedErased : words.unresolvedTooOld)(time, money(order.total ?? 0))
        }
        unreadable={words.unresolvedDamaged}
      />
      <UnresolvedRequests
        requests={reservations}
        asking={ofReservations.asking}
        ofOther={ofReservations.unresolvedOfOther}
        lost={({ isErased, reservation }, time) =>
          (isErased === true ? ofReservations.unresolvedErased : ofReservations.unresolvedTooOld)(
            time,
            money(reservation.total ?? 0),
          )
        }
        unreadable={ofReservations.unresolvedDamaged}
      />
      <SaleForm
        key={sales.value}
        action={requests.action}
        reserving={reservations.action}
        isUnresolved={requests.isUnresolved() || reservations.isUnresolved()}
        onSell={(order) => requests.start({ order: { ...order, ...atTill() } })}
        onReserve={(reservation) => reservations.start({ reservation })}
      />
    </BesideLastSales>
  )
}

/** The page before a sale, which reads the last sales when it is shown: after a sale, never the one before it. */
const BesideLastSales = ({ children }: Readonly<{ children: ComponentChildren }>) => {
  const loaded = useLastSales()
  return (
    <>
      <div class="apart">
        <h1>{texts.value.boxOffice.sell}</h1>
        <LastSale loaded={loaded} />
        <DeviceTill />
      </div>
      {children}
      <LastSales loaded={loaded} />
    </>
  )
}

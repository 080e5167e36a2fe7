import type { ListedOrder } from '@museum/client'
import { Done, useDone } from '../shell/action.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { type Loaded, Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { UndoButton, undoneSentence } from './order-buttons.tsx'
import { nameOfMethod } from './payment-method.ts'
import { ReprintButton } from './ticket-images.tsx'
import { OrderStates } from './ticket-states.tsx'

const shownSales = 20

type Sales = Loaded<Readonly<{ items: readonly ListedOrder[] }>>

/** Reads what the user has sold last today. */
export const useLastSales = (): Sales =>
  useLoaded((signal) => signedIn().client.listOrders({ limit: shownSales }, { signal }).page(), [], { seconds: 15 })

/** In which state the tickets of a sale are, what was given back and what is still due. */
const StatesOfSale = ({ sale: { tickets, open, admitted, refunded, refundDue } }: Readonly<{ sale: ListedOrder }>) => {
  const { boxOffice: words } = texts.value
  const { money } = formats.value
  return (
    <>
      <OrderStates counts={{ valid: open, admitted, cancelled: tickets - open - admitted }} />
      {refunded > 0 && (
        <span class="quiet">
          {words.settled} {money(refunded)}
        </span>
      )}
      {refundDue > 0 && (
        <strong>
          {words.refundDue} {money(refundDue)}
        </strong>
      )}
    </>
  )
}

/** The last sale of the user today in one line, with its reprint and, while all of its tickets are valid, its undo. */
export const LastSale = ({ loaded }: Readonly<{ loaded: Sales }>) => {
  const { money, time } = formats.value
  const { said, saying } = useDone(loaded.reload)
  const [sale] = loaded.value.value?.items ?? []
  return (
    // It has its height before it is read, so that it moves nothing.
    <div class="row last-sale screen-only">
      {sale !== undefined && (
        <>
          <span>
            {till.value.lastSale(time(new Date(sale.soldAt)))} <strong class="nowrap">{money(sale.total)}</strong>
          </span>
          {sale.open < sale.tickets && <StatesOfSale sale={sale} />}
          {sale.open > 0 && <ReprintButton key={`${sale.orderId} ${sale.open}`} orderId={sale.orderId} />}
          {sale.open === sale.tickets && (
            <UndoButton
              key={sale.orderId}
              orderId={sale.orderId}
              total={sale.total}
              method={sale.payment?.method}
              onDone={saying(undoneSentence(sale.total, sale.payment?.method))}
            />
          )}
        </>
      )}
      <Done said={said} />
    </div>
  )
}

/** What the user has sold last today. Each can be printed, and leads to its order, which can be sent, undone and corrected. */
export const LastSales = ({ loaded }: Readonly<{ loaded: Sales }>) => {
  const { boxOffice: words } = texts.value
  const { money, time } = formats.value
  return (
    <section class="last-sales stack screen-only">
      <h2>{words.lastSales}</h2>
      <Show loaded={loaded}>
        {({ items }) => (
          <List items={items} empty={words.noSales}>
            {(sale) => {
              const { orderId, orderNumber, soldAt, total, payment, tickets, open } = sale
              return (
                <li key={orderId} class="apart">
                  <a class="row" href={hrefOf(['box-office', 'find'], { search: orderId })}>
                    {time(new Date(soldAt))} <span class="code">{orderNumber}</span>
                  </a>{' '}
                  <span class="row">
                    {words.sold(tickets)}
                    <StatesOfSale sale={sale} />
                  </span>{' '}
                  <span class="number">
                    {money(total)} <bdi class="quiet">{payment && nameOfMethod(payment.method)}</bdi>
                  </span>
                  {open > 0 && (
                    <ReprintButton key={open} orderId={orderId}>
                      <span class="visually-hidden"> {orderNumber}</span>
                    </ReprintButton>
                  )}
                </li>
              )
            }}
          </List>
        )}
      </Show>
    </section>
  )
}

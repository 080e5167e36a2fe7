import { formats, texts } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { nameOfMethod } from './payment-method.ts'

const shownSales = 20

/** What the user has sold last today. Each leads to its order, which can be printed, sent, undone and corrected. */
export const LastSales = () => {
  const { boxOffice: words } = texts.value
  const { money, time } = formats.value
  const loaded = useLoaded((signal) => signedIn().client.listOrders({ limit: shownSales }, { signal }).page(), [], {
    seconds: 15,
  })
  return (
    <section class="last-sales stack screen-only">
      <h2>{words.lastSales}</h2>
      <Show loaded={loaded}>
        {({ items }) => (
          <List items={items} empty={words.noSales}>
            {({ orderId, orderNumber, soldAt, total, payment, tickets, open }) => (
              <li key={orderId} class="apart">
                <a class="row" href={hrefOf(['box-office', 'find'], { search: orderId })}>
                  {time(new Date(soldAt))} <span class="code">{orderNumber}</span>
                </a>{' '}
                <span>
                  {words.sold(tickets)} {open === 0 && <span class="badge badge-bad">{words.states.cancelled}</span>}
                </span>{' '}
                <span class="number">
                  {money(total)} <bdi class="quiet">{payment && nameOfMethod(payment.method)}</bdi>
                </span>
              </li>
            )}
          </List>
        )}
      </Show>
    </section>
  )
}

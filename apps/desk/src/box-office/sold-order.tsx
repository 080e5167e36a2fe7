import type { OrderConfirmation } from '@museum/client'
import { useEffect, useRef } from 'preact/hooks'
import { formats, texts } from '../shell/languages.ts'
import { useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { TicketImages } from './ticket-images.tsx'

export const SoldOrder = ({
  order: { orderId, total, tickets },
  onNext,
}: Readonly<{ order: OrderConfirmation; onNext: () => void }>) => {
  const { boxOffice: words, shell } = texts.value
  const { money, visit } = formats.value
  const categories = useLoaded((signal) => signedIn().client.getPriceCategories({ signal }), []).value.value
  const categoryName = (category: string) =>
    categories?.find((each) => each.priceCategory === category)?.name ?? category
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  return (
    <>
      <div class="apart">
        <div role="status">
          <h1>
            {words.sold(tickets.length)} <span class="nowrap">{words.soldFor(money(total))}</span>
          </h1>
        </div>
        <button ref={next} type="button" class="primary screen-only" onClick={onNext}>
          {words.nextSale}
        </button>
      </div>
      <TicketImages tickets={tickets} />
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
        {words.order} <span class="code">{orderId}</span>
      </p>
    </>
  )
}

import {
  type ListedOrder,
  type Order,
  type SoldTicket,
  isProblem,
  readAdmissionCode,
  readScannedText,
} from '@museum/client'
import { museumTimeIn } from '@museum/client/gate'
import { plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import type { Cancellation } from '../shell/cancellation-dialog.tsx'
import { clock } from '../shell/clock.ts'
import { Field, Form } from '../shell/form.tsx'
import { useScans } from '../shell/hand-scanner.ts'
import { formats, texts } from '../shell/languages.ts'
import { useLoaded } from '../shell/loaded.tsx'
import { route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { LastSales } from './last-sales.tsx'
import { OtherMethodButton, RefundOrderButton, UndoButton } from './order-buttons.tsx'
import { nameOfMethod } from './payment-method.ts'
import { CancelButton, MailButton, SettleButton } from './ticket-buttons.tsx'
import { TicketImages } from './ticket-images.tsx'

/**
 * What a search has found: an order, or tickets. `isMore` when there are further ones, `isGarbled` for a text that a scanner with
 * another keyboard layout may have typed.
 */
type Found = Readonly<{
  order?: Order
  /** Several orders with one number, without their tickets. */
  orders?: readonly ListedOrder[]
  tickets: readonly SoldTicket[]
  isMore?: boolean
  isGarbled?: boolean
}>

/** The number of an order; its alphabet has no characters that look alike. */
const orderNumber = /^[a-hjkmnp-z2-9]{4}-?[a-hjkmnp-z2-9]{4}$/i
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds by the number of an order or a ticket, a scanned code, an e-mail address or a confirmation code. */
const find = async (text: string, signal: AbortSignal): Promise<Found> => {
  const { client } = signedIn()
  const orderWith = async (orderId: string): Promise<Found> => {
    const order = await client.getOrder(orderId, { signal })
    return { order, tickets: order.tickets }
  }
  const ticketWith = async (ticketId: string): Promise<Found> => {
    const ticket = await client.getTicket(ticketId, { signal })
    return ticket.orderId === undefined ? { tickets: [ticket] } : await orderWith(ticket.orderId)
  }
  const ofTickets = async (query: Readonly<{ email: string } | { confirmationCode: string }>): Promise<Found> => {
    const { items, total } = await client.findTickets({ ...query, limit: 50 }, { signal }).page()
    const [only] = items
    return items.length === 1 && only?.orderId !== undefined
      ? await orderWith(only.orderId)
      : { tickets: items, isMore: total === undefined || total > items.length }
  }
  // An address is compared by the museum as it is.
  if (text.includes('@')) return await ofTickets({ email: text })
  const code = plainText(text)
  const scanned = readScannedText(code)
  if (scanned.form === 'signed') {
    const signed = readAdmissionCode(code)
    return signed === undefined ? { tickets: [] } : await ticketWith(signed.ticketId)
  }
  if (scanned.form === 'garbled') return { tickets: [], isGarbled: true }
  if (scanned.form === 'unsigned') return await ticketWith(scanned.text.split('.')[0]!)
  if (uuid.test(code))
    try {
      return await orderWith(code)
    } catch (error) {
      if (isProblem(error, 'order-not-found')) return await ticketWith(code)
      throw error
    }
  if (orderNumber.test(code)) {
    const { items: orders } = await client.listOrders({ number: code }, { signal }).page()
    return orders.length === 1 ? await orderWith(orders[0]!.orderId) : { orders, tickets: [] }
  }
  return await ofTickets(code.includes('@') ? { email: code } : { confirmationCode: code })
}

export const Find = () => {
  const { boxOffice: words } = texts.value
  const { money, dateTime } = formats.value
  const text = useSignal('')
  const input = useRef<HTMLInputElement>(null)
  const categories = useLoaded((signal) => signedIn().client.getPriceCategories({ signal }), []).value.value
  const fullPriceName = categories?.find(({ priceCategory }) => priceCategory === 'full')?.name ?? words.fullPrice
  const action = useAction((signal) => find(text.value.trim(), signal), { repeats: true })
  useEffect(() => input.current?.focus(), [])
  const linked = route.value.query.get('search') ?? ''
  useEffect(() => {
    // What was typed meanwhile stays.
    if (linked === '') return
    text.value = linked
    search()
  }, [linked])
  const found = action.result.value
  const isNothing = found?.tickets.length === 0 && (found.orders ?? []).length === 0
  const nothingFound = found?.isGarbled ? texts.value.shell.otherKeyboard : words.nothingFound
  const search = () => {
    if (text.value.trim() === '') return
    // A search that is still running is for an earlier text.
    action.reset()
    void action.run()
  }
  useScans((code) => {
    text.value = code
    search()
  })
  return (
    <>
      <h1 class="screen-only">{words.find}</h1>
      <Form action={action} onSubmit={search} class="row filters search screen-only">
        <Field label={words.search}>
          <input
            aria-describedby="search-hint"
            ref={input}
            type="search"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
            // A hand scanner types the next code over the last one.
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Field>
        <ActionButton action={action}>{words.find}</ActionButton>
      </Form>
      <p id="search-hint" class="hint screen-only">
        {words.searchHint}
      </p>
      <ActionStatus action={action} done={isNothing ? nothingFound : ''} />
      {found?.order !== undefined && <OrderHead order={found.order} onChange={search} />}
      {found?.orders !== undefined && found.orders.length > 0 && (
        <ul class="stack screen-only">
          {found.orders.map(({ orderId, orderNumber, soldAt, total }) => (
            <li key={orderId}>
              <button
                type="button"
                onClick={() => {
                  text.value = orderId
                  search()
                }}
              >
                {words.order} <span class="code">{orderNumber}</span> · {dateTime(soldAt)} · {money(total)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(found === undefined || isNothing) && <LastSales />}
      {found?.isMore && <p class="note note-warning">{words.moreFound}</p>}
      {found !== undefined && found.tickets.length > 0 && (
        <ul class="sold-tickets tiles found-tickets screen-only">
          {found.tickets.map((ticket) => (
            <FoundTicket
              key={ticket.ticketId}
              ticket={ticket}
              fullPriceName={fullPriceName}
              isAlone={found.order === undefined}
              method={found.order?.payment?.method}
              onChange={search}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const validOf = (tickets: readonly SoldTicket[]) => tickets.filter(({ state }) => state === 'valid')
const cancellationOf = (tickets: readonly SoldTicket[]): Cancellation => {
  const valid = validOf(tickets)
  return { tickets: valid.length, isMailed: valid.some(({ email }) => email !== undefined) }
}

/** An order, with what can be done with all of its tickets. */
const OrderHead = ({ order, onChange }: Readonly<{ order: Order; onChange: () => void }>) => {
  const { boxOffice: words, report } = texts.value
  const { money, dateTime } = formats.value
  const valid = validOf(order.tickets)
  // The date of the museum may be a fixed one.
  const museumTime = museumTimeIn(signedIn().museum.timeZone)
  const isOfToday = museumTime(order.soldAt).date === museumTime(new Date(clock.now()).toISOString()).date
  const isUnused = order.tickets.every(({ state }) => state !== 'admitted')
  const toGiveBack = order.refundDue + valid.reduce((sum, { price }) => sum + price, 0)
  return (
    <>
      <section class="card stack screen-only" aria-label={words.order}>
        <h2>
          {words.order} <span class="code quiet">{order.orderNumber}</span>
        </h2>
        <dl class="tiles">
          <Fact name={words.total}>{money(order.total)}</Fact>
          <Fact name={report.sold}>
            {dateTime(order.soldAt)}
            {order.soldBy !== null && (
              <>
                {' · '}
                <bdi>{order.soldBy}</bdi>
              </>
            )}
          </Fact>
          {order.payment !== undefined && (
            <Fact name={words.payment}>
              <bdi>{nameOfMethod(order.payment.method)}</bdi> <bdi class="quiet">{order.payment.reference}</bdi>
            </Fact>
          )}
          {order.email !== undefined && (
            <Fact name={words.purchaser}>
              <bdi>{order.email}</bdi> <bdi class="quiet">{order.phone}</bdi>
            </Fact>
          )}
          {order.refundDue > 0 && <Fact name={words.refundDue}>{money(order.refundDue)}</Fact>}
        </dl>
        <div class="row">
          {isOfToday && isUnused && (valid.length > 0 || order.refundDue > 0) && (
            <UndoButton orderId={order.orderId} total={toGiveBack} method={order.payment?.method} onDone={onChange} />
          )}
          {isOfToday && <OtherMethodButton key={order.payment?.method} order={order} onDone={onChange} />}
          {order.refundDue > 0 && <RefundOrderButton order={order} onDone={onChange} />}
          {valid.length > 0 && (
            <MailButton
              email={order.email}
              send={(fields, signal) => signedIn().client.mailOrder(order.orderId, fields, { signal })}
            />
          )}
          {valid.length > 0 && (
            <CancelButton
              label={words.cancelOrder}
              read={(signal) =>
                signedIn()
                  .client.getOrder(order.orderId, { signal })
                  .then(({ tickets }) => cancellationOf(tickets))
              }
              cancel={(fields, signal) => signedIn().client.cancelOrder(order.orderId, fields, { signal })}
              onDone={onChange}
            />
          )}
        </div>
      </section>
      {valid.length > 0 && <TicketImages key={valid.map(({ ticketId }) => ticketId).join()} tickets={valid} />}
    </>
  )
}

const Fact = ({ name, children }: Readonly<{ name: string; children: ComponentChildren }>) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const stateKinds = { valid: 'good', admitted: 'warning', cancelled: 'bad' } as const

const FoundTicket = ({
  ticket,
  fullPriceName,
  isAlone,
  method,
  onChange,
}: Readonly<{
  ticket: SoldTicket
  fullPriceName: string
  isAlone: boolean
  /** How its order was paid. */
  method: string | undefined
  onChange: () => void
}>) => {
  const { boxOffice: words, shell } = texts.value
  const { money, visit, dateTime } = formats.value
  const { ticketId, event, state, price, priceCategoryName, confirmationCode, refund, admittedAt } = ticket
  return (
    <li class={event === undefined ? 'card stack' : 'card stack sold-event'}>
      <div>
        <p>
          <bdi class="offer-name">{event?.name ?? shell.generalEntry}</bdi>
        </p>
        <p>{visit(ticket)}</p>
        <p class="quiet">
          <bdi>{priceCategoryName ?? fullPriceName}</bdi> · {money(price)}
        </p>
        <p class="code">{confirmationCode}</p>
      </div>
      <p>
        <span class={`badge badge-${stateKinds[state]}`}>{words.states[state]}</span>{' '}
        {admittedAt !== null && dateTime(admittedAt)}
        {refund !== undefined && (
          <span class="quiet">
            {refund.state === 'due' ? words.refundDue : words.settled} {money(refund.amount)}
          </span>
        )}
      </p>
      <div class="row">
        {state === 'valid' && (
          <>
            <CancelButton
              label={words.cancelTicket}
              read={(signal) =>
                signedIn()
                  .client.getTicket(ticketId, { signal })
                  .then((ticket) => cancellationOf([ticket]))
              }
              cancel={(fields, signal) => signedIn().client.cancelTicket(ticketId, fields, { signal })}
              onDone={onChange}
            />
            <MailButton
              email={ticket.email}
              send={(fields, signal) => signedIn().client.mailTicket(ticketId, fields, { signal })}
            />
          </>
        )}
        {refund?.state === 'due' && (
          <SettleButton ticketId={ticketId} amount={refund.amount} method={method} onDone={onChange} />
        )}
      </div>
      {isAlone && state === 'valid' && <TicketImages tickets={[ticket]} />}
    </li>
  )
}

import { type ListedOrder, type Order, type SoldTicket, isProblem, readScannedText } from '@museum/client'
import { museumTimeIn } from '@museum/client/gate'
import { isolated, plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, Done, useAction, useDone } from '../shell/action.tsx'
import type { Cancellation } from '../shell/cancellation-dialog.tsx'
import { clock } from '../shell/clock.ts'
import { Field, Form } from '../shell/form.tsx'
import { useScans } from '../shell/hand-scanner.ts'
import { formats, texts, till } from '../shell/languages.ts'
import { useLoaded } from '../shell/loaded.tsx'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { Fact } from './fact.tsx'
import { LastSales, useLastSales } from './last-sales.tsx'
import {
  CorrectAddressButton,
  OtherMethodButton,
  RefundOrderButton,
  UndoButton,
  undoneSentence,
} from './order-buttons.tsx'
import { isSentBack, nameOfMethod } from './payment-method.ts'
import { scannedTicketId } from './scanned-ticket.ts'
import { CancelButton, MailButton, SettleButton } from './ticket-buttons.tsx'
import { RefundFailure, refundStateNames } from './refund-state.tsx'
import { ReceiptButton } from './receipt.tsx'
import { TicketImages } from './ticket-images.tsx'
import { OrderStates, TicketStateBadge } from './ticket-states.tsx'

/**
 * What a search has found: orders with all of their tickets, and tickets that were sold alone. `isMore` when there are further ones,
 * `isGarbled` for a text that a scanner with another keyboard layout may have typed.
 */
type Found = Readonly<{
  orders?: readonly Order[]
  tickets?: readonly SoldTicket[]
  /** Several orders with one number, without their tickets. */
  listed?: readonly ListedOrder[]
  /** The ticket that was searched for, of an order. */
  ticketId?: string
  isMore?: boolean
  isGarbled?: boolean
}>

/** The number of an order, with spaces and dashes anywhere; its alphabet has no characters that look alike. */
const orderNumber = /^(?:[a-hjkmnp-z2-9][\s\p{Pd}]*){8}$/iu
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds by the number of an order or a ticket, a scanned code, an e-mail address or a confirmation code. */
const find = async (text: string, signal: AbortSignal): Promise<Found> => {
  const { client } = signedIn()
  const orderWith = (orderId: string) => client.getOrder(orderId, { signal })
  const orderOf = async ({ orderId, ticketId }: SoldTicket & Readonly<{ orderId: string }>): Promise<Found> => ({
    orders: [await orderWith(orderId)],
    ticketId,
  })
  const isOfOrder = (ticket: SoldTicket): ticket is SoldTicket & Readonly<{ orderId: string }> =>
    ticket.orderId !== undefined
  const ticketWith = async (ticketId: string): Promise<Found> => {
    const ticket = await client.getTicket(ticketId, { signal })
    return isOfOrder(ticket) ? await orderOf(ticket) : { tickets: [ticket] }
  }
  const ofTickets = async (query: Readonly<{ email: string } | { confirmationCode: string }>): Promise<Found> => {
    const { items, total } = await client.findTickets({ ...query, limit: 50 }, { signal }).page()
    const [only] = items
    if (items.length === 1 && only !== undefined && isOfOrder(only)) return await orderOf(only)
    const orderIds = new Set(items.filter(isOfOrder).map(({ orderId }) => orderId))
    return {
      orders: await Promise.all([...orderIds].map(orderWith)),
      tickets: items.filter((ticket) => !isOfOrder(ticket)),
      isMore: total === undefined || total > items.length,
    }
  }
  // An address is compared by the museum as it is.
  if (text.includes('@')) return await ofTickets({ email: text })
  const code = plainText(text)
  const { form } = readScannedText(code)
  if (form === 'garbled') return { isGarbled: true }
  const scannedId = scannedTicketId(code)
  if (scannedId !== undefined) return await ticketWith(scannedId)
  if (form === 'signed') return {}
  if (uuid.test(code))
    try {
      return { orders: [await orderWith(code)] }
    } catch (error) {
      if (isProblem(error, 'order-not-found')) return await ticketWith(code)
      throw error
    }
  if (orderNumber.test(code)) {
    const { items: orders } = await client.listOrders({ number: code }, { signal }).page()
    return orders.length === 1 ? { orders: [await orderWith(orders[0]!.orderId)] } : { listed: orders }
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
  const { query, handed } = route.value
  const linked = handed ?? query.get('search') ?? ''
  useEffect(() => {
    // What was typed meanwhile stays.
    if (linked === '') return
    text.value = linked
    search()
  }, [linked])
  const found = useSignal<Found | undefined>(undefined)
  const { orders = [], tickets = [], listed = [], ticketId, isMore, isGarbled } = found.value ?? {}
  const isNothing = orders.length + tickets.length + listed.length === 0
  const nothingFound = isGarbled ? texts.value.shell.otherKeyboard : words.nothingFound
  /** Whether the text is no code, number or address of what was sold: there may be a reservation. */
  const isPerhapsReserved =
    !isGarbled &&
    text.value.trim() !== '' &&
    (isProblem(action.error.value, 'validation-failed') || (action.state.value === 'done' && isNothing))
  const read = async () => {
    // A search that is still running is for an earlier text.
    action.reset()
    const result = await action.run()
    if (result !== undefined) found.value = result
  }
  const search = () => {
    if (text.value.trim() === '') return
    found.value = undefined
    void read()
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
      {isPerhapsReserved && (
        <div class="screen-only">
          <button
            type="button"
            class="plain"
            // It may name a person, so it does not stand in the URL.
            onClick={() => navigate(hrefOf(['box-office', 'reservations']), { handed: text.value.trim() })}
          >
            {till.value.reservations.search(isolated(text.value.trim()))}
          </button>
        </div>
      )}
      {listed.length > 0 && (
        <ul class="stack screen-only">
          {listed.map(({ orderId, orderNumber, soldAt, total }) => (
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
      {isNothing && <LastSalesOfUser />}
      {isMore && <p class="note note-warning">{words.moreFound}</p>}
      {orders.map((order) => (
        <OrderCard
          key={order.orderId}
          order={order}
          fullPriceName={fullPriceName}
          soughtId={ticketId}
          onChange={() => void read()}
        />
      ))}
      {tickets.length > 0 && (
        <ul class="sold-tickets tiles found-tickets screen-only">
          {tickets.map((ticket) => (
            <FoundTicket
              key={ticket.ticketId}
              ticket={ticket}
              fullPriceName={fullPriceName}
              isAlone
              onChange={() => void read()}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const LastSalesOfUser = () => <LastSales loaded={useLastSales()} />

const validOf = (tickets: readonly SoldTicket[]) => tickets.filter(({ state }) => state === 'valid')
/** Whether a ticket is refunded, or its refund is being sent back. */
const isGivenBack = ({ refund }: SoldTicket) => refund !== undefined && refund.state !== 'due'
const cancellationOf = (tickets: readonly SoldTicket[]): Cancellation => {
  const valid = validOf(tickets)
  return { tickets: valid.length, isMailed: valid.some(({ email }) => email !== undefined) }
}

/** What is due, is being sent back and was given back of tickets; without what is nothing. */
const refundSums = (tickets: readonly SoldTicket[]) =>
  (['due', 'sending', 'settled'] as const)
    .map((state) => {
      const refunds = tickets.flatMap(({ refund }) => (refund?.state === state ? refund.amount : []))
      return [state, refunds.reduce((sum, amount) => sum + amount, 0)] as const
    })
    .filter(([, amount]) => amount > 0)

/** What tickets are for, each with the number of its tickets. */
const visitsOf = (tickets: readonly SoldTicket[]) => {
  const visits = new Map<string, [SoldTicket, number]>()
  for (const ticket of tickets) {
    const key = `${ticket.event?.eventId} ${ticket.ticketDate} ${ticket.entryTime}`
    visits.set(key, [ticket, (visits.get(key)?.[1] ?? 0) + 1])
  }
  return [...visits.values()]
}

/** An order, with what can be done with all of its tickets. Several tickets are folded, unless one of them was searched for. */
const OrderCard = ({
  order,
  fullPriceName,
  soughtId,
  onChange,
}: Readonly<{ order: Order; fullPriceName: string; soughtId: string | undefined; onChange: () => void }>) => {
  const { boxOffice: words, report, shell } = texts.value
  const { money, visit, dateTime, number } = formats.value
  const { said, saying } = useDone(onChange)
  const id = useId()
  const valid = validOf(order.tickets)
  const inState = (wanted: SoldTicket['state']) => order.tickets.filter(({ state }) => state === wanted).length
  // The date of the museum may be a fixed one.
  const museumTime = museumTimeIn(signedIn().museum.timeZone)
  const isOfToday = museumTime(order.soldAt).date === museumTime(new Date(clock.now()).toISOString()).date
  const isUnused = order.tickets.every(({ state }) => state !== 'admitted')
  const toGiveBack = order.refundDue + valid.reduce((sum, { price }) => sum + price, 0)
  // The refunds would keep the other method.
  const isRefunded =
    order.tickets.some(isGivenBack) && order.tickets.every((each) => isGivenBack(each) || each.price === 0)
  const refundStates = refundSums(order.tickets)
  const isOne = order.tickets.length === 1
  const tickets = (
    <ul class="sold-tickets tiles found-tickets">
      {order.tickets.map((ticket) => (
        <FoundTicket
          key={ticket.ticketId}
          ticket={ticket}
          fullPriceName={fullPriceName}
          isOnly={isOne}
          isSought={!isOne && ticket.ticketId === soughtId}
          method={order.payment?.method}
          onChange={onChange}
        />
      ))}
    </ul>
  )
  return (
    <section class="card stack screen-only" aria-labelledby={id}>
      <div class="row">
        <h2 id={id}>
          {words.order} <span class="code quiet">{order.orderNumber}</span>
        </h2>
        {!isOne && (
          <OrderStates
            counts={{ valid: inState('valid'), admitted: inState('admitted'), cancelled: inState('cancelled') }}
          />
        )}
      </div>
      {!isOne && (
        <ul>
          {visitsOf(order.tickets).map(([visited, count]) => (
            <li key={visited.ticketId}>
              <span class="nowrap">{number(count)} ×</span> <bdi>{visited.event?.name ?? shell.generalEntry}</bdi> ·{' '}
              {visit(visited)}
            </li>
          ))}
        </ul>
      )}
      <dl class="tiles">
        {order.label !== undefined && (
          <Fact name={till.value.reservations.label}>
            <bdi>{order.label}</bdi>
          </Fact>
        )}
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
        {refundStates.map(([state, amount]) => (
          <Fact key={state} name={refundStateNames()[state]}>
            {money(amount)}
          </Fact>
        ))}
      </dl>
      <div class="row">
        {valid.length > 0 && (
          <TicketImages
            key={valid.map(({ ticketId }) => ticketId).join()}
            tickets={valid}
            currency={order.currency}
            orderNumber={order.orderNumber}
          />
        )}
        <ReceiptButton orderId={order.orderId} />
        {isOfToday && isUnused && (valid.length > 0 || order.refundDue > 0) && (
          <UndoButton
            orderId={order.orderId}
            total={toGiveBack}
            method={order.payment?.method}
            onDone={saying(undoneSentence(toGiveBack, order.payment?.method))}
          />
        )}
        {isOfToday && !isRefunded && !isSentBack(order.payment?.method) && (
          <OtherMethodButton key={order.payment?.method} order={order} onDone={saying(words.done.paymentCorrected)} />
        )}
        {order.refundDue > 0 && <RefundOrderButton order={order} saying={saying} />}
        {valid.length > 0 && (
          <MailButton
            email={order.email}
            send={(fields, signal) => signedIn().client.mailOrder(order.orderId, fields, { signal })}
          />
        )}
        {order.email !== undefined && (
          <CorrectAddressButton
            key={order.email}
            order={order}
            onDone={saying(
              signedIn().museum.sendsEmails && inState('cancelled') < order.tickets.length
                ? `${words.done.addressCorrected} ${words.mailWaits}`
                : words.done.addressCorrected,
            )}
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
            onDone={saying(words.done.orderCancelled)}
          />
        )}
      </div>
      <Done said={said} />
      {isOne ? (
        tickets
      ) : (
        <details open={soughtId !== undefined}>
          <summary>{words.sold(order.tickets.length)}</summary>
          {tickets}
        </details>
      )}
    </section>
  )
}

const FoundTicket = ({
  ticket,
  fullPriceName,
  isAlone = false,
  isOnly = false,
  isSought = false,
  method,
  onChange,
}: Readonly<{
  ticket: SoldTicket
  fullPriceName: string
  /** Whether it was sold without an order. */
  isAlone?: boolean
  /** Whether it is all of its order, whose buttons are for it. */
  isOnly?: boolean
  /** Whether it is the one of several that was searched for. */
  isSought?: boolean
  /** How its order was paid. */
  method?: string | undefined
  onChange: () => void
}>) => {
  const { boxOffice: words, shell } = texts.value
  const { money, visit, dateTime } = formats.value
  const { ticketId, event, state, price, priceCategoryName, confirmationCode, refund, admittedAt } = ticket
  const { said, saying } = useDone(onChange)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSought) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isSought])
  return (
    <li
      ref={item}
      class={event === undefined ? 'card stack' : 'card stack sold-event'}
      aria-current={isSought ? 'true' : undefined}
    >
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
        <TicketStateBadge state={state} /> {admittedAt !== null && dateTime(admittedAt)}
        {refund !== undefined && (
          <span class="quiet">
            {refundStateNames()[refund.state]} {money(refund.amount)}
          </span>
        )}
      </p>
      <RefundFailure failure={refund?.failure} />
      {!isOnly && (
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
                onDone={saying(words.done.ticketCancelled)}
              />
              <MailButton
                email={ticket.email}
                send={(fields, signal) => signedIn().client.mailTicket(ticketId, fields, { signal })}
              />
            </>
          )}
          {refund?.state === 'due' && (
            <SettleButton ticketId={ticketId} amount={refund.amount} method={method} saying={saying} />
          )}
        </div>
      )}
      <Done said={said} />
      {isAlone && state === 'valid' && <TicketImages tickets={[ticket]} currency={ticket.currency} />}
    </li>
  )
}

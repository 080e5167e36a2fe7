import type { Refund } from '@museum/client'
import { Done, useDone } from '../shell/action.tsx'
import { isDate } from '../shell/dates.ts'
import type { OnDone } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { List, Pager, listPage } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { givenValues, hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { nameOfMethod } from './payment-method.ts'
import { RefundFailure, refundStateNames } from './refund-state.tsx'
import { RefundRunButton } from './refund-run.tsx'
import { SettleButton } from './ticket-buttons.tsx'

const states = ['due', 'sending', 'settled'] as const
const shownRefunds = 50

/** The refunds in a state, of all events or of one, as a page of the list at a time. */
export const Refunds = () => {
  const { boxOffice: words } = texts.value
  const { museum } = signedIn()
  const { query } = route.value
  const state = states.find((each) => each === query.get('state')) ?? 'due'
  const date = isDate(query.get('date')) ? query.get('date')! : ''
  const eventId = query.get('event') ?? ''
  const page = listPage()
  const loaded = useLoaded(
    async (signal) => {
      const { items, total } = await signedIn()
        .client.listRefunds({ ...givenValues({ date, eventId }), state, page, limit: shownRefunds }, { signal })
        .page()
      return { items, total, listed: state }
    },
    [state, date, eventId, page],
    { seconds: 15 },
  )
  const { said, saying } = useDone(loaded.reload)
  const show = (changes: Readonly<Record<string, string>>) =>
    navigate(hrefOf(['box-office', 'refunds'], { state, date, event: eventId, ...changes }))
  return (
    <>
      <h1>{words.refunds}</h1>
      <div class="row filters screen-only">
        <Field label={words.refundState}>
          <select value={state} onChange={({ currentTarget: { value } }) => show({ state: value })}>
            {states.map((each) => (
              <option key={each} value={each}>
                {refundStateNames()[each]}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.ticketDate}>
          <input type="date" value={date} onChange={({ currentTarget: { value } }) => show({ date: value })} />
        </Field>
        {eventId !== '' && (
          <button type="button" onClick={() => show({ event: '' })}>
            {words.allEvents}
          </button>
        )}
      </div>
      {eventId !== '' && state === 'due' && museum.payment && museum.user.role === 'admin' && (
        <p class="screen-only">
          <RefundRunButton
            run={{ eventId, ...givenValues({ date }) }}
            onDone={(isDone) => {
              if (isDone) show({ state: 'sending' })
              saying(till.value.refunds.allSent)(isDone)
            }}
          />
        </p>
      )}
      <Done said={said} />
      <Show loaded={loaded}>
        {({ items, total, listed }) => (
          <>
            <List items={items} empty={words.noRefunds} class="refunds stack">
              {(refund) => (
                <RefundRow
                  key={refund.ticketId}
                  refund={refund}
                  state={listed}
                  saying={saying}
                  onEvent={(event) => show({ event })}
                />
              )}
            </List>
            <Pager page={page} limit={shownRefunds} total={total} onPage={(page) => show({ page })} />
          </>
        )}
      </Show>
    </>
  )
}

const RefundRow = ({
  refund,
  state,
  saying,
  onEvent,
}: Readonly<{
  refund: Refund
  state: (typeof states)[number]
  saying: (sentence: string) => OnDone
  onEvent: (eventId: string) => void
}>) => {
  const { boxOffice: words, shell } = texts.value
  const { money, visit, dateTime } = formats.value
  const { ticketId, orderId, orderNumber, eventId, eventName, amount, cancelledAt, cause, reason } = refund
  const { payment, email, settledAt, settledBy, failure } = refund
  return (
    <li class="card apart">
      <div>
        <p>
          <bdi class="offer-name">{eventName ?? shell.generalEntry}</bdi>
        </p>
        <p>
          {visit(refund)}
          {eventId !== undefined && (
            <>
              {' '}
              <button type="button" class="plain" onClick={() => onEvent(eventId)}>
                {words.ofThisEvent}
              </button>
            </>
          )}
        </p>
        <p class="quiet">
          {words.causes[cause]}
          {cancelledAt !== null && ` · ${dateTime(cancelledAt)}`}
          {reason !== undefined && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </p>
        {orderId !== undefined && (
          <p>
            {words.order}{' '}
            <a class="code" href={hrefOf(['box-office', 'find'], { search: orderId })}>
              {orderNumber}
            </a>
          </p>
        )}
        <p class="quiet">
          {payment !== undefined && (
            <>
              {words.payment}: <bdi>{nameOfMethod(payment.method)}</bdi> <bdi>{payment.reference}</bdi>{' '}
            </>
          )}
          <bdi>{email}</bdi>
        </p>
        <RefundFailure failure={failure} />
      </div>
      <div class="refund-amount stack">
        <strong class="number">{money(amount)}</strong>
        {settledAt === undefined ? (
          <SettleButton ticketId={ticketId} amount={amount} method={payment?.method} saying={saying} />
        ) : (
          <p class="quiet">
            {refundStateNames()[state]} {dateTime(settledAt)} <bdi>{settledBy}</bdi>
          </p>
        )}
      </div>
    </li>
  )
}

import type { OrderConfirmation, Reservation } from '@museum/client'
import { useSignal } from '@preact/signals'
import { Done, useDone } from '../shell/action.tsx'
import { isDate } from '../shell/dates.ts'
import { Field } from '../shell/form.tsx'
import { useKeptPage } from '../shell/hand-scanner.ts'
import { formats, texts, till } from '../shell/languages.ts'
import { List, Pager, listPage } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { givenValues, hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { DeviceTill } from './device-till.tsx'
import { ExtendButton, MailReservationButton, ReleaseButton, SoldBefore } from './reservation-buttons.tsx'
import { ReservationCard } from './reservation-card.tsx'
import { type ReservationNames, readNames } from './reservation-names.ts'
import { SellReservation } from './sell-reservation.tsx'
import { SoldOrder } from './sold-order.tsx'

const shownReservations = 20

const attention = 'attention'

/**
 * The reservations whose places are held, by the end of their time; each can be sold, extended and released. A search also finds
 * expired ones, which can be sold while their places are free, and those whose payment was returned. Or those whose payments a person must look at. A line says how many
 * these are.
 */
export const Reservations = () => {
  const words = till.value.reservations
  const { boxOffice } = texts.value
  const { query, handed } = route.value
  const date = isDate(query.get('date')) ? query.get('date')! : ''
  const state = query.get('state') === attention ? attention : ''
  const page = listPage()
  /** It may name a person, so it does not stand in the URL. */
  const search = useSignal(handed ?? '')
  const loaded = useLoaded(
    async (signal) => {
      const filter = givenValues({ state, date, search: search.peek().trim() })
      const { items, total } = await signedIn()
        .client.listReservations({ ...filter, page, limit: shownReservations }, { signal })
        .page()
      return { items, total, names: await readNames(items, signal) }
    },
    [state, date, search.value, page],
    { seconds: 15 },
  )
  const counted = useLoaded(
    (signal) => signedIn().client.listReservations({ state: attention, limit: 1 }, { signal }).page(),
    [],
    { seconds: 60 },
  )
  const { total: needing = 0 } = counted.value.value ?? {}
  const { said, saying } = useDone(() => {
    loaded.reload()
    counted.reload()
  })
  /** The reservation that is being sold. It stays when its time is over meanwhile. */
  const selling = useSignal<Readonly<{ reservation: Reservation; names: ReservationNames }> | undefined>(undefined)
  const sold = useSignal<Readonly<{ order: OrderConfirmation; method: string; email: string | undefined }> | undefined>(
    undefined,
  )
  /** The order of a reservation that was sold before. */
  const soldBefore = useSignal<string | undefined>(undefined)
  const end = (orderIdOfBefore?: string) => {
    selling.value = undefined
    said.value = undefined
    soldBefore.value = orderIdOfBefore
    loaded.reload()
  }
  // The visitors have paid: their tickets are not printed yet.
  useKeptPage(sold.value !== undefined)
  if (sold.value !== undefined)
    return <SoldOrder {...sold.value} next={words.back} onNext={() => (sold.value = undefined)} />
  const show = (changes: Readonly<Record<string, string>>) =>
    navigate(hrefOf(['box-office', 'reservations'], { state, date, ...changes }))
  const done = (sentence: string) => (isDone: boolean) => {
    soldBefore.value = undefined
    saying(sentence)(isDone)
  }
  return (
    <>
      <div class="apart">
        <h1>{words.title}</h1>
        <DeviceTill />
      </div>
      <p class="screen-only">
        <a href={hrefOf(['box-office', 'sell'])}>{words.madeOnSell(boxOffice.sell, words.reserve)}</a>
      </p>
      <fieldset class="screen-only">
        <legend>{words.find}</legend>
        <div class="row filters">
          <Field label={boxOffice.refundState}>
            <select value={state} onChange={({ currentTarget: { value } }) => show({ state: value })}>
              <option value="">{words.states.held}</option>
              <option value={attention}>{words.attention}</option>
            </select>
          </Field>
          <Field label={boxOffice.ticketDate}>
            <input type="date" value={date} onChange={({ currentTarget: { value } }) => show({ date: value })} />
          </Field>
          <Field label={words.searchBy}>
            <input
              type="search"
              dir="auto"
              autocomplete="off"
              value={search.value}
              onInput={({ currentTarget }) => {
                search.value = currentTarget.value
                if (page > 1) show({})
              }}
            />
          </Field>
        </div>
      </fieldset>
      {needing > 0 && state !== attention && (
        <p class="note note-warning screen-only">
          <a href={hrefOf(['box-office', 'reservations'], { state: attention })}>
            {words.attentions(needing, formats.value.number(needing))}
          </a>
        </p>
      )}
      <Done said={said} />
      {soldBefore.value !== undefined && <SoldBefore orderId={soldBefore.value} />}
      <Show loaded={loaded}>
        {({ items, total, names }) => (
          <>
            <List items={items} empty={words.none} class="stack">
              {(reservation) => (
                <li key={reservation.reservationId}>
                  <ReservationCard reservation={reservation} names={names} onAttended={done(words.markedDealtWith)}>
                    {(reservation.state === 'held' || reservation.state === 'expired') && (
                      <button type="button" class="primary" onClick={() => (selling.value = { reservation, names })}>
                        {words.sell}
                      </button>
                    )}
                    {reservation.state === 'held' && (
                      <>
                        <ExtendButton
                          key={reservation.heldUntil}
                          reservation={reservation}
                          onDone={done(words.extended)}
                        />
                        {signedIn().museum.sendsEmails &&
                          reservation.until !== undefined &&
                          reservation.email !== undefined && (
                            <MailReservationButton reservation={reservation} onDone={done(words.mailed)} />
                          )}
                        <ReleaseButton
                          reservation={reservation}
                          onDone={done(words.released)}
                          onSold={() => end(reservation.reservationId)}
                        />
                      </>
                    )}
                    {reservation.orderId !== undefined && (
                      <a href={hrefOf(['box-office', 'find'], { search: reservation.orderId })}>{words.showOrder}</a>
                    )}
                  </ReservationCard>
                </li>
              )}
            </List>
            <Pager page={page} limit={shownReservations} total={total} onPage={(next) => show({ page: next })} />
          </>
        )}
      </Show>
      {selling.value !== undefined && (
        <SellReservation
          {...selling.value}
          onSold={({ order, method, isNew }) => {
            if (isNew) sold.value = { order, method, email: selling.value?.reservation.email }
            end(isNew ? undefined : order.orderId)
          }}
          onClose={() => end()}
        />
      )}
    </>
  )
}

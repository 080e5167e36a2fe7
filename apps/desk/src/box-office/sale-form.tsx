import type { OrderFields, PriceCategories, ReservationFields } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { type Action, ActionButton, ActionStatus } from '../shell/action.tsx'
import { asManyDaysAsFit } from '../shell/as-many-days-as-fit.ts'
import { addDays, isDate } from '../shell/dates.ts'
import { Dialog } from '../shell/dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { faultSentences, faultsAt } from '../shell/problem-note.tsx'
import { signedIn } from '../shell/session.ts'
import { EmailInput, isAddress } from './email-input.tsx'
import { noPurchaser, openSaleOf, storeOpenSale } from './open-sale.ts'
import { nameOfMethod } from './payment-method.ts'
import type { PendingOrder } from './pending-orders.ts'
import type { PendingReservation } from './pending-reservations.ts'
import { ReserveDialog } from './reserve-dialog.tsx'
import {
  type ChosenTimes,
  type Counts,
  type Line,
  type Offer,
  isSoldOut,
  isUnusual,
  mostTickets,
  ticketCount,
  saleLines,
  offersOn,
  saleOrder,
  saleTime,
  categoryPrice,
  saleTotal,
  timeBeside,
  withCount,
} from './sale.ts'
import { EntryTimes, NextEvents, OfferText, SaleLines, Stepper } from './sale-parts.tsx'

/** As many as the API has in one response. */
const shownDays = 31
/** How many entry times the arrow keys go on. */
const stepByKey: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

type Props = Readonly<{
  action: Action<readonly [PendingOrder]>
  /** The action that reserves the places instead. */
  reserving: Action<readonly [PendingReservation]>
  /** Whether the outcome of an earlier sale or reservation is not known yet. */
  isUnresolved: boolean
  onSell: (order: OrderFields) => void
  onReserve: (reservation: ReservationFields) => void
}>

/** What can be sold today and in the next days, how many tickets of each category, and the payment. */
export const SaleForm = (props: Props) => {
  const { today, user } = signedIn().museum
  const date = useSignal(openSaleOf(user.username, today)?.date ?? today)
  const daysFromToday = useSignal(shownDays)
  const startDate = date.value < addDays(today, daysFromToday.value) ? today : date.value
  const loaded = useLoaded(
    async (signal) => {
      const { client } = signedIn()
      const [days, categories] = await Promise.all([
        asManyDaysAsFit(daysFromToday.value, (count) =>
          client.getAvailability({ startDate, endDate: addDays(startDate, count - 1) }, { signal }),
        ),
        client.getPriceCategories({ signal }),
      ])
      if (startDate === today) daysFromToday.value = days.length
      return { offers: days.flatMap(offersOn), days, categories }
    },
    [today, startDate],
    { seconds: 15 },
  )
  const failed = [props.action, props.reserving].map(({ state }) => state.value === 'failed')
  useEffect(() => {
    // The places or the prices may have changed: the museum tells the next total.
    if (failed.includes(true)) loaded.reload()
  }, failed)
  return (
    <Show loaded={loaded}>
      {({ offers, days, categories }) => (
        <SaleOf
          {...props}
          offers={offers}
          categories={categories}
          date={date.value}
          onDate={(next) => (date.value = next)}
          hours={days.find((day) => day.date === date.value)?.generalEntry ?? undefined}
        />
      )}
    </Show>
  )
}

const SaleOf = ({
  action,
  reserving,
  isUnresolved,
  onSell,
  onReserve,
  offers,
  categories,
  date,
  onDate,
  hours,
}: Props &
  Readonly<{
    offers: readonly Offer[]
    categories: PriceCategories
    date: string
    onDate: (date: string) => void
    hours: Readonly<{ timeOpen: string; timeClose: string }> | undefined
  }>) => {
  const { boxOffice: words, shell } = texts.value
  const { museum } = signedIn()
  const { fullDate, hours: formatHours, money } = formats.value
  const { username } = museum.user
  const open = useRef(openSaleOf(username, museum.today)).current
  const counts = useSignal<Counts>(open?.counts ?? new Map())
  const times = useSignal<ChosenTimes>(open?.times ?? new Map())
  const purchaser = useRef(open?.purchaser ?? noPurchaser()).current
  const { email } = purchaser
  const emailFault = useSignal<string | undefined>(undefined)
  const dateNote = useSignal<string | undefined>(undefined)
  /** What the field of the date has while it is none for which tickets are sold: while a date is typed, it is of an early year. */
  const typedDate = useSignal<string | undefined>(undefined)
  const takeDate = (value: string) => {
    dateNote.value = undefined
    const isTaken = isDate(value) && value >= museum.today
    typedDate.value = isTaken ? undefined : value
    if (isTaken) onDate(value)
  }
  const putDateRight = (input: HTMLInputElement) => {
    if (input.value === date) return
    input.value = date
    typedDate.value = undefined
    dateNote.value = words.dateCorrected(fullDate(date))
  }
  /** The payment method of an unusual sale, which staff are asked about. */
  const asked = useSignal<string | undefined>(undefined)
  const isReserving = useSignal(false)
  const chosenKey = useSignal(open?.chosenKey)
  const payment = useRef<HTMLDivElement>(null)
  const choice = useRef<HTMLFieldSetElement>(null)
  // Offers of a date that is no longer read stay in the sale.
  const known = useRef(new Map(open?.offers.map((offer) => [offer.key, offer])))
  for (const offer of offers) known.current.set(offer.key, offer)
  // At once: a scan leaves the page.
  useLayoutEffect(() => {
    const sale = { counts: counts.value, times: times.value, offers: [...known.current.values()], purchaser }
    storeOpenSale({ username, date, chosenKey: chosenKey.value, ...sale })
  }, [date, chosenKey.value, counts.value, times.value])
  const onDay = offers.filter((offer) => offer.date === date)
  const chosen = onDay.find(({ key }) => key === chosenKey.value) ?? onDay.find((offer) => !isSoldOut(offer))
  const time = chosen && saleTime(chosen, times.value)
  const hasPlaces = chosen !== undefined && (chosen.entryTimes === undefined || time !== undefined)
  const lines = saleLines(counts.value, times.value, [...known.current.values()], categories, museum.currency)
  const total = saleTotal(lines)
  const error = action.error.value
  /** The lines of the order that was sent; without those whose offer staff have changed since, which a refusal is no longer about. */
  const sent = useSignal<readonly (Line | undefined)[]>([])
  const forgetRefusalOf = ({ key }: Offer) => {
    sent.value = sent.value.map((line) => (line?.offer.key === key ? undefined : line))
    const faults = faultsAt(error, '#')
    const isOver = faults.every(
      ({ pointer = '' }) =>
        /^#\/(items|total)/.test(pointer) && sent.value[Number(pointer.split('/')[2])] === undefined,
    )
    if (faults.length > 0 && isOver) action.reset()
  }
  const chooseTime = (offer: Offer, entryTime: string) => {
    if (entryTime !== saleTime(offer, times.value)) forgetRefusalOf(offer)
    times.value = new Map([...times.value, [offer.key, entryTime]])
  }
  const count = (offer: Offer, category: string, quantity: number) => {
    if (quantity !== ticketCount(counts.value, offer, category)) forgetRefusalOf(offer)
    counts.value = withCount(counts.value, offer, category, quantity)
    // Of what is in the sale, no other time is chosen when the places of this one are sold.
    const entryTime = saleTime(offer, times.value)
    if (entryTime !== undefined) chooseTime(offer, entryTime)
  }
  const timeInput = (entryTime = time) =>
    choice.current?.form?.querySelector<HTMLElement>(`[name=entry-time][value="${entryTime}"]`)
  const goToTime = (event: KeyboardEvent) => {
    const step = stepByKey.get(event.key)
    if (step === undefined || chosen?.entryTimes === undefined || time === undefined) return
    event.preventDefault()
    const next = timeBeside(chosen.entryTimes, time, document.dir === 'rtl' ? -step : step)
    chooseTime(chosen, next)
    timeInput(next)?.focus()
  }
  /** Whether the museum's refusal of a line is said there. */
  const isRefused = (offer: Offer, category: string) =>
    sent.value.some(
      (line, n) =>
        line?.offer.key === offer.key && line.priceCategory === category && faultsAt(error, `#/items/${n}`).length > 0,
    )
  /** The first line whose entry time the museum has refused, and why. */
  const refusedAt = sent.value.findIndex((line, n) => line && faultsAt(error, `#/items/${n}/entryTime`).length > 0)
  const refused = sent.value[refusedAt]
  const refusals = faultsAt(error, `#/items/${refusedAt}/entryTime`)
  const isRefusedChosen = refused !== undefined && refused.offer.key === chosen?.key
  useLayoutEffect(() => {
    // On a phone, the payment stands over the page once there is something to pay.
    const observer = new ResizeObserver(([entry]) => {
      document.documentElement.style.setProperty('--payment-height', `${entry!.borderBoxSize[0]!.blockSize}px`)
      choice.current?.form?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(payment.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => choice.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  useEffect(() => {
    if (refused === undefined) return
    onDate(refused.offer.date)
    chosenKey.value = refused.offer.key
  }, [error])
  useEffect(() => {
    // Once it was refused, a time that its date does not have any more is no choice.
    if (refused === undefined) return
    const { key, entryTimes } = known.current.get(refused.offer.key)!
    if (entryTimes?.some(({ entryTime }) => entryTime === refused.entryTime) === false)
      times.value = new Map([...times.value].filter(([offer]) => offer !== key))
  }, [error, offers])
  useEffect(() => {
    if (isRefusedChosen) timeInput()?.focus()
  }, [error, time, isRefusedChosen])
  const sell = (method: string) => {
    sent.value = lines
    onSell(saleOrder(lines, { method, email: email.value }))
  }
  const isRunning = action.state.value === 'running' || reserving.state.value === 'running'
  /** Whether the sale can be sent as it is shown: otherwise the count that cannot be read, which is no ticket of it, gets the focus. */
  const isReady = (form: HTMLFormElement | null) => {
    const unread = form?.querySelector<HTMLElement>('.stepper [aria-invalid]')
    unread?.focus()
    return !unread && !isRunning
  }
  const goToPayment = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type === 'date') return
    // Enter in a field would sell at once.
    event.preventDefault()
    payment.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <Form
        action={action}
        class="sale"
        onSubmit={() => undefined}
        onKeyDown={goToPayment}
        aria-describedby="sale-keys"
      >
        <section class="stack">
          <div class="row filters sale-date">
            <Field label={shell.date} fault={dateNote.value}>
              <input
                type="date"
                value={typedDate.value ?? date}
                min={museum.today}
                onChange={({ currentTarget }) => takeDate(currentTarget.value)}
                onBlur={({ currentTarget }) => putDateRight(currentTarget)}
                onKeyDown={({ key, currentTarget }) => {
                  if (key === 'Enter') putDateRight(currentTarget)
                }}
              />
            </Field>
            {[
              [museum.today, shell.today],
              [addDays(museum.today, 1), shell.tomorrow],
            ].map(([day, name]) => (
              <button key={day} type="button" aria-pressed={day === date} onClick={() => takeDate(day!)}>
                {name}
              </button>
            ))}
            <p>
              <strong>{date === museum.today ? shell.today : fullDate(date)}</strong>{' '}
              <span class="nowrap">{hours === undefined ? shell.closed : formatHours(hours)}</span>
            </p>
          </div>
          <fieldset ref={choice}>
            <legend>{words.offers}</legend>
            {onDay.length === 0 && <p class="quiet">{words.nothingOnDate}</p>}
            {onDay.map((offer) => (
              <label key={offer.key} class={offer.event === undefined ? 'offer' : 'offer offer-event'}>
                <input
                  type="radio"
                  name="offer"
                  checked={offer.key === chosen?.key}
                  disabled={isSoldOut(offer) && offer.key !== chosen?.key}
                  onChange={() => (chosenKey.value = offer.key)}
                  onKeyDown={goToTime}
                />
                <OfferText offer={offer} />
              </label>
            ))}
          </fieldset>
          {chosen?.entryTimes !== undefined && (
            <EntryTimes
              entryTimes={chosen.entryTimes}
              chosen={time}
              describedBy={isRefusedChosen ? 'time-refused' : undefined}
              onChoose={(entryTime) => chooseTime(chosen, entryTime)}
            />
          )}
          {hasPlaces && (
            <fieldset class="categories">
              <legend dir="auto">{shell.tickets}</legend>
              {categories.map((category) => (
                <Stepper
                  key={`${chosen.key} ${category.priceCategory}`}
                  name={category.name}
                  price={categoryPrice(chosen, category, museum.currency)}
                  value={ticketCount(counts.value, chosen, category.priceCategory)}
                  isRefused={isRefused(chosen, category.priceCategory)}
                  {...mostTickets(counts.value, times.value, chosen, category, categories)}
                  onChange={(quantity) => count(chosen, category.priceCategory, quantity)}
                />
              ))}
            </fieldset>
          )}
          <p id="sale-keys" class="hint keys">
            {chosen?.entryTimes === undefined ? words.keys : words.timeKeys}
          </p>
        </section>
        <section class="sale-sum card stack" aria-label={words.sale}>
          <h2>{words.sale}</h2>
          <div class="sale-payment stack" ref={payment}>
            <p class="apart sale-total">
              <span>{words.total}</span> <output aria-live="polite">{money(total / 100)}</output>
            </p>
            <div class="row payment">
              {museum.paymentMethods.map((method) => (
                <ActionButton
                  key={method}
                  action={action}
                  type="button"
                  class="primary large"
                  disabled={lines.length === 0 || isUnresolved}
                  onClick={({ currentTarget }) => {
                    if (!isReady(currentTarget.form)) return
                    if (isUnusual(lines, museum)) asked.value = method
                    else sell(method)
                  }}
                >
                  {nameOfMethod(method)} {lines.length > 0 && <span class="nowrap">{money(total / 100)}</span>}
                </ActionButton>
              ))}
            </div>
          </div>
          <div>
            <button
              type="button"
              disabled={lines.length === 0 || isUnresolved}
              onClick={({ currentTarget }) => {
                if (isReady(currentTarget.form)) isReserving.value = true
              }}
            >
              {till.value.reservations.reserve}
            </button>
          </div>
          {asked.value !== undefined && (
            <Dialog heading={words.unusualSale} onClose={() => (asked.value = undefined)}>
              <ul>
                {lines.map(({ offer, priceCategory, quantity, name }) => (
                  <li key={`${offer.key} ${priceCategory}`}>
                    {quantity} × <bdi>{name}</bdi> · {fullDate(offer.date)}
                  </li>
                ))}
              </ul>
              <div class="row">
                <button
                  type="button"
                  class="primary"
                  onClick={() => {
                    const method = asked.value!
                    asked.value = undefined
                    sell(method)
                  }}
                >
                  {nameOfMethod(asked.value)} {money(total / 100)}
                </button>
                <button type="button" class="plain" onClick={() => (asked.value = undefined)}>
                  {shell.close}
                </button>
              </div>
            </Dialog>
          )}
          <Field
            label={words.email}
            hint={museum.sendsEmails ? words.emailHint : till.value.mailOff}
            at="#/email"
            error={error}
            fault={emailFault.value}
          >
            <EmailInput
              email={email}
              onChange={() => (emailFault.value = isAddress(email.value) ? undefined : words.noAddress)}
            />
          </Field>
          {isReserving.value || reserving.state.value === 'idle' ? (
            <ActionStatus
              action={action}
              fields={['#/email', ...sent.value.map((_, n) => `#/items/${n}`)]}
              instead={
                refused && <span id="time-refused">{[...faultSentences(refusals), words.timeRefused].join(' ')}</span>
              }
            />
          ) : (
            <ActionStatus action={reserving} />
          )}
          {/* Last, so that they move nothing when they are added. */}
          <SaleLines
            lines={lines}
            date={date}
            sent={sent.value}
            error={error}
            onRemove={(line) => {
              count(line.offer, line.priceCategory, 0)
              // The next tickets are for another visitor.
              if (counts.value.size === 0) for (const field of Object.values(purchaser)) field.value = ''
            }}
          />
        </section>
        <NextEvents
          offers={offers.filter((offer) => offer.event !== undefined && offer.date > date)}
          onChoose={(offer) => {
            onDate(offer.date)
            chosenKey.value = offer.key
            // The choice is rendered first.
            requestAnimationFrame(() => choice.current?.querySelector<HTMLElement>('input:checked')?.focus())
          }}
        />
      </Form>
      {isReserving.value && (
        <ReserveDialog
          lines={lines}
          purchaser={purchaser}
          action={reserving}
          onReserve={onReserve}
          onClose={() => {
            isReserving.value = false
            // What was refused is over. What may have taken effect is still asked for.
            if (reserving.state.peek() === 'failed' && !isUnresolved) reserving.reset()
          }}
        />
      )}
    </>
  )
}

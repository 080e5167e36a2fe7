import { isolated, readCount } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { formats, texts } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { Places } from '../shell/places.tsx'
import { Faults } from '../shell/problem-note.tsx'
import { faultOfCount } from '../shell/typed.ts'
import { type EntryTime, type Line, type Offer, maxTickets } from './sale.ts'

/** The name of an offer, its price and the places left. */
export const OfferText = ({ offer: { event, price, available, capacity } }: Readonly<{ offer: Offer }>) => (
  <>
    <span class="offer-name" dir="auto">
      {event?.name ?? texts.value.shell.generalEntry}
      {event !== undefined && (
        <span class="quiet offer-place" dir="auto">
          {event.location}
        </span>
      )}
    </span>
    <span class="number">{formats.value.money(price)}</span>
    <Places available={available} capacity={capacity} />
  </>
)

/** The entry times of an offer. They are no stop of the Tab key: the arrow keys of the offers go to them. */
export const EntryTimes = ({
  entryTimes,
  chosen,
  describedBy,
  onChoose,
}: Readonly<{
  entryTimes: readonly EntryTime[]
  chosen: string | undefined
  /** The element that says what is wrong with the chosen one, if anything. */
  describedBy: string | undefined
  onChoose: (entryTime: string) => void
}>) => {
  const { boxOffice: words } = texts.value
  return (
    <fieldset class="entry-times">
      <legend>{words.entryTimes}</legend>
      {chosen === undefined && <p class="quiet">{words.noTimeLeft}</p>}
      {entryTimes.map(({ entryTime, available, capacity }) => (
        <label key={entryTime} class="entry-time">
          <input
            type="radio"
            name="entry-time"
            tabIndex={-1}
            value={entryTime}
            checked={entryTime === chosen}
            disabled={available === 0 && entryTime !== chosen}
            aria-describedby={describedBy}
            onChange={() => onChoose(entryTime)}
          />
          <bdi dir="ltr" class="nowrap">
            {entryTime}
          </bdi>
          <Places available={available} capacity={capacity} isShort />
        </label>
      ))}
    </fieldset>
  )
}

/** What the arrow keys change in a number of tickets. */
const changeByKey: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
])

/**
 * How many tickets of a price category, at most `max`. A number that is too large stays beside its fault, and so does a text that is no
 * number, or of more tickets than any sale has, which counts as no ticket.
 */
export const Stepper = ({
  name,
  price,
  value,
  places,
  max,
  isRefused,
  onChange,
}: Readonly<{
  name: string
  price: number
  value: number
  /** How many places are left for it. */
  places: number
  max: number
  /** Whether its line says what is wrong. */
  isRefused: boolean
  onChange: (value: number) => void
}>) => {
  const id = useId()
  const { boxOffice: words } = texts.value
  const typed = useSignal('')
  const tooMany = words.atMost(maxTickets)
  const unread =
    typed.value.trim() === ''
      ? undefined
      : (faultOfCount(typed.value) ?? (readCount(typed.value).value! > maxTickets ? tooMany : undefined))
  const fault =
    unread ?? (value > max && !isRefused ? (value > places ? words.onlyPlaces(places) : tooMany) : undefined)
  // What was typed may be another form of the value, such as full-width digits.
  const isShown = unread !== undefined || (readCount(typed.value).value ?? 0) === value
  const step = (next: number) => {
    typed.value = ''
    onChange(Math.max(next, 0))
  }
  return (
    <div class="stepper">
      <label for={id}>
        <span dir="auto">{name}</span> <span class="quiet nowrap">{formats.value.money(price / 100)}</span>
      </label>
      {/* The keyboard has the arrow keys of the field. */}
      <button
        type="button"
        tabIndex={-1}
        aria-label={words.fewer(isolated(name))}
        disabled={value === 0}
        onClick={() => step(value - 1)}
      >
        −
      </button>
      <input
        id={id}
        // Not of the type number: in most browsers, that takes no full-width digits.
        role="spinbutton"
        inputMode="numeric"
        autocomplete="off"
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        {...(fault !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        value={isShown ? typed.value : value || ''}
        placeholder="0"
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          const { value: count = 0 } = readCount(typed.value)
          onChange(count > maxTickets ? 0 : count)
        }}
        onKeyDown={(event) => {
          const change = changeByKey.get(event.key)
          if (change === undefined) return
          event.preventDefault()
          if (value + change <= max || change < 0) step(value + change)
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={words.more(isolated(name))}
        disabled={value >= max}
        onClick={() => step(value + 1)}
      >
        +
      </button>
      {fault !== undefined && (
        <p id={`${id}-fault`} class="fault">
          {fault}
        </p>
      )}
    </div>
  )
}

const lineKey = ({ offer, priceCategory }: Line) => `${offer.key} ${priceCategory}`
const offerName = ({ event }: Offer) => event?.name ?? texts.value.shell.generalEntry

/** The tickets of a sale. A fault of an item of the order that was `sent` stands at its line. */
export const SaleLines = ({
  lines,
  date,
  sent,
  error,
  onRemove,
}: Readonly<{
  lines: readonly Line[]
  /** The date that is chosen: a line for another one says so. */
  date: string
  sent: readonly (Line | undefined)[]
  error: unknown
  onRemove: (line: Line) => void
}>) => {
  const { boxOffice: words, shell } = texts.value
  const { money, shortDate, fullDate } = formats.value
  if (lines.length === 0) return <p class="quiet">{words.nothingChosen}</p>
  return (
    <ul class="sale-lines">
      {lines.map((line) => (
        <li key={lineKey(line)}>
          <p>
            <span class="nowrap">{line.quantity} ×</span> <bdi>{line.name}</bdi>
            <span class="quiet offer-place">
              <bdi>{offerName(line.offer)}</bdi> · {shortDate(line.offer.date)}
              {line.entryTime !== undefined && (
                <>
                  {' · '}
                  <bdi dir="ltr">{line.entryTime}</bdi>
                </>
              )}
            </span>
            {line.offer.date !== date && (
              <strong class="other-date">{words.otherDate(fullDate(line.offer.date))}</strong>
            )}
          </p>
          <span class="number">{money((line.quantity * line.price) / 100)}</span>
          <button
            type="button"
            class="plain"
            aria-label={shell.remove(`${line.quantity} × ${isolated(line.name)}`)}
            onClick={() => onRemove(line)}
          >
            ✕
          </button>
          <Faults error={error} at={`#/items/${sent.findIndex((each) => each && lineKey(each) === lineKey(line))}`} />
        </li>
      ))}
    </ul>
  )
}

const shownEvents = 8

/** The events of the next days, with the places left. */
export const NextEvents = ({
  offers,
  onChoose,
}: Readonly<{ offers: readonly Offer[]; onChoose: (offer: Offer) => void }>) => {
  const { boxOffice: words } = texts.value
  return (
    <section class="next-events stack">
      <h2>{words.nextEvents}</h2>
      <List items={offers.slice(0, shownEvents)} empty={texts.value.shell.noEvents} class="">
        {(offer) => (
          <li key={offer.key}>
            <time dateTime={offer.date} class="nowrap">
              {formats.value.shortDate(offer.date)}
            </time>
            <OfferText offer={offer} />
            {offer.available !== 0 && (
              <button
                type="button"
                aria-label={`${words.choose}: ${offerName(offer)}, ${formats.value.shortDate(offer.date)}`}
                onClick={() => onChoose(offer)}
              >
                {words.choose}
              </button>
            )}
          </li>
        )}
      </List>
    </section>
  )
}

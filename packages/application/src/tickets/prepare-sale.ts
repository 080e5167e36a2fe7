import {
  ConfirmationCode,
  EntryTimes,
  type PriceCategories,
  type PurchaseContext,
  type Refusal,
  Slot,
  TicketId,
  type TicketIdentity,
  type TicketOrder,
  VatRates,
  isRefusal,
} from '@museum/domain'
import { Unavailable } from '@museum/concurrency'
import type { MuseumSettingOperations } from '../museum-settings/museum-setting-operations.ts'
import type { MuseumPorts } from '../ports.ts'
import { sellingKeyOf } from '../ticket-keys/signing-keys.ts'
import type { TicketKeyCache } from '../ticket-keys/ticket-key-cache.ts'
import type { OfferedItem } from './ticket-repository.ts'

// There are 31^11 codes for each type: if five in a row are taken, the source of random numbers is broken.
const maxDraws = 5

type SameForAllItems = Omit<PurchaseContext, keyof OfferedItem | 'timesWithPlaces'>

/** The contexts of items: for each, what is offered to it and what is the same for all. */
type ContextsOf = (offered: readonly OfferedItem[], common: SameForAllItems) => readonly PurchaseContext[]

/** What sales and reservations need besides what is stored about their items. */
export const prepareSales = (
  ports: MuseumPorts,
  ticketKeys: TicketKeyCache,
  pricesNow: () => Promise<PriceCategories>,
  { museumSettings }: Pick<MuseumSettingOperations, 'museumSettings'>,
) => {
  const { capacities, givenTicketKeys, today, now, timeOf, newId, randomInt, generalPrice, currency } = ports

  /** The entry times of the date of an item, with their places. */
  const timesWithPlaces = async (
    { ticketDate }: TicketOrder,
    { event, entryTimes: offered, today: date, timeOfDay }: PurchaseContext,
  ) => {
    const clock = { today: date, timeOfDay }
    if (event !== undefined) {
      const dates = await capacities.availabilityOfEvent(event.eventId, { date: ticketDate, clock })
      return isRefusal(dates) ? undefined : dates[0]?.entryTimes
    }
    const { capacity, taken } = await capacities.placesOfGeneralEntry({ startDate: ticketDate, endDate: ticketDate })
    return EntryTimes.availabilityOn(
      ticketDate,
      { capacity, taken: taken.get(ticketDate) ?? new Map(), offered },
      clock,
    ).entryTimes
  }
  /** The contexts with the places of all entry times of each date. Without them if they cannot be read. */
  const withTimes = async (items: readonly TicketOrder[], contexts: readonly PurchaseContext[]) => {
    const reads = new Map<string, ReturnType<typeof timesWithPlaces>>()
    const read = (item: TicketOrder, n: number) => {
      const key = `${Slot.offer(item)} ${item.ticketDate}`
      const reading = reads.get(key) ?? timesWithPlaces(item, contexts[n]!)
      reads.set(key, reading)
      return reading
    }
    try {
      const times = await Promise.all(items.map(read))
      return contexts.map((context, n) => Object.assign({}, context, { timesWithPlaces: times[n] }))
    } catch (error) {
      if (error instanceof Unavailable) return contexts
      throw error
    }
  }
  /** The stored price of general entry comes before the environment's. */
  const contextsOf: ContextsOf = (offered, common) =>
    offered.map((item) => ({ ...item, ...common, generalPrice: item.generalPrice ?? generalPrice }))

  return {
    contextsOf,

    /** What is the same for all items of a sale: it is read once, before the slots are locked. */
    async contextOf(soldBy: string | undefined): Promise<SameForAllItems> {
      // Before the time: an entry time of the new date has not ended at the end of the old one.
      const date = today()
      const at = now()
      const { vatRate, eventVatRate } = await museumSettings()
      return {
        today: date,
        now: at,
        timeOfDay: timeOf(at),
        soldBy,
        signingKey: sellingKeyOf(await ticketKeys.keys(), givenTicketKeys)?.keyId,
        currency,
        vatRates: VatRates.of(vatRate, eventVatRate),
        priceCategories: await pricesNow(),
      }
    },

    /**
     * Sells tickets of these types by `attempt`, with identities in ascending order, in which tickets are listed; again with other
     * confirmation codes where one is taken.
     */
    async withIdentities<Outcome extends object>(
      types: readonly TicketOrder['ticketType'][],
      attempt: (identities: readonly TicketIdentity[]) => Promise<Outcome | Refusal<'confirmation-code-taken'>>,
    ): Promise<Outcome> {
      const ticketIds = types.map(() => TicketId(newId())).toSorted()
      for (let draws = 1; draws <= maxDraws; draws += 1) {
        const outcome = await attempt(
          ticketIds.map((ticketId, n) => ({
            ticketId,
            confirmationCode: ConfirmationCode.draw(types[n]!, randomInt),
          })),
        )
        if (!isRefusal(outcome) || (outcome as Refusal).refusal !== 'confirmation-code-taken') return outcome as Outcome
      }
      throw new Error(
        `${maxDraws} confirmation codes of a purchase were taken: is the source of random numbers broken?`,
      )
    },

    /** Decides what is sold out again, so that the refusal names entry times that have places left. */
    async nameOtherTimes<R>(
      refusal: R & Refusal,
      items: readonly TicketOrder[],
      contexts: readonly PurchaseContext[],
      decide: (contexts: readonly PurchaseContext[]) => unknown,
    ): Promise<R> {
      const isSoldOut = refusal.refusal === 'sold-out' && items.some(({ entryTime }) => entryTime !== undefined)
      return isSoldOut ? (decide(await withTimes(items, contexts)) as R) : refusal
    },
  }
}

/** See `prepareSales`. */
export type SalePreparation = ReturnType<typeof prepareSales>

/** The ticket types of items, one for each ticket. */
export const ticketTypesOf = (
  items: readonly Readonly<{ ticketType: TicketOrder['ticketType']; quantity?: number }>[],
): readonly TicketOrder['ticketType'][] =>
  items.flatMap(({ ticketType, quantity = 1 }) => Array.from({ length: quantity }, () => ticketType))

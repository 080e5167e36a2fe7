import { type Reservation, isProblem } from '@museum/client'
import { texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'

/** The names of what reservations are for. */
export type ReservationNames = Readonly<{
  /** The names of events by their identifiers; without those that are deleted. */
  events: ReadonlyMap<string, string>
  /** The names of the price categories by their identifiers. */
  categories: ReadonlyMap<string, string>
}>

const nameOfEvent = async (eventId: string, signal: AbortSignal) => {
  try {
    const { name } = await signedIn().client.getSpecialEvent(eventId, { signal })
    return [[eventId, name]] as const
  } catch (error) {
    if (isProblem(error, 'event-not-found')) return []
    throw error
  }
}

/** Reads the names of what reservations are for. */
export const readNames = async (
  reservations: readonly Pick<Reservation, 'items'>[],
  signal: AbortSignal,
): Promise<ReservationNames> => {
  const eventIds = new Set(reservations.flatMap(({ items }) => items.flatMap(({ eventId }) => eventId ?? [])))
  const [categories, ...events] = await Promise.all([
    signedIn().client.getPriceCategories({ signal }),
    ...[...eventIds].map((eventId) => nameOfEvent(eventId, signal)),
  ])
  return {
    events: new Map(events.flat()),
    categories: new Map(categories.map(({ priceCategory, name }) => [priceCategory, name])),
  }
}

/** What staff call a reservation. */
export const reservationName = ({ label, email }: Pick<Reservation, 'label' | 'email'>): string =>
  label ?? email ?? texts.value.shell.withoutLabel

import { Reservation, type ReservationMail } from '@museum/domain'
import type { Museum } from '../museum.ts'
import type { MuseumPorts } from '../ports.ts'
import type { MailAboutReservation } from './mail-sender.ts'
import { visitsOf } from './payment-mail.ts'

/** The ports of `readReservationMail`. */
export type ReservationMailPorts = Readonly<{ linkOfReservation: Museum['linkOfReservation'] }> &
  Pick<MuseumPorts, 'reservations' | 'specialEvents' | 'dateOf' | 'timeOf'>

/**
 * The e-mail by which the purchaser of a reservation pays online; undefined once it is not held any more, its data are erased, or
 * visitors get no links.
 */
export const readReservationMail = async (
  ports: ReservationMailPorts,
  mailId: string,
  { reservationId }: ReservationMail,
): Promise<MailAboutReservation | undefined> => {
  const reservation = await ports.reservations.find(reservationId)
  if (reservation === undefined || Reservation.mailRefusal(reservation) !== undefined) return undefined
  const link = await ports.linkOfReservation(reservation)
  if (link === undefined) return undefined
  // A reservation whose event is deleted is not held.
  const visits = await visitsOf(ports, reservation, () => '')
  // In the order of the visits.
  const places = [...Reservation.placesOf(reservation.items).values()]
  const { purchaser, total, currency, heldUntil, language } = reservation
  return {
    mailId,
    kind: 'reservation',
    to: purchaser!.email,
    visits: visits.map((visit, n) => Object.assign({ places: places[n]!.places }, visit)),
    total,
    currency,
    until: { ticketDate: ports.dateOf(heldUntil), entryTime: ports.timeOf(heldUntil) },
    link,
    ...(language !== undefined && { language }),
  }
}

import type { ReservationFields } from '@museum/client'
import { type PendingRequest, pendingRequests } from './pending-requests.ts'

/** A reservation that was sent, and whose response has not arrived; without its items if its data were erased. */
export type PendingReservation = PendingRequest & Readonly<{ reservation: ReservationFields }>

export const pendingReservations = pendingRequests<PendingReservation>(
  'museum.pending-reservation.',
  ({ reservation }) => {
    const { items, total } = (reservation ?? {}) as Partial<Record<string, unknown>>
    return Array.isArray(items) && (total === undefined || typeof total === 'number')
  },
)

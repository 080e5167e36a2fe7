import { getMuseumHours } from './museum-hours/get-museum-hours.ts'
import type { MuseumPorts } from './ports.ts'
import { createSpecialEvent } from './special-events/create-special-event.ts'
import { deleteSpecialEvent } from './special-events/delete-special-event.ts'
import { getSpecialEvent } from './special-events/get-special-event.ts'
import { listSpecialEvents } from './special-events/list-special-events.ts'
import { updateSpecialEvent } from './special-events/update-special-event.ts'
import { buyMuseumTickets } from './tickets/buy-museum-tickets.ts'
import { getTicketCode } from './tickets/get-ticket-code.ts'

/** The museum with its doors open: every operation of the specification as a function. */
export const openMuseum = (ports: MuseumPorts) => ({
  getMuseumHours: getMuseumHours(ports),
  createSpecialEvent: createSpecialEvent(ports),
  listSpecialEvents: listSpecialEvents(ports),
  getSpecialEvent: getSpecialEvent(ports),
  updateSpecialEvent: updateSpecialEvent(ports),
  deleteSpecialEvent: deleteSpecialEvent(ports),
  buyMuseumTickets: buyMuseumTickets(ports),
  getTicketCode: getTicketCode(ports),
})

export type Museum = ReturnType<typeof openMuseum>

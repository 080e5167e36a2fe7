import { z } from 'zod'

/** The type of a ticket. */
export const TicketType = z.enum(['event', 'general']).meta({
  id: 'TicketType',
  description: '`general` is regular entry; `event` is a ticket to a special event.',
  example: 'general',
})

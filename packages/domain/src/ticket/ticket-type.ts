/** `general` is regular entry; `event` is a ticket to a special event. */
export type TicketType = 'general' | 'event'

/** Those of an event on a date; without one, on all of its dates. */
export type Occurrences = Readonly<{ eventId: string; date?: string }>

/** Whether a ticket or an item is for one of these occurrences. */
export const isOf = (
  { eventId, date }: Occurrences,
  wanted: Readonly<{ eventId?: string | null; ticketDate: string }>,
): boolean => wanted.eventId === eventId && (date === undefined || wanted.ticketDate === date)

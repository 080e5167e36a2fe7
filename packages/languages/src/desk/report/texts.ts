/** Reports of a period: the closing of the box office, and the figures of the office. */
export type ReportTexts = Readonly<{
  from: string
  to: string
  today: string
  lastSevenDays: string
  lastFourWeeks: string
  lastTwelveWeeks: string
  /** The choice of what the bars stand for. */
  groups: string
  days: string
  weeks: string
  events: string
  attendance: string
  /** What the numbers of the attendance count. */
  attendanceHint: string
  /** There are no tickets for the period. */
  noTickets: string
  sold: string
  admitted: string
  /** Of the sold tickets, how many percent were admitted. */
  share: string
  admittedOf: (admitted: string, sold: string) => string
  sales: string
  salesHint: string
  /** Shows the table of a chart. */
  table: string
  tickets: string
  amount: string
  refunded: string
}>

/** The page that sells tickets. */
export type BoxOfficeTexts = Readonly<{
  title: string
  /** The sections of the page. */
  sell: string
  date: string
  today: string
  closed: string
  /** The heading of what can be sold for a date. */
  offers: string
  generalEntry: string
  /** No general entry and no event on the date. */
  nothingOnDate: string
  /** The heading of the next days with events. */
  nextEvents: string
  noEvents: string
  /** Chooses an event of another day for the sale. */
  choose: string
  tickets: string
  fewer: (category: string) => string
  more: (category: string) => string
  /** The heading of what the visitor buys. */
  sale: string
  nothingChosen: string
  remove: (line: string) => string
  total: string
  email: string
  emailHint: string
  cash: string
  card: string
  /** What the keyboard does. */
  keys: string
  sold: (tickets: number) => string
  soldFor: (amount: string) => string
  order: string
  code: string
  print: string
  /** Shows the ticket images large, for a visitor's phone. */
  showCodes: string
  ofTickets: (n: number, of: number) => string
  previousTicket: string
  nextTicket: string
  nextSale: string
  /** An order without a known outcome is asked again. */
  asking: string
  askAgain: string
  /** An order of another user has no known outcome. */
  unresolvedOfOther: (username: string, time: string) => string
  /** An order is too old to be asked again. */
  unresolvedTooOld: (time: string, total: string) => string
  unresolvedErased: (time: string, total: string) => string
  /** What the browser has stored of a sale cannot be read. */
  unresolvedDamaged: string
  /** The clerk has looked it up. */
  forget: string
  find: string
  /** The field that takes any of them. */
  search: string
  searchHint: string
  nothingFound: string
  moreFound: string
  /** The time and the seller of a sale. */
  soldAt: string
  payment: string
  purchaser: string
  refundDue: string
  refundSettled: string
  fullPrice: string
  states: Readonly<Record<'valid' | 'admitted' | 'cancelled', string>>
  cancelOrder: string
  cancelTicket: string
  /** What a cancellation does besides. */
  afterCancellation: string
  reason: string
  reasonHint: string
  sendMail: string
  mailTo: string
  /** The e-mail was accepted. */
  mailWaits: string
  settle: (amount: string) => string
  /** What a settlement records. */
  settleExplanation: string
  method: string
  methodHint: string
  reference: string
  refunds: string
  refundState: string
  due: string
  settled: string
  ticketDate: string
  allEvents: string
  ofThisEvent: string
  noRefunds: string
  previousPage: string
  nextPage: string
  causes: Readonly<Record<'ticket' | 'date' | 'event', string>>
  closing: string
  nothingSold: string
  /** The money of each user and payment method. */
  drawers: string
  user: string
  soldAmount: string
  refundedAmount: string
  /** What was sold, less what was refunded. */
  inDrawer: string
  sales: string
  category: string
  amount: string
  /** What of a sale is cancelled now. */
  ofThatCancelled: string
  /** A user or a method that is not known. */
  unknown: string
}>

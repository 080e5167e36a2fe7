/** The texts of the till and the closing in English. They are loaded with the page that sells tickets. */
export const en = {
  till: 'Till',
  /** The heading of the question for the till of this device. */
  ofDevice: 'The till of this device',
  name: 'Name of the till',
  hint: 'What this device sells and refunds is then counted in the closing of this till. Devices that share a drawer have the same till.',
  save: 'Save',
  none: 'No till',
  change: 'Change the till',
  /** The cash that is in a drawer before the first sale. */
  float: 'Float',
  floatHint: 'The cash that was in the drawer before the first sale.',
  floatOfBefore: (amount: string) => `Proposed: the cash that the closing before has counted, ${amount}.`,
  /** The heading of the cash that was taken to the bank, or of the change that was fetched. */
  moved: 'Cash taken out or put in',
  direction: 'Direction',
  takenOut: 'Taken out',
  putIn: 'Put in',
  addMoved: 'Add cash that was moved',
  withoutSign: 'Write the amount without a sign.',
  note: 'Note (optional)',
  noted: 'Note',
  corrected: 'Corrected',
  expected: 'Expected',
  counted: 'Counted',
  difference: 'Over or short',
  countedOf: (method: string) => `Counted: ${method}`,
  /** What the numbers of a method are. */
  expectedHint: 'Expected: sold − refunded + corrected; for cash also the float and what was moved.',
  /** Opens the helper that adds up coins and notes. */
  coins: 'Count coins and notes',
  coinsHint: 'How many there are of each. Their sum is the counted cash.',
  coinsSum: 'Coins and notes',
  /** What the keyboard does. */
  keys: 'Enter goes to the next field.',
  refundsDue: (count: string, amount: string) => `Tickets cancelled today and not refunded yet: ${count} (${amount})`,
  noRefundsDue: 'No ticket that was cancelled today is still to be refunded.',
  close: 'Close the till',
  closeQuestion: 'Close the till now?',
  neverChanges: 'A closing cannot be changed.',
  notCounted: (methods: string) => `Not counted: ${methods}.`,
  /** Of a closing with a method that was not counted. */
  totalOfCounted: 'Over or short in the total is of the counted methods.',
  closing: (number: string) => `Closing ${number}`,
  closedBy: 'Closed by',
  /** The heading of the closings that were made. */
  earlier: 'Earlier closings',
  noClosings: 'No closings yet.',
  back: 'Back to the closing page',
  /** The line for a signature on paper. */
  signature: 'Signature',
  /** The heading of what was sold in a period. */
  sales: 'Sales of a period',
  /** A closing without a known outcome is asked again. */
  asking: 'The museum is asked for the outcome of a closing. Nothing is closed twice.',
  unresolvedOfOther: (username: string, time: string) =>
    `A closing of the user ${username} of ${time} has no known outcome. It is asked for when ${username} signs in here again.`,
  unresolvedTooOld: (time: string) =>
    `A closing of ${time} has no known outcome, and is too old to be asked for. Look for it in the earlier closings.`,
  unresolvedDamaged:
    'What this browser had stored of a closing without a known outcome cannot be read. Look for it in the earlier closings.',
}

/** The texts in one language. A language with a missing text does not compile. */
export type TillTexts = typeof en

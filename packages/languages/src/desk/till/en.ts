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
  /** Beside the address of a purchaser, before and after a sale. */
  mailOff: 'This museum sends no e-mails. Print the tickets.',
  sentTo: (address: string) => `The tickets are sent to ${address}.`,
  /** The last sale of the user, before its amount. */
  lastSale: (time: string) => `Last sale at ${time}:`,
  /** The cash that is in a drawer before the first sale. */
  float: 'Float',
  floatHint:
    'The cash that was in the drawer before the first sale. This device remembers the amount until the till is closed.',
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
  /** What was paid online, and is given back by the payment provider. */
  refunds: {
    /** The state of such a refund until it has ended. */
    sending: 'Being sent back',
    sendExplanation: 'This was paid online: the payment provider gives the money back. Give nothing back yourself.',
    sent: 'The money is being sent back.',
    /** Before the reason of the payment provider, in its own words. The refund is due again. */
    failed: 'Sending it back has failed',
    /** What undoing a sale does. */
    sendsBack: (amount: string) => `The payment provider gives ${amount} back. Give nothing back yourself.`,
    undone: 'The sale is undone, and the money is being sent back.',
    /** Gives back all that was paid online for an event. */
    sendAll: 'Give back what was paid online',
    dueOnline: (tickets: number, count: string, amount: string): string =>
      tickets === 1 ? `1 ticket that was paid online: ${amount}` : `${count} tickets that were paid online: ${amount}`,
    sendAllExplanation: 'The payment provider gives this money back, to 60 orders a minute. This cannot be undone.',
    nothingDueOnline: 'Nothing that was paid online is due.',
    /** Above the new number and amount, which can be confirmed. */
    dueChanged: 'Another amount is due now, and nothing was sent. Check it, then confirm it again.',
    allSent: 'The money is being sent back. The list shows what is not finished yet.',
  },
  /** Places that are held for groups and schools until they pay. */
  reservations: {
    title: 'Reservations',
    /** The button beside the payment methods: it opens the question for the label and the end. */
    reserve: 'Reserve…',
    /** The heading of that question, and its button. */
    reservePlaces: 'Reserve the places',
    label: 'Label',
    labelHint: 'How you find the reservation again, such as “Class 7b”.',
    /** A reservation without anything to call it by. */
    labelMissing: 'Write a label, an e-mail address or a phone number.',
    phone: 'Phone (optional)',
    phoneHint: 'Without an e-mail address, the phone number is added to the label.',
    until: 'Held until',
    untilHint: 'After this time, the places can be sold to others.',
    untilMissing: 'Write a date and a time.',
    reserved: (places: number, count: string): string =>
      places === 1 ? '1 place is reserved' : `${count} places are reserved`,
    undo: 'Undo the reservation',
    /** The heading after it was undone. */
    undone: 'The reservation is undone',
    /** Where a reservation is made: it names the page and the button. */
    madeOnSell: (page: string, button: string) =>
      `To reserve places, choose the tickets on ${page} and press “${button}”.`,
    /** The heading of the fields that filter the list. */
    find: 'Find a reservation',
    /** The field of a search. */
    searchBy: 'Label, e-mail, phone or order',
    none: 'No reservations.',
    /** What the states of reservations are called. */
    states: { held: 'Held', sold: 'Sold', released: 'Released', expired: 'Expired' },
    /** The filter for reservations whose payments a person must look at. */
    attention: 'Needs attention',
    attentions: (reservations: number, count: string): string =>
      reservations === 1 ? '1 reservation needs attention' : `${count} reservations need attention`,
    /** Why a person must look at a payment, before its amount. */
    attentionReasons: {
      undecided: 'The payment is undecided: the payment provider says neither that it is paid nor that it is not.',
      'another-amount': 'Another amount than asked for was paid. All of it is given back.',
      'refund-failed': 'What was paid is to be given back, and that has failed. Give it back in another way.',
      'refund-sending':
        'What was paid is to be given back, and the payment provider has not done so for three days. Ask there why. Give nothing back in another way: it would go back twice.',
      'undone-by-others':
        'The visitor’s bank disputes the payment, or it was refunded at the payment provider, and not here.',
      unknown:
        'Only the payment provider knows this payment, perhaps since a backup was restored. Nothing was sold for it: refund it there.',
    },
    /** Before what identifies a payment at the payment provider. */
    atProvider: 'At the payment provider',
    /** The button that says that a payment was dealt with, the heading of its dialog, and what it does. */
    dealtWith: 'Dealt with…',
    markDealtWith: 'Mark as dealt with',
    dealtWithExplanation: 'The payment is no longer listed. No money is moved. Write in the note what you did.',
    note: 'Note (optional)',
    noteHint: 'Others read it: do not name a person.',
    markedDealtWith: 'The payment is marked as dealt with.',
    contact: 'Contact',
    /** When a reservation was made, and by whom. */
    made: 'Made',
    sell: 'Sell…',
    sellHeading: (label: string) => `Sell: ${label}`,
    /** Above the numbers of tickets. */
    howManyCame: 'Write how many came. The other places are free again.',
    /** Of a number of tickets. */
    ofReserved: (count: string) => `of ${count} reserved`,
    atMostReserved: (count: string) => `At most ${count} are reserved.`,
    /** Another sale of the reservation came first, perhaps at another desk. */
    soldBefore: 'This reservation was sold before. Look at its order before you take any money.',
    showOrder: 'Show the order',
    back: 'Back to the reservations',
    extend: 'Extend',
    /** Of a reservation without a given end. */
    extendExplanation:
      'The places are held for 15 minutes from now, to at most 60 minutes after the reservation was made.',
    extended: 'The reservation is extended.',
    /** The button that e-mails the link by which a reservation is paid online, what it does, and that it is done. */
    mail: 'Send the link to pay',
    mailExplanation: 'The link by which the reservation is paid online, until its end, is sent to its e-mail address.',
    mailed: 'The link to pay is sent within a minute.',
    release: 'Release',
    /** The question before a release. The label is set apart before the number of places. */
    releaseExplanation: 'The places are then free again. This cannot be undone.',
    released: 'The reservation is released.',
    /** Looks for a text that was searched for in vain. */
    search: (text: string) => `Look for “${text}” in the reservations`,
    /** A reservation without a known outcome is asked again. */
    asking: 'The museum is asked for the outcome of a reservation. Nothing is reserved twice.',
    unresolvedOfOther: (username: string, time: string) =>
      `A reservation of the user ${username} of ${time} has no known outcome. It is asked for when ${username} signs in here again.`,
    unresolvedTooOld: (time: string, total: string) =>
      `A reservation of ${time} for ${total} has no known outcome, and is too old to be asked for. Look for it in the reservations.`,
    unresolvedErased: (time: string, total: string) =>
      `A reservation of ${time} for ${total} has no known outcome, and cannot be asked for: its data were erased when a user signed out. Look for it in the reservations.`,
    unresolvedDamaged:
      'What this browser had stored of a reservation without a known outcome cannot be read. Look for it in the reservations.',
  },
}

/** The texts in one language. A language with a missing text does not compile. */
export type TillTexts = typeof en

/** The texts of the desk in English, by the part of the desk that shows them. */
export const en = {
  /** The texts around the pages: sign-in, navigation, and what an action says. */
  shell: {
    changePassword: 'Change password',
    signIn: {
      password: 'Password',
      submit: 'Sign in',
      /** The sign-in with these credentials is wrong. */
      wrong: 'The user or the password is wrong.',
      remember: 'Remember on this device until the end of the day',
      /** What remembering means. */
      rememberHint: 'Encrypted, for this browser only. Not on a device that others use.',
      /** Why it is not offered. */
      rememberNeedsHttps: 'This device can remember you only over HTTPS.',
      /** The heading when a user who was signed in must sign in again. */
      againHeading: 'Please sign in again',
      again: 'The museum no longer accepts this sign-in. Nothing that you typed is lost.',
      signOut: 'Sign out',
      saleIsOpen: (tickets: number) =>
        `A sale of ${tickets === 1 ? '1 ticket' : `${tickets} tickets`} is not finished. It is lost after a sign-out.`,
    },
    /** The name of the navigation for screen readers. */
    navigation: 'Pages',
    /** The link past the navigation. */
    skip: 'Skip to the content',
    language: 'Language',
    /** The page does not exist, or not for this role. */
    noSuchPage: 'There is no such page, or it is not for your role.',
    loading: 'Loading …',
    inProgress: 'In progress …',
    /** After five seconds without a response; the page goes on trying. */
    noAnswerYet: 'The museum has not answered yet. Trying again …',
    /** There is no response, and the page has stopped trying. The change may have taken effect. */
    noAnswer: 'The museum has not answered. Check whether the change has taken effect before you repeat it.',
    offline: 'No network',
    /** An error of the page itself. */
    defect: 'This page has failed. Please reload it.',
    /** A part of the page could not be loaded, for example after an upgrade. */
    partNotLoaded: 'This page could not be loaded: perhaps there is a new version.',
    reload: 'Reload',
    requestId: 'Request number',
    close: 'Close',
    /** Words that several pages use. */
    today: 'Today',
    tomorrow: 'Tomorrow',
    closed: 'Closed',
    date: 'Date',
    tickets: 'Tickets',
    generalEntry: 'General entry',
    user: 'User',
    remove: (text: string) => `Remove ${text}`,
    previous: 'Previous',
    next: 'Next',
    /** Of a reservation that staff have given no label. */
    withoutLabel: 'Without a label',
    /** How many places a reservation holds. */
    places: (places: number, count: string): string => (places === 1 ? '1 place' : `${count} places`),
    noEvents: 'No events.',
    scannedInVain:
      'A ticket was scanned here, and nothing was changed. Scan it at the gate, or where the box office finds tickets.',
    otherKeyboard:
      'The code cannot be read. The scanner may type with another keyboard layout than this device. Set the scanner to the layout of the device.',
    /** What to type instead of a text that is no such value. */
    typed: {
      amount: (example: string) => `Write a number, such as ${example}.`,
      /** A number of things. */
      count: 'Write a whole number in digits, such as 120.',
      date: 'Write a date, such as 2030-05-17.',
      /** The values that a text may have: one, or two. */
      meanings: (first: string, second?: string) =>
        second === undefined ? `Write ${first}.` : `Write ${first} or ${second}: it may mean either.`,
    },
    /** The question before something that cancels tickets. */
    cancellation: {
      cancels: (tickets: number, count: string) =>
        tickets === 0
          ? 'No ticket is cancelled.'
          : tickets === 1
            ? '1 ticket is cancelled.'
            : `${count} tickets are cancelled.`,
      /** The visitors of these tickets get an e-mail, if the museum sends any. */
      mails: (tickets: number): string =>
        tickets === 1
          ? 'Its visitor gets an e-mail, if the museum sends e-mails and has an address.'
          : 'Their visitors get an e-mail, if the museum sends e-mails and has an address.',
      /** The button that ends the question without a change. */
      keep: 'Change nothing',
    },
    /** How long ago the shown data were read, when newer ones cannot be. */
    asOf: (time: string) => `As of ${time}`,
  },
  /** The page with hours, events and places. */
  hours: {
    title: 'What’s on',
    /** The label of the first date that is shown. */
    from: 'From',
    /** How many places are left. */
    placesLeft: (places: number) => (places === 1 ? '1 place left' : `${places} places left`),
    soldOut: 'Sold out',
  },
  /** The page that sells tickets. */
  boxOffice: {
    title: 'Desk',
    sell: 'Sell',
    /** The heading of what can be sold for a date. */
    offers: 'What',
    /** No general entry and no event on the date. */
    nothingOnDate: 'The museum is closed on this date, and no event takes place.',
    /** The heading of the next days with events. */
    nextEvents: 'Next events',
    /** Chooses an event of another day for the sale. */
    choose: 'Choose',
    fewer: (category: string) => `One ticket fewer: ${category}`,
    more: (category: string) => `One ticket more: ${category}`,
    /** The heading of what the visitor buys. */
    sale: 'Sale',
    /** Faults of a number of tickets. */
    atMost: (max: number) => `At most ${max} tickets are sold at once.`,
    onlyPlaces: (left: number) =>
      left === 0 ? 'No place is left.' : left === 1 ? 'Only 1 place is left.' : `Only ${left} places are left.`,
    /** A past date, or one that does not exist, was typed. */
    dateCorrected: (date: string) => `Tickets are sold from today on. The date is ${date} again.`,
    /** At a line of the sale whose date is not the one that is chosen. */
    otherDate: (date: string) => `For another date: ${date}`,
    /** The heading of the question before a sale of many tickets or much money. */
    unusualSale: 'Is this sale right?',
    noAddress: 'This is not an e-mail address.',
    nothingChosen: 'No tickets yet.',
    total: 'Total',
    email: 'E-mail (optional)',
    emailHint: 'The tickets are sent there.',
    /** The payment methods that have a name in each language. */
    methods: {
      cash: 'Cash',
      card: 'Card',
      voucher: 'Voucher',
      invoice: 'Invoice',
      transfer: 'Transfer',
      free: 'Free of charge',
      online: 'Online',
    },
    /** What the keyboard does. */
    keys: 'Arrow keys choose, Tab goes on, Enter goes to payment.',
    /** The same on a date with entry times. */
    timeKeys: 'Up and down choose what, left and right the entry time. Tab goes on, Enter goes to payment.',
    /** The heading of the times at which visitors may begin to come in, each with the number of its places. */
    entryTimes: 'Entry time and places left',
    noTimeLeft: 'No entry time with places is left on this date.',
    /** The chosen entry time is full, or has ended; the places were read again. */
    timeRefused: 'Nothing was sold. Choose an entry time with places, then sell again.',
    sold: (tickets: number) => (tickets === 1 ? '1 ticket sold' : `${tickets} tickets sold`),
    soldFor: (amount: string) => `for ${amount}`,
    order: 'Order',
    code: 'Code',
    print: 'Print',
    /** Shows the ticket images large, for a visitor's phone. */
    showCodes: 'Show the codes',
    ofTickets: (n: number, of: number) => `Ticket ${n} of ${of}`,
    nextSale: 'Next sale',
    /** An order without a known outcome is asked again. */
    asking: 'The museum is asked for the outcome of a sale. Nothing is sold twice.',
    askAgain: 'Ask again',
    /** An order of another user has no known outcome. */
    unresolvedOfOther: (username: string, time: string) =>
      `A sale of the user ${username} of ${time} has no known outcome. It is asked for when ${username} signs in here again.`,
    /** An order is too old to be asked again. */
    unresolvedTooOld: (time: string, total: string) =>
      `A sale of ${time} for ${total} has no known outcome, and is too old to be asked for. Look for it in the closing of that day.`,
    unresolvedErased: (time: string, total: string) =>
      `A sale of ${time} for ${total} has no known outcome, and cannot be asked for: the data of its purchaser were erased when a user signed out. Look for it in the closing of that day.`,
    unresolvedDamaged:
      'What this browser had stored of a sale without a known outcome cannot be read. Look for the sale in the closing.',
    /** The clerk has looked it up. */
    forget: 'It is clarified',
    /** The heading of the orders that the user has sold today. */
    lastSales: 'Your last sales today',
    noSales: 'Nothing sold today yet.',
    find: 'Find',
    /** The field that takes any of them. */
    search: 'Code, order or e-mail',
    searchHint:
      'The code on the ticket, a scanned QR code, the number of the order, or the e-mail address of the purchaser.',
    nothingFound: 'Nothing found.',
    moreFound: 'There are further tickets: search for the code or the order.',
    payment: 'Payment',
    purchaser: 'Purchaser',
    refundDue: 'Refund due',
    fullPrice: 'Full price',
    states: { valid: 'Valid', admitted: 'Used', cancelled: 'Cancelled' },
    cancelOrder: 'Cancel the order',
    cancelTicket: 'Cancel the ticket',
    /** What a cancellation does besides. */
    afterCancellation: 'The places are free again, and what was paid is then due as a refund.',
    reason: 'Reason (optional)',
    reasonHint: 'Others read it: do not name a person.',
    sendMail: 'E-mail',
    mailTo: 'To',
    /** The e-mail was accepted. */
    mailWaits: 'The e-mail will be sent within a minute.',
    settle: (amount: string) => `Refund ${amount}`,
    /** What a settlement records. */
    settleExplanation: 'Give the money back first, then record it here.',
    method: 'Method',
    reference: 'Reference (optional)',
    /** Cancels every ticket of a sale of today and records the refund, in one step. */
    undo: 'Undo the sale',
    undoExplanation: 'Every ticket is cancelled, and the refund is recorded at once.',
    undone: 'The sale is undone',
    giveBack: (amount: string, method: string) => `Give back ${amount}: ${method}.`,
    /** What is printed of a sale, with the tax that it contains. */
    receipt: 'Receipt',
    receiptOfRefund: 'Receipt of a refund',
    withReceipt: 'With a receipt',
    cashGiven: 'Cash given',
    change: 'Change',
    /** Too little cash was given. */
    missing: (amount: string) => `${amount} is missing.`,
    vatId: 'VAT no.',
    taxIn: (rate: string, amount: string) => `VAT of ${rate} in ${amount}`,
    otherMethod: 'Other payment method',
    /** The button that records it. */
    correctPayment: 'Correct the payment',
    /** Corrects the e-mail address of an order, and sends its tickets there. */
    correctAddress: 'Correct the address',
    rightAddress: 'E-mail address',
    /** What was done, of which the buttons are gone. */
    done: {
      ticketCancelled: 'The ticket is cancelled.',
      orderCancelled: 'The order is cancelled.',
      refundRecorded: 'The refund is recorded.',
      paymentCorrected: 'The payment is corrected.',
      addressCorrected: 'The address is corrected.',
    },
    refunds: 'Refunds',
    refundState: 'State',
    settled: 'Refunded',
    ticketDate: 'Date of the ticket',
    allEvents: 'All events',
    ofThisEvent: 'Only this event',
    noRefunds: 'No such refunds.',
    causes: { ticket: 'Ticket cancelled', date: 'Date removed', event: 'Event cancelled' },
    closing: 'Closing',
    nothingSold: 'Nothing was sold or refunded.',
    /** The money of each user and payment method. */
    drawers: 'Drawers',
    /** What was sold, less what was refunded. */
    inDrawer: 'Difference',
    category: 'Category',
    /** What of a sale is cancelled now. */
    ofThatCancelled: 'Cancelled since',
  },
  /** The gate. A function gets names, dates and times as they are shown. */
  gate: {
    title: 'Gate',
    setup: {
      heading: 'Set up this gate',
      name: 'Name of the gate',
      nameHint: 'Other gates show it when a ticket was used here.',
      allTickets: 'All tickets for today',
      camera: 'Camera',
      back: 'Back camera',
      front: 'Front camera',
      none: 'No camera: hand scanner or keyboard',
      sound: 'Play a sound for each scan',
      open: 'Open the gate',
      change: 'Settings',
    },
    /** Why the gate cannot be used, or only a part of it. */
    limits: {
      otherTab: 'The gate is open in another tab or window of this device. Close it there first.',
      noStorage:
        'This browser does not let the gate store scans. Leave private browsing, or allow storage for this page.',
      insecure: 'Without HTTPS this gate has no camera, and cannot go on when the network fails.',
      cameraNotAllowed: 'The browser does not allow the camera. Allow it for this page in the address bar.',
      cameraMissing: 'There is no camera. Use a hand scanner, or type the code.',
      cameraFailed: 'The camera does not work. Another program may be using it.',
      retry: 'Try again',
    },
    ready: {
      heading: 'Ready',
      camera: 'Hold the QR code of the ticket before the camera.',
      noCamera: 'Scan the QR code of the ticket.',
      code: 'Or type the code',
      check: 'Check',
    },
    verdict: {
      admitted: 'Admitted',
      refused: 'Stop',
      /** Of a ticket with an entry time. */
      tooEarly: 'Too early',
      tooLate: 'Too late',
      /** The button that admits it all the same. */
      letIn: 'Let in',
      needsNetwork: 'Unknown',
      next: 'Next ticket',
      /** The sentences for the reasons of the API. */
      badSignature: 'The code is not from this museum, or a part of it is missing.',
      unknownTicket: 'There is no ticket with this code.',
      cancelled: 'The ticket is cancelled.',
      wrongDate: (date: string) => `The ticket is for ${date}.`,
      wrongEvent: (name: string) => `The ticket is for something else: ${name}.`,
      alreadyAdmitted: 'The ticket was used before.',
      onlyServerKnows: 'Without the network, this code cannot be checked. Scan the QR code of the ticket.',
      noKeys: 'This gate cannot check tickets without the network yet.',
      anEvent: 'Special event',
      proof: (category: string) => `Ask for a proof: ${category}`,
      readCategory: 'Read the price category on the ticket.',
      offline: 'Decided without the network',
      listOf: (time: string) => `Cancellations known up to ${time}`,
    },
    /** A whole order at once, after a scan of one of its tickets. */
    order: {
      more: (count: string) => `${count} more of this order`,
      /** With the offer: the gate does not know the price categories of the others yet. */
      proofsAfter: 'Which proofs to ask for is shown afterwards.',
      letAllIn: 'Let all in',
      letIn: (count: string) => `Let ${count} in`,
      oneFewer: 'One fewer',
      oneMore: 'One more',
      admitted: (count: string) => `${count} admitted`,
      /** Of the other tickets, those that a press has not admitted. `reason` is one of the words below. */
      notAdmitted: (tickets: number, count: string, reason: string) =>
        `${tickets === 1 ? '1 other ticket' : `${count} other tickets`} of this order: ${reason}`,
      reasons: {
        cancelled: 'cancelled',
        'wrong-date': 'for another date',
        'wrong-event': 'for another event',
        'already-admitted': 'used before',
        'too-early': 'too early',
        'too-late': 'too late',
      },
      notKnown: 'Not known',
      noAnswer: 'The server has not answered: it is not known who is in. The gate asks again.',
      notAccepted: 'The server did not accept this. Nobody was admitted.',
      scanEach: 'Scan each ticket',
    },
    connection: {
      online: 'Connected',
      offline: 'No network: the gate goes on',
      'not signed in': 'Not signed in: the gate goes on',
      signInAgain:
        'The museum no longer accepts this sign-in. The gate goes on; its scans are sent once a user has signed in again.',
      waiting: (count: string) => `To be sent: ${count}`,
      /** Of a press without an answer, among what is to be sent. */
      wholeOrder: 'A whole order: it is not known who is in.',
      /** While the gate is not connected. */
      noWholeOrder: 'An order cannot be let in at once: scan each ticket.',
      /** Why an admission is not sent yet: as the connection is, or as the server answers. */
      waitsFor: {
        online: 'It is being sent.',
        offline: 'It is sent when the network is back.',
        'not signed in': 'It is sent when a user has signed in.',
        future: 'The server says that this time is in the future. Set the clock of this device.',
        server: 'The server could not store it. The gate goes on trying.',
        'no response': 'The server did not answer it. The gate goes on trying.',
        'not stored': 'This device could not store the answer. The gate goes on trying.',
      },
      /** Of the clock of the device; `duration` is `3 hours`. */
      clockAhead: (duration: string) =>
        `The clock of this device is ${duration} ahead. The gate allows for it; please set the clock.`,
      clockBehind: (duration: string) =>
        `The clock of this device is ${duration} behind. The gate allows for it; please set the clock.`,
    },
    /** The switch of a gate that admits before and after the entry times of tickets too. */
    anyTime: {
      atAnyTime: 'At any time',
      untilDayEnds: 'Until the end of the day, tickets are admitted before and after their entry time too.',
    },
    counts: {
      refused: 'Refused',
      expected: 'Expected',
      entryTime: 'Entry time',
      inTheBuilding: 'In the building',
      hint: 'Visitors who have left still count as in the building.',
    },
    conflicts: {
      heading: 'Conflicts',
      explanation:
        'Two people entered with one ticket, while two gates could not reach each other. Find out who they are, and mark the conflict as done.',
      none: 'There are no conflicts.',
      link: (count: string) => `Conflicts: ${count}`,
      counts: 'counts as the admission',
      notAccepted: 'The server did not accept this admission.',
      ticket: 'Ticket',
      noGate: 'Gate without a name',
      done: 'Done',
      undo: 'Not done',
      doneHeading: 'Done on this device',
      offline: 'without the network',
      back: 'Back to the gate',
    },
  },
  office: {
    /** The further ones are in `office/en.ts`. */
    title: 'Office',
  },
  /** Reports of a period: the closing of the box office, and the figures of the office. */
  report: {
    from: 'From',
    to: 'To',
    lastSevenDays: 'Last 7 days',
    lastFourWeeks: 'Last 4 weeks',
    lastTwelveWeeks: 'Last 12 weeks',
    /** The choice of what the bars stand for. */
    groups: 'Bars for',
    days: 'Days',
    weeks: 'Weeks',
    events: 'Events',
    attendance: 'Attendance',
    /** What the numbers of the attendance count. */
    attendanceHint: 'By the date of the ticket: how many are sold, and how many of them were admitted.',
    /** There are no tickets for the period. */
    noTickets: 'No tickets are sold for this period.',
    sold: 'Sold',
    admitted: 'Admitted',
    /** Of the sold tickets, how many percent were admitted. */
    share: 'Share',
    admittedOf: (admitted: string, sold: string) => `${admitted} of ${sold}`,
    sales: 'Sales',
    salesHint: 'By the day of the sale, as in the closing. Refunds are listed on the day on which they were settled.',
    /** Shows the table of a chart. */
    table: 'Table',
    amount: 'Amount',
    refunded: 'Refunded',
  },
}

/** The texts of the desk in one language. A language with a missing text does not compile. */
export type DeskTexts = typeof en

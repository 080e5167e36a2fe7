/** The texts of the office in English. */
export const en = {
  users: 'Users',
  /** Of the page on which users of all roles change their own password. */
  ownPassword: {
    done: 'The password is changed.',
    /** To a user whose password was made. */
    isTemporary: 'The museum made your password. Please choose one of your own.',
  },
  userAdministration: {
    newUser: 'New user',
    add: 'Add the user',
    /** Before a password that was made. */
    madePassword: 'The password, shown this once. Give it to the user, who is asked to change it:',
    copy: 'Copy',
    copied: 'Copied.',
    newPassword: 'New password',
    /** What a new password means, before it is made. */
    newPasswordMeans: 'The museum makes a new password. The present one is refused within 5 seconds.',
    remove: 'Delete the user',
    removeMeans:
      'The user can no longer sign in. The tickets that the user sold stay valid, and the audit log keeps the name.',
    /** Of a user whose password was made. */
    isTemporary: 'password not changed yet',
  },
  role: 'Role',
  signIn: 'Sign-in',
  enabled: 'Enabled',
  disabled: 'Disabled',
  newEvent: 'New event',
  deletedEvents: 'Deleted events',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  month: 'Month',
  moreEvents: 'There are more events in this month than are shown.',
  /** Further dates of an event. */
  moreDates: (count: string) => `and ${count} more`,
  back: 'Back',
  restoreHint: 'A restored event takes place again, and its tickets are valid again.',
  noDeletedEvents: 'No event was deleted.',
  /** When an event was deleted. */
  deletedAt: (time: string) => `deleted ${time}`,
  restore: 'Restore',
  name: 'Name',
  location: 'Place',
  eventDescription: 'Description',
  dates: 'Dates',
  datesHint: 'One date on each line, such as 2030-05-17.',
  price: 'Price',
  priceHint: 'A number, such as 12.50. 0: free of charge.',
  capacity: 'Places on each date',
  capacityHint: 'Empty: no limit.',
  save: 'Save',
  saved: 'Saved.',
  /** The question before a page with changes that are not saved is left. */
  unsaved: {
    heading: 'Leave without saving?',
    explanation: 'What you changed on this page is not saved.',
    leave: 'Leave',
    stay: 'Stay',
  },
  openingHours: 'Opening hours',
  changedMeanwhile: 'Another user has changed this meanwhile.',
  /** What this user has typed. */
  mine: 'What you typed',
  theirs: 'What is stored',
  saveMine: 'Save what I typed',
  takeTheirs: 'Take what is stored',
  deleteEvent: 'Delete the event',
  /** Removes dates with sold tickets from an event. */
  removeDates: (dates: number) => (dates === 1 ? 'Remove the date' : `Remove ${dates} dates`),
  /** Reservations that a removal of dates ends, before their list. */
  endsReservations: (reservations: number, count: string): string =>
    reservations === 1 ? '1 reservation ends.' : `${count} reservations end.`,
  figures: 'Figures',
  week: 'Week',
  exceptions: 'Closures and other hours',
  addException: 'Add a date',
  showPast: 'Show past dates',
  open: 'Open',
  timeOpen: 'Opens',
  timeClose: 'Closes',
  /** A change of the hours would close days for which tickets are sold. */
  closesSoldDays: 'Tickets are sold for days that would be closed. They stay valid: tell the visitors.',
  closeAnyway: 'Close these days anyway',
  /** The rule of the entry times, and the days with other places. */
  entryTimes: {
    title: 'Entry times',
    /** Before a rule is set: gates of other makers read the codes of such tickets only after an update. */
    otherGates:
      'Tickets with an entry time have codes of a new version. If you have gates of other makers that work without the network, update them first: until then they refuse these tickets.',
    rule: 'Rule',
    kinds: { none: 'No entry times', every: 'At regular intervals', times: 'At given times' },
    every: 'Minutes between two entry times',
    everyHint: 'The first one is when the museum opens.',
    lastEntry: 'Minutes from the last one to closing',
    lastEntryHint: 'Empty: as many as between two.',
    times: 'Times',
    timesHint: 'One on each line, such as 11:30. A day has those that are in its hours.',
    /** Of an event. */
    sessionsHint: 'One on each line, such as 11:30, at most 12; each date of the event has them. Empty: none.',
    length: 'Minutes that the last one lasts',
    capacity: 'Places of each entry time',
    early: 'Minutes that a visitor may be early',
    late: 'Minutes that a visitor may be late',
    lateHint: 'Empty: until the end of the day.',
    /** A change would take away entry times for which tickets are sold. */
    takesSoldTimes: (visitors: number, count: string): string =>
      visitors === 1
        ? 'A ticket is sold for an entry time that would be taken away. It stays valid: this visitor comes in addition.'
        : `Tickets are sold for entry times that would be taken away. They stay valid: these ${count} visitors come in addition.`,
    /** Days after those that are listed. */
    furtherTickets: 'There are tickets for further days.',
    changeAnyway: 'Change it all the same',
    /** The heading of seven days with their entry times. */
    week: 'The week',
    /** The entry times of a day; without a number, the places are not limited. */
    timesAndPlaces: (times: number, places?: string) =>
      `${times === 1 ? '1 time' : `${times} times`}, ${places === undefined ? 'places without limit' : `${places} places`}`,
    noTimes: 'no entry times',
    allEnded: 'all entry times have ended',
    day: 'Day',
    time: 'Entry time',
    allTimes: 'All entry times',
    /** Of the tickets of a day. Some may be from before the rule. */
    ofThemAtOtherTimes: (count: string) => `${count} of them for times that are no longer offered, or for none`,
    /** Beside the number of sold tickets. */
    andReserved: (count: string) => `and ${count} reserved`,
    places: 'Places',
    placesAt: (time: string) => `Places at ${time}`,
    /** The button that removes the other numbers of places of a date. */
    asRule: 'As the rule',
    exceptions: 'Other numbers of places',
    exceptionsHint: 'For a date, change the places in the week above. For a weekday, add them here.',
    noExceptions: 'All days have the places of the rule.',
    everyDay: 'Every day',
    placesEach: (places: string) => `${places} places each`,
    noLimit: 'no limit',
    add: 'Add',
    dayMissing: 'Choose a day.',
    placesMissing: 'Write a number of places, or choose “no limit”.',
    addHint: 'Without an entry time: for all of the day. 0: not sold.',
    /** The heading of the attendance of one day by entry time. */
    attendanceOf: (name: string) => `Attendance by entry time: ${name}`,
    withoutTime: 'Without an entry time',
    /** In a longer period. */
    chooseDay: 'For the attendance by entry time, choose a single day.',
  },
  prices: 'Prices',
  pricesHint:
    'The category full has 100 percent. A price for general entry replaces the percentage there, not for events; empty: by percentage. A change is for later sales only.',
  priceCategory: 'Identifier',
  percentage: 'Percentage',
  generalPrice: 'General entry',
  addCategory: 'Add a category',
  /** The settings of the museum. */
  museum: {
    title: 'Museum',
    hint: 'What visitors read of the museum, and what general entry costs. An empty field has the value of the server’s environment. A change is for later sales only.',
    /** In the list of languages. */
    environment: 'Value of the environment',
    fromEnvironment: 'From the environment of the server',
    /** The button beside a stored setting, and its name for screen readers. */
    takeEnvironment: 'Use the environment’s',
    ofEnvironmentFor: (label: string) => `Use the environment’s value: ${label}`,
    labels: {
      generalPrice: 'Price of general entry',
      name: 'Name',
      address: 'Address',
      language: 'Language for visitors',
      email: 'E-mail',
      phone: 'Telephone',
      directions: 'Directions',
      termsUrl: 'URL of the terms of sale',
      privacyUrl: 'URL of the privacy notice',
      legalNoticeUrl: 'URL of the legal notice',
      vatId: 'VAT no.',
      vatRate: 'VAT of general entry in %',
      eventVatRate: 'VAT of events in %',
      paymentMethods: 'Payment methods',
    },
  },
  /** The shop at which visitors buy tickets. */
  shop: {
    title: 'Online shop',
    open: 'Open',
    closed: 'Closed',
    /** What it means for visitors that the shop is open or closed, below its address. */
    openMeans: 'Visitors buy tickets there.',
    closedMeans:
      'Visitors cannot buy tickets there at the moment, and are told so. What they hold can still be paid, and the desk sells as always.',
    /** The button that closes it, and the one that opens it again. */
    close: 'Close the online shop',
    reopen: 'Open the online shop',
    paymentOff:
      'What costs something is not offered there, because online payment is off. The setting MUSEUM_PAYMENT of the server switches it on.',
    /** In place of the shop, where there is none. */
    off: 'This museum has no online shop. The setting MUSEUM_SHOP of the server switches it on.',
  },
  import: 'Import',
  file: 'File of events',
  fileHint:
    'A spreadsheet saved as “CSV UTF-8” with the titles of the template, or JSON lines. Dates such as 2030-05-17 or 17.05.2030, several in one cell separated by commas. It is checked first.',
  template: 'Download a template for a spreadsheet',
  /** The name of the downloaded file. */
  templateFile: 'events.csv',
  preview: 'What the file contains',
  /** What an import does with a row. */
  outcome: 'Import',
  outcomes: { new: 'New', known: 'Known: creates nothing' },
  places: 'Places',
  noLimit: 'No limit',
  showAll: (rows: string) => `Show all ${rows} rows`,
  moreRows: (rows: string) => `${rows} more rows are not shown.`,
  /** A dry run found no fault. */
  checked: (created: string, known: string) => `The file is correct: ${created} new events, ${known} known ones.`,
  faults: 'The file has faults. Nothing was stored.',
  line: 'Line',
  fault: 'Fault',
  importNow: 'Import now',
  imported: (created: string, known: string) => `${created} events were created, ${known} were known.`,
  audit: 'Audit',
  /** The identifier of what was changed. */
  about: 'About (identifier)',
  filter: 'Filter',
  noEntries: 'No changes.',
  change: 'Change',
  before: 'Before',
  after: 'After',
  mails: {
    title: 'E-mails',
    failed: 'Could not be sent',
    waiting: 'Waiting to be sent',
    /** Where no e-mail is in this state. */
    none: 'None.',
    /** The link to them. */
    tickets: 'Show its tickets',
    /** What an e-mail tells. */
    kinds: {
      sold: 'Tickets',
      cancelled: 'Cancellation',
      restored: 'Restored tickets',
      'payment-returned': 'Returned payment',
      reservation: 'Link to pay a reservation',
      links: 'Link to tickets',
      'cancellation-requested': 'Link to cancel tickets',
    },
  },
  webhooks: 'Webhooks',
  webhooksHint: 'Webhooks are added by a command on the server, or by the API. This one shows how:',
  noWebhooks: 'There are no webhooks.',
  failingSince: (time: string) => `failing since ${time}`,
  sendTest: 'Send a test',
  testSent: 'The test will be sent within seconds.',
  disable: 'Disable',
  enable: 'Enable',
  deliveries: 'Deliveries',
  noDeliveries: 'No deliveries.',
  deliveryStates: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
  attempts: (attempts: number, count: string) => (attempts === 1 ? '1 attempt' : `${count} attempts`),
  nextAttempt: (time: string) => `next attempt ${time}`,
  replay: 'Send again',
}

/** The texts of the office in one language. A language with a missing text does not compile. */
export type OfficeTexts = typeof en

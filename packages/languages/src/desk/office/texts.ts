export type OfficeTexts = Readonly<{
  title: string
  users: string
  /** Comes before the command that lists the commands for users. */
  usersHint: string
  user: string
  role: string
  signIn: string
  enabled: string
  disabled: string
  events: string
  newEvent: string
  deletedEvents: string
  previousMonth: string
  nextMonth: string
  month: string
  moreEvents: string
  noEvents: string
  /** Further dates of an event. */
  moreDates: (count: string) => string
  back: string
  restoreHint: string
  noDeletedEvents: string
  /** When an event was deleted. */
  deletedAt: (time: string) => string
  restore: string
  name: string
  location: string
  eventDescription: string
  dates: string
  datesHint: string
  price: string
  priceHint: string
  capacity: string
  capacityHint: string
  save: string
  saved: string
  changedMeanwhile: string
  /** What this user has typed. */
  mine: string
  theirs: string
  saveMine: string
  takeTheirs: string
  deleteEvent: string
  /** Removes dates with sold tickets from an event. */
  removeDates: (dates: number) => string
  figures: string
  hours: string
  week: string
  exceptions: string
  date: string
  addException: string
  removeException: string
  showPast: string
  open: string
  timeOpen: string
  timeClose: string
  /** A change of the hours would close days for which tickets are sold. */
  closesSoldDays: string
  closeAnyway: string
  prices: string
  pricesHint: string
  priceCategory: string
  percentage: string
  addCategory: string
  removeCategory: (name: string) => string
  import: string
  file: string
  fileHint: string
  /** A dry run found no fault. */
  checked: (created: string, known: string) => string
  faults: string
  line: string
  fault: string
  importNow: string
  imported: (created: string, known: string) => string
  audit: string
  /** Who made a change. */
  actor: string
  /** The identifier of what was changed. */
  about: string
  since: string
  until: string
  filter: string
  noEntries: string
  newer: string
  older: string
  change: string
  before: string
  after: string
  webhooks: string
  webhooksHint: string
  noWebhooks: string
  failingSince: (time: string) => string
  sendTest: string
  testSent: string
  disable: string
  enable: string
  deliveries: string
  noDeliveries: string
  deliveryStates: Readonly<Record<'pending' | 'delivered' | 'failed', string>>
  attempts: (attempts: number, count: string) => string
  nextAttempt: (time: string) => string
  replay: string
}>

import { randomInt } from 'node:crypto'
import { type Role, Password, Username } from '@museum/application'
import {
  type PriceCategories,
  SpecialEvent,
  type TicketOrder,
  CalendarDate,
  Email,
  EntryTimes,
  isRefusal,
  usualPriceCategories,
} from '@museum/domain'
import { parseCount } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { commandName } from '../../command-line/command-name.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import type { OpenMuseum } from '../../command-line/open-museum.ts'
import { counted, print } from '../../command-line/output.ts'
import { withProgress } from '../../command-line/progress.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import type { Config } from '../../settings/settings.ts'
import { boxOffice, gateStaff, presale } from './demo-sellers.ts'
import { exampleDay } from './example-day.ts'
import { eventsOfOrders, exampleEvent, examplePrices, exampleSessions } from './example-season.ts'

type Options = Readonly<{ events: number; tickets: number; again?: true; json?: true }>

const maxCount = 1_000_000

export const demoCommand = (): MuseumCommand =>
  new MuseumCommand('demo')
    .describe(
      'Fills a museum to try it: special events, price categories, tickets, and a day with orders, refunds and scans; an ' +
        'evening and an event with entry times. Adds the users demo-box-office, demo-gate and demo-admin with random ' +
        'passwords, which are shown once.',
    )
    .option('--events <count>', 'How many events to spread over the next year.', parseCount(0, maxCount), 60)
    .option(
      '--tickets <count>',
      'How many tickets to sell singly; 0: no orders and no scans either.',
      parseCount(0, maxCount),
      200,
    )
    .option('--again', 'Add them also if the museum has events.')
    .option('--json', 'Print JSON.')
    .example('demo', 'Add 60 events, sell 200 tickets and some orders, and add the users.')
    .example('demo --again --events 5000 --tickets 0', 'Add 5,000 more events.')
    .example('demo --again --events 0 --tickets 0', 'Add only the users, if they are missing.')
    .note(
      'A user of one of these names stays as it is, with its password. To end the access of a user: `users disable NAME` or ' +
        '`users remove NAME`.',
    )
    .action((options: Options) =>
      withMuseum(async (open) => {
        const { museum, config, principal, today } = open
        if (config.smtpUrl !== undefined && !config.smtpUrl.startsWith('file:'))
          throw new CommandFailed(
            'The visitors of the demo are invented, and this museum sends e-mails. Start it with MUSEUM_SMTP_URL=file:DIR, or without, to try it.',
          )
        const present = await museum.listSpecialEvents({}, { page: 1, limit: 1 })
        if (present.items.length > 0 && !options.again)
          throw new CommandFailed('The museum already has special events. Use --again to add more.')

        const made = await withProgress(options.events + options.tickets, async (advance) => {
          const events: SpecialEvent[] = []
          for (let n = 0; n < options.events; n += 1) {
            const draft = exampleEvent(n, options.events, { today, currency: config.currency })
            const event = await museum.createSpecialEvent(draft, { actor: principal })
            if (isRefusal(event)) throw new CommandFailed(event.because)
            const entryTimes = exampleSessions(n)
            if (entryTimes !== undefined) await museum.setEventEntryTimes(event.eventId, entryTimes, principal)
            events.push(entryTimes === undefined ? event : { ...event, entryTimes })
            advance('events')
          }
          const categories = await ensurePrices(open)
          const withSessions = events.find(({ entryTimes }) => entryTimes !== undefined)
          if (options.tickets === 0)
            return { events: events.length, tickets: 0, orders: 0, withSessions, evening: undefined }
          advance('orders', 0)
          const { orders, evening } = await exampleDay(open, events, categories)
          let tickets = 0
          for (let n = 0; n < options.tickets; n += 1) {
            const { priceCategory } = categories[Math.floor(n / 3) % categories.length]!
            const order = { ...exampleOrder(n, events.slice(eventsOfOrders), today), priceCategory }
            // Refused for a day on which the museum is closed, and for a session that is sold out.
            if (!isRefusal(await museum.buyMuseumTickets(order, { actor: presale }))) tickets += 1
            advance('tickets')
          }
          return { events: events.length, tickets, orders, withSessions, evening }
        })
        // Last, so that hardly any interruption can come between a new password and its display.
        const { users, kept } = await addUsers(open)
        const signIn = users.length === 0 ? '' : await signInText(users, config)
        print(
          options,
          { ...made, withSessions: made.withSessions?.eventId, users },
          () =>
            `The museum has ${counted(made.events, 'more special event')} and sold ${counted(made.tickets, 'ticket')}` +
            (made.orders === 0
              ? '.'
              : ` and ${counted(made.orders, 'order')}. \`call listRefunds --state due\` shows the refunds that are due.`) +
            entryTimesText(made) +
            (kept.length === 0
              ? ''
              : `\nKept with their passwords: ${kept.join(', ')}. \`users password NAME\` sets another one.`) +
            signIn,
          made.events + made.tickets + users.length > 0,
        )
      }),
    )

/** Sets the example prices, and returns the prices. A museum that has set its own keeps them. */
const ensurePrices = async ({ museum, principal }: OpenMuseum): Promise<PriceCategories> => {
  const present = await museum.getPriceCategories()
  if (JSON.stringify(present) !== JSON.stringify(usualPriceCategories)) return present
  await museum.setPriceCategories(examplePrices, principal)
  return examplePrices
}

/** The n-th single ticket: every third one for general entry, the others for an event. */
const exampleOrder = (n: number, events: readonly SpecialEvent[], today: CalendarDate): TicketOrder => {
  const purchaser = { email: Email(`visitor-${n}@example.org`) }
  const event = n % 3 === 0 ? undefined : events[(n * 11) % events.length]
  const times = event === undefined ? [] : EntryTimes.ofEvent(SpecialEvent.entryTimesOf(event).rule)
  return event === undefined
    ? { ticketType: 'general', ticketDate: CalendarDate.plusDays(today, n % 30), purchaser }
    : {
        ticketType: 'event',
        eventId: event.eventId,
        ticketDate: event.occurrences[n % event.occurrences.length]!.date,
        entryTime: times[Math.floor(n / 2) % times.length]?.entryTime,
        purchaser,
      }
}

/** Where the entry times are to be seen, if there are any. */
const entryTimesText = ({
  evening,
  withSessions,
}: Readonly<{ evening: CalendarDate | undefined; withSessions: SpecialEvent | undefined }>): string => {
  const offers = [
    ...(evening === undefined ? [] : [`general entry on ${evening}`]),
    ...(withSessions === undefined ? [] : [`“${withSessions.name}” on ${SpecialEvent.datesOf(withSessions)[0]}`]),
  ]
  return offers.length === 0 ? '' : `\nEntry times are on the page Sell of the desk: ${offers.join(', and ')}.`
}

type ShownUser = Readonly<{ username: string; role: Role; password: string }>

const demoUsers: readonly Omit<ShownUser, 'password'>[] = [
  { ...boxOffice, role: 'box-office' },
  { ...gateStaff, role: 'gate' },
  { username: 'demo-admin', role: 'admin' },
]

/** Adds the demo's users that the museum does not have; `kept` are the names of the others. */
const addUsers = async ({
  museum,
  config,
  principal,
}: OpenMuseum): Promise<Readonly<{ users: readonly ShownUser[]; kept: readonly string[] }>> => {
  const users: ShownUser[] = []
  const kept: string[] = []
  // A server adds a first administrator only while there is no user, unless the environment names one.
  if (config.adminPassword === undefined && (await museum.listUsers()).length === 0) {
    console.error(
      'The users of the demo are not added, since the museum has no user yet: the first start of a server adds its ' +
        `administrator. Afterwards, add them with:\n  ${commandName()} demo --again --events 0 --tickets 0`,
    )
    return { users, kept }
  }
  for (const { username, role } of demoUsers) {
    const password = Password.make(randomInt)
    const added = await museum.addUser({ username: Username(username), role, password }, principal)
    if (isRefusal(added)) kept.push(username)
    else users.push({ username, role, password })
  }
  return { users, kept }
}

const signInText = async (
  users: readonly ShownUser[],
  { publicUrl: { origin, path } = { origin: '', path: '' } }: Pick<Config, 'publicUrl'>,
): Promise<string> => {
  const { table } = await import('../../command-line/table.ts')
  const shown = table(users, [
    { title: 'Name', textOf: ({ username }) => username },
    { title: 'Role', textOf: ({ role }) => role },
    { title: 'Password', textOf: ({ password }) => password },
  ])
  return `\n\nSign in at ${origin}${path}/desk as one of these users. The passwords are shown this once:\n\n${shown}`
}

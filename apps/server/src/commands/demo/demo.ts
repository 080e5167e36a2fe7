import {
  type SpecialEvent,
  type SpecialEventDraft,
  type OrderDraft,
  type TicketOrder,
  CalendarDate,
  Email,
  EventDates,
  EventDescription,
  EventLocation,
  EventName,
  Percentage,
  Price,
  PriceCategories,
  PriceCategoryId,
  PaymentMethod,
  PriceCategoryName,
  Quantity,
  isRefusal,
  usualPriceCategories,
} from '@museum/domain'
import { parseCount } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { counted, print } from '../../command-line/output.ts'
import { withProgress } from '../../command-line/progress.ts'
import { withMuseum } from '../../command-line/with-museum.ts'

type Options = Readonly<{ events: number; tickets: number; again?: true; json?: true }>

const maxCount = 1_000_000

export const demoCommand = (): MuseumCommand =>
  new MuseumCommand('demo')
    .describe(
      'Adds example special events and price categories, sells example tickets and orders, and cancels an event, to try the museum with.',
    )
    .option('--events <count>', 'How many events to spread over the next year.', parseCount(0, maxCount), 60)
    .option(
      '--tickets <count>',
      'How many tickets to sell; with an order of three more for every 20.',
      parseCount(0, maxCount),
      200,
    )
    .option('--again', 'Add them also if the museum has events.')
    .option('--json', 'Print JSON.')
    .example('demo', 'Add 60 events, and sell 200 tickets.')
    .example('demo --again --events 5000 --tickets 0', 'Add 5,000 more events.')
    .action((options: Options) =>
      withMuseum(
        [
          'listSpecialEvents',
          'createSpecialEvent',
          'deleteSpecialEvent',
          'getPriceCategories',
          'setPriceCategories',
          'buyMuseumTickets',
          'placeOrder',
        ],
        async ({ museum, config, principal, today }) => {
          if (config.mail !== undefined && !config.mail.url.startsWith('file:'))
            throw new CommandFailed(
              'The visitors of the demo are invented, and this museum sends e-mails. Start it with MUSEUM_SMTP_URL=file:DIR, or without, to try it.',
            )
          const present = await museum.listSpecialEvents({}, { page: 1, limit: 1 })
          if (present.items.length > 0 && !options.again)
            throw new CommandFailed('The museum already has special events. Use --again to add more.')

          const made = await withProgress(options.events + options.tickets, async (advance) => {
            const events: SpecialEvent[] = []
            for (let n = 0; n < options.events; n += 1) {
              events.push(await museum.createSpecialEvent(exampleEvent(n, options.events, today), principal))
              advance('events')
            }
            // A museum that has set its prices keeps them.
            const present = await museum.getPriceCategories()
            const isUsual = JSON.stringify(present) === JSON.stringify(usualPriceCategories)
            const categories = isUsual ? examplePrices : present
            if (isUsual) await museum.setPriceCategories(examplePrices, principal)
            let tickets = 0
            for (let n = 0; n < options.tickets; n += 1) {
              const { priceCategory } = categories[Math.floor(n / 3) % categories.length]!
              const order = { ...exampleOrder(n, events, today), priceCategory }
              // Refused for a day on which the museum is closed.
              if (!isRefusal(await museum.buyMuseumTickets(order, principal))) tickets += 1
              advance('tickets')
            }
            let orders = 0
            const event = events[0]
            if (event !== undefined && options.tickets >= 20) {
              const reduced = categories.find(({ percentage }) => percentage < 100) ?? categories[0]!
              for (let n = 0; n < options.tickets; n += 20)
                if (!isRefusal(await museum.placeOrder(familyOrder(event, reduced.priceCategory, n), principal)))
                  orders += 1
              // The refunds of its tickets are due.
              await museum.deleteSpecialEvent(event.eventId, principal)
            }
            return { events: events.length, tickets, orders }
          })
          print(
            options,
            made,
            () =>
              `The museum has ${counted(made.events, 'more special event')} and sold ${counted(made.tickets, 'ticket')}` +
              (made.orders === 0
                ? '.'
                : ` and ${counted(made.orders, 'order')} of three. One of the events is cancelled: \`refunds list\` shows the refunds that are due.`),
            made.events + made.tickets > 0,
          )
        },
      ),
    )

const examplePrices = PriceCategories([
  { priceCategory: PriceCategoryId('full'), name: PriceCategoryName('Adult'), percentage: Percentage(100) },
  { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child, 6 to 17'), percentage: Percentage(50) },
  { priceCategory: PriceCategoryId('toddler'), name: PriceCategoryName('Under 6'), percentage: Percentage(0) },
])

const subjects = [
  ['Night at the Museum 🦣', 'Torches, whispers, and a mammoth: the halls after dark.', 'Main Hall', 19.9],
  ['Pirate Coding Workshop', 'Bring a laptop and a parrot. We write the map, then we follow it.', 'Learning Lab', 12.5],
  ['浮世絵の夜', '葛飾北斎と歌川広重の版画を、学芸員の解説とともに。', '東洋館 第二室', 24],
  ['Dinosaurs, Up Close', 'A conservator opens the cases. Children ask the questions.', 'Gallery of Bones', 9.75],
  ['ليلة الخط العربي', 'أمسية مع الحبر والقصب والورق، للمبتدئين والخطاطين.', 'قاعة المخطوطات', 15],
  ['Mask Painting for Families', 'Paper, feathers, gold. Aprons are here, sleeves are yours.', 'Courtyard Studio', 0],
  ['Sleepover under the Whale', 'A sleeping bag, a torch, and thirty metres of company.', 'Ocean Hall', 49],
  ['Ελληνικά αγγεία', 'What the pots were for, and who is running around them.', 'Antiquities, Room 4', 8],
  ['Curator’s Walk: The Storeroom', 'The nine tenths of the collection that nobody sees.', 'Meet at the East Door', 30],
  ['Jazz among the Bronzes', 'A trio, a late bar, and excellent acoustics.', 'Sculpture Court', 27.5],
] as const

/** The n-th of `count` events that are spread over a year, each with one to four dates. */
const exampleEvent = (n: number, count: number, today: CalendarDate): SpecialEventDraft => {
  const [name, eventDescription, location, price] = subjects[n % subjects.length]!
  const first = CalendarDate.plusDays(today, 1 + Math.floor((n * 360) / count))
  const dates = Array.from({ length: 1 + (n % 4) }, (_, day) =>
    CalendarDate.plusDays(first, day * (n % 3 === 0 ? 7 : 1)),
  )
  const round = Math.floor(n / subjects.length)
  return {
    name: EventName(round === 0 ? name : `${name} (${round + 1})`),
    location: EventLocation(location),
    eventDescription: EventDescription(eventDescription),
    dates: EventDates(dates),
    price: Price.ofAmount(price),
  }
}

/** The n-th order: two visitors at the full price and one at another, for the first date of an event. */
const familyOrder = (event: SpecialEvent, reduced: PriceCategoryId, n: number): OrderDraft => {
  const item = { ticketType: 'event', eventId: event.eventId, ticketDate: event.occurrences[0]!.date } as const
  return {
    items: [
      { ...item, quantity: Quantity(2) },
      { ...item, priceCategory: reduced, quantity: Quantity(1) },
    ],
    purchaser: { email: Email(`family-${n}@example.org`) },
    payment: { method: PaymentMethod(n % 40 === 0 ? 'card' : 'cash') },
  }
}

/** The n-th order: every third one for general entry, the others for an event. */
const exampleOrder = (n: number, events: readonly SpecialEvent[], today: CalendarDate): TicketOrder => {
  const purchaser = { email: Email(`visitor-${n}@example.org`) }
  const event = n % 3 === 0 ? undefined : events[(n * 7) % events.length]
  return event === undefined
    ? { ticketType: 'general', ticketDate: CalendarDate.plusDays(today, n % 30), purchaser }
    : {
        ticketType: 'event',
        eventId: event.eventId,
        ticketDate: event.occurrences[n % event.occurrences.length]!.date,
        purchaser,
      }
}

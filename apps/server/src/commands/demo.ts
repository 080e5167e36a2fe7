import { parseArgs } from 'node:util'
import { asDatabaseUnusable } from '@museum/adapters-persistence'
import {
  CalendarDate,
  Email,
  EventDates,
  EventDescription,
  EventLocation,
  EventName,
  Price,
  type SpecialEvent,
  type SpecialEventDraft,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import cliProgress from 'cli-progress'
import { CannotStart, configOfCommand, runOrTell } from '../startup/cannot-start.ts'
import { compose } from '../composition/compose.ts'
import { prepareDatabase } from '../startup/prepare-database.ts'
import { openLog } from '../system/log.ts'
import { systemPorts } from '../system/system-ports.ts'

const usage = `Fills the museum with a season of special events and some sold tickets, for a first look.

  pnpm demo                           60 events in the coming year, 200 tickets
  pnpm demo --events 5000 --tickets 0
  pnpm demo --again                   also when the museum has events already`

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

/** The n-th event of the season: a few dates close together, spread over a year. */
const eventOf = (n: number, count: number, today: CalendarDate): SpecialEventDraft => {
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

const orderOf = (n: number, events: readonly SpecialEvent[], today: CalendarDate): TicketOrder => {
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

const wanted = () => {
  const options = {
    events: { type: 'string', default: '60' },
    tickets: { type: 'string', default: '200' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  try {
    const { values } = parseArgs({ options })
    const [events, tickets] = [Number(values.events), Number(values.tickets)]
    if ([events, tickets].every((count) => Number.isInteger(count) && count >= 0)) return { ...values, events, tickets }
  } catch {
    // An unknown option: told like a count that is none.
  }
  throw new CannotStart(usage)
}

await runOrTell(async () => {
  const { events: eventCount, tickets: ticketCount, again, help } = wanted()
  if (help) {
    console.log(usage)
    return
  }
  const config = configOfCommand()
  const log = openLog('warn')
  const { museum, database, close } = await compose(config, log)
  try {
    await prepareDatabase(database, config, log)
    const present = await museum.listSpecialEvents({}, { page: 1, limit: 1 })
    if (present.items.length > 0 && !again)
      throw new CannotStart('The museum has special events already. With --again the season is added to them.')

    const today = systemPorts(config.timeZone, config.today).today()
    const bar = new cliProgress.SingleBar(
      { format: '  {bar} {value} of {total}  {step}', hideCursor: true, clearOnComplete: true },
      cliProgress.Presets.rect,
    )
    if (process.stderr.isTTY) bar.start(eventCount + ticketCount, 0, { step: 'events' })
    const events: SpecialEvent[] = []
    for (let n = 0; n < eventCount; n += 1) {
      events.push(await museum.createSpecialEvent(eventOf(n, eventCount, today)))
      bar.increment(1, { step: 'events' })
    }
    let sold = 0
    for (let n = 0; n < ticketCount; n += 1) {
      // A day on which the museum is closed sells nothing.
      if (!isRefusal(await museum.buyMuseumTickets(orderOf(n, events, today)))) sold += 1
      bar.increment(1, { step: 'tickets' })
    }
    bar.stop()
    console.log(`The museum has ${eventCount} more special events and sold ${sold} tickets.`)
  } catch (error) {
    throw asDatabaseUnusable(database, error)
  } finally {
    // What failed first is told, and not that closing failed too.
    await close().catch(() => undefined)
  }
})

import { parseArgs } from 'node:util'
import { asDatabaseUnusable } from '@museum/adapters-persistence'
import { type SpecialEvent, isRefusal } from '@museum/domain'
import cliProgress from 'cli-progress'
import { compose } from '../composition/compose.ts'
import { CannotStart } from '../startup/cannot-start.ts'
import { loadConfigOfCommand } from '../startup/load-config.ts'
import { prepareDatabase } from '../startup/prepare-database.ts'
import { runCommand } from '../startup/run-command.ts'
import { openCommandLog } from '../system/command-log.ts'
import { systemPorts } from '../system/system-ports.ts'
import { exampleEvent, exampleOrder } from './example-season.ts'

const usage = `Adds example special events and sells example tickets.

  pnpm demo                           60 events in the next year, 200 tickets
  pnpm demo --events 5000 --tickets 0
  pnpm demo --again                   also if the museum already has events`

const parseOptions = () => {
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
    // An unknown option is reported like a count that is not a number.
  }
  throw new CannotStart(usage)
}

await runCommand(async () => {
  const { events: eventCount, tickets: ticketCount, again, help } = parseOptions()
  if (help) {
    console.log(usage)
    return
  }
  const config = loadConfigOfCommand()
  const log = openCommandLog()
  const { museum, database, close } = await compose(config, log)
  try {
    await prepareDatabase(database, config, log)
    const present = await museum.listSpecialEvents({}, { page: 1, limit: 1 })
    if (present.items.length > 0 && !again)
      throw new CannotStart('The museum already has special events. Use --again to add more.')

    const today = systemPorts(config.timeZone, config.today).today()
    const bar = new cliProgress.SingleBar(
      { format: '  {bar} {value} of {total}  {step}', hideCursor: true, clearOnComplete: true },
      cliProgress.Presets.rect,
    )
    if (process.stderr.isTTY) bar.start(eventCount + ticketCount, 0, { step: 'events' })
    const events: SpecialEvent[] = []
    for (let n = 0; n < eventCount; n += 1) {
      events.push(await museum.createSpecialEvent(exampleEvent(n, eventCount, today)))
      bar.increment(1, { step: 'events' })
    }
    let sold = 0
    for (let n = 0; n < ticketCount; n += 1) {
      // On a day on which the museum is closed, the purchase is refused.
      if (!isRefusal(await museum.buyMuseumTickets(exampleOrder(n, events, today)))) sold += 1
      bar.increment(1, { step: 'tickets' })
    }
    bar.stop()
    console.log(`The museum has ${eventCount} more special events and sold ${sold} tickets.`)
  } catch (error) {
    throw asDatabaseUnusable(database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await close().catch(() => undefined)
  }
})

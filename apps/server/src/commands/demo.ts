import { type SpecialEvent, isRefusal } from '@museum/domain'
import { parseCount } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/print.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { withProgress } from '../command-line/with-progress.ts'
import { exampleEvent, exampleOrder } from './example-season.ts'

type Options = Readonly<{ events: number; tickets: number; again?: true; json?: true }>

const maxCount = 1_000_000

export const demoCommand = (): MuseumCommand =>
  new MuseumCommand('demo')
    .describe('Adds example special events and sells example tickets, to try the museum with.')
    .option('--events <count>', 'How many events to spread over the next year.', parseCount(0, maxCount), 60)
    .option('--tickets <count>', 'How many tickets to sell.', parseCount(0, maxCount), 200)
    .option('--again', 'Add them also if the museum has events.')
    .option('--json', 'Print JSON.')
    .example('demo', 'Add 60 events, and sell 200 tickets.')
    .example('demo --again --events 5000 --tickets 0', 'Add 5,000 more events.')
    .action((options: Options) =>
      withMuseum(
        ['listSpecialEvents', 'createSpecialEvent', 'buyMuseumTickets'],
        async ({ museum, principal, today }) => {
          const present = await museum.listSpecialEvents({}, { page: 1, limit: 1 })
          if (present.items.length > 0 && !options.again)
            throw new CommandFailed('The museum already has special events. Use --again to add more.')

          const made = await withProgress(options.events + options.tickets, async (advance) => {
            const events: SpecialEvent[] = []
            for (let n = 0; n < options.events; n += 1) {
              events.push(await museum.createSpecialEvent(exampleEvent(n, options.events, today), principal))
              advance('events')
            }
            let tickets = 0
            for (let n = 0; n < options.tickets; n += 1) {
              // On a day on which the museum is closed, the purchase is refused.
              if (!isRefusal(await museum.buyMuseumTickets(exampleOrder(n, events, today), principal))) tickets += 1
              advance('tickets')
            }
            return { events: events.length, tickets }
          })
          print(
            options,
            made,
            () =>
              `The museum has ${made.events} more special ${made.events === 1 ? 'event' : 'events'} and sold ${made.tickets} ${made.tickets === 1 ? 'ticket' : 'tickets'}.`,
            made.events + made.tickets > 0,
          )
        },
      ),
    )

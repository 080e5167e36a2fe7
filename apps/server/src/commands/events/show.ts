import { type EventId, Price, SpecialEvent, isRefusal } from '@museum/domain'
import { parseEventId } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'

export const showCommand = (): MuseumCommand =>
  new MuseumCommand('show')
    .describe('Shows an event with all its dates.')
    .argument('<id>', 'the ID of the event', parseEventId)
    .option('--json', 'Print JSON.')
    .example('events show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show an event; `events list` shows the IDs.')
    .action((eventId: EventId, options: Readonly<{ json?: true }>) =>
      withMuseum(['getSpecialEvent'], async ({ museum, config }) => {
        const { toSpecialEventBody } = await import('@museum/adapters-http')
        const event = await museum.getSpecialEvent(eventId)
        if (isRefusal(event)) throw new CommandFailed(event.because)
        print(options, toSpecialEventBody(event), () => asText(event, config.currency))
      }),
    )

const asText = (event: SpecialEvent, currency: string) => {
  const lines = (text: string) => text.split('\n').map(escapeForTerminal).join('\n             ')
  return [
    `ID           ${event.eventId}`,
    `Name         ${lines(event.name)}`,
    `Location     ${lines(event.location)}`,
    `Price        ${Price.toAmount(event.price).toFixed(2)} ${currency}`,
    `Dates        ${SpecialEvent.datesOf(event).join('\n             ')}`,
    `Description  ${lines(event.eventDescription)}`,
  ].join('\n')
}

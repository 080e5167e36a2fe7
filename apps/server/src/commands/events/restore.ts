import { type EventId, SpecialEvent, isRefusal } from '@museum/domain'
import { parseEventId } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { commandName } from '../../command-line/command-name.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'

export const restoreCommand = (): MuseumCommand =>
  new MuseumCommand('restore')
    .describe(
      'Undoes the deletion of an event. It has the dates again that it had, and the tickets that the deletion cancelled ' +
        'are valid again.',
    )
    .argument('<id>', 'the ID of the deleted event; `events list --deleted` shows it', parseEventId)
    .option('--json', 'Print JSON.')
    .example('events list --deleted', 'Show the deleted events and their IDs.')
    .example('events restore 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Restore an event.')
    .action((eventId: EventId, options: Readonly<{ json?: true }>) =>
      withMuseum(['restoreSpecialEvent'], async ({ museum, principal }) => {
        const { toSpecialEventBody } = await import('@museum/adapters-http')
        const outcome = await museum.restoreSpecialEvent(eventId, principal)
        if (isRefusal(outcome))
          throw new CommandFailed(
            `There is no special event ${eventId}, and no deleted one. To find one:\n  ${commandName()} events list --deleted`,
          )
        const { event, isChanged } = outcome
        print(
          options,
          { event: toSpecialEventBody(event), isChanged },
          () => describeOutcome(event, isChanged),
          isChanged,
        )
      }),
    )

const describeOutcome = (event: SpecialEvent, isChanged: boolean) => {
  const name = `"${escapeForTerminal(event.name)}"`
  if (!isChanged) return `${name} is not deleted: nothing was changed.`
  return `Restored ${name} on ${SpecialEvent.datesOf(event).join(', ')}. The tickets for it are valid again.`
}

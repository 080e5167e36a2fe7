import { CalendarDate, type OpeningHours, type Schedule, type Weekday, weekdays } from '@museum/domain'
import { parseDate, parseHours, parseWeekday } from '../command-line/argument-parsers.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/print.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{ json?: true }>

/** For how many days from today exceptions are shown. */
const shownDays = 365

export const hoursCommand = (): MuseumCommand =>
  new MuseumCommand('hours')
    .describe('Shows and changes the opening hours. A change takes effect at once, also on running servers.')
    .addCommand(showCommand())
    .addCommand(weekCommand())
    .addCommand(exceptionCommand())
    .example('hours show', 'Show when the museum is open.')
    .example('hours exception 2030-12-25 closed', 'Close on one date.')

const showCommand = () =>
  new MuseumCommand('show')
    .describe('Shows the hours of every week, and the exceptions of the next year.')
    .option('--json', 'Print JSON.')
    .example('hours show', 'Show when the museum is open.')
    .action((options: Options) =>
      withMuseum(async ({ museumHours, today }) => {
        const schedule = await museumHours.schedule(today, CalendarDate.plusDays(today, shownDays))
        print(options, asRecord(schedule), () => asText(schedule))
      }),
    )

const weekCommand = () =>
  new MuseumCommand('week')
    .describe('Sets the hours of one day of every week.')
    .argument('<day>', 'monday, tuesday, …', parseWeekday)
    .argument('<hours>', 'such as 10:00-18:00, or closed', parseHours('closed'))
    .option('--json', 'Print JSON.')
    .example('hours week friday 10:00-21:00', 'Open from 10:00 to 21:00 on Fridays.')
    .example('hours week monday closed', 'Close on Mondays.')
    .action((weekday: Weekday, hours: OpeningHours | 'closed', options: Options) =>
      withMuseum(async ({ museum }) => {
        await museum.changeOpeningHours({ weekday, hours })
        print(options, { weekday, hours }, () => `Every ${capitalized(weekday)}: ${hoursText(hours)}.`)
      }),
    )

const exceptionCommand = () =>
  new MuseumCommand('exception')
    .describe('Sets other hours for one date than those of the week, or removes them.')
    .argument('<date>', 'such as 2030-12-24', parseDate)
    .argument('<hours>', 'such as 09:00-13:00, or closed, or as-the-week', parseHours('closed', 'as-the-week'))
    .option('--json', 'Print JSON.')
    .example('hours exception 2030-12-24 09:00-13:00', 'Open from 09:00 to 13:00 on one date.')
    .example('hours exception 2030-12-25 closed', 'Close on one date.')
    .example('hours exception 2030-12-25 as-the-week', 'Remove the exception of a date.')
    .action((date: CalendarDate, hours: OpeningHours | 'closed' | 'as-the-week', options: Options) =>
      withMuseum(async ({ museum }) => {
        await museum.changeOpeningHours({ date, hours })
        print(
          options,
          { date, hours },
          () => `${date}: ${hours === 'as-the-week' ? 'as every week' : hoursText(hours)}.`,
        )
      }),
    )

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const hoursText = (hours: OpeningHours | 'closed') =>
  hours === 'closed' ? 'closed' : `${hours.timeOpen}-${hours.timeClose}`

/** The exceptions, in the order of their dates. */
const exceptionsOf = ({ exceptions }: Schedule) =>
  [...exceptions].toSorted().map(([date, hours]) => ({ date, hours: hours ?? ('closed' as const) }))

const asRecord = (schedule: Schedule) => ({
  weekly: Object.fromEntries(weekdays.map((weekday) => [weekday, schedule.weekly[weekday] ?? 'closed'])),
  exceptions: exceptionsOf(schedule),
})

const asText = (schedule: Schedule) => {
  const exceptions = exceptionsOf(schedule)
  return [
    'Every week',
    ...weekdays.map((weekday) => `  ${weekday.padEnd(10)} ${hoursText(schedule.weekly[weekday] ?? 'closed')}`),
    ...(exceptions.length === 0 ? [] : ['Exceptions']),
    ...exceptions.map(({ date, hours }) => `  ${date} ${hoursText(hours)}`),
  ].join('\n')
}

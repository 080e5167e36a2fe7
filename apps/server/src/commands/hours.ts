import { type OpeningHoursOutcome, describeTicketsOfClosedDays } from '@museum/application'
import {
  type OpeningHours,
  type OpeningHoursChange,
  type Schedule,
  type Weekday,
  CalendarDate,
  HoursOfDay,
  isRefusal,
  weekdays,
} from '@museum/domain'
import { parseDate, parseHours, parseWeekday } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { canAsk, confirm } from '../command-line/input.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { capitalized, print } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{ yes?: true; json?: true }>

/** The number of days from today for which exceptions are shown. */
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
    .describe('Shows the hours of every week, and the exceptions from today on.')
    .option('--until <date>', 'Show the exceptions until this date. By default those of one year.', parseDate)
    .option('--json', 'Print JSON.')
    .example('hours show', 'Show when the museum is open.')
    .example('hours show --until 2031-12-31', 'Show the exceptions until the end of 2031 too.')
    .action((options: Options & Readonly<{ until?: CalendarDate }>) =>
      withMuseum(['getSchedule'], async ({ museum, today }) => {
        const until = options.until ?? CalendarDate.plusDays(today, shownDays)
        const schedule = await museum.getSchedule(today, until)
        // Without this, a holiday that was closed years ahead would seem to be lost.
        const later = options.json
          ? []
          : exceptionsOf(await museum.getSchedule(until, CalendarDate.last)).filter(({ date }) => date > until)
        print(options, asRecord(schedule), () => asText(schedule, until, later.at(-1)?.date))
      }),
    )

const closing =
  'If it closes a day for which tickets are sold, it says how many and asks first. The tickets stay as they are, ' +
  'and so do special events: to cancel one with its tickets, delete it.'

const weekCommand = () =>
  new MuseumCommand('week')
    .describe(`Sets the hours of one day of every week. ${closing}`)
    .argument('<day>', 'monday, tuesday, …', parseWeekday)
    .argument('<hours>', 'such as 10:00-18:00, or closed', parseHours('closed'))
    .option('--yes', 'Close days also if tickets are sold for them, without asking.')
    .option('--json', 'Print JSON.')
    .example('hours week friday 10:00-21:00', 'Open from 10:00 to 21:00 on Fridays.')
    .example('hours week monday closed', 'Close on Mondays.')
    .action((weekday: Weekday, hours: OpeningHours | 'closed', options: Options) =>
      changeHours({ weekday, hours }, options),
    )

const exceptionCommand = () =>
  new MuseumCommand('exception')
    .describe(`Sets hours for one date that differ from those of the week, or removes them. ${closing}`)
    .argument('<date>', 'such as 2030-12-24', parseDate)
    .argument('<hours>', 'such as 09:00-13:00, or closed, or as-the-week', parseHours('closed', 'as-the-week'))
    .option('--yes', 'Close the day also if tickets are sold for it, without asking.')
    .option('--json', 'Print JSON.')
    .example('hours exception 2030-12-24 09:00-13:00', 'Open from 09:00 to 13:00 on one date.')
    .example('hours exception 2030-12-25 closed', 'Close on one date.')
    .example('hours exception 2030-12-25 as-the-week', 'Remove the exception of a date.')
    .action((date: CalendarDate, hours: HoursOfDay, options: Options) => changeHours({ date, hours }, options))

const changeHours = (change: OpeningHoursChange, options: Options) =>
  withMuseum(['changeOpeningHours'], async ({ museum, principal, today }) => {
    if ('date' in change && change.date < today)
      console.error(`${change.date} is in the past: no visitor is affected. Is the year right?`)
    const attempt = (closeDaysWithTickets: boolean) =>
      museum.changeOpeningHours(change, principal, { closeDaysWithTickets })
    let outcome = await attempt(options.yes === true)
    if (isRefusal(outcome)) {
      if (!canAsk()) throw new CommandFailed(`${outcome.because} Nothing was changed. Add --yes to close all the same.`)
      if (!(await confirm(`${outcome.because} Close all the same?`))) throw new CommandFailed('Nothing was changed.')
      outcome = await attempt(true)
    }
    if (isRefusal(outcome)) throw new CommandFailed(outcome.because)
    const { isChanged, tickets } = outcome
    print(options, { ...change, isChanged, tickets }, () => describeOutcome(change, { isChanged, tickets }), isChanged)
  })

const describeOutcome = (change: OpeningHoursChange, { isChanged, tickets }: OpeningHoursOutcome) => {
  const day = 'weekday' in change ? `Every ${capitalized(change.weekday)}` : change.date
  const hours = change.hours === 'as-the-week' ? 'as every week' : HoursOfDay.toText(change.hours)
  const sold = tickets.days.length === 0 ? '' : `\n${describeTicketsOfClosedDays(tickets)}. They stay as they are.`
  return `${day}: ${hours}${isChanged ? '' : ', as before'}.${sold}`
}

/** The exceptions, in the order of their dates. */
const exceptionsOf = ({ exceptions }: Schedule) =>
  [...exceptions].toSorted().map(([date, hours]) => ({ date, hours: hours ?? ('closed' as const) }))

const asRecord = (schedule: Schedule) => ({
  weekly: Object.fromEntries(weekdays.map((weekday) => [weekday, schedule.weekly[weekday] ?? 'closed'])),
  exceptions: exceptionsOf(schedule),
})

const asText = (schedule: Schedule, until: CalendarDate, latest: CalendarDate | undefined) => {
  const exceptions = exceptionsOf(schedule)
  return [
    'Every week',
    ...weekdays.map((weekday) => `  ${weekday.padEnd(10)} ${HoursOfDay.toText(schedule.weekly[weekday] ?? 'closed')}`),
    ...(exceptions.length === 0 ? [] : [`Exceptions until ${until}`]),
    ...exceptions.map(({ date, hours }) => `  ${date} ${HoursOfDay.toText(hours)}`),
    ...(latest === undefined ? [] : [`More exceptions after ${until}:`, `  add --until ${latest}`]),
  ].join('\n')
}

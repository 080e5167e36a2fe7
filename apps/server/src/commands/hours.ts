import { styleText } from 'node:util'
import { asDatabaseUnusable } from '@museum/adapters-persistence'
import type { OpeningHoursChange } from '@museum/application'
import { CalendarDate, OpeningHours, type Schedule, TimeOfDay, type Weekday, weekdays } from '@museum/domain'
import { compose } from '../composition/compose.ts'
import { CannotStart } from '../startup/cannot-start.ts'
import { loadConfigOfCommand } from '../startup/load-config.ts'
import { prepareDatabase } from '../startup/prepare-database.ts'
import { runCommand } from '../startup/run-command.ts'
import { openCommandLog } from '../system/command-log.ts'
import { systemPorts } from '../system/system-ports.ts'

const usage = `Shows and changes the opening hours.

  pnpm hours                             shows the weekly hours and the exceptions of the next year
  pnpm hours monday closed               closes every Monday
  pnpm hours friday 10:00-21:00          sets the hours of every Friday
  pnpm hours 2030-12-24 09:00-13:00      sets other hours for one date
  pnpm hours 2030-12-25 closed           closes on one date
  pnpm hours 2030-12-25 as-the-week      removes the exception for a date`

const isWeekday = (text: string): text is Weekday => (weekdays as readonly string[]).includes(text)

const parseHours = (text: string): OpeningHours => {
  const [timeOpen, timeClose, ...rest] = text.split('-')
  for (const time of [timeOpen, timeClose])
    if (time === undefined || rest.length > 0 || TimeOfDay.faultOf(time) !== undefined)
      throw new CannotStart(`"${text}" is not a period such as 10:00-18:00.\n\n${usage}`)
  const hours = { timeOpen: TimeOfDay(timeOpen!), timeClose: TimeOfDay(timeClose!) }
  const fault = OpeningHours.faultOf(hours)
  if (fault !== undefined) throw new CannotStart(`"${text}" ${fault.detail}.`)
  return OpeningHours(hours)
}

/** Parses the two arguments of the command into a change. */
const parseChange = (day: string, text: string): OpeningHoursChange => {
  if (isWeekday(day)) return { weekday: day, hours: text === 'closed' ? 'closed' : parseHours(text) }
  if (CalendarDate.faultOf(day) !== undefined)
    throw new CannotStart(`"${day}" is neither a weekday nor a date.\n\n${usage}`)
  return { date: CalendarDate(day), hours: text === 'closed' || text === 'as-the-week' ? text : parseHours(text) }
}

const format = (hours: OpeningHours | 'closed' | undefined) =>
  hours === undefined || hours === 'closed' ? 'closed' : `${hours.timeOpen}-${hours.timeClose}`

const print = ({ weekly, exceptions }: Schedule) => {
  console.log(styleText('bold', 'Every week'))
  for (const weekday of weekdays) console.log(`  ${weekday.padEnd(10)} ${format(weekly[weekday])}`)
  if (exceptions.size > 0) console.log(styleText('bold', 'Exceptions'))
  for (const [date, hours] of [...exceptions].toSorted()) console.log(`  ${date} ${format(hours)}`)
}

await runCommand(async () => {
  const [day, change, ...rest] = process.argv.slice(2)
  if (day === '--help' || rest.length > 0 || (day !== undefined && change === undefined)) {
    if (day !== '--help') throw new CannotStart(usage)
    console.log(usage)
    return
  }
  const config = loadConfigOfCommand()
  const log = openCommandLog()
  const { database, museum, museumHours, close } = await compose(config, log)
  try {
    await prepareDatabase(database, config, log)
    if (day !== undefined && change !== undefined) await museum.changeOpeningHours(parseChange(day, change))
    const today = systemPorts(config.timeZone, config.today).today()
    print(await museumHours.schedule(today, CalendarDate.plusDays(today, 365)))
  } catch (error) {
    throw asDatabaseUnusable(database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await close().catch(() => undefined)
  }
})

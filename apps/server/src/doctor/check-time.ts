import { type DatabaseClocks, type MuseumDatabase, readClocks } from '@museum/adapters-persistence'
import { systemPorts } from '@museum/adapters-system'
import type { ReadConfig } from '../settings/read-config.ts'
import type { Config } from '../settings/settings.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('time')

/** Milliseconds. Clocks that NTP synchronizes differ by less. */
const maxDifference = 2_000
const maxHarmlessDifference = 5 * 60_000

const clockAdvice = 'Set the clocks of both machines by NTP: `timedatectl` shows whether it runs.'

/** Reports the date and time in the museum, so that a wrong time zone is noticed. */
export const checkTimeZone = ({ config: { timeZone, today }, isFaulty }: ReadConfig): readonly Finding[] => {
  if (isFaulty('timeZone')) return []
  const { now } = systemPorts(timeZone, today)
  const local = new Date(now()).toLocaleString('sv-SE', { timeZone }).slice(0, 16)
  return [ok(`It is ${local} in the time zone of the museum, ${timeZone}.`)]
}

/** Checks that the clock of this machine agrees with the clock of the database server, and is later than the latest stored times. */
export const checkClock = async (database: MuseumDatabase, { databaseUrl }: Config): Promise<readonly Finding[]> => {
  const before = Date.now()
  const clocks = await readClocks(database)
  const after = Date.now()
  return findingsIn([
    !databaseUrl.startsWith('sqlite:') && compareWithServer(before, after, clocks),
    compareWithStored(after, clocks),
  ])
}

/** How far a clock differs from this machine's: it showed `clock`, cut to whole seconds, between `before` and `after`. */
export const clockDifference = (before: number, after: number, clock: number): number => {
  const difference = Math.max(0, before - (clock + 1_000), clock - after)
  return difference <= maxDifference ? 0 : difference
}

const compareWithServer = (before: number, after: number, { now }: DatabaseClocks) => {
  const difference = clockDifference(before, after, now)
  if (difference === 0) return ok('The clocks of this machine and of the database server agree.')
  const message = `The clocks of this machine and of the database server differ by ${inWords(difference)}.`
  return difference > maxHarmlessDifference ? serious(message, clockAdvice) : warning(message, clockAdvice)
}

const compareWithStored = (now: number, { newestTicket, newestMigration }: DatabaseClocks) => {
  const stored = [
    ['ticket was sold', newestTicket],
    ['migration was applied', newestMigration],
  ] as const
  return stored.map(([what, time = 0]) => {
    if (time - now <= maxDifference) return undefined
    const message = `By the clock of this machine it is ${iso(now)}, but the newest ${what} at ${iso(time)}.`
    const advice = 'Set the clock by NTP. If it is right, it was wrong when that happened.'
    return time - now > maxHarmlessDifference ? serious(message, advice) : warning(message, advice)
  })
}

const iso = (time: number) => new Date(time).toISOString()

/** A difference of clocks, in words. */
export const inWords = (milliseconds: number) => {
  const seconds = Math.round(milliseconds / 1_000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
}

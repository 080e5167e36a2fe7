/** A moment on the museum's clock, as YYYY-MM-DD and HH:mm. */
export type MuseumTime = Readonly<{ date: string; timeOfDay: string }>

/** Returns a function that tells what the clock of a museum in a time zone of the IANA database shows at a moment. */
export const museumTimeIn = (timeZone: string): ((moment: string) => MuseumTime) => {
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', year: 'numeric', ...twoDigits })
  return (moment) => {
    const parts = format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value] as const)
    const { year, month, day, hour, minute } = Object.fromEntries(parts)
    return { date: `${year}-${month}-${day}`, timeOfDay: `${hour}:${minute}` }
  }
}

// Times of the museum's clock are compared as if it showed UTC: then no clock changes between them.
export const minutesOf = (date: string, timeOfDay: string) => Date.parse(`${date}T${timeOfDay}Z`) / 60_000
export const textOf = (minutes: number) => new Date(minutes * 60_000).toISOString()

/** The day of a gate: until it ends, the day before. */
export const gateDayOf = ({ date, timeOfDay }: MuseumTime, { dayEnds }: Readonly<{ dayEnds: string }>): string =>
  timeOfDay < dayEnds ? textOf(minutesOf(date, '00:00') - 1).slice(0, 10) : date

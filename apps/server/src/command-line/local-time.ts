/** A moment in a time zone, to the second: `2030-05-17 20:02:11`. */
export const localTime = (milliseconds: number, timeZone: string): string => {
  const time = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone)
  return `${time.toPlainDate().toString()} ${time.toPlainTime().toString({ smallestUnit: 'second' })}`
}

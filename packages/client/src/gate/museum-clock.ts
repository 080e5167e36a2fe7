/** What is read of this device: its clock, which a person may set, and a time since some moment, which only grows. Milliseconds. */
export type ClockReading = Readonly<{ clock: number; uptime: number }>

/** A difference that is not certainly longer counts as none: a `Date` has whole seconds, and is not exact to one. */
const toleratedMilliseconds = 5_000
/** How long after it was stored a difference counts. Later the clock may have been set, and the museum may have another date. */
const storedMilliseconds = 60 * 60_000

/** How far the clock of this device is ahead: between `from` and `to`, when `reading` was taken. */
type Measure = Readonly<{ from: number; to: number; reading: ClockReading }>

/** The difference of a measure. */
const differenceOf = ({ from, to }: Measure) => {
  const isCertain = from > toleratedMilliseconds || to < -toleratedMilliseconds
  return isCertain ? Math.round((from + to) / 2) : 0
}

/**
 * The time of the museum's server, which is that of the clock of this device less `ahead`: how far the clock is ahead, learned
 * from the `Date` of responses. `stored` is how far it was ahead in an earlier run, and when.
 */
export const museumClock = (
  stored?: Readonly<{ clockAhead?: number; loadedAt: string }>,
  read: () => ClockReading = () => ({ clock: Date.now(), uptime: performance.now() }),
) => {
  let measured: Measure | undefined
  const { clockAhead = 0, loadedAt } = stored ?? { loadedAt: '' }
  const sinceStored = read().clock - clockAhead - Date.parse(loadedAt)
  // Time does not run backwards: a clock that was set since is not ahead as it was.
  const lastStoredAhead = sinceStored >= 0 ? clockAhead : 0
  const storedAhead = sinceStored < storedMilliseconds ? lastStoredAhead : 0
  /** How far the clock of this device is ahead, in milliseconds; less than 0: behind. */
  const ahead = () => {
    if (measured === undefined) return storedAhead
    const difference = differenceOf(measured)
    const { clock, uptime } = read()
    const jump = clock - uptime - (measured.reading.clock - measured.reading.uptime)
    // A clock that jumps by the difference was put right.
    if (Math.abs(difference + jump) <= toleratedMilliseconds) return 0
    // One that jumps back was set. A clock that jumps ahead may be in a device that slept: the two are not told apart.
    return jump < -toleratedMilliseconds ? difference + jump : difference
  }
  return {
    /** Reads the clock of this device, before a request. */
    read,
    ahead,
    /** As `ahead`, but without a response in this run the stored difference, however old it is: for a warning. */
    lastAhead: (): number => (measured === undefined ? lastStoredAhead : ahead()),
    /** The time of the server, as far as it is known, in milliseconds since 1970. */
    now: (): number => read().clock - ahead(),
    /** Whether the server has told its time in this run. */
    isMeasured: (): boolean => measured !== undefined,
    /** Learns from the `Date` of a response. `sent` was read before its request. */
    learn: (sent: ClockReading, date: string): void => {
      const [server, reading] = [Date.parse(date), read()]
      if (Number.isNaN(server)) return
      // When the request was sent, by the clock as it is now: it may have been set since, or the device may have slept.
      const sentAt = Math.min(sent.clock, reading.clock - (reading.uptime - sent.uptime))
      // The server wrote the date within that second, after the request and before the response.
      const [from, to] = [sentAt - server - 1_000, reading.clock - server]
      const isKept = measured !== undefined && from <= measured.to && to >= measured.from
      // The most exact measure stays until another one contradicts it.
      const isMoreExact = measured === undefined || to - from < measured.to - measured.from
      measured = { ...(isKept && !isMoreExact ? measured! : { from, to }), reading }
    },
  }
}
/** The time of the museum's server. */
export type MuseumClock = ReturnType<typeof museumClock>

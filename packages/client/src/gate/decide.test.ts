import { describe, expect, it } from '@jest/globals'
import { vectors } from '../../test/admission-code-vectors.ts'
import {
  type GateLink,
  decideWith,
  gateMuseumData,
  gateScans,
  museumClock,
  museumDataOf,
  museumTimeIn,
} from './index.ts'

const [{ code, ticketId, ticketDate }] = vectors as [(typeof vectors)[number]]
const admissionId = '00000000-0000-4000-8000-000000000001'
const [minute, hour] = [60_000, 60 * 60_000]

/** A gate in UTC whose day ends at 03:00, started at `moment` with what an earlier run has loaded: no keys. */
const aGate = async (moment: string, loadedAt = moment, clockAhead = 0) => {
  const read = () => ({ clock: Date.parse(moment) + clockAhead, uptime: Date.parse(moment) })
  const loaded = { loadedAt, clockAhead, date: ticketDate, completeAt: loadedAt, keys: [], dayEnds: '03:00' }
  const stored = await museumDataOf({ ...loaded, server: '', cursor: '', tickets: [], occurrences: [] })
  const timeAt = museumTimeIn('UTC')
  const museumData = gateMuseumData(stored, async () => undefined, timeAt, museumClock(stored, read))
  const scans = gateScans([], async () => undefined)
  return { museumData, scans, at: (later: string) => void (moment = later) }
}

/** A server that admits the ticket by its first scan, and loses the response to that. */
const aServer = () => {
  let admittedBy: string | undefined
  const ticket = { ticketId, admissionId, ticketDate, ticketType: 'general' }
  const link: Pick<GateLink, 'canAsk' | 'ask' | 'getTicket' | 'sendNow'> = {
    canAsk: () => true,
    ask: async ({ scanId }) => {
      const isFirst = admittedBy === undefined
      admittedBy ??= scanId
      const answer =
        admittedBy === scanId
          ? { admitted: true, admissionId, ticket }
          : { admitted: false, reason: 'already-admitted', detail: '', ticket }
      return isFirst ? undefined : (answer as Awaited<ReturnType<GateLink['ask']>>)
    },
    getTicket: async () => ticket as Awaited<ReturnType<GateLink['getTicket']>>,
    sendNow: () => undefined,
  }
  return link as GateLink
}

describe('a scan whose response was lost', () => {
  it.each([
    [`${ticketDate}T02:58:00.000Z`, `${ticketDate}T03:01:00.000Z`, 'ADMITTED'],
    [`${ticketDate}T12:00:00.000Z`, '2030-05-18T02:59:00.000Z', 'ADMITTED'],
    [`${ticketDate}T12:00:00.000Z`, '2030-05-18T03:00:00.000Z', 'REFUSED'],
  ])('at %s is asked about again at %s, if that is not another day: %s', async (first, second, verdict) => {
    const { museumData, scans, at } = await aGate(first)
    const link = aServer()
    const decide = decideWith({ gate: 'North door', scans, museumData, link: () => link })
    await decide(code)
    at(second)
    expect(await decide(code)).toMatchObject({ verdict })
  })
})

describe('a decision without the network after a restart', () => {
  it.each([59 * minute, 2 * hour, 30 * hour])(
    '%i ms after the last response says how wrong the clock was then',
    async (passed) => {
      for (const clockAhead of [3 * hour, -3 * hour]) {
        const loadedAt = `${ticketDate}T09:00:00.000Z`
        const startedAt = new Date(Date.parse(loadedAt) + passed).toISOString()
        const { museumData, scans } = await aGate(startedAt, loadedAt, clockAhead)
        const decide = decideWith({ gate: 'North door', scans, museumData, link: () => undefined })
        expect(await decide(code)).toMatchObject({ clockAhead, isOffline: true })
      }
    },
  )
})

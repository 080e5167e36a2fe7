import { describe, expect, it } from '@jest/globals'
import { vectorKeys } from '../../test/admission-code-vectors.ts'
import { type MuseumData, gateMuseumData, gateServer, museumClock, museumDataOf, museumTimeIn } from './index.ts'

const usual = { entryTimes: { early: 15, late: null }, dayEnds: '00:00' }
const night = { entryTimes: { early: 30, late: 60 }, dayEnds: '03:00' }

/** The data of a gate in Zurich at a moment, of a server that responds with these times. */
const aGate = (times: object, stored?: MuseumData) => {
  const device = { moment: Date.parse('2030-05-17T20:00:00+02:00'), times }
  const asked: string[] = []
  const kept: MuseumData[] = []
  const send = async (url: string) => {
    asked.push(new URL(url).pathname + new URL(url).search)
    const body = url.includes('/ticket-keys')
      ? { keys: vectorKeys, ...device.times }
      : { tickets: [], occurrences: [], cursor: 'next' }
    return Response.json(body)
  }
  const server = gateServer('https://museum.example/v1.1', { username: 'gate', password: '' }, send)
  const clock = museumClock(stored, () => ({ clock: device.moment, uptime: device.moment }))
  const store = async (data: MuseumData) => void kept.push(data)
  const data = gateMuseumData(stored, store, museumTimeIn('Europe/Zurich'), clock)
  const at = (moment: string) => void (device.moment = Date.parse(moment))
  return { ...data, load: () => data.load(server), device, at, asked, kept: () => kept.at(-1)! }
}

describe('what a gate has loaded', () => {
  it('has the times of the server, which are stored and read again', async () => {
    const gate = aGate(night)
    expect(gate.times()).toEqual(usual)
    expect(await gate.load()).toBeUndefined()
    expect(gate.times()).toEqual(night)
    const stored = await museumDataOf(JSON.parse(JSON.stringify(gate.kept())))
    expect(stored).toMatchObject(night)
    expect(aGate({}, stored).times()).toEqual(night)
    gate.device.times = usual
    await gate.load()
    expect(gate.times()).toEqual(usual)
  })

  it('has the times of a museum that has set none, with a server or from a store of an earlier version', async () => {
    const gate = aGate({})
    await gate.load()
    expect(gate.times()).toEqual(usual)
    const { entryTimes: _, dayEnds: __, ...earlier } = gate.kept()
    expect(await museumDataOf(earlier)).toMatchObject(usual)
    for (const damaged of [
      { entryTimes: 1, dayEnds: 2 },
      { entryTimes: { early: '5', late: '5' }, dayEnds: '3' },
    ])
      expect(await museumDataOf({ ...earlier, ...damaged })).toMatchObject(usual)
  })

  it('has the revocations from the day of the gate on, which until it ends is the day before', async () => {
    const gate = aGate(night)
    const dateAt = async (moment: string) => {
      gate.at(moment)
      await gate.load()
      return new URL(gate.asked.at(-1)!, 'https://museum.example').searchParams.get('date')
    }
    expect(await dateAt('2030-05-18T00:30:00+02:00')).toBe('2030-05-17')
    expect(gate.today()).toBe('2030-05-17')
    expect(await dateAt('2030-05-18T02:30:00+02:00')).toBe('2030-05-17')
    expect(await dateAt('2030-05-18T02:59:59+02:00')).toBe('2030-05-17')
    expect(gate.asked.at(-1)).toContain('since=')
    expect(await dateAt('2030-05-18T03:00:00+02:00')).toBe('2030-05-18')
    expect([gate.today(), gate.dayOf('2030-05-17T22:30:00Z')]).toEqual(['2030-05-18', '2030-05-17'])
    gate.device.times = usual
    expect(await dateAt('2030-05-19T00:00:00+02:00')).toBe('2030-05-19')
  })
})

describe('the time of a museum', () => {
  it('is that of its time zone', () => {
    const at = museumTimeIn('Europe/Zurich')
    expect(at('2030-05-17T22:05:59Z')).toEqual({ date: '2030-05-18', timeOfDay: '00:05' })
    expect(at('2030-10-27T00:30:00Z')).toEqual({ date: '2030-10-27', timeOfDay: '02:30' })
    expect(at('2030-10-27T01:30:00Z')).toEqual({ date: '2030-10-27', timeOfDay: '02:30' })
    expect(museumTimeIn('UTC')('1970-01-01T00:00:00Z')).toEqual({ date: '1970-01-01', timeOfDay: '00:00' })
  })
})

import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { enginesWithoutTables } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const settings = { MUSEUM_TODAY: '2030-05-01', MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
/** How commands are interrupted, and after which fraction of the time that they take. */
const interruptions = [
  ['SIGINT', 0.8],
  ['SIGTERM', 0.9],
  ['SIGKILL', 1],
] as const

/** The option of a command that prints JSON; `call` prints JSON without one. */
const jsonOption = (command: string) => (command.startsWith('call ') ? [] : ['--json'])

describe.each(enginesWithoutTables)('commands on %s', (_, newDatabase) => {
  const { run, runProcess, start, startCommand } = useServers(newDatabase)
  const runJson = async <Result>(command: string, ...args: string[]): Promise<Result> => {
    const { code, stdout, text } = await run(command, settings, ...args, ...jsonOption(command))
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`)
    return JSON.parse(stdout) as Result
  }
  /** Runs commands at the same time, each in a process of its own. */
  const runTogether = <Result>(count: number, command: string, ...args: string[]): Promise<Result[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { code, stdout, text } = await runProcess(command, settings, ...args, ...jsonOption(command))
        if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`)
        return JSON.parse(stdout) as Result
      }),
    )
  type Entry = Readonly<{ subject: { id: string }; before: unknown; after: unknown }>

  it('migrate once when several run at the same time', async () => {
    const { pending } = await runJson<{ pending: string[] }>('migrate --status')
    const applied = await runTogether<{ applied: string[] }>(3, 'migrate')
    expect(applied.flatMap((each) => each.applied).toSorted()).toEqual(pending.toSorted())
    expect(await runJson('migrate --status')).toEqual({ pending: [] })
  })

  it('leave a database that the next migrate completes when migrate is interrupted', async () => {
    // Measures how long migrate takes on this machine.
    const begin = performance.now()
    await runProcess('migrate --status')
    const duration = performance.now() - begin
    for (const [signal, part] of interruptions) {
      const { child, exited } = startCommand('migrate')
      setTimeout(() => child.kill(signal), duration * part)
      await exited
    }
    await runJson('migrate')
    expect(await runJson('migrate --status')).toEqual({ pending: [] })
    expect((await run('demo', settings, '--events', '3', '--tickets', '3')).code).toBe(0)
  })

  describe('on a database with all migrations', () => {
    let server: StartedServer
    beforeEach(async () => {
      await run('migrate')
      server = await start(settings)
    })
    const createEvent = async () => {
      const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 5 }
      return ((await (await server.request('POST', '/special-events', event)).json()) as { eventId: string }).eventId
    }

    it('make every change once beside a server that sells tickets', async () => {
      const eventId = await createEvent()
      await server.request('DELETE', `/special-events/${eventId}`)
      const selling = new AbortController()
      const sell = async () => {
        const statuses = new Set<number>()
        const order = { ticketType: 'general', ticketDate: '2030-05-02', email: 'visitor@example.org' }
        for (; !selling.signal.aborted; await delay(10))
          statuses.add((await server.request('POST', '/tickets', order)).status)
        return statuses
      }
      const sales = [sell(), sell()]
      await Promise.all([
        runTogether(3, 'call restoreSpecialEvent --eventId', eventId),
        runTogether(3, 'call setGeneralEntryCapacity --capacity', '5000'),
      ])
      selling.abort()
      for (const statuses of await Promise.all(sales)) expect([...statuses]).toEqual([201])
      expect((await server.request('GET', `/special-events/${eventId}`)).status).toBe(200)
      const entries = await runJson<Entry[]>('audit', '--about', 'museum-hours')
      expect(entries.map(({ subject }) => subject.id)).toEqual(['capacity'])
      expect(await runJson<Entry[]>('audit', '--about', eventId)).toHaveLength(3)
    })

    it('leave the capacity and its audit entries either unchanged or complete when they are interrupted', async () => {
      const change = async (capacity: string) =>
        runProcess('call setGeneralEntryCapacity --capacity', settings, capacity)
      const begin = performance.now()
      await change('11')
      const duration = performance.now() - begin
      let [capacity, finished] = [11, 0]
      for (const [signal, part] of interruptions) {
        capacity += 1
        const { child, exited } = startCommand('call setGeneralEntryCapacity --capacity', settings, String(capacity))
        setTimeout(() => child.kill(signal), duration * part)
        finished += (await exited).code === 0 ? 1 : 0
      }
      const entries = (await runJson<Entry[]>('audit', '--about', 'museum-hours')).toReversed()
      expect(entries.length).toBeGreaterThanOrEqual(1 + finished)
      // Each change starts from the hours that the one before has left.
      expect(entries.map(({ before }) => before)).toEqual([
        { capacity: null },
        ...entries.slice(0, -1).map(({ after }) => after),
      ])
      const stored = await (await server.request('GET', '/museum-hours/capacity')).json()
      expect(stored).toEqual(entries.at(-1)!.after)
    })

    it.each(['SIGINT', 'SIGKILL'] as const)(
      'leave only complete events with their audit entries when demo is interrupted by %s',
      async (signal) => {
        const { child, exited } = startCommand('demo', settings, '--events', '100000')
        const total = async () => Number((await server.request('GET', '/special-events')).headers.get('X-Total-Count'))
        while ((await total()) < 20) await delay(10)
        child.kill(signal)
        expect(await exited).toEqual({ code: null, signal })
        const events = await runJson<{ eventId: string; dates: string[] }[]>('call listSpecialEvents --all')
        const entries = await runJson<Entry[]>('audit', '--limit', '1000000', '--about', 'special-event')
        expect(entries.map(({ subject, after }) => [subject.id, after]).toSorted()).toEqual(
          events.map(({ eventId, ...members }) => [eventId, members]).toSorted(),
        )
        expect((await run('demo', settings, '--again', '--events', '1', '--tickets', '0')).code).toBe(0)
      },
    )
  })
})

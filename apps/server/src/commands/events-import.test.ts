import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { engines, newSqliteDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const titles = 'name,location,eventDescription,dates,price'
const season = (count: number) =>
  `${titles}\n${Array.from({ length: count }, (_, n) => `Tour ${n},Hall,"Torches, whispers",2030-05-17;2030-05-18,12.5\n`).join('')}`
const settings = { MUSEUM_TODAY: '2030-05-01', MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
const plain = (stderr: string) => stderr.replaceAll(/^MUSEUM_TODAY.*\n/gm, '')

describe('events import', () => {
  const { run, folder, databaseUrl, startCommand, startWithInput } = useServers(newSqliteDatabase)
  const importFile = (...args: string[]) => run('events import', settings, ...args)
  const write = (name: string, content: string) => writeFileSync(join(folder(), name), content)
  const exported = async (format = 'csv') => (await run('events export', settings, '--format', format)).stdout

  it('creates the events of a file once, in both formats, and says what it created and skipped', async () => {
    write('season.csv', `${titles}\nNight,Hall,,2030-05-17,5\nDay,Hall,"=two\n-lines",2030-05-18;2030-05-19,12.5\n`)
    expect(await importFile('season.csv')).toMatchObject({ code: 0, stdout: 'Created 2 events.\n' })
    const csv = await exported()
    expect(csv).toMatch(/,"Night","Hall","","2030-05-17",5.00,""\n/)
    expect(csv).toMatch(/,"Day","Hall","'=two\n'-lines","2030-05-18;2030-05-19",12.50,""\n/)
    expect(await importFile('season.csv')).toMatchObject({
      code: 0,
      stdout: 'Created 0 events. Skipped 2: 2 were imported before.\n',
    })
    write('season.JSONL', '{"name":"Night","location":"Hall","eventDescription":"","dates":["2030-05-17"],"price":5.0}')
    expect(JSON.parse((await importFile('season.JSONL', '--json')).stdout)).toEqual({
      created: 0,
      importedBefore: 1,
      existing: 0,
    })
    expect(await exported()).toBe(csv)
    const { stdout } = await run('audit', settings, '--json')
    const entries = JSON.parse(stdout) as { operation: string; actor: string }[]
    expect(entries.map(({ operation }) => operation)).toEqual(['importSpecialEvents', 'importSpecialEvents'])
    for (const { actor } of entries) expect(actor).toMatch(/^cli:/)
  })

  it('creates nothing from an export of the same museum, even after a deletion', async () => {
    await run('demo', settings, '--events', '3', '--tickets', '0')
    const csv = await exported()
    expect(csv.startsWith('\ufeff"eventId"')).toBe(true)
    write('events.csv', csv)
    write('events.jsonl', await exported('jsonl'))
    for (const name of ['events.csv', 'events.jsonl'])
      expect((await importFile(name)).stdout).toBe(
        'Created 0 events. Skipped 3: 3 have the IDs of events of this museum.\n',
      )
  })

  it('prints every fault of a file, and creates nothing', async () => {
    write(
      'season.csv',
      `${titles}\nNight,Hall,,2030-05-17,5\n\u001b[31m ,Hall,,5/6/2030,5\nDay,\u009bHall,"\u0085",2030-05-17,5\n`,
    )
    const { code, stdout, stderr } = await importFile('season.csv')
    expect({ code, stdout, stderr: plain(stderr) }).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'Nothing was imported: season.csv has 4 faults.',
        String.raw`  line 3, name: "\u001b[31m " must not hold control characters.`,
        '  line 3, dates: "5/6/2030" must be written as 2030-06-05 or as 2030-05-06, since it may be either.',
        String.raw`  line 4, location: "\u009bHall" must not hold control characters.`,
        String.raw`  line 4, eventDescription: "\u0085" must not hold control characters other than TAB, LF and CR.`,
        '',
      ].join('\n'),
    })
    write('many.csv', `${titles}\n${'Night,Hall,,2030-05-17,free\n'.repeat(70)}`)
    expect(
      plain((await importFile('many.csv')).stderr)
        .split('\n')
        .slice(-3),
    ).toEqual([expect.stringMatching(/^ {2}line 21, price/), '  and 50 more', ''])
    expect(await exported('jsonl')).toBe('')
  })

  it('--check checks a file without a database', async () => {
    write('season.csv', `${titles}\nNight,Hall,,2030-05-17,5`)
    const unused = { MUSEUM_DATABASE_URL: 'sqlite:missing/museum.sqlite' }
    const { code, stdout, stderr } = await run('events import', unused, 'season.csv', '--check')
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'season.csv has 1 event and no fault.\n',
      stderr: 'The last line has no line break at its end. Check that the file is not cut off there.\n',
    })
  })

  it('rejects a file that it cannot read, and one whose format it does not know', async () => {
    expect(await importFile('missing.csv')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\/.*\/missing\.csv cannot be read \(ENOENT\)\.$/m),
    })
    write('season.txt', `${titles}\n`)
    expect(await importFile('season.txt')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--format: csv or jsonl, since/m),
    })
    expect(await importFile('season.txt', '--format', 'csv')).toMatchObject({ code: 0, stdout: 'Created 0 events.\n' })
  })

  it('reads the standard input', async () => {
    const { child, closed, stdout } = startWithInput(season(3), 'events import', settings, '-', '--format', 'csv')
    child.stdin!.end()
    await closed
    expect(stdout.text).toBe('Created 3 events.\n')
  })

  const rows = 3_000
  /** Starts an import, and locks the database when some events are stored: the import waits until it is unlocked. */
  const waitingImport = async () => {
    write('season.csv', season(rows))
    const started = startCommand('events import', settings, 'season.csv')
    const file = new DatabaseSync(databaseUrl().slice('sqlite:'.length), { timeout: 5_000 })
    const numberStored = () => Number(file.prepare('select count(*) as events from special_event').get()!['events'])
    while (numberStored() === 0) await sleep(5)
    file.exec('begin immediate')
    expect(numberStored()).toBeLessThan(rows - 1_000)
    const unlock = () => {
      file.exec('rollback')
      file.close()
    }
    return { ...started, unlock }
  }
  const numberExported = async () => (await exported('jsonl')).split('\n').length - 1

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s, after complete events, and says how many', async (signal) => {
    const { child, exited, closed, stderr, unlock } = await waitingImport()
    child.kill(signal)
    unlock()
    expect(await exited).toEqual({ code: null, signal })
    await closed
    const stored = await numberExported()
    expect(stored).toBeLessThan(rows)
    expect(plain(stderr.text)).toBe(
      `Stopped after ${stored} of ${rows} rows: Created ${stored} events. Run the same command again for the others; ` +
        'it creates nothing twice.\n',
    )
  })

  it('creates the remaining events when it was killed and is run again', async () => {
    const { child, exited, unlock } = await waitingImport()
    child.kill('SIGKILL')
    await exited
    unlock()
    const stored = await numberExported()
    const { created, importedBefore } = JSON.parse((await importFile('season.csv', '--json')).stdout) as Record<
      string,
      number
    >
    expect([created, importedBefore]).toEqual([rows - stored, stored])
    expect(await numberExported()).toBe(rows)
  })
})

describe.each(engines)('two imports of one file at the same time on %s', (_, database) => {
  const { run, folder, start, startCommand } = useServers(database)

  it('create each event once, while a server sells tickets', async () => {
    const server: StartedServer = await start(settings)
    writeFileSync(join(folder(), 'season.csv'), season(1_000))
    const imports = [0, 1].map(() => startCommand('events import', settings, 'season.csv', '--json'))
    const ended = new AbortController()
    const ending = Promise.all(imports.map(({ closed }) => closed)).then(() => ended.abort())
    const order = { ticketType: 'general', ticketDate: '2030-05-17', email: 'visitor@example.org' }
    const statuses: number[] = []
    for (; !ended.signal.aborted; await sleep(10))
      statuses.push((await server.request('POST', '/tickets', order)).status)
    await ending
    expect(statuses.filter((status) => status !== 201)).toEqual([])
    expect(statuses.length).toBeGreaterThan(3)
    expect(imports.map(({ stderr }) => plain(stderr.text))).toEqual(['', ''])
    const counts = imports.map(({ stdout }) => JSON.parse(stdout.text) as { created: number; importedBefore: number })
    expect(counts[0]!.created + counts[1]!.created).toBe(1_000)
    for (const { created, importedBefore } of counts) expect(created + importedBefore).toBe(1_000)
    const listed = await run('events export', settings, '--format', 'jsonl')
    expect(listed.stdout.trimEnd().split('\n')).toHaveLength(1_000)
  })
})

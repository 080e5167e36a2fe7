import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { enginesWithoutTables } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'
import type { Finding } from '../doctor/finding.ts'

const settings = { MUSEUM_ADMIN_PASSWORD: 'a password for the test' }

describe.each(enginesWithoutTables)('the doctor command on %s', (engine, newDatabase) => {
  const { run, runProcess, start, startInTerminal, databaseUrl } = useServers(newDatabase)
  const isMysql = engine === 'MySQL'

  /** The findings that are not ok, except those that the disk of the tests may cause. */
  const problems = async (others: Record<string, string> = {}) => {
    const { stdout } = await run('doctor', { ...settings, ...others }, '--json')
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    return findings.filter(({ level, message }) => level !== 'ok' && !message.includes('is in memory'))
  }
  /** Runs a statement directly on the database. */
  const execute = async (statement: string) => {
    if (isMysql) {
      const connection = await createConnection(databaseUrl())
      await connection.query(statement)
      await connection.end()
    } else {
      const file = new DatabaseSync(databaseUrl().slice('sqlite:'.length))
      file.exec(statement)
      file.close()
    }
  }

  it('finds a wrong number of sold tickets beside a server, and its advice corrects it', async () => {
    await run('migrate')
    const server = await start(settings)
    const port = new URL(server.origin).port
    const event = {
      name: 'Night at the Museum',
      location: 'Hall 1',
      eventDescription: 'A night.',
      dates: ['2040-05-17', '2040-05-18'],
      price: 10,
    }
    const created = await server.request('POST', '/special-events', event)
    const { eventId } = (await created.json()) as { eventId: string }
    expect((await server.request('PUT', `/special-events/${eventId}/capacity`, { capacity: 9 })).status).toBe(200)
    const order = { ticketType: 'event', eventId, ticketDate: '2040-05-17', email: 'visitor@example.org' }
    for (let n = 0; n < 2; n += 1) expect((await server.request('POST', '/tickets', order)).status).toBe(201)
    expect(await problems({ MUSEUM_PORT: port })).toEqual([])

    await execute("update slot set sold = 7 where slot_date = '2040-05-17'")
    const found = await problems({ MUSEUM_PORT: port })
    expect(found).toEqual([
      {
        check: 'sold-tickets',
        level: 'serious',
        message: `For the event Night at the Museum (${eventId}) on 2040-05-17, 7 tickets count as sold, but there are 2.`,
        advice: expect.stringMatching(/^While no tickets are sold, execute in the database: replace into slot /),
      },
    ])
    const [, statement] = /(replace .*); Then/.exec(found[0]!.advice!)!
    await execute(statement!)
    expect(await problems({ MUSEUM_PORT: port })).toEqual([])
  })

  it('exits with 1 and a sentence when a finding is serious, otherwise with 0', async () => {
    const { code, stdout, stderr } = await runProcess('doctor', { MUSEUM_PORT: '0' })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '1 finding is serious: do what the advice says, then run doctor again.\n',
    })
    expect(stdout).toMatch(
      isMysql ? /SERIOUS {2}The database lacks \d+ migrations/ : /SERIOUS {2}There is no database at/,
    )
    expect(stdout).toMatch(/\nFound: 1 serious, \d warnings?\.\n$/)
    await run('migrate')
    const healthy = await runProcess('doctor', { MUSEUM_PORT: '0' })
    expect(healthy).toMatchObject({ code: 0, stderr: '' })
    expect(healthy.stdout).toMatch(/^Configuration\n {2}ok {7}The settings are valid\.\n/)
  })

  if (!isMysql)
    it('fits into a narrow terminal', async () => {
      await run('migrate')
      const { exited, closed, output } = startInTerminal(40, 'doctor', { MUSEUM_PORT: '0' })
      expect((await exited).code).toBe(0)
      await closed
      const lines = output.text.split('\r\n')
      const findings = lines.slice(lines.indexOf('Configuration'), lines.indexOf('Port'))
      expect(findings.length).toBeGreaterThan(10)
      // Only a path may be longer: it is not wrapped, so that it can be copied.
      for (const line of findings.filter((each) => each.trim().includes(' ')))
        expect(line.length).toBeLessThanOrEqual(40)
    })
})

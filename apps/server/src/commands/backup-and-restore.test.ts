import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'

const { folder, run, start, startCommand } = useServers()
const settings = { MUSEUM_ADMIN_PASSWORD: 'a password for the test' }

const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }

describe('the commands backup and restore', () => {
  it('save the tickets of a server that sells, and bring them back after its database is destroyed', async () => {
    const server = await start(settings)
    await server.request('PUT', '/museum-hours/capacity', { capacity: 100_000 })
    const sold: string[] = []
    const stop = new AbortController()
    const selling = (async () => {
      while (!stop.signal.aborted) {
        const response = await server.request('POST', '/tickets', order)
        expect(response.status).toBe(201)
        sold.push(((await response.json()) as { ticketId: string }).ticketId)
      }
    })()
    while (sold.length < 20) await new Promise((resolve) => setTimeout(resolve, 10))
    const before = [...sold]
    const saved = await run('backup', {}, 'museum.backup')
    expect(saved).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^Wrote .*\/museum\.backup \(1 MB\), and checked it\.\nIt contains \d+ tickets \(the latest sold \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\), 0 special events, 1 user and \d+ audit entries\.\n$/,
      ),
    })
    stop.abort()
    await selling
    const later = ((await (await server.request('POST', '/tickets', order)).json()) as { ticketId: string }).ticketId

    expect(await run('restore', {}, 'museum.backup', '--yes')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database .* is in use\. .* Stop the server and all commands/),
    })
    await server.stop()
    await writeFile(join(folder(), 'data/museum.sqlite'), 'destroyed')
    expect((await run('call getSchedule')).code).toBe(1)

    const restored = await run('restore', {}, 'museum.backup', '--yes')
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Restored museum.backup to ') })
    const [, kept] = /^The replaced database is (\S+)\. /m.exec(restored.stdout)!
    expect((await stat(kept!)).mode & 0o777).toBe(0o600)

    const again = await start(settings)
    for (const ticketId of before) expect((await again.request('GET', `/tickets/${ticketId}`)).status).toBe(200)
    expect((await again.request('GET', `/tickets/${later}`)).status).toBe(404)
    const file = new DatabaseSync(join(folder(), 'data/museum.sqlite'))
    expect(file.prepare('select total(sold) as sold from slot').get()).toEqual(
      file.prepare('select count(*) as sold from museum_ticket').get(),
    )
    file.close()
    expect(JSON.parse((await run('audit', {}, '--about', 'database', '--json')).stdout)).toEqual([
      expect.objectContaining({ operation: 'restoreDatabase', actor: expect.stringMatching(/^cli:/) }),
    ])
  })

  it('replace a database only with --yes, and say what is in both', async () => {
    await run('migrate')
    await run('demo', {}, '--events', '2', '--tickets', '0')
    await run('backup', {}, 'museum.backup')
    await run('demo', {}, '--again', '--events', '1', '--tickets', '0')
    const { code, stdout, stderr } = await run('restore', {}, 'museum.backup')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(
        /^The database .*data\/museum\.sqlite contains 0 tickets, 3 special events, 0 users and 4 audit entries\.$/,
      ),
      'The backup museum.backup contains 0 tickets, 2 special events, 0 users and 3 audit entries. Sales and changes after the backup are not in it.',
      'Nothing was changed. Add --yes to replace the database.',
      '',
    ])
    expect(await readdir(join(folder(), 'data'))).toEqual(['museum.sqlite'])
    expect(JSON.parse((await run('call listSpecialEvents')).stdout)).toHaveLength(3)
  })

  it('escape what controls a terminal in the name of a file', async () => {
    await run('migrate')
    const { stdout } = await run('backup', {}, 'museum\u009b2J\u202e.backup')
    expect(stdout.split('\n')[0]).toContain(String.raw`/museum\u009b2J\u202e.backup (1 MB), and checked it.`)
  })

  it('print JSON with --json', async () => {
    await run('migrate')
    const content = {
      tickets: 0,
      latestSale: null,
      specialEvents: 0,
      users: 0,
      auditEntries: 0,
      pendingMigrations: [],
    }
    expect(JSON.parse((await run('backup', {}, 'museum.backup', '--json')).stdout)).toEqual({
      file: join(folder(), 'museum.backup'),
      bytes: expect.any(Number),
      content,
    })
    expect(JSON.parse((await run('restore', {}, 'museum.backup', '--yes', '--json')).stdout)).toEqual({
      database: join(folder(), 'data/museum.sqlite'),
      content,
      replaced: content,
      kept: [expect.stringContaining('museum.sqlite.replaced-')],
    })
  })

  it.each([
    [
      'backup',
      'there is no database',
      [],
      /^There is no database at .*data\/museum\.sqlite\. Run the command in the folder/,
    ],
    ['restore', 'there is no backup', [], /^There is no file .*museum\.backup\.$/],
  ])('fail with a sentence: %s when %s', async (name, _what, _args, sentence) => {
    const { code, stdout, stderr } = await run(name, {}, 'museum.backup')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.trimEnd()).toMatch(sentence)
    expect(await readdir(folder())).toEqual([])
  })

  it('remind of the file with the ticket keys', async () => {
    await run('migrate')
    const { generateKeyPairSync } = await import('node:crypto')
    const { privateKey } = generateKeyPairSync('ed25519')
    await writeFile(join(folder(), 'keys.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const { stdout } = await run('backup', { MUSEUM_TICKET_KEY_FILE: 'keys.pem' }, 'museum.backup')
    expect(stdout).toContain('It does not contain the file of MUSEUM_TICKET_KEY_FILE: keep a copy of that one too')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('leave no file when %s ends a backup', async (signal) => {
    await run('migrate')
    // The copy waits for this lock.
    const locking = new DatabaseSync(join(folder(), 'data/museum.sqlite'))
    locking.exec('pragma locking_mode = exclusive; begin exclusive')
    const { child, exited } = startCommand('backup', {}, 'museum.backup')
    const files = async () => (await readdir(folder())).filter((name) => name !== 'data')
    while ((await files()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill(signal)
    expect(await exited).toEqual({ code: null, signal })
    locking.close()
    expect(await files()).toEqual([])
  })

  it.each([
    ['backup', /^ {2}mysqldump --host=localhost --port=3306 --user=museum --password --single-transaction /m],
    ['restore', /^ {2}mysql --host=localhost --port=3306 --user=museum --password .* < museum\.backup$/m],
  ])('print the command of MySQL to use, and no password: %s', async (name, command) => {
    const url = 'mysql://museum:t0psecret@localhost/museum'
    const { code, stdout, stderr } = await run(name, { MUSEUM_DATABASE_URL: url }, 'museum.backup')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(command)
    expect(stderr).not.toContain('t0psecret')
  })
})

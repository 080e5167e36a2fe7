import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { engines } from '../../test/databases.ts'
import { type StartedServer, basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const [horse, staple] = ['correct horse', 'battery staple']
const settings = { MUSEUM_ADMIN_USERNAME: 'director', MUSEUM_ADMIN_PASSWORD: 'the password of the director' }

type Account = Readonly<{ username: string; role: string; enabled: boolean }>

describe.each(engines)('the users command beside running servers, on %s,', (engine, newDatabase) => {
  const { folder, databaseUrl, run, runWithInput, runProcess, runProcessWithInput, startWithInput, start } =
    useServers(newDatabase)
  const users = (...args: readonly string[]) => run('users', {}, ...args)
  const withPassword = (password: string, ...args: readonly string[]) =>
    runWithInput(`${password}\n`, 'users', {}, ...args)
  const add = async (name: string, role: string) =>
    expect(await withPassword(horse, 'add', name, '--role', role)).toMatchObject({ code: 0 })
  const accounts = async () => JSON.parse((await users('list', '--json')).stdout) as readonly Account[]
  const auditedOperations = async () =>
    (
      JSON.parse((await run('audit', {}, '--about', 'user', '--limit', '1000', '--json')).stdout) as {
        operation: string
      }[]
    ).map(({ operation }) => operation)
  /**
   * The status of a purchase, which admin and box-office may make. The client repeats a request that gets 503 because the
   * machine is slow, or 429 because the server has no capacity to hash its password.
   */
  const purchaseStatus = async (
    { origin }: Pick<StartedServer, 'origin'>,
    username: string,
    password = horse,
  ): Promise<number> => {
    const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
    const headers = { Authorization: basicAuth(username, password), 'Content-Type': 'application/json' }
    const response = await fetch(`${origin}/v1.1/tickets`, { method: 'POST', headers, body: JSON.stringify(order) })
    await response.arrayBuffer()
    // After too many wrong passwords, the response with 429 has a longer Retry-After.
    const isBusy = response.status === 503 || (response.status === 429 && response.headers.get('Retry-After') === '1')
    if (!isBusy) return response.status
    await sleep(500)
    return purchaseStatus({ origin }, username, password)
  }

  it('lists the users as GET /users does', async () => {
    const server = await start(settings)
    await add('desk-1', 'box-office')
    await users('disable', 'desk-1')
    const listed = await accounts()
    expect(listed).toEqual([
      { username: 'desk-1', role: 'box-office', enabled: false },
      { username: 'director', role: 'admin', enabled: true },
    ])
    const headers = { Authorization: basicAuth('director', settings.MUSEUM_ADMIN_PASSWORD) }
    expect(await (await fetch(`${server.origin}/v1.1/users`, { headers })).json()).toMatchObject(listed)
  })

  it('takes effect on each server within five seconds, also for credentials that are in use', async () => {
    const servers = [await start(settings), await start(settings)]
    const names = ['disabled', 'removed', 'changed', 'demoted']
    await Promise.all([...names.map((name) => add(name, 'box-office')), add('promoted', 'gate')])
    const statuses = (password?: string) =>
      Promise.all(
        servers.map((server) =>
          Promise.all([...names, 'promoted'].map((name) => purchaseStatus(server, name, password))),
        ),
      )
    expect(await statuses()).toEqual(servers.map(() => [201, 201, 201, 201, 403]))
    const changes = await Promise.all([
      users('disable', 'disabled'),
      users('remove', 'removed'),
      withPassword(staple, 'password', 'changed'),
      users('role', 'demoted', 'reader'),
      users('role', 'promoted', 'box-office'),
    ])
    for (const { code } of changes) expect(code).toBe(0)
    const changedAt = performance.now()
    expect(await Promise.all(servers.map((server) => purchaseStatus(server, 'changed', staple)))).toEqual([201, 201])
    // Until the five seconds are over, either response is right.
    while (performance.now() - changedAt < 5_000) {
      for (const [disabled, removed, changed, demoted, promoted] of await statuses()) {
        for (const status of [disabled, removed, changed]) expect([201, 401]).toContain(status)
        for (const status of [demoted, promoted]) expect([201, 403]).toContain(status)
      }
      await sleep(500)
    }
    expect(await statuses()).toEqual(servers.map(() => [401, 401, 401, 403, 201]))
    // The new password, a user that is enabled again and one that is added again are accepted at once.
    expect((await users('enable', 'disabled')).code).toBe(0)
    await add('removed', 'box-office')
    for (const server of servers)
      expect([
        await purchaseStatus(server, 'changed', staple),
        await purchaseStatus(server, 'disabled'),
        await purchaseStatus(server, 'removed'),
      ]).toEqual([201, 201, 201])
  })

  it('keeps an enabled administrator when two commands end the access of the last two at the same time', async () => {
    for (const name of ['director', 'deputy']) await add(name, 'admin')
    for (const end of ['disable', 'remove']) {
      const outcomes = await Promise.all(['director', 'deputy'].map((name) => runProcess('users', {}, end, name)))
      expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1])
      expect(outcomes.find(({ code }) => code === 1)!.stderr).toMatch(/ is the last enabled administrator; /)
      const administrators = (await accounts()).filter(({ role, enabled }) => enabled && role === 'admin')
      expect(administrators).toHaveLength(1)
      const [{ username }] = administrators as [Account]
      if (end === 'disable') await users('enable', username === 'director' ? 'deputy' : 'director')
    }
  })

  it('adds one user when several commands add one of the same name at the same time', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => runProcessWithInput(`${horse}\n`, 'users', {}, 'add', 'director', '--role', 'admin')),
    )
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1, 1])
    for (const { code, stderr } of outcomes)
      if (code === 1) expect(stderr).toContain('There is a user director already.')
    expect(await accounts()).toEqual([{ username: 'director', role: 'admin', enabled: true }])
    expect(await auditedOperations()).toEqual(['addUser'])
  })

  it('leaves the users as before when it is interrupted while it waits for a password', async () => {
    await add('director', 'admin')
    for (const command of ['users add curator --role gate', 'users password director']) {
      const waiting = startWithInput('corr', command)
      // On most machines, the command waits for the password by then. If it does not yet, it must end too.
      await sleep(1_500)
      waiting.child.kill('SIGINT')
      expect(await waiting.exited).toEqual({ code: null, signal: 'SIGINT' })
    }
    expect(await accounts()).toEqual([{ username: 'director', role: 'admin', enabled: true }])
    expect(await auditedOperations()).toEqual(['addUser'])
  })

  it('has made a change and its audit entry, or neither, when it is killed', async () => {
    await add('director', 'admin')
    const killed = await Promise.all(
      Array.from({ length: 8 }, async (_killed, n) => {
        const adding = startWithInput(`${horse}\n`, `users add user-${n} --role gate`)
        // Kills it at moments from before it opens the database until after it has ended.
        await Promise.race([sleep(100 + n * 250), adding.exited])
        adding.child.kill('SIGKILL')
        return adding.exited
      }),
    )
    expect(killed[0]).toEqual({ code: null, signal: 'SIGKILL' })
    const added = await accounts()
    expect(added.length).toBeGreaterThanOrEqual(1 + killed.filter(({ code }) => code === 0).length)
    expect((await auditedOperations()).length).toBe(added.length)
    for (const { role, enabled } of added.slice(1)) expect([role, enabled]).toEqual(['gate', true])
    // The database still works.
    expect((await users('disable', 'director')).code).toBe(1)
  })

  it('leaves no password in the output, the log, the audit log or the database', async () => {
    const server = await start(settings)
    const printed = [
      await withPassword(horse, 'add', 'curator', '--role', 'gate'),
      await withPassword(staple, 'password', 'curator'),
      await withPassword(horse, 'add', 'curator', '--role', 'gate'),
      await withPassword(horse, 'add', 'a:b'),
      await run('audit', {}, '--json'),
      await users('list', '--json'),
    ].map(({ text }) => text)
    expect(await purchaseStatus(server, 'curator', staple)).toBe(403)
    expect(await purchaseStatus(server, 'curator', horse)).toBe(401)
    const shown = [...printed, server.output.text].join('\n')
    const stored = await storedText()
    expect([shown, stored].map((text) => text.includes('curator'))).toEqual([true, true])
    for (const secret of [horse, staple, settings.MUSEUM_ADMIN_PASSWORD])
      expect([shown, stored].map((text) => text.includes(secret))).toEqual([false, false])
    // The hashes may be in the database only.
    expect([shown, stored].map((text) => text.includes('$scrypt$'))).toEqual([false, true])
  })

  /** The whole content of the embedded database's files, or of all tables on MySQL. */
  const storedText = async () => {
    if (engine === 'SQLite') {
      const files = (await readdir(folder())).filter((name) => name.startsWith('museum.sqlite'))
      expect(files).toContain('museum.sqlite')
      return (await Promise.all(files.map((name) => readFile(join(folder(), name), 'latin1')))).join('\n')
    }
    const connection = await createConnection(databaseUrl())
    const [tables] = await connection.query({ sql: 'show tables', rowsAsArray: true })
    const values: unknown[] = []
    for (const [table] of tables as unknown as [string][]) {
      const [rows] = await connection.query({ sql: `select * from \`${table}\``, rowsAsArray: true })
      values.push(...(rows as unknown[][]).flat())
    }
    await connection.end()
    return values.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join('\n')
  }
})

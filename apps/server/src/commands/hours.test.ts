import { beforeEach, describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(engines)('the hours command on %s', (_, newDatabase) => {
  const settings = { MUSEUM_TODAY: '2030-05-01', MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
  const { run, start } = useServers(newDatabase)
  const hours = (...args: string[]) => run('hours', settings, ...args)
  beforeEach(async () => {
    await run('migrate')
  })

  it('shows and changes the opening hours, also those that a running server uses', async () => {
    const server = await start(settings)
    expect((await hours()).text).toContain('  monday     09:00-18:00\n')
    expect((await hours('thursday', 'closed')).text).toContain('  thursday   closed\n')
    await hours('2030-05-03', '10:00-21:30')
    expect(await (await server.request('GET', '/museum-hours?limit=2')).json()).toEqual([
      { date: '2030-05-01', timeOpen: '09:00', timeClose: '18:00' },
      { date: '2030-05-03', timeOpen: '10:00', timeClose: '21:30' },
    ])
    expect((await hours('2030-05-03', 'closed')).text).toMatch(/Exceptions\n {2}2030-05-03 closed\n/)
    expect((await hours('2030-05-03', 'as-the-week')).text).not.toContain('2030-05-03')
  })

  it.each([
    [['thursday', '10-18'], '"10-18" is not a period such as 10:00-18:00.'],
    [['thursday', '18:00-10:00'], '"18:00-10:00" must open before it closes'],
    [['someday', 'closed'], '"someday" is neither a weekday nor a date.'],
    [['2030-02-30', 'closed'], '"2030-02-30" is neither a weekday nor a date.'],
    [['thursday'], 'Shows and changes the opening hours.'],
  ])('rejects the arguments %j and says why', async (args, text) => {
    expect(await hours(...args)).toEqual({ code: 1, text: expect.stringContaining(text) })
  })

  it('prints its usage with --help', async () => {
    expect(await hours('--help')).toEqual({
      code: 0,
      text: expect.stringContaining('Shows and changes the opening hours.'),
    })
  })
})

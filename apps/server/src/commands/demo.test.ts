import { beforeEach, describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(engines)('the demo command on %s', (_, newDatabase) => {
  // A fixed date would print a warning.
  const { run, start } = useServers(newDatabase)
  const demo = (...args: string[]) => run('demo', {}, ...args)
  beforeEach(async () => {
    await run('migrate')
  })

  it('adds events and sells tickets, and does so again only with --again', async () => {
    const example = ['--events', '12', '--tickets', '9']
    expect(await demo(...example)).toEqual({
      code: 0,
      text: 'The museum has 12 more special events and sold 9 tickets.\n',
    })
    expect(await demo(...example)).toEqual({
      code: 1,
      text: 'The museum already has special events. Use --again to add more.\n',
    })
    expect((await demo(...example, '--again')).code).toBe(0)
    const server = await start({ MUSEUM_ADMIN_PASSWORD: 'a password for the test' })
    expect((await server.request('GET', '/special-events')).headers.get('X-Total-Count')).toBe('24')
  })

  it.each([
    ['with --help', 0, ['--help']],
    ['and exits with 1 for a count that is not a number', 1, ['--events', 'many']],
    ['and exits with 1 for an unknown option', 1, ['--event', '1']],
  ])('prints its usage %s', async (_which, code, args) => {
    expect(await demo(...args)).toEqual({ code, text: expect.stringContaining('Adds example special events') })
  })
})

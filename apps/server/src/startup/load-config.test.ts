import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'

const { run, runProcess } = useServers()

describe('a command that loads the configuration', () => {
  it('prints all faults of the settings, without their values, and exits with 1', async () => {
    const { code, text } = await runProcess('serve', {
      MUSEUM_PORT: '99999',
      MUSEUM_TIME_ZONE: 'Mars/Olympus',
      MUSEUM_DATABASE_URL: 'postgres://museum:hunter2@db/museum',
      MUSEUM_ADMIN_USERNAME: 'director',
      MUSEUM_ADMIN_PASWORD: 'hunter2',
    })
    expect([code, text]).toEqual([
      1,
      `${[
        'The settings are faulty:',
        '  MUSEUM_PORT must be at most 65535.',
        '  MUSEUM_DATABASE_URL must be sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE, its parts percent-encoded, several hosts separated by commas.',
        '  MUSEUM_TIME_ZONE must be an IANA time zone, such as Europe/Paris.',
        '  MUSEUM_ADMIN_USERNAME needs MUSEUM_ADMIN_PASSWORD or MUSEUM_ADMIN_PASSWORD_FILE: the password of the administrator.',
        '  MUSEUM_ADMIN_PASWORD is not a setting; the nearest is MUSEUM_ADMIN_PASSWORD.',
      ].join('\n')}\n`,
    ])
  })

  it.each(['migrate', 'call getSchedule', 'demo'])('prints warnings of the settings: %s', async (name) => {
    await run('migrate')
    const { code, text } = await run(name, { MUSEUM_TODAY: '2030-05-01' })
    expect(code).toBe(0)
    expect(text).toMatch(/^MUSEUM_TODAY IS SET/m)
  })
})

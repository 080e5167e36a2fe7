import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe('the info command', () => {
  const { start, run } = useServers(newDatabase)
  const settings = {
    MUSEUM_ADMIN_PASSWORD: 'correct horse battery staple',
    MUSEUM_NAME: 'Museum of Clocks',
    MUSEUM_TIME_ZONE: 'Europe/Zurich',
    MUSEUM_TODAY: '2030-05-01',
    MUSEUM_CURRENCY: 'CHF',
    MUSEUM_GENERAL_PRICE: '12.5',
    MUSEUM_LANGUAGE: 'de',
  }

  it('shows the museum as the API describes it, as text and as JSON', async () => {
    const server = await start(settings)
    const told = (await (await server.request('GET', '/museum')).json()) as object
    const profile = {
      name: 'Museum of Clocks',
      timeZone: 'Europe/Zurich',
      today: '2030-05-01',
      currency: 'CHF',
      generalPrice: 12.5,
      language: 'de',
    }
    expect(told).toEqual({ ...profile, user: { username: 'admin', role: 'admin' } })
    expect((await run('info', settings)).stdout).toBe(
      [
        'Name           Museum of Clocks',
        'Time zone      Europe/Zurich',
        'Today          2030-05-01',
        'General entry  12.50 CHF',
        'Language       de',
        '',
      ].join('\n'),
    )
    const { stdout } = await run('info', settings, '--json')
    expect(JSON.parse(stdout)).toEqual({
      ...profile,
      user: { username: expect.stringMatching(/^cli:/), role: 'admin' },
    })
  })
})

import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'
import { deskIsNotBuilt } from './desk-folder.ts'

describe('a server', () => {
  const { start } = useServers()

  it('serves the desk at /desk/, with the files that the page loads', async () => {
    const { origin, output } = await start()
    const response = await fetch(`${origin}/desk`)
    expect([response.status, response.url]).toEqual([200, `${origin}/desk/`])
    const page = await response.text()
    const files = [...page.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(
      ([, path]) => new URL(path!, response.url),
    )
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect([file.href, (await fetch(file)).status]).toEqual([file.href, 200])
    expect(page).toContain('<meta name="museum-api" content="../v1.1" />')
    expect(output.text).not.toContain(deskIsNotBuilt)
  })

  it('has nothing at /desk with MUSEUM_DESK=off', async () => {
    const { origin } = await start({ MUSEUM_DESK: 'off' })
    expect((await fetch(`${origin}/desk`)).status).toBe(404)
    expect((await fetch(`${origin}/desk/`)).status).toBe(404)
  })
})

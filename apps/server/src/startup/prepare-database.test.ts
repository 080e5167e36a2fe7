import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'

const { folder, run, start } = useServers()
const path = () => join(folder(), 'data/museum.sqlite')
const settings = { MUSEUM_ADMIN_PASSWORD: 'a password for the test' }

describe('a start that creates a new database', () => {
  const warning = /There was no database at .*, and a new, empty one was created/

  it('warns when files beside it show that there was a database before', async () => {
    const server = await start()
    expect(server.output.text).not.toMatch(warning)
    // At first, all content is in the write-ahead log.
    await server.stop('SIGKILL')
    await rm(`${path()}-wal`)
    const again = await start()
    expect(again.output.text).toMatch(warning)
    expect(again.output.text).toContain('admin-password, museum.sqlite-shm')
  })

  it.each([
    'museum.sqlite.replaced-2030-05-17T20-02-11Z',
    'museum-2030-05-17.sqlite',
    'backups/museum-20300517T033000Z.sqlite',
  ])('warns when there is a backup, %s, and does so once', async (name) => {
    await mkdir(join(folder(), 'data/backups'), { recursive: true })
    await writeFile(join(folder(), 'data', name), '', { mode: 0o600 })
    const server = await start(settings)
    expect(server.output.text).toMatch(warning)
    expect(server.output.text).toContain(name)
    await server.stop()
    expect((await start(settings)).output.text).not.toMatch(warning)
  })

  it('warns on the command migrate too, and not for a new museum', async () => {
    expect((await run('migrate')).stderr).toBe('')
    await rm(path())
    await writeFile(join(folder(), 'data/admin-password'), '')
    expect((await run('migrate')).stderr).toMatch(warning)
  })
})

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { startProgram } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

describe('a command', () => {
  const { folder, databaseUrl, run } = useServers(newDatabase)

  it.each(['sales', 'audit', 'users list', 'keys list'])('opens a museum without loading Hono: %s', async (name) => {
    await run('migrate')
    // The sources: a bundle has fewer modules.
    const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
    const printer = path('../../test/child-scripts/print-loaded-packages.ts')
    const words = [process.execPath, '--conditions=@museum/source', '--import', printer, path('../../bin/museum.ts')]
    const environment = { MUSEUM_DATABASE_URL: databaseUrl() }
    const { closed, exited, stderr } = startProgram([...words, ...name.split(' ')], folder(), { environment })
    await closed
    expect(await exited).toMatchObject({ code: 0 })
    expect(stderr.text).not.toContain('loaded: ')
  })
})

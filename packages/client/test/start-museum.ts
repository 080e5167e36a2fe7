import { afterAll, beforeAll } from '@jest/globals'
import { aTemporaryFolder } from '../../../apps/server/test/a-temporary-folder.ts'
import { type StartedServer, startServer } from '../../../apps/server/test/start-server.ts'

export const credentials = { username: 'admin', password: 'correct horse battery stäple' }

/** For the tests of a file: a server with its own database, on the day 2030-05-01 or the real one, with these further settings. */
export const useMuseum = (
  settings: () => Readonly<Record<string, string>> = () => ({}),
  today: '2030-05-01' | 'real' = '2030-05-01',
) => {
  let folder: Awaited<ReturnType<typeof aTemporaryFolder>>
  let server: StartedServer
  beforeAll(async () => {
    folder = await aTemporaryFolder()
    server = await startServer(folder.folder, {
      MUSEUM_ADMIN_PASSWORD: credentials.password,
      ...(today !== 'real' && { MUSEUM_TODAY: today }),
      ...settings(),
    })
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await folder.remove()
  })
  return {
    origin: () => server.origin,
    /** The URL of the API. */
    baseUrl: () => `${server.origin}/v1.1`,
    folder: () => folder.folder,
  }
}

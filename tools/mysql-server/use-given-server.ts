import type { Flavour } from './flavour.ts'
import { identifyServer } from './identify-server.ts'
import type { MysqlServer } from './mysql-server.ts'

/** Logs in to the server that `TEST_MYSQL_URL` names. Throws an error when that fails, or when it is not the wanted flavour. */
export const useGivenServer = async (givenUrl: string, wanted: Flavour | undefined): Promise<MysqlServer> => {
  const example = 'mysql://user:password@127.0.0.1:3306'
  const url = URL.parse(givenUrl)
  if (url === null || !['mysql:', 'mariadb:'].includes(url.protocol) || url.hostname === '') {
    throw new Error(`TEST_MYSQL_URL is not a URL such as ${example}.`)
  }
  const place = `${url.username || '(no user)'} at ${url.host}`
  const { flavour, name } = await identifyServer(givenUrl).catch((error: Error) => {
    // The error of a refused connection has only a code and no message.
    const reason = error.message || (error as NodeJS.ErrnoException).code
    throw new Error(`The log-in to TEST_MYSQL_URL (${place}) failed: ${reason}.`, { cause: error })
  })
  if (wanted !== undefined && flavour !== wanted) {
    throw new Error(`TEST_MYSQL_URL (${place}) is ${name}, but ${wanted} is required: unset one of the two.`)
  }
  return { url: givenUrl, description: `${name}, given by TEST_MYSQL_URL (${place})`, stop: async () => undefined }
}

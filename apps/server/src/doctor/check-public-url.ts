import type { Config } from '../settings/settings.ts'
import { answerAt } from './check-port.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('configuration')

/** Checks whether the museum is where `MUSEUM_PUBLIC_URL` says: its links lead there. */
export const checkPublicUrl = async ({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<readonly Finding[]> => {
  if (publicUrl === undefined) return []
  const url = `${publicUrl.origin}${publicUrl.path}`
  const response = await answerAt(`${url}/healthz`)
  if (response?.status === 200 && response.body['status'] === 'ok') return [ok(`Clients see the museum at ${url}.`)]
  return [
    warning(
      `The museum does not answer at ${url}, where its links lead.`,
      'While the server runs, open this address in a browser. If the museum is not there, correct MUSEUM_PUBLIC_URL or the proxy. ' +
        'If it is there, this machine cannot reach its own public address, which does no harm.',
    ),
  ]
}

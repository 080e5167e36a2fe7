import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadGenerator } from './load-generator.ts'
import { startMuseum } from './measured-server.ts'
import type { Workload } from './requests.ts'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/**
 * The share of the server's processor time that authentication takes under load, from V8's CPU profile. A sample counts
 * for the nearest function in its stack that is in our sources or in a package.
 */
export const authenticationShare = async (
  databaseUrl: string,
  workload: Workload,
  generator: LoadGenerator,
  seconds: number,
): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-profile-'))
  const museum = await startMuseum(databaseUrl, { nodeOptions: `--cpu-prof --cpu-prof-dir=${folder}` })
  await generator.run(museum, workload, 64, seconds * 5)
  await museum.stop()
  const [file] = readdirSync(folder)
  const profile = JSON.parse(readFileSync(join(folder, file!), 'utf8')) as Profile
  rmSync(folder, { recursive: true })
  return shareOf(profile)
}

const authenticationSources = /\/authentication\.ts$|\/(server|application)\/src\/access\/|\/adapters-access\/src\//
const sources = /\/(packages|apps)\/.*\/src\/|\/node_modules\//

const shareOf = ({ nodes, samples, timeDeltas }: Profile): number => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])))
  /** `undefined` while the process is idle. */
  const isAuthentication = (sample: number): boolean | undefined => {
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const { functionName, url } = byId.get(id)!.callFrame
      if (functionName === '(idle)') return undefined
      if (authenticationSources.test(url)) return true
      if (sources.test(url)) return false
    }
    return false
  }
  let [busy, authenticating] = [0, 0]
  // The first half is spent on the start and on code that is not compiled yet.
  for (let index = Math.ceil(samples.length / 2); index < samples.length; index += 1) {
    const answer = isAuthentication(samples[index]!)
    if (answer === undefined) continue
    busy += timeDeltas[index]!
    if (answer) authenticating += timeDeltas[index]!
  }
  return authenticating / busy
}

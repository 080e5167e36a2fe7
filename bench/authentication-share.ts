import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Work, type startLoadGenerator, startOurs } from './measured-server.ts'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/**
 * The share of the server's processor time that is spent in authentication, under load, by the profile of its own
 * engine: what is on top of the stack counts for the nearest of our files beneath it.
 */
export const authenticationShare = async (
  databaseUrl: string,
  work: Work,
  generator: ReturnType<typeof startLoadGenerator>,
  seconds: number,
): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-profile-'))
  const server = await startOurs(databaseUrl, `--cpu-prof --cpu-prof-dir=${folder}`)
  await generator.run(server, work, 64, seconds * 5)
  await server.stop()
  const [name] = readdirSync(folder)
  const profile = JSON.parse(readFileSync(join(folder, name!), 'utf8')) as Profile
  rmSync(folder, { recursive: true })

  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])))
  const isAuthentication = (sample: number): boolean | undefined => {
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const { functionName, url } = nodes.get(id)!.callFrame
      if (functionName === '(idle)') return undefined
      if (/\/authentication\.ts$|\/server\/src\/access\//.test(url)) return true
      if (/\/(packages|apps)\/.*\/src\/|\/node_modules\//.test(url)) return false
    }
    return false
  }
  let [busy, spent] = [0, 0]
  const half = profile.samples.length / 2 // the first one is spent on starting, and on warming up
  for (const [index, sample] of profile.samples.entries()) {
    const answer = index < half ? undefined : isAuthentication(sample)
    if (answer === undefined) continue
    busy += profile.timeDeltas[index]!
    if (answer) spent += profile.timeDeltas[index]!
  }
  return spent / busy
}

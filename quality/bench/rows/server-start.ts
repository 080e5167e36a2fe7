import type { Bench, Row } from '../bench.ts'
import { headers, startMuseum } from '../measured-server.ts'
import { residentMebibytes } from '../process-usage.ts'
import { basePath } from '../requests.ts'
import { median, spreadOf } from '../statistics.ts'

/** How long the museum's server takes until its first response, and its memory then. */
export const serverStart = ({ databases, table, settings }: Bench): readonly Row[] => {
  const name = 'start: from the process to its first answer, and its memory then'
  const measure = async () => {
    const database = await databases.small()
    const [starts, memories]: [number[], number[]] = [[], []]
    for (let round = 0; round < settings.rounds; round += 1) {
      const start = performance.now()
      const museum = await startMuseum(database)
      await fetch(`${museum.url}${basePath}/museum-hours?limit=1`, { headers })
      starts.push(performance.now() - start)
      memories.push(residentMebibytes(museum.pid))
      await museum.stop()
    }
    const seconds = `${(median(starts) / 1_000).toFixed(2)} s ${spreadOf(starts)}`
    table.add({ name, measured: seconds, latency: `${Math.round(median(memories))} MiB` })
  }
  return [{ name, measure }]
}

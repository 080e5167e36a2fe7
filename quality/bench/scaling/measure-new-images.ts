import { headers } from '../measured-server.ts'
import { type Workload, basePath, buyOneEvent, get } from '../requests.ts'
import type { Measurement } from './measure-shapes.ts'
import type { Shape, ShapeFigures, ShapeLoads } from './shape.ts'

// More than a server draws in a round.
const imagesPerSecond = 600

/** One connection that requests the images of tickets which were not drawn before, and those of one ticket. */
export const measureNewImages = async (
  loads: ShapeLoads,
  shape: Shape,
  { rounds, seconds }: Readonly<{ rounds: number; seconds: number }>,
): Promise<readonly Measurement[]> => {
  const series: [ShapeFigures[], ShapeFigures[]] = [[], []]
  for (let round = -1; round < rounds; round += 1) {
    const paths = await buyTickets(shape.urls[0]!, Math.ceil(imagesPerSecond * seconds))
    const workloads: readonly Workload[] = [get(...paths), get(paths[0]!)]
    for (const [n, workload] of workloads.entries()) {
      const figures = await loads.run(shape, workload, 1, seconds)
      if (round >= 0) series[n]!.push(figures)
    }
  }
  return ['new image', 'cached image'].map((workload, n) => ({
    workload,
    shape: shape.name,
    connections: 1,
    rounds: series[n]!,
  }))
}

/** The paths of the images of tickets that it buys. */
const buyTickets = async (url: string, count: number): Promise<readonly string[]> => {
  const { body } = buyOneEvent(20).requests[0]!
  const buy = async () => {
    const response = await fetch(`${url}${basePath}/tickets`, { method: 'POST', headers, body: body! })
    const { ticketId } = (await response.json()) as { ticketId: string }
    return `/tickets/${ticketId}/qr`
  }
  const paths: string[] = []
  while (paths.length < count) paths.push(...(await Promise.all(Array.from({ length: 100 }, buy))))
  return paths
}

import type { Workload } from '../requests.ts'
import type { Shape, ShapeFigures, ShapeLoads } from './shape.ts'

/** A workload for all shapes of a measurement; `connections` for each address of a shape. */
export type ShapeWorkload = Readonly<{ name: string; workload: Workload; connections: number }>

/** The figures of one workload on one shape, by round. */
export type Measurement = Readonly<{
  workload: string
  shape: string
  connections: number
  rounds: readonly ShapeFigures[]
}>

/**
 * Measures the shapes with each workload, round after round; every second round is in reverse order. A warm-up comes first,
 * since code that has run for a while is faster.
 */
export const measureShapes = async (
  loads: ShapeLoads,
  shapes: readonly Shape[],
  workloads: readonly ShapeWorkload[],
  { rounds, seconds }: Readonly<{ rounds: number; seconds: number }>,
): Promise<readonly Measurement[]> => {
  const measurements: Measurement[] = []
  for (const { name, workload, connections } of workloads) {
    const series = shapes.map((shape) => ({ shape, figures: [] as ShapeFigures[] }))
    for (const { shape } of series) await loads.run(shape, workload, connections, seconds)
    for (let round = 0; round < rounds; round += 1)
      for (const { shape, figures } of round % 2 === 0 ? series : series.toReversed()) {
        // The servers still handle the last requests.
        await new Promise((resolve) => setTimeout(resolve, 200))
        figures.push(await loads.run(shape, workload, connections, seconds))
      }
    for (const { shape, figures } of series) {
      measurements.push({ workload: name, shape: shape.name, connections, rounds: figures })
      console.error(`${name}, ${shape.name}: ${Math.round(figures.at(-1)!.rate)} a second in the last round`)
    }
  }
  return measurements
}

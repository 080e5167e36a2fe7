import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import { type Workload, get } from '../requests.ts'

/** An image that was drawn before, compared with the minimal server, which has one image in memory. */
export const cachedImages = (bench: Bench): readonly Row[] => {
  const { generator, table, settings } = bench
  const measure = async (name: string, requestOf: (image: Workload, etag: string) => Workload) => {
    const { path, etag } = await bench.image()
    const image = get(path)
    const [measured, comparedWith] = await compareLoads(
      generator,
      [
        { server: await bench.museum(), workload: requestOf(image, etag) },
        { server: await bench.minimal(), workload: image },
      ],
      { connections: 64, rounds: settings.rounds, seconds: settings.seconds },
    )
    const series = { measured: measured!, comparedWith: comparedWith! }
    table.addComparison({ name, connections: 64, ...series, bound: { min: 0.7 } })
  }
  const cached = 'cached image, compared with the minimal server'
  const conditional = 'cached image, If-None-Match, compared with the minimal server'
  return [
    { name: cached, measure: () => measure(cached, (image) => image) },
    {
      name: conditional,
      measure: () =>
        measure(conditional, (image, etag) => ({ ...image, status: 304, headers: { 'if-none-match': etag } })),
    },
  ]
}

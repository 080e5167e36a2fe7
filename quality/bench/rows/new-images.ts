import type { Bench, Row } from '../bench.ts'
import { newImageCost } from '../image-cost.ts'

/** An image that was not drawn before, compared with a plain way of drawing it. */
export const newImages = ({ table, settings }: Bench): readonly Row[] => {
  const name = 'new image, processor time, compared with plain drawing'
  const measure = async () => {
    const { museum, plain } = await newImageCost(Math.max(20, settings.rounds * 20))
    table.add({
      name,
      measured: `${museum.toFixed(1)} ms`,
      comparedWith: `${plain.toFixed(1)} ms`,
      value: museum / plain,
      bound: { max: 0.25 },
    })
  }
  return [{ name, measure }]
}

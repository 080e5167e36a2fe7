import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import type { Cluster } from './drawable-text.ts'
import type { Face, Weight } from './typeface.ts'

/** Neighbouring clusters with the same face and direction, drawn by one call. Lengths are in pixels. */
type Run = Readonly<{
  text: string
  /** Drawn before the text so that the canvas shapes it well, and clipped away. */
  hiddenPrefix: string
  hiddenPrefixWidth: number
  face: Face
  rightToLeft: boolean
  /** The distance of its left end from the left end of the line. */
  x: number
  width: number
}>

/** A line: its runs from left to right. */
export type Line = Readonly<{ runs: readonly Run[]; width: number }>

export type LineSetter = (clusters: readonly Cluster[]) => Line

/**
 * Returns a function that sets clusters in one line: it joins them into runs, orders the runs from left to right, and
 * measures them.
 */
export const lineSetter = (
  { weight, letterSpacing = 0 }: Readonly<{ weight: Weight; letterSpacing?: number }>,
  size: number,
): LineSetter => {
  const widthOf = cachedTextWidth(weight, size, letterSpacing)
  return (clusters) => {
    let width = 0
    const runs = visualOrder(joinClusters(clusters)).map(({ text, hiddenPrefix, face, level }): Run => {
      const rightToLeft = level % 2 === 1 && hiddenPrefix === ''
      const hiddenPrefixWidth = hiddenPrefix === '' ? 0 : widthOf(hiddenPrefix, face, rightToLeft)
      const [x, runWidth] = [width, widthOf(hiddenPrefix + text, face, rightToLeft) - hiddenPrefixWidth]
      width += runWidth
      return { text, hiddenPrefix, hiddenPrefixWidth, face, rightToLeft, x, width: runWidth }
    })
    return { runs, width: Math.max(0, width - letterSpacing) }
  }
}

type UnmeasuredRun = Pick<Cluster, 'text' | 'hiddenPrefix' | 'face' | 'level'>

const joinClusters = (clusters: readonly Cluster[]) => {
  const runs: UnmeasuredRun[] = []
  for (const { text, hiddenPrefix, face, level } of clusters) {
    const last = runs.at(-1)
    const joins = last?.face === face && last.level === level && last.hiddenPrefix === '' && hiddenPrefix === ''
    if (joins) runs[runs.length - 1] = { ...last, text: last.text + text }
    else runs.push({ text, hiddenPrefix, face, level })
  }
  return runs
}

/** Measures each text once: the same runs are needed many times while lines are broken. */
const cachedTextWidth = (weight: Weight, size: number, letterSpacing: number) => {
  const widths = new Map<string, number>()
  return (text: string, face: Face, rightToLeft: boolean): number => {
    const key = [face.font(weight, size), rightToLeft, text].join()
    const known = widths.get(key)
    if (known !== undefined) return known
    const context = measuringContext()
    context.letterSpacing = `${letterSpacing}px`
    prepareContext(context, face, weight, size, rightToLeft)
    const { width } = context.measureText(text)
    widths.set(key, width)
    return width
  }
}

/** Rule L2 of the Unicode bidirectional algorithm: from the highest level down, each sequence at that level or above is reversed. */
const visualOrder = <T extends Readonly<{ level: number }>>(runs: readonly T[]): T[] => {
  let ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const result: T[] = []
    const reversed: T[] = []
    for (const run of ordered) {
      if (run.level >= level) reversed.unshift(run)
      else result.push(...reversed.splice(0), run)
    }
    ordered = [...result, ...reversed]
  }
  return ordered
}

/** Sets every property of the context that determines the shape and width of a run, except `letterSpacing`. */
export const prepareContext = (
  context: SKRSContext2D,
  face: Face,
  weight: Weight,
  size: number,
  rightToLeft: boolean,
): void => {
  context.font = face.font(weight, size)
  context.lang = face.language
  context.direction = rightToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'left'
}

let context: SKRSContext2D | undefined

/** A context that measures texts and draws nothing; all measurements share it. */
export const measuringContext = (): SKRSContext2D => (context ??= createCanvas(1, 1).getContext('2d'))

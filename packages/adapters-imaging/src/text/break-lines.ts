import { type Cluster, splitIntoCharacters } from './drawable-text.ts'
import type { LineSetter } from './set-line.ts'

type Clusters = readonly Cluster[]

/** Breaks a text into lines, each as long as the width allows. A character that is wider gets its own line. */
export const breakLines = (text: Clusters, setLine: LineSetter, maxWidth: number): Clusters[] => {
  const lines: Clusters[] = []
  let rest = text
  while (trimSpaces(rest).length > 0) {
    const current = rest
    const fits = (end: number) => setLine(trimSpaces(current.slice(0, end))).width <= maxWidth
    // A word that is wider than a line is broken between any two clusters; a cluster that is wider is broken between
    // characters.
    const end = largestPassing(lineEnds(current), fits) ?? largestPassing(clusterEnds(current), fits)
    const [first] = current
    if (end === undefined && splitIntoCharacters(first!).length > 1) {
      rest = [...splitIntoCharacters(first!), ...current.slice(1)]
      continue
    }
    lines.push(trimSpaces(current.slice(0, end ?? 1)))
    rest = current.slice(end ?? 1)
  }
  return lines
}

/**
 * Breaks a text into `lineCount` lines of nearly the same length, which look better than full lines and a short last
 * one.
 */
export const balanceLines = (text: Clusters, lineCount: number, setLine: LineSetter, maxWidth: number): Clusters[] => {
  if (lineCount < 2) return breakLines(text, setLine, maxWidth)
  const ends = lineEnds(text)
  const wordWidths = ends.map((end, index) => setLine(trimSpaces(text.slice(ends[index - 1] ?? 0, end))).width)
  let [tooNarrow, wideEnough] = [Math.max(0, ...wordWidths), maxWidth]
  while (wideEnough - tooNarrow > 4) {
    const middle = (tooNarrow + wideEnough) / 2
    if (breakLines(text, setLine, middle).length <= lineCount) wideEnough = middle
    else tooNarrow = middle
  }
  return breakLines(text, setLine, wideEnough)
}

/** The indices of the clusters before which a line may end. */
const lineEnds = (clusters: Clusters): number[] => [
  ...clusterEnds(clusters).filter((index) => clusters[index]!.mayBreakBefore),
  clusters.length,
]

/** The indices between the clusters. */
const clusterEnds = (clusters: Clusters): number[] => [...clusters.keys()].slice(1)

const trimSpaces = (clusters: Clusters): Clusters => {
  const first = clusters.findIndex(({ isSpace }) => !isSpace)
  return first < 0 ? [] : clusters.slice(first, clusters.findLastIndex(({ isSpace }) => !isSpace) + 1)
}

/**
 * Shortens the last line to whole words (to clusters if not one word fits), removes the punctuation at its end, and
 * adds the ellipsis.
 */
export const truncateLines = (
  lines: readonly (readonly Cluster[])[],
  ellipsis: Cluster,
  setLine: LineSetter,
  maxWidth: number,
): (readonly Cluster[])[] => {
  const last = lines.at(-1)!
  const withEllipsis = (end: number) => {
    const kept = last.slice(0, end)
    return [...kept.slice(0, kept.findLastIndex(({ text }) => !/^[\s\p{P}]$/u.test(text)) + 1), ellipsis]
  }
  const fits = (end: number) => setLine(withEllipsis(end)).width <= maxWidth
  const end = largestPassing(lineEnds(last), fits) ?? largestPassing(clusterEnds(last), fits)
  return [...lines.slice(0, -1), withEllipsis(end ?? 0)]
}

/** The largest of the ascending values that passes, found by bisection. Every value below a passing one must pass. */
const largestPassing = (values: readonly number[], passes: (value: number) => boolean): number | undefined => {
  let [passing, failing] = [-1, values.length]
  while (failing - passing > 1) {
    const middle = (passing + failing) >> 1
    if (passes(values[middle]!)) passing = middle
    else failing = middle
  }
  return values[passing]
}

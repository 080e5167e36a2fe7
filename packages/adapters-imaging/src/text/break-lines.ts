import { type Cluster, splitIntoCharacters } from './drawable-text.ts'
import { largestPassing } from './largest-passing.ts'
import type { LineSetter } from './set-line.ts'

type Clusters = readonly Cluster[]

/** Breaks a text into lines, each as long as the width allows; one character that is wider stands in a line of its own. */
export const breakLines = (text: Clusters, setLine: LineSetter, maxWidth: number): Clusters[] => {
  const lines: Clusters[] = []
  let rest = text
  while (trimSpaces(rest).length > 0) {
    const current = rest
    const fits = (end: number) => setLine(trimSpaces(current.slice(0, end))).width <= maxWidth
    // A word that is wider than a line is broken between any two clusters, and a cluster that is wider between characters.
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

/** Breaks a text into that many lines of nearly one length, which read better than full lines and a short last one. */
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

/** The indices before which a line that begins with these clusters may end. */
export const lineEnds = (clusters: Clusters): number[] => [
  ...clusterEnds(clusters).filter((index) => clusters[index]!.mayBreakBefore),
  clusters.length,
]

/** The indices between the clusters. */
export const clusterEnds = (clusters: Clusters): number[] => [...clusters.keys()].slice(1)

const trimSpaces = (clusters: Clusters): Clusters => {
  const first = clusters.findIndex(({ isSpace }) => !isSpace)
  return first < 0 ? [] : clusters.slice(first, clusters.findLastIndex(({ isSpace }) => !isSpace) + 1)
}

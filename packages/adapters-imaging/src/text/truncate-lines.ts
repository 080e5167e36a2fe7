import { clusterEnds, lineEnds } from './break-lines.ts'
import type { Cluster } from './drawable-text.ts'
import { largestPassing } from './largest-passing.ts'
import type { LineSetter } from './set-line.ts'

/** Shortens the last line to whole words (to clusters if not one fits) without end punctuation, and adds the ellipsis. */
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

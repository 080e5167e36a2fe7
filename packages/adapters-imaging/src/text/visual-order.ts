/** Rule L2 of the Unicode bidirectional algorithm: from the highest level down, each sequence at that level or above is reversed. */
export const visualOrder = <T extends Readonly<{ level: number }>>(runs: readonly T[]): T[] => {
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

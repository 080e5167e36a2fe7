type Series = Readonly<{ name: string; labels: Readonly<Record<string, string>>; value: number }>

/** Reads the text format of Prometheus, version 0.0.4. Throws an error at a line that is neither a comment nor a series. */
export const readMetrics = (text: string) => {
  const families: { name: string; type: string; help: string; series: Series[] }[] = []
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name, rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === 'HELP') families.push({ name: name!, type: '', help: rest, series: [] })
    else if (kind === 'TYPE') families.at(-1)!.type = rest
    else families.at(-1)!.series.push(readSeries(line))
  }
  const all = families.flatMap(({ series }) => series)
  return {
    families,
    /** The value of the series with exactly these labels. */
    valueOf: (name: string, labels: Readonly<Record<string, string>> = {}): number | undefined =>
      all.find(
        (series) =>
          series.name === name &&
          Object.keys(series.labels).length === Object.keys(labels).length &&
          Object.entries(labels).every(([label, value]) => series.labels[label] === value),
      )?.value,
  }
}

const readSeries = (line: string): Series => {
  const [, name, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === undefined) throw new Error(`not a series: ${line}`)
  const pairs = [...labels.matchAll(/([a-zA-Z]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)]
  return { name, labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text])), value: Number(value) }
}

type Server = Readonly<{ output: Readonly<{ text: string }> }>

/** Where a started server serves its metrics, by its log. */
export const metricsAddress = ({ output }: Server): string => /"metrics":"(http[^"]+)"/.exec(output.text)![1]!

/** The metrics of a started server. */
export const metricsOf = async (server: Server) => readMetrics(await (await fetch(metricsAddress(server))).text())

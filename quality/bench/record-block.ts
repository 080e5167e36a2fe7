import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces what stands in a document between the line `<!-- name -->` and the next line `<!-- end -->`. */
export const recordBlock = (document: string, name: string, text: string): void => {
  const start = `<!-- ${name} -->\n`
  const lines = readFileSync(document, 'utf8')
  const from = lines.indexOf(start)
  const to = lines.indexOf('<!-- end -->', from)
  if (from < 0 || to < 0) throw new Error(`${document} has no block "${name}".`)
  writeFileSync(document, `${lines.slice(0, from)}${start}\n${text}\n\n${lines.slice(to)}`)
}

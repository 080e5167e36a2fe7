import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Prints the size of the code: files and lines of each package, the largest folder of each, and how many names `application`
 * exports. Tests, test support and generated files are not counted.
 */
const root = `${import.meta.dirname}/../`
const isCounted = (path: string) =>
  !/\.test\.tsx?$|\.browser\.ts$|\/generated\/|\/contracts\/|\/in-memory\/|\/examples\/|^packages\/testing\//.test(path)

const sources = globSync('{packages,apps}/*/{src,bin}/**/*.{ts,tsx}', { cwd: root }).filter(isCounted).toSorted()
const lines = new Map(sources.map((path) => [path, readFileSync(root + path, 'utf8').split('\n').length - 1]))
const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + lines.get(path)!, 0)

const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
row('package', 'files', 'lines', 'files under 15 lines', 'largest folder')
row('---', '--:', '--:', '--:', '---')
const packages = Map.groupBy(sources, (path) => path.split('/').slice(0, 2).join('/'))
const printPackage = (name: string, paths: readonly string[]) => {
  const [folder, files] = [...Map.groupBy(paths, dirname)].toSorted(([, a], [, b]) => b.length - a.length)[0]!
  const small = paths.filter((path) => lines.get(path)! < 15)
  row(name, paths.length, sum(paths), small.length, `${folder} (${files.length})`)
}
for (const [name, paths] of packages) printPackage(name, paths)
printPackage('all', sources)

const index = readFileSync(`${root}packages/application/src/index.ts`, 'utf8')
const names = [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
  list.split(',').filter((name) => name.trim() !== ''),
)
console.log(`\n@museum/application exports ${names.length} names.`)

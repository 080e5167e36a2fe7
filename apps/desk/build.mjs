/**
 * Builds the desk into `dist`, unless the last build had the same sources: before `start` and before the tests. With the argument
 * of a folder it builds into that folder instead: into the package of the server, when that is packed.
 */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const desk = dirname(fileURLToPath(import.meta.url))
const root = resolve(desk, '../..')
const given = process.argv[2]
const folder = given === undefined ? join(desk, 'dist') : resolve(given)
const hashFile = join(folder, '.sources')

/** What the build reads. The lockfile stands for the libraries. */
const sources = ['apps/desk', 'packages/client/src', 'packages/languages/src', 'pnpm-lock.yaml', 'tsconfig.base.json']

/**
 * The files of a folder, or the file itself.
 *
 * @type {(path: string) => readonly string[]}
 */
const filesOf = (path) =>
  statSync(join(root, path)).isFile()
    ? [path]
    : readdirSync(join(root, path))
        .filter((name) => !/^(node_modules|dist\b.*)$/.test(name) && !name.endsWith('.test.ts'))
        .flatMap((name) => filesOf(`${path}/${name}`))

const hashOfSources = () => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf).toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

const hash = hashOfSources()
const isCurrent = existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash
if (!isCurrent || given !== undefined) {
  const { build } = await import('vite')
  // Built aside and renamed, so that a server that starts meanwhile finds the files of one build.
  const built = `${folder}.${process.pid}`
  await build({
    configFile: join(desk, 'vite.config.mjs'),
    logLevel: 'warn',
    build: { outDir: built, emptyOutDir: true },
  })
  // Vite lists the libraries only.
  const licence = readFileSync(join(desk, 'src/styles/eb-garamond-licence.txt'), 'utf8')
  appendFileSync(join(built, 'licences.md'), `\n## EB Garamond (OFL-1.1)\n\n${licence}`)
  writeFileSync(join(built, '.sources'), hash)
  mkdirSync(folder, { recursive: true })
  renameSync(folder, `${built}.before`)
  renameSync(built, folder)
  rmSync(`${built}.before`, { recursive: true })
}

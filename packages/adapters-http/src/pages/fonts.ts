import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { immutable, staticFile } from './static-file.ts'
import type { MuseumEnv } from '../museum-env.ts'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('@fontsource-variable/eb-garamond/package.json'))
const fromPackage = (name: string) => readFileSync(join(folder, name))

/** The file of each subset of the typeface, by its name in the style sheet of the package. */
const files = new Map<string, Readonly<{ path: string; content: Buffer }>>()

/** The style sheet of the typeface of the ticket images, `EB Garamond Variable`; a browser loads the subsets that it needs. */
const styleSheet = String(fromPackage('index.css'))
  .replaceAll(/\/\*[^*]*\*\/\s*/g, '')
  // A text shows the typeface at the first visit, too, unless it takes seconds to arrive: then no text jumps while it is read.
  .replaceAll('font-display: swap', 'font-display: fallback')
  .replaceAll(/url\(\.\/(files\/[\w-]+\.woff2)\)/g, (_, name: string) => {
    const content = fromPackage(name)
    const path = `/fonts/${hash('sha256', content, 'hex').slice(0, 16)}.woff2`
    files.set(name, { path, content })
    return `url(MOUNT${path})`
  })

/** The style sheet of the typeface for an API below this path. */
export const fontStyle = (mountPath: string): string => styleSheet.replaceAll('MOUNT', mountPath)

/** The path of the subset with the letters of English. */
export const latinFont = files.get('files/eb-garamond-latin-wght-normal.woff2')!.path

/** The files of the typeface. */
export const fonts = (): Hono<MuseumEnv> => {
  const routes = new Hono<MuseumEnv>({ strict: false })
  for (const { path, content } of files.values())
    routes.get(
      path,
      staticFile(() => content, { 'Content-Type': 'font/woff2', ...immutable }),
    )
  return routes
}

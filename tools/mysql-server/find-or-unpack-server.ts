import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type PackageSet, downloadServerPackages } from './download-server-packages.ts'
import { runProgram } from './run-program.ts'
import { type ServerProgram, inspectServerProgram } from './server-program.ts'

const dayInMilliseconds = 24 * 60 * 60 * 1000

/**
 * Finds the server that an earlier run unpacked, or downloads one with apt from the machine's Linux distribution (MySQL on
 * Debian: from the unstable release) and unpacks it. Nothing is installed and no root is needed.
 */
export const findOrUnpackServer = async (packages: PackageSet): Promise<ServerProgram> => {
  await runProgram('apt-get', ['--version'], 30)
  const architecture = (await runProgram('dpkg', ['--print-architecture'], 30)).stdout.trim()
  const cache = cacheFolder()
  await mkdir(cache, { recursive: true })
  await removeAbandonedFolders(cache)

  const tree = join(cache, `${packages}-${architecture}`)
  if (!(await hasServer(tree))) {
    process.stderr.write(`Downloading a ${packages} server with apt into ${tree}; this is done once.\n`)
    await unpackServer(tree, packages, cache)
  }
  return findServerIn(tree)
}

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'museum-tests')

const findServerIn = async (tree: string): Promise<ServerProgram> => {
  const find = (pattern: string): string[] =>
    globSync(pattern, { cwd: tree })
      .map((name) => join(tree, name))
      .toSorted()
  const [path] = find('usr/sbin/{mariadbd,mysqld}')
  // The server runs with the loader and the C library that were unpacked with it, which differ from the machine's.
  const [loader] = find('{lib,usr/lib}/*/ld-linux*.so.*')
  if (path === undefined || loader === undefined) throw new Error(`There is no server in ${tree}`)
  const libraries = find('{lib,usr/lib}/*-linux-gnu*').join(':')
  return inspectServerProgram([loader, '--library-path', libraries, path], path, join(tree, 'usr'))
}

const hasServer = (tree: string): Promise<boolean> =>
  findServerIn(tree).then(
    () => true,
    () => false,
  )

const unpackServer = async (tree: string, packages: PackageSet, cache: string): Promise<void> => {
  const folder = await mkdtemp(join(cache, 'unpacking-'))
  try {
    const files = await downloadServerPackages(packages, folder)
    const unpacked = join(folder, 'tree')
    for (const file of files) await runProgram('dpkg-deb', ['--extract', file, unpacked], 600)
    await findServerIn(unpacked)
    // A concurrent run may have finished first, and its server may be running from that folder.
    if (await hasServer(tree)) return
    // A rename is atomic: other runs see the whole server or none. Before, a folder without a working server is moved
    // away.
    await rename(tree, join(folder, 'broken')).catch(() => undefined)
    await rename(unpacked, tree).catch(async (error: unknown) => {
      if (!(await hasServer(tree))) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const removeAbandonedFolders = async (cache: string): Promise<void> => {
  const names = (await readdir(cache)).filter((name) => name.startsWith('unpacking-'))
  for (const folder of names.map((name) => join(cache, name))) {
    const stats = await stat(folder).catch(() => undefined)
    // Only old folders: a concurrent run may be using a newer one.
    if (stats && Date.now() - stats.mtimeMs > dayInMilliseconds) await rm(folder, { recursive: true, force: true })
  }
}

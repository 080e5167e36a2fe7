import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { runProgram, type ProgramOutput } from './run-program.ts'
import { inspectServerProgram, type Flavour, type ServerProgram } from './server-program.ts'

// The first name that the machine's package sources know is taken. Ubuntu has version numbers in some of its names.
const packageNames = {
  mariadb: ['mariadb-server-core', 'mariadb-server-core-10.6'],
  mysql: ['mysql-server-core', 'mysql-server-core-8.4', 'mysql-server-core-8.0'],
} as const

const day = 24 * 60 * 60 * 1000
const aptSeconds = 20 * 60

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'museum-tests')

/** An apt with lists, cache and status of its own, so that it needs no root and changes nothing on the machine. */
type PrivateApt = {
  readonly run: (...args: string[]) => Promise<ProgramOutput>
  /** Downloads the first package of these names that there is, with everything it needs. */
  readonly download: (names: readonly string[]) => Promise<string[]>
}

const setUpApt = async (folder: string, sourcesFile?: string): Promise<PrivateApt> => {
  await mkdir(join(folder, 'state', 'lists', 'partial'), { recursive: true })
  await mkdir(join(folder, 'cache', 'archives', 'partial'), { recursive: true })
  // No package counts as installed: what is downloaded is complete down to the C library, whatever the machine has,
  // lacks or has broken.
  await writeFile(join(folder, 'status'), '')
  const configuration = join(folder, 'apt.conf')
  await writeFile(
    configuration,
    [
      `Dir::State "${folder}/state";`,
      `Dir::State::lists "${folder}/state/lists";`,
      `Dir::State::status "${folder}/status";`,
      `Dir::Cache "${folder}/cache";`,
      `Dir::Cache::archives "${folder}/cache/archives";`,
      `Dir::Etc::preferences "/dev/null";`,
      `Dir::Etc::preferencesparts "/dev/null";`,
      ...(sourcesFile ? [`Dir::Etc::sourcelist "${sourcesFile}";`, `Dir::Etc::sourceparts "/dev/null";`] : []),
      // As root, apt downloads as a user who may not enter a private folder.
      'APT::Sandbox::User "root";',
      'APT::Default-Release "";',
      'APT::Install-Recommends "false";',
      'Acquire::Languages "none";',
      'Acquire::Retries "3";',
      // What the machine does after its own updates is none of our business.
      '#clear APT::Update;',
      '',
    ].join('\n'),
  )
  const run = (...args: string[]): Promise<ProgramOutput> =>
    runProgram('apt-get', ['-c', configuration, '-q', ...args], aptSeconds)
  // A mirror that does not answer is only a warning here: the machine may have others, which suffice.
  const { stderr: warnings } = await run('update')
  return {
    run,
    download: async (names) => {
      const reasons = warnings.trim() === '' ? [] : [warnings.trim()]
      for (const name of names) {
        try {
          await run('--yes', '--download-only', 'install', name)
          const archives = join(folder, 'cache', 'archives')
          return globSync('*.deb', { cwd: archives }).map((file) => join(archives, file))
        } catch (error) {
          reasons.push((error as Error).message)
        }
      }
      throw new Error(reasons.join('\n'))
    },
  }
}

/**
 * Debian's stable releases have no MySQL, its unstable one (sid) has: the same mirrors that the machine is set up with,
 * with another release name, and checked against the same keys.
 */
const writeSourcesOfSid = async (machine: PrivateApt, file: string): Promise<boolean> => {
  const filter = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian']
  const { stdout } = await machine.run('indextargets', '--format', '$(REPO_URI)', ...filter)
  const mirrors = new Set(stdout.split('\n').filter((line) => line !== ''))
  const keys = ['pgp', 'gpg'].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`).find(existsSync)
  const options = keys === undefined ? '' : `[signed-by=${keys}] `
  await writeFile(file, [...mirrors].map((mirror) => `deb ${options}${mirror} sid main\n`).join(''))
  return mirrors.size > 0
}

const downloadPackages = async (flavour: Flavour, folder: string): Promise<string[]> => {
  const machine = await setUpApt(join(folder, 'apt'))
  try {
    return await machine.download(packageNames[flavour])
  } catch (error) {
    const sources = join(folder, 'sid.list')
    if (flavour !== 'mysql' || !(await writeSourcesOfSid(machine, sources))) throw error
    const sid = await setUpApt(join(folder, 'apt-sid'), sources)
    return await sid.download(packageNames[flavour])
  }
}

const findServerIn = async (tree: string): Promise<ServerProgram> => {
  const find = (pattern: string): string[] =>
    globSync(pattern, { cwd: tree })
      .map((name) => join(tree, name))
      .toSorted()
  const [path] = find('usr/sbin/{mariadbd,mysqld}')
  // The server runs through the loader that was unpacked beside it, as its C library is rarely the machine's.
  const [loader] = find('{lib,usr/lib}/*/ld-linux*.so.*')
  if (path === undefined || loader === undefined) throw new Error(`There is no server in ${tree}`)
  const libraries = find('{lib,usr/lib}/*-linux-gnu*').join(':')
  return inspectServerProgram([loader, '--library-path', libraries, path], path, join(tree, 'usr'))
}

const holdsServer = (tree: string): Promise<boolean> =>
  findServerIn(tree).then(
    () => true,
    () => false,
  )

const removeLeftOvers = async (cache: string): Promise<void> => {
  const names = (await readdir(cache)).filter((name) => name.startsWith('unpacking-'))
  for (const folder of names.map((name) => join(cache, name))) {
    const information = await stat(folder).catch(() => undefined)
    // Another run may be at work in a younger one.
    if (information && Date.now() - information.mtimeMs > day) await rm(folder, { recursive: true, force: true })
  }
}

const unpackInto = async (tree: string, flavour: Flavour, cache: string): Promise<void> => {
  const folder = await mkdtemp(join(cache, 'unpacking-'))
  try {
    const packages = await downloadPackages(flavour, folder)
    const unpacked = join(folder, 'tree')
    for (const file of packages) await runProgram('dpkg-deb', ['--extract', file, unpacked], 600)
    await findServerIn(unpacked)
    // Another run may have been faster, and its server may be running from there.
    if (await holdsServer(tree)) return
    // Whole or not at all: nobody ever finds half a server. What does not work is moved out of the way first.
    await rename(tree, join(folder, 'broken')).catch(() => undefined)
    await rename(unpacked, tree).catch(async (error: unknown) => {
      if (!(await holdsServer(tree))) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The server of the machine's own Linux distribution (on Debian, MySQL comes from its unstable release), downloaded with apt and unpacked into a folder of the user's:
 * nothing is installed, and no root is needed. The folder is kept for the next time.
 */
export const findOrUnpackServer = async (flavour: Flavour): Promise<ServerProgram> => {
  await runProgram('apt-get', ['--version'], 30)
  const architecture = (await runProgram('dpkg', ['--print-architecture'], 30)).stdout.trim()
  const cache = cacheFolder()
  await mkdir(cache, { recursive: true })
  await removeLeftOvers(cache)

  const tree = join(cache, `${flavour}-${architecture}`)
  if (!(await holdsServer(tree))) {
    process.stderr.write(`Downloading a ${flavour} server with apt into ${tree}; this is done once.\n`)
    await unpackInto(tree, flavour, cache)
  }
  return findServerIn(tree)
}

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Flavour } from './flavour.ts'
import { type PrivateApt, setUpPrivateApt } from './private-apt.ts'

/** The packages of a server, or of MariaDB with Galera. */
export type PackageSet = Flavour | 'galera'

// In order of preference; some names of Ubuntu have version numbers.
const packageNames = {
  mariadb: [['mariadb-server-core'], ['mariadb-server-core-10.6']],
  mysql: [['mysql-server-core'], ['mysql-server-core-8.4'], ['mysql-server-core-8.0']],
  galera: [['mariadb-server-core', 'galera-4']],
} as const

/** Downloads packages and all their dependencies into a folder, and resolves with the files. */
export const downloadServerPackages = async (packages: PackageSet, folder: string): Promise<string[]> => {
  const machineApt = await setUpPrivateApt(join(folder, 'apt'))
  try {
    return await machineApt.download(packageNames[packages])
  } catch (error) {
    const sourcesFile = join(folder, 'sid.list')
    if (packages !== 'mysql' || !(await writeSourcesOfSid(machineApt, sourcesFile))) throw error
    const sidApt = await setUpPrivateApt(join(folder, 'apt-sid'), sourcesFile)
    return await sidApt.download(packageNames[packages])
  }
}

/**
 * Writes package sources for Debian's unstable release (sid), since its stable releases have no MySQL. The mirrors and
 * the keys are those of the machine's own sources. Resolves with false when the machine has no mirror of Debian.
 */
const writeSourcesOfSid = async (machineApt: PrivateApt, sourcesFile: string): Promise<boolean> => {
  const filter = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian']
  const { stdout } = await machineApt.run('indextargets', '--format', '$(REPO_URI)', ...filter)
  const mirrors = new Set(stdout.split('\n').filter((line) => line !== ''))
  const keys = ['pgp', 'gpg'].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`).find(existsSync)
  const options = keys === undefined ? '' : `[signed-by=${keys}] `
  await writeFile(sourcesFile, [...mirrors].map((mirror) => `deb ${options}${mirror} sid main\n`).join(''))
  return mirrors.size > 0
}

import { accessSync, constants, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import type { Flavour } from './flavour.ts'
import { type ServerProgram, inspectServerProgram } from './server-program.ts'

export type InstalledServers = {
  readonly programs: readonly ServerProgram[]
  /** One sentence for each found server program that cannot be used: why not. */
  readonly rejections: readonly string[]
}

/** Finds the installed servers of the wanted flavour, or of both. MariaDB comes first, since it starts faster. */
export const findInstalledServers = async (wanted: Flavour | undefined): Promise<InstalledServers> => {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const folders = [...onPath, ...usualFolders.flatMap((pattern) => globSync(pattern))]
  const paths = programNames.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable)

  const pathByRealPath = new Map<string, string>()
  for (const path of paths) {
    const realPath = realpathSync(path)
    if (!pathByRealPath.has(realPath)) pathByRealPath.set(realPath, path)
  }
  const programs: ServerProgram[] = []
  const rejections: string[] = []
  for (const [realPath, path] of pathByRealPath) {
    try {
      const program = await inspectServerProgram([path], path, dirname(dirname(realPath)))
      if (wanted === undefined || program.flavour === wanted) programs.push(program)
      else rejections.push(`${path} is ${program.flavour} ${program.version}, not the wanted ${wanted}`)
    } catch (error) {
      rejections.push((error as Error).message)
    }
  }
  return { programs, rejections }
}

const programNames = ['mariadbd', 'mysqld']

// Folders of servers that are often not on the PATH of ordinary users. The patterns are Homebrew's, which does
// not link versioned packages such as mysql@8.4.
const usualFolders = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/libexec',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/opt/{mariadb,mysql}*/bin',
  '/usr/local/opt/{mariadb,mysql}*/bin',
]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

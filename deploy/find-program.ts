import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']

/** The path of a program that a package of Debian brings. Throws an error that names the package. */
export const findProgram = (name: string, debianPackage: string): string => {
  for (const folder of folders) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // The next folder may have it.
    }
  }
  throw new Error(`${name} is missing: apt-get install --no-install-recommends ${debianPackage}`)
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packedPackages, tarballsOf } from './packed-packages.ts'
import { workspace, workspacePackages } from './workspace-packages.ts'

const root = fileURLToPath(workspace)

/**
 * Installs packed packages into the `node_modules` of a folder, with the packages of the museum that they depend on, as
 * `npm install` does with their tarballs. Other packages that they depend on, and `tools` such as a test runner, are links
 * to those that a package of the workspace has: nothing is downloaded.
 */
export const installPackedPackages = async (
  folder: string,
  names: readonly string[],
  tools: readonly string[] = [],
): Promise<void> => {
  const packages = await packedPackages()
  const tarballs = tarballsOf(packages, ...names)
  const link = (name: string, from: string) => {
    const path = join(folder, 'node_modules', name)
    if (existsSync(path)) return
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, from, 'node_modules', name), path)
  }
  const folders = ['.', ...workspacePackages().map((each) => each.folder)]
  for (const tool of tools) {
    const found = folders.find((from) => existsSync(join(root, from, 'node_modules', tool)))
    if (found === undefined) throw new Error(`The workspace has no ${tool}.`)
    link(tool, found)
  }
  for (const { folder: source, manifest } of workspacePackages()) {
    const packed = packages.get(manifest.name)!
    if (!tarballs.includes(packed.tarball)) continue
    const target = join(folder, 'node_modules', manifest.name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', packed.tarball, '-C', target, '--strip-components=1'])
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
      if (!packages.has(name)) link(name, source)
  }
}

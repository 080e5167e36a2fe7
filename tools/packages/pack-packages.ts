import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { workspace, workspacePackages } from './workspace-packages.ts'

/** A packed package: `tarball` is the absolute path of its file, `dependencies` are the packages of the workspace that it needs. */
export interface PackedPackage {
  readonly name: string
  readonly tarball: string
  readonly dependencies: readonly string[]
}

/** What `pnpm pack --json` prints about a package. */
interface PackReport {
  readonly name: string
  readonly filename: string
}

/**
 * Packs every package that can be published into a folder, as `pnpm publish` does: `prepack` builds it, and versions
 * replace `workspace:` and `catalog:`. Builds in the workspace: do not run two at the same time.
 */
export const packPackages = async (folder: string): Promise<readonly PackedPackage[]> => {
  const packages = workspacePackages()
  const names = new Set(packages.map(({ manifest }) => manifest.name))
  const filters = packages.flatMap(({ manifest }) => ['--filter', manifest.name])
  const { stdout } = await promisify(execFile)(
    'pnpm',
    ['--recursive', ...filters, 'pack', '--json', '--pack-destination', resolve(folder)],
    { cwd: fileURLToPath(workspace), maxBuffer: 64 * 2 ** 20 },
  ).catch((error: Error & { stdout?: string }) => {
    // The compiler prints its errors to the standard output.
    throw new Error(`The packages cannot be packed. ${error.message}\n${error.stdout ?? ''}`)
  })
  // Above the JSON, pnpm prints the output of `prepack`.
  const reports = JSON.parse(stdout.slice(stdout.search(/^\[$/m))) as readonly PackReport[]
  const tarballs = new Map(reports.map(({ name, filename }) => [name, filename]))
  return packages.map(({ manifest: { name, dependencies, peerDependencies } }) => {
    const tarball = tarballs.get(name)
    if (tarball === undefined) throw new Error(`pnpm packed no ${name}.`)
    const required = Object.keys({ ...dependencies, ...peerDependencies })
    return { name, tarball, dependencies: required.filter((each) => names.has(each)) }
  })
}

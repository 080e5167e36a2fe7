import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { type PackedPackage, packPackages } from './pack-packages.ts'
import { workspace, workspacePackages } from './workspace-packages.ts'

/** Packed packages by name. */
export type PackedPackages = ReadonlyMap<string, PackedPackage>

const root = fileURLToPath(workspace)
const cache = join(root, 'node_modules/.cache/museum-packages')

/** A hash of all files that packing reads. */
const hashOfSources = (): string => {
  const folders = workspacePackages().map(({ folder }) => folder)
  const files = globSync(
    ['LICENSE', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'apps/desk/**', ...folders.map((f) => `${f}/**`)],
    {
      cwd: root,
      exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
    },
  )
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    if (!statSync(join(root, file)).isFile()) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * The last call in this process. Calls run one after the other, since `begin exclusive` blocks this process while
 * another call has the lock.
 */
let lastCall: Promise<unknown> = Promise.resolve()

/** Calls `run` while no other process does. The lock ends when its process ends in any way; a lock file would stay. */
const withLock = async <T>(run: () => Promise<T>): Promise<T> => {
  mkdirSync(cache, { recursive: true })
  const lock = new DatabaseSync(join(cache, 'lock.sqlite'), { timeout: 600_000 })
  try {
    lock.exec('begin exclusive')
    return await run()
  } finally {
    lock.close()
  }
}

/**
 * The packages of the workspace, packed as they are now. They are packed again only after one of their files has
 * changed. Several processes can call it at the same time. The keys are the names of the packages.
 */
export const packedPackages = (): Promise<PackedPackages> => {
  const call = lastCall.then(() => withLock(packOnce))
  lastCall = call.catch(() => undefined)
  return call
}

const packOnce = async (): Promise<PackedPackages> => {
  const folder = join(cache, hashOfSources())
  const list = join(folder, 'packages.json')
  if (!existsSync(list)) {
    rmSync(folder, { recursive: true, force: true })
    const packages = await packPackages(folder)
    writeFileSync(`${list}.new`, JSON.stringify(packages))
    renameSync(`${list}.new`, list)
  }
  const packages = JSON.parse(readFileSync(list, 'utf8')) as readonly PackedPackage[]
  return new Map(packages.map((each) => [each.name, each]))
}

/** The tarballs of these packages and of the packages that they depend on: `npm install` needs all of them. */
export const tarballsOf = (packages: PackedPackages, ...names: readonly string[]): string[] => {
  const found = new Set<PackedPackage>()
  const add = (name: string) => {
    const packed = packages.get(name)
    if (packed === undefined) throw new Error(`${name} is no package of the workspace that can be published.`)
    if (found.has(packed)) return
    found.add(packed)
    packed.dependencies.forEach(add)
  }
  names.forEach(add)
  return [...found].map(({ tarball }) => tarball)
}

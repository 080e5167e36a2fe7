import { readdirSync, readFileSync } from 'node:fs'

/** The part of a package.json that packing needs. */
export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A package of the workspace that can be published. `folder` is relative to the workspace, such as `packages/domain`. */
export interface WorkspacePackage {
  readonly folder: string
  readonly manifest: Manifest
}

/** The folder of the workspace. */
export const workspace = new URL('../../', import.meta.url)

/** The packages of the workspace that are not private. */
export const workspacePackages = (): readonly WorkspacePackage[] =>
  ['packages', 'apps']
    .flatMap((parent) => readdirSync(new URL(parent, workspace)).map((name) => `${parent}/${name}`))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(new URL(`${folder}/package.json`, workspace), 'utf8')) as Manifest,
    }))
    .filter(({ manifest }) => !manifest.private)

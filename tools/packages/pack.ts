// `pnpm run packages:pack [FOLDER]`: packs all packages that can be published into a folder.
import { mkdirSync } from 'node:fs'
import { packPackages } from './pack-packages.ts'

const folder = process.argv[2] ?? 'dist/packages'
mkdirSync(folder, { recursive: true })
for (const { name, tarball } of await packPackages(folder)) console.log(`${name}  ${tarball}`)

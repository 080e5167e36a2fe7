import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the built files of the desk can be: beside this workspace in a clone, and in this package when it is installed. */
const folders = ['../../../desk/dist/', '../../dist/desk/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The folder with the files of the desk if they are to be served and are built; `undefined` otherwise. */
export const deskFolder = ({ desk }: { readonly desk: 'on' | 'off' }): string | undefined =>
  desk === 'on' ? folders.find((folder) => existsSync(join(folder, 'index.html'))) : undefined

/** What is said when the desk is to be served and is not built. Only a clone can lack it. */
export const deskIsNotBuilt =
  'The desk is not built: there is nothing at /desk. Build it with `node apps/desk/build.mjs`, or set MUSEUM_DESK=off.'

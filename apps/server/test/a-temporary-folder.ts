import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder; `remove` deletes it. */
export const aTemporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'museum-server-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Throws when another program uses the folder: each would admit what the other one has admitted. */
export const lockFolder = async (/** @type {string} */ folder) => {
  const path = join(folder, 'lock')
  // Only a running program accepts connections: the socket of one that was killed does not.
  const isLocked = await new Promise((resolve) => {
    const socket = connect(path, () => resolve(true))
    socket.on('error', () => resolve(false))
  })
  if (isLocked) throw new Error(`Another gate uses the folder ${folder}.`)
  rmSync(path, { force: true })
  await once(createServer().listen(path).unref(), 'listening')
}

import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Throws when another program uses the folder, since each would admit tickets that the other one has admitted. */
export const lockFolder = async (/** @type {string} */ folder) => {
  const path = join(folder, 'lock')
  const starting = `${path}.starting`
  // Only one of several programs that start at the same time creates this file. Otherwise each could remove the socket
  // of another.
  const file = await open(starting, 'wx').catch((error) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(
      `Another gate starts in the folder ${folder}. If no gate does, delete ${starting}, and start this gate again.`,
    )
  })
  try {
    // Only a running program accepts connections: the socket of one that was killed does not.
    const isLocked = await new Promise((resolve) => {
      const socket = connect(path, () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (isLocked) throw new Error(`Another gate uses the folder ${folder}.`)
    await rm(path, { force: true })
    await once(createServer().listen(path).unref(), 'listening')
  } finally {
    await file.close()
    await rm(starting)
  }
}

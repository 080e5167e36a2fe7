import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A way to a server on which connections break, at a rate from 0 to 1 for each request and each answer. */
export const openCuttingProxy = async (serverOrigin: string, rate: number) => {
  const target = new URL(serverOrigin)
  const sockets = new Set<Socket>()
  let cuts = 0
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    const cutByChance = () => {
      const isUp = Math.random() < rate
      if (isUp) {
        cuts += 1
        cut()
      }
      return isUp
    }
    near.on('data', (request) => {
      if (cutByChance()) return
      // Passed on, and cut before the server has done it, or while it is at it.
      far.write(request, () => setTimeout(cutByChance, Math.random() * 5))
    })
    far.on('data', (answer: Buffer) => {
      if (cutByChance()) return
      // Half of an answer is none either.
      if (Math.random() < rate) near.write(answer.subarray(0, answer.length / 2), cut)
      else near.write(answer)
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** How many connections were cut so far. */
    cuts: () => cuts,
    async close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await once(proxy, 'close')
    },
  }
}

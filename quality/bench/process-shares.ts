/**
 * How connections and requests spread over server processes that share a listening socket:
 *
 *     node --conditions=@museum/source quality/bench/process-shares.ts [PROCESSES]
 *
 * Prints the share of each process, for 64 connections that are kept, opened at once or one after another, and for a new
 * connection for each request.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bindSocket, withSocket } from '../../tools/bind-socket.ts'
import { headers, password, repository, stopping } from './measured-server.ts'

const processes = Number(process.argv[2] ?? 2)
const [connections, rounds, milliseconds] = [64, 5, 2_000]
const folder = mkdtempSync(join(tmpdir(), 'museum-shares-'))
const socket = bindSocket()
const program = join(repository, 'node_modules/.bin/museum')
const logOf = (n: number) => join(folder, `log-${n}`)
const read = (n: number) => readFileSync(logOf(n), 'utf8')

const start = async (n: number): Promise<ChildProcess> => {
  const log = openSync(logOf(n), 'w')
  const child = spawn(withSocket[0]!, [...withSocket.slice(1), program, 'serve'], {
    cwd: folder,
    stdio: ['ignore', log, 'inherit', socket.fd],
    env: { ...process.env, MUSEUM_PORT: '0', MUSEUM_ADMIN_PASSWORD: password },
  })
  while (!read(n).includes('the server is listening')) await sleep(20)
  return child
}

/** Sends requests one after another on each connection; resolves to how many were answered. */
const load = async (isKept: boolean, pauseBetweenConnections: number) => {
  const end = performance.now() + pauseBetweenConnections * connections + milliseconds
  const client = async (n: number) => {
    await sleep(n * pauseBetweenConnections)
    const agent = new Agent({ keepAlive: isKept, maxSockets: 1 })
    while (performance.now() < end)
      await new Promise<void>((resolve, reject) => {
        const sent = get(`${socket.origin}/v1.1/museum-hours`, { agent, headers }, (response) =>
          response.resume().once('end', resolve),
        )
        sent.once('error', reject)
      })
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => client(n)))
  // The log is written every 20 ms.
  await sleep(500)
}

const answered = () => Array.from({ length: processes }, (_, n) => read(n).split('"msg":"answered"').length - 1)
const percent = (value: number, sum: number) => `${((100 * value) / sum).toFixed(0).padStart(3)} %`

const children: ChildProcess[] = []
for (let n = 0; n < processes; n += 1) children.push(await start(n))
try {
  for (const [name, isKept, pause] of [
    ['kept, opened at once', true, 0],
    ['kept, opened one after another', true, 10],
    ['a new connection for each request', false, 0],
  ] as const) {
    for (let round = 0; round < rounds; round += 1) {
      const before = answered()
      await load(isKept, pause)
      const counts = answered().map((count, n) => count - before[n]!)
      const sum = counts.reduce((one, other) => one + other, 0)
      console.log(`${name.padEnd(34)} ${counts.map((count) => percent(count, sum)).join(' ')}`)
    }
  }
} finally {
  await Promise.all(children.map((child) => stopping(child)()))
  socket.close()
  rmSync(folder, { recursive: true })
}

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { generate } from 'selfsigned'
import { type OwnServer, startOwnServer } from '../../../../../../tools/mysql-server/start-own-server.ts'
import { openDatabase } from '../../../open-database.ts'

describe('a database with several hosts and TLS', () => {
  let folder: string
  let ca: string
  let servers: readonly OwnServer[]
  /** The names in the certificates of the servers. */
  const names = ['another.example', 'localhost', 'localhost']
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'museum-'))
    const authority = await generate([{ name: 'commonName', value: 'An authority' }], {
      extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
    })
    ca = authority.cert
    servers = await Promise.all(
      names.map(async (name, n) => {
        const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
          ca: { cert: ca, key: authority.private },
          extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
        })
        const files = { ca, cert, key }
        for (const [file, pem] of Object.entries(files)) await writeFile(join(folder, `${n}-${file}`), pem)
        return startOwnServer(Object.keys(files).map((file) => `--ssl-${file}=${join(folder, `${n}-${file}`)}`))
      }),
    )
    for (const { run } of servers)
      for (const statement of [
        'create database museum',
        "create user 'visitor'@'127.0.0.1' identified by 'secret' require ssl",
        "create user 'visitor'@'localhost' identified by 'secret' require ssl",
        "grant all privileges on museum.* to 'visitor'@'127.0.0.1', 'visitor'@'localhost'",
      ])
        await run(statement)
  })
  afterAll(async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    await rm(folder, { recursive: true })
  })

  it('compares the certificate of each host with its name, and leaves a host that does not respond', async () => {
    const hosts = servers.map(({ url }) => `localhost:${new URL(url).port}`)
    const warnings: string[] = []
    const warn = (message: string) => warnings.push(message)
    const database = openDatabase(`mysql://visitor:secret@${hosts.join(',')}/museum`, { ca, warn })
    const cipher = async () => {
      const { rows } = await database.query((tables) =>
        sql<{ Value: string }>`show session status like 'Ssl_cipher'`.execute(tables),
      )
      return rows[0]!.Value
    }
    expect(await cipher()).not.toBe('')
    expect(warnings).toEqual([
      `The database server ${hosts[0]} cannot be used (HANDSHAKE_SSL_ERROR): from now on, ${hosts[1]} is used.`,
    ])
    const [{ file } = { file: '' }] = await servers[1]!.run<{ file: string }>('select @@pid_file as file')
    const processId = Number(readFileSync(file, 'utf8'))
    process.kill(processId, 'SIGSTOP')
    try {
      while (database.activeHost() !== hosts[2]) await new Promise((resolve) => setTimeout(resolve, 10))
      expect(await cipher()).not.toBe('')
    } finally {
      process.kill(processId, 'SIGCONT')
      await database.close()
    }
  })
})

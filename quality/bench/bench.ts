import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Databases, type Size, databasesOf } from './databases.ts'
import { type LoadGenerator, startLoadGenerator } from './load-generator.ts'
import { type MeasuredServer, headers, password, startMuseum, startProgram } from './measured-server.ts'
import { once } from './once.ts'
import { compilePeers } from './compile-peers.ts'
import { basePath, buyGeneralTickets } from './requests.ts'
import { type ResultTable, resultTable } from './result-table.ts'
import type { SoldTickets } from './sold-tickets.ts'
import { startMysql } from './start-mysql.ts'

export type EngineName = 'mariadb' | 'mysql' | 'sqlite'

/** How the bench is run. */
export type Settings = Readonly<{
  rounds: number
  /** Whether a missed bound is a failure. */
  checksBounds: boolean
  /** The length of a round. */
  seconds: number
  /** The length of the one long round of `steady`. */
  steadySeconds: number
  /** The length of a round in which events are deleted, one each second. */
  deletionSeconds: number
  /** The tickets of an event that is deleted. */
  ticketsPerDeletedEvent: number
  /** The tickets of the database whose sales are reported. */
  sales: SoldTickets
  /** The rounds of the rows whose bound is close to 1. */
  closeRounds: number
  /** The checkout of the previous version, with its dependencies installed; it is not measured without this. */
  against?: string
  large: Size
}>

/** The image of a ticket that was bought: its path below `/v1.1`, and its `ETag`. */
type TicketImage = Readonly<{ path: string; etag: string }>

/** The servers and databases that the rows of one engine share. Each function creates its result at the first call. */
export type Bench = Readonly<{
  engine: EngineName
  settings: Settings
  table: ResultTable
  generator: LoadGenerator
  databases: Databases
  /** The museum's server on the small database. */
  museum: () => Promise<MeasuredServer>
  /** The servers that it is compared with, on the same database. */
  minimal: () => Promise<MeasuredServer>
  fastify: () => Promise<MeasuredServer>
  nestjs: () => Promise<MeasuredServer>
  image: () => Promise<TicketImage>
  /** Registers a server to be stopped at the end of the bench, also after an error. */
  started: (starting: Promise<MeasuredServer>) => Promise<MeasuredServer>
}>

/** One measurement, which adds a line or more to the table. `pnpm bench --rows` selects measurements by their names. */
export type Row = Readonly<{ name: string; measure: () => Promise<void> }>

/** Measures the rows on one engine. Returns its part of the report and the number of lines that failed. */
export const benchEngine = async (
  engine: EngineName,
  settings: Settings,
  rowsOf: (bench: Bench) => readonly Row[],
): Promise<Readonly<{ title: string; markdown: string; failedLines: number }>> => {
  const folder = join(import.meta.dirname, 'data', engine)
  await mkdir(folder, { recursive: true })
  const imageFile = join(folder, 'ticket.png')
  const mysql = engine === 'sqlite' ? undefined : await startMysql(engine, join(folder, 'server'))
  const databases = databasesOf(folder, mysql?.url, settings.large)
  const generator = startLoadGenerator()
  const table = resultTable(settings.checksBounds)
  const servers: MeasuredServer[] = []
  const started: Bench['started'] = async (starting) => {
    const server = await starting
    servers.push(server)
    return server
  }

  const museum = once(async () => started(startMuseum(await databases.small())))
  const image = once(async () => fetchImage(await museum(), imageFile))
  // The path of the file or the URL of the database.
  const smallDatabase = async () => (await databases.small()).replace(/^sqlite:/, '')
  const minimal = once(async () => {
    await image()
    const file = engine === 'sqlite' ? 'minimal-sqlite.ts' : 'minimal-mysql.ts'
    const program = join(import.meta.dirname, 'servers', file)
    return started(startProgram('the minimal server', program, await smallDatabase(), imageFile))
  })
  const peer = (name: string, file: string) =>
    once(async () => {
      const program = join(await compilePeers(), file)
      return started(startProgram(name, program, await smallDatabase(), password))
    })
  const fastify = peer('Fastify', engine === 'sqlite' ? 'fastify/sqlite.js' : 'fastify/mysql.js')
  const nestjs = peer('NestJS', 'nestjs/main.js')

  try {
    const bench = { engine, settings, table, generator, databases, museum, minimal, fastify, nestjs, image, started }
    for (const { measure } of rowsOf(bench)) await measure()
  } finally {
    await generator.stop()
    for (const server of servers) await server.stop()
    await databases.dropTemporary()
    await mysql?.stop()
    rmSync(imageFile, { force: true })
  }
  return {
    title: mysql?.description ?? `SQLite ${process.versions['sqlite']} (node:sqlite)`,
    markdown: table.markdown(),
    failedLines: table.failedLines(),
  }
}

/** Buys a ticket and writes its image to a file, which the minimal server serves from memory. */
const fetchImage = async ({ url }: MeasuredServer, file: string): Promise<TicketImage> => {
  const body = buyGeneralTickets.requests[0].body!
  const purchase = await fetch(`${url}${basePath}/tickets`, { method: 'POST', headers, body })
  const { ticketId } = (await purchase.json()) as { ticketId: string }
  const path = `/tickets/${ticketId}/qr`
  const image = await fetch(`${url}${basePath}${path}`, { headers })
  await writeFile(file, new Uint8Array(await image.arrayBuffer()))
  return { path, etag: image.headers.get('etag')! }
}

import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Databases, type Size, databasesOf } from './databases.ts'
import { type LoadGenerator, startLoadGenerator } from './load-generator.ts'
import { type MeasuredServer, headers, password, startMuseum, startProgram } from './measured-server.ts'
import { once } from './once.ts'
import { basePath, buyGeneralTickets } from './requests.ts'
import { type ResultTable, resultTable } from './result-table.ts'
import type { SoldTickets } from './sold-tickets.ts'
import { startMysql } from './start-mysql.ts'

/** The kinds of database servers, by engine; `galera` and `group` are clusters beside one server of the same kind. */
export const flavours = {
  mariadb: 'mariadb',
  mysql: 'mysql',
  galera: 'mariadb',
  group: 'mysql',
  sqlite: undefined,
} as const

export type EngineName = keyof typeof flavours

export const isCluster = (engine: EngineName): engine is 'galera' | 'group' => engine === 'galera' || engine === 'group'

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
  image: () => Promise<TicketImage>
  /** Registers something to be stopped at the end of the bench, also after an error; the last is stopped first. */
  started: <T extends Readonly<{ stop: () => Promise<void> }>>(starting: Promise<T>) => Promise<T>
}>

/** One measurement, which adds a line or more to the table. `pnpm bench --rows` selects measurements by their names. */
export type Row = Readonly<{ name: string; measure: () => Promise<void> }>

/** Measures the rows on one engine. Returns its part of the report and the number of lines that failed. */
export const benchEngine = async (
  engine: EngineName,
  settings: Settings,
  rowsOf: (bench: Bench) => readonly Row[],
): Promise<Readonly<{ title: string; markdown: string; failedLines: number }>> => {
  const flavour = flavours[engine]
  const folder = join(import.meta.dirname, 'data', flavour ?? 'sqlite')
  await mkdir(folder, { recursive: true })
  const imageFile = join(folder, 'ticket.png')
  const mysql = flavour && (await startMysql(flavour, join(folder, 'server')))
  const databases = databasesOf(folder, mysql?.url, settings.large)
  const generator = startLoadGenerator()
  const table = resultTable(settings.checksBounds)
  const stops: (() => Promise<void>)[] = []
  const started: Bench['started'] = async (starting) => {
    const running = await starting
    stops.unshift(running.stop)
    return running
  }

  const museum = once(async () => started(startMuseum(await databases.small())))
  const image = once(async () => fetchImage(await museum(), imageFile))
  // With the path of the file or the URL of the database. The image comes first: a slot has a row from its first sale on.
  const program = async (name: string, file: string, argument: string) => {
    await image()
    const database = (await databases.small()).replace(/^sqlite:/, '')
    return started(startProgram(name, join(import.meta.dirname, 'servers', file), database, argument))
  }
  const kind = engine === 'sqlite' ? 'sqlite' : 'mysql'
  const minimal = once(() => program('the minimal server', `minimal-${kind}.ts`, imageFile))
  const fastify = once(() => program('Fastify', `fastify-${kind}.ts`, password))

  try {
    const bench = { engine, settings, table, generator, databases, museum, minimal, fastify, image, started }
    for (const { measure } of rowsOf(bench)) await measure()
  } finally {
    await generator.stop()
    for (const stop of stops) await stop()
    await databases.dropTemporary()
    await mysql?.stop()
    rmSync(imageFile, { force: true })
  }
  return {
    title:
      (isCluster(engine) ? `${engine} beside ` : '') + (mysql?.description ?? `SQLite ${process.versions['sqlite']}`),
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

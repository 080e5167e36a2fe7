import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { Unavailable } from '@museum/application'
import { aGeneralTicket } from '@museum/testing/examples'
import { CompiledQuery, sql } from 'kysely'
import { DatabaseMisconfigured, asDatabaseMisconfigured } from '@museum/database'
import { type MuseumDatabase, openDatabase } from './museum-database.ts'
import { startChild } from '../../test/start-child.ts'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { sqlite } from '../../test/engines.ts'
import { migrate } from '../migrations/migrate.ts'

describe('asDatabaseMisconfigured on SQLite', () => {
  let opened: OpenedDatabase
  let [path, folder] = ['', '']
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
    path = opened.url.slice('sqlite:'.length)
    folder = dirname(path)
  })
  afterEach(() => opened.close())

  /** The sentence for the operator when this work on a database fails. */
  const messageOf = async (database: MuseumDatabase, work: () => Promise<unknown>) => {
    const error = await work().then(
      () => undefined,
      (failure: unknown) => asDatabaseMisconfigured(database, failure),
    )
    expect(error).toBeInstanceOf(DatabaseMisconfigured)
    return (error as DatabaseMisconfigured).message
  }
  /** Runs work as a user other than root, since file permissions do not apply to root. */
  const asOrdinaryUser = async <T>(work: () => Promise<T>): Promise<T> => {
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid!(65_534)
    try {
      return await work()
    } finally {
      if (isRoot) process.seteuid!(0)
    }
  }
  const noPermission = (file: string, code: string) =>
    `The museum may not read and write the database file ${file} (${code}). ` +
    'Give its user the right to do so, and to create files in that folder; mount the disk for writing if it is mounted read-only.'

  it('gives a sentence for a folder in which the museum may create nothing', async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed)
    await chmod(folder, 0o755)
    await chmod(closed, 0o555)
    for (const file of [join(closed, 'museum.sqlite'), join(closed, 'new', 'museum.sqlite')]) {
      const database = opened.open(`sqlite:${file}`)
      expect(await asOrdinaryUser(() => messageOf(database, () => migrate(database)))).toBe(
        noPermission(file, 'EACCES'),
      )
    }
  })

  it('gives a sentence for a file that the museum may not read or write', async () => {
    const open = join(folder, 'open')
    await mkdir(open)
    await chmod(folder, 0o755)
    await chmod(open, 0o777)
    for (const [mode, code] of [
      [0o000, 'SQLITE_CANTOPEN, 14'],
      [0o444, 'SQLITE_READONLY, 8'],
    ] as const) {
      const file = join(open, `${mode}.sqlite`)
      await writeFile(file, '')
      await chmod(file, mode)
      const database = opened.open(`sqlite:${file}`)
      expect(await asOrdinaryUser(() => messageOf(database, () => migrate(database)))).toBe(noPermission(file, code))
    }
  })

  it('calls the URL by the name of the setting, or the database URL', async () => {
    const names = { settingNames: { url: 'OUR_DATABASE', ca: 'OUR_CA' } }
    const databases = [openDatabase(`sqlite:${folder}`), openDatabase(`sqlite:${folder}`, names)]
    const refusing = `mysql://museum@127.0.0.1:1/museum`
    databases.push(openDatabase(refusing), openDatabase(refusing, names))
    const messages = []
    for (const database of databases) {
      messages.push(await messageOf(database, () => sql`select 1`.execute(database.kysely)))
      await database.close()
    }
    const folderFound = `There is a folder at the path of the database file ${folder} (EISDIR, 14). Name a file in`
    const noServer = (url: string) =>
      `No server listens at the host and port in ${url} (ECONNREFUSED). Start the database server, or correct them.`
    expect(messages).toEqual([
      `${folderFound} the database URL.`,
      `${folderFound} OUR_DATABASE.`,
      noServer('the database URL'),
      noServer('OUR_DATABASE'),
    ])
  })

  it('gives a sentence for a full disk', async () => {
    const { database } = opened
    await database.kysely.executeQuery(CompiledQuery.raw('pragma max_page_count = 1'))
    const fill = () =>
      database.transaction(async (tables) => {
        await tables.executeQuery(CompiledQuery.raw('create table filler (content blob)'))
        await tables.executeQuery(CompiledQuery.raw('insert into filler values (zeroblob(1000000))'))
      })
    await expect(fill()).rejects.toBeInstanceOf(Unavailable)
    expect(await messageOf(database, fill)).toBe(
      `The disk with the database file ${path} is full (SQLITE_FULL, 13). Free some space on it.`,
    )
  })

  it('has the fault and the advice, and a message of both', () => {
    const error = asDatabaseMisconfigured(opened.database, Object.assign(new Error('full'), { errcode: 13 }))
    const fault = `The disk with the database file ${path} is full (SQLITE_FULL, 13).`
    expect(error).toMatchObject({ fault, advice: 'Free some space on it.', message: `${fault} Free some space on it.` })
    expect(new DatabaseMisconfigured(fault)).toMatchObject({ fault, advice: '', message: fault })
  })

  it('gives a sentence for a file that another process keeps locked', async () => {
    const writer = startChild('hold-write-lock.ts', [path])
    expect(await writer.line()).toBe('locked')
    const purchase = () => opened.database.withDeadline(200, () => sellAlone(opened.tickets, aGeneralTicket()))
    const message = await messageOf(opened.database, purchase)
    writer.go()
    await writer.end()
    expect(message).toBe(
      `Another process keeps the database file ${path} locked (SQLITE_BUSY, 5). ` +
        'End that process, such as a shell of sqlite3 or a backup.',
    )
  })

  it('returns a defect unchanged', () => {
    const defect = new TypeError('a defect')
    expect(asDatabaseMisconfigured(opened.database, defect)).toBe(defect)
    expect(asDatabaseMisconfigured(opened.database, undefined)).toBeUndefined()
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { ConfirmationCode, EventId, EventLocation, EventName, SpecialEvent, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { DatabaseMisconfigured, asDatabaseMisconfigured, checkMysqlServer } from '@museum/database'
import { type MuseumDatabase, openDatabase } from '../../database/museum-database.ts'
import { type OwnServer, startOwnServer } from '../../../../../tools/mysql-server/start-own-server.ts'
import { migrate, pendingMigrations } from '../../migrations/migrate.ts'
import { anAuditEntry, changeHours, sellAlone } from '@museum/testing'
import { kyselyRepositories } from '../../kysely-repositories.ts'

const event = aSpecialEvent()
const firstDate = event.occurrences[0]!.date

describe('on a MySQL server with other settings,', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer(['--log-bin=binlog', '--binlog-format=ROW', '--server-id=1'])
  })
  afterAll(() => server.stop())

  let url: string
  let databases: MuseumDatabase[] = []
  const open = () => {
    const database = openDatabase(url)
    databases.push(database)
    return database
  }
  let changed: string[] = []
  /** Sets a variable for the connections that are opened from now on, until the test ends. */
  const setGlobal = async (name: string, value: string) => {
    changed.push(name)
    await server.run(`set global ${name} = ${value}`)
  }
  beforeEach(async () => {
    const { name } = await server.createDatabase()
    url = await server.urlOfUser(name)
  })
  afterEach(async () => {
    await Promise.all(databases.map((each) => each.close()))
    for (const name of changed) await server.run(`set global ${name} = default`)
    ;[changed, databases] = [[], []]
  })
  const isMariadb = () => server.description.startsWith('MariaDB')

  /** Executes every kind of statement of the museum, and checks the results over another connection. */
  const useAll = async () => {
    const database = open()
    expect(await migrate(database)).not.toEqual([])
    expect(await pendingMigrations(open())).toEqual([])
    const { specialEvents, tickets, museumHours, users, idempotencyRecords } = kyselyRepositories(database)
    await specialEvents.add(event, anAuditEntry())
    const another = aSpecialEvent({ eventId: EventId(exampleId(7)) })
    const user = { username: 'admin', role: 'admin', isEnabled: true, passwordHash: 'x' } as const
    expect(await users.addFirst(user, anAuditEntry())).toBe(true)
    expect(await users.add({ ...user, username: 'other' }, anAuditEntry())).toMatchObject({ username: 'other' })
    const record = { username: 'admin', fingerprint: 'f', answer: '{}', idempotencyKey: 'a' }
    await specialEvents.add(another, anAuditEntry(), record)
    const sold = [
      aGeneralTicket(),
      anEventTicket({ ticketId: TicketId(exampleId(70)), confirmationCode: ConfirmationCode('b') }),
    ]
    for (const ticket of sold) expect(await sellAlone(tickets, ticket)).toEqual(ticket)
    const keyed = aGeneralTicket({ ticketId: TicketId(exampleId(71)), confirmationCode: ConfirmationCode('c') })
    expect(await sellAlone(tickets, keyed, { record: { ...record, idempotencyKey: 'b' } })).toEqual(keyed)
    expect(await sellAlone(tickets, { ...keyed, ticketId: TicketId(exampleId(72)) })).toMatchObject({
      refusal: 'confirmation-code-taken',
    })
    const name = EventName('Later')
    expect(
      await specialEvents.update(
        event.eventId,
        (current) => SpecialEvent.update(current, { name }),
        () => anAuditEntry(),
      ),
    ).toMatchObject({ name })
    await changeHours(museumHours, { weekday: 'monday', hours: 'closed' })
    await changeHours(museumHours, { date: firstDate, hours: 'closed' })
    await changeHours(museumHours, { date: firstDate, hours: 'as-the-week' })
    const disabled = { ...user, isEnabled: false }
    expect(
      await users.update(
        'admin',
        () => disabled,
        () => [anAuditEntry()],
      ),
    ).toEqual({ before: user, after: disabled })
    expect(await database.isReady()).toEqual({ writes: true })

    // Reads over another connection, which sees only committed rows.
    const other = kyselyRepositories(open())
    expect(await other.specialEvents.find(event.eventId)).toMatchObject({ name })
    const listed = await other.specialEvents.during({ startDate: firstDate }, { page: 1, limit: 10 })
    expect(listed.items.map(({ eventId }) => eventId).toSorted()).toEqual([event.eventId, another.eventId].toSorted())
    for (const ticket of [...sold, keyed])
      expect(await other.tickets.find(ticket.ticketId)).toMatchObject({ ticketId: ticket.ticketId })
    expect(await other.idempotencyRecords.find('admin', 'b')).toMatchObject({ answer: '{}' })
    expect(await idempotencyRecords.find('admin', 'b')).toMatchObject({ answer: '{}' })
    expect(await other.users.find('admin')).toEqual(disabled)
    expect((await other.audit.list({}, { page: 1, limit: 100 })).items).toHaveLength(9)
    const { weekly } = await other.museumHours.schedule(firstDate, firstDate)
    expect([Object.keys(weekly).length, weekly.monday]).toEqual([6, undefined])
    await specialEvents.remove(
      event.eventId,
      () => undefined,
      () => anAuditEntry(),
    )
    expect(await other.specialEvents.find(event.eventId)).toBeUndefined()
    expect(await specialEvents.restore(event.eventId, () => anAuditEntry())).toMatchObject({ isChanged: true })
    expect(await other.specialEvents.find(event.eventId)).toMatchObject({ name })
  }

  it.each(['gbk', 'latin1', 'utf8mb3'])(
    'texts are stored as they are sent, and never executed as SQL, when the server imposes the character set %s',
    async (characterSet) => {
      await setGlobal('init_connect', `'set names ${characterSet}'`)
      const database = open()
      await migrate(database)
      const { specialEvents } = kyselyRepositories(database)
      // In GBK, the bytes of this character contain the backslash that would escape the quotation mark.
      const name = EventName("縗', (select version()), 5) -- ")
      const texts = aSpecialEvent({ name, location: EventLocation('Café 浮世絵 🦣') })
      await specialEvents.add(texts, anAuditEntry())
      expect(await kyselyRepositories(open()).specialEvents.find(texts.eventId)).toEqual(texts)
    },
  )

  it.each([
    ['sql_safe_updates', '1'],
    ['sql_select_limit', '1'],
    ['completion_type', "'CHAIN'"],
    ['max_join_size', '1'],
    ['max_sort_length', '8'],
    ['unique_checks', '0'],
    ['foreign_key_checks', '0'],
    ['sql_auto_is_null', '1'],
    ['autocommit', '0'],
    ['sql_mode', "'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,NO_AUTO_VALUE_ON_ZERO'"],
    ['time_zone', "'-11:00'"],
    ['div_precision_increment', '0'],
    ['group_concat_max_len', '4'],
  ])('all statements work when the default for %s is %s', async (name, value) => {
    await setGlobal(name, value)
    await useAll()
  })

  it('all statements work when transactions are read-only by default, and the time limit of statements is short', async () => {
    await setGlobal(isMariadb() ? 'tx_read_only' : 'transaction_read_only', '1')
    await setGlobal(isMariadb() ? 'max_statement_time' : 'max_execution_time', isMariadb() ? '0.001' : '1')
    await useAll()
  })

  it('a migration throws DatabaseMisconfigured when the default row format allows short keys only', async () => {
    await setGlobal('innodb_default_row_format', "'compact'")
    const database = open()
    const error = await migrate(database).catch((thrown: unknown) => asDatabaseMisconfigured(database, thrown))
    expect(error).toBeInstanceOf(DatabaseMisconfigured)
    expect((error as Error).message).toMatch(/1709.*innodb_default_row_format to DYNAMIC/)
    await setGlobal('innodb_default_row_format', "'dynamic'")
    await useAll()
  })

  it('checks throw DatabaseMisconfigured, and a write throws Unavailable, when the binary log is written by statement', async () => {
    const database = open()
    await migrate(database)
    await checkMysqlServer(database)
    await setGlobal('binlog_format', "'STATEMENT'")
    const later = open()
    for (const check of [checkMysqlServer(later), migrate(later)]) {
      await expect(check).rejects.toBeInstanceOf(DatabaseMisconfigured)
      await expect(check).rejects.toThrow(/binlog_format=STATEMENT.*Set binlog_format to ROW or MIXED/)
    }
    const { tickets } = kyselyRepositories(later)
    const purchase = sellAlone(tickets, aGeneralTicket())
    await expect(purchase).rejects.toBeInstanceOf(Unavailable)
    expect(await tickets.find(aGeneralTicket().ticketId)).toBeUndefined()
    expect(await later.isReady()).toEqual({ writes: false })

    await server.run("set global binlog_format = 'MIXED'")
    const mixed = open()
    await checkMysqlServer(mixed)
    expect(await sellAlone(kyselyRepositories(mixed).tickets, aGeneralTicket())).toEqual(aGeneralTicket())
  })

  it('the database is ready for reads, and not for writes, while the server is read-only', async () => {
    const database = open()
    await migrate(database)
    expect(await database.isReady()).toEqual({ writes: true })
    await setGlobal('read_only', '1')
    expect(await database.isReady()).toEqual({ writes: false })
    expect(await database.query((tables) => tables.selectFrom('weekly_hours').selectAll().execute())).toHaveLength(7)
    await server.run('set global read_only = 0')
    expect(await database.isReady()).toEqual({ writes: true })
  })
})

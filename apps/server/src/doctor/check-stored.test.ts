import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { scryptPasswordHasher } from '@museum/adapters-access'
import {
  type MuseumDatabase,
  kyselyRepositories,
  kyselyTicketKeyRepository,
  kyselyTicketRepository,
  kyselyUserRepository,
  migrate,
  openDatabase,
} from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import { type Role, Password, Username, createUsers } from '@museum/application'
import {
  type Closing,
  ClosingId,
  Currency,
  Drawer,
  EventId,
  Instant,
  PaymentMethod,
  Percentage,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
  TicketId,
  TicketKeyId,
  Till,
  usualPriceCategories,
} from '@museum/domain'
import { aMuseum, sellAlone, anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { aGeneralTicket, aSpecialEvent, exampleId } from '@museum/testing/examples'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import type { Config } from '../settings/settings.ts'
import { checkAdministrators, checkPasswordFile } from './check-administrators.ts'
import { readConfig } from '../settings/read-config.ts'
import { checkPrices } from './check-prices.ts'
import { checkClosings, checkSalesSums, checkTicketKeys } from './check-tickets.ts'
import { checkClock } from './check-time.ts'

let database: MuseumDatabase
let url: string
let remove: () => Promise<void>
let folder: string
beforeEach(async () => {
  ;({ folder, remove } = await aTemporaryFolder())
  url = `sqlite:${join(folder, 'data of a museum', 'museum.sqlite')}`
  database = openDatabase(url)
  await migrate(database)
})
afterEach(async () => {
  await database.close()
  await remove()
})

const configOf = (environment: Record<string, string> = {}): Config =>
  readConfig({ MUSEUM_DATABASE_URL: url, ...environment }).config
const password = 'a password for the test'
const users = () =>
  createUsers({
    users: kyselyUserRepository(database),
    passwordHasher: scryptPasswordHasher,
    now: () => Instant(Date.now()),
    randomInt: () => 0,
  })
const add = (name: string, role: Role = 'admin') =>
  users().addUser({ username: Username(name), role, password: Password(password) }, anActor)

describe('the check of the administrators', () => {
  const check = (environment?: Record<string, string>) => checkAdministrators(database, configOf(environment))
  const environment = { MUSEUM_ADMIN_USERNAME: 'Direktør', MUSEUM_ADMIN_PASSWORD: password }
  const found = (level: string, message: string, advice: string) => ({
    check: 'administrators',
    level,
    message,
    advice: expect.stringContaining(advice),
  })

  it('finds nothing wrong with one enabled administrator, or with none before the first start', async () => {
    expect(await check()).toMatchObject([{ level: 'ok', message: expect.stringContaining('no users yet') }])
    await add('Direktør')
    expect(await check()).toMatchObject([{ level: 'ok', message: 'One administrator is enabled: Direktør.' }])
    expect(await check(environment)).toMatchObject([{ level: 'ok' }])
  })

  it('finds that no administrator is enabled', async () => {
    await add('Mira', 'gate')
    expect(await check()).toEqual([found('serious', 'No administrator is enabled.', 'users add NAME --role admin')])
  })

  it('finds several administrators, and those that the environment does not name', async () => {
    await add('Direktør')
    await add('former')
    expect(await check(environment)).toEqual([
      found(
        'warning',
        'Administrators are enabled that MUSEUM_ADMIN_USERNAME does not name: former.',
        'users disable NAME',
      ),
    ])
    expect(await check()).toEqual([
      found('warning', 'Several administrators are enabled: Direktør, former.', 'users disable NAME'),
    ])
  })

  it('finds that the administrator of the environment is disabled, or has another role', async () => {
    await add('Direktør')
    await add('former')
    await users().updateUser('Direktør', { isEnabled: false }, anActor)
    expect(await check(environment)).toContainEqual(
      found('warning', 'The administrator of the environment, Direktør, is disabled.', 'users enable Direktør'),
    )
    await users().updateUser('Direktør', { role: 'reader' }, anActor)
    expect(await check(environment)).toContainEqual(
      found(
        'warning',
        'The administrator of the environment, Direktør, has the role reader.',
        'users role Direktør admin',
      ),
    )
  })
})

describe('the check of the file with the first password', () => {
  it('finds that it still has the password, has another one, or can be read by others', async () => {
    const file = join(dirname(url.slice('sqlite:'.length)), 'admin-password')
    const check = () => checkPasswordFile(database, configOf())
    expect(await check()).toEqual([])
    await add('admin')
    writeFileSync(file, `${password}\n`, { mode: 0o600 })
    expect(await check()).toEqual([
      {
        check: 'file-permissions',
        level: 'warning',
        message: `The password of the administrator admin is still in ${file}.`,
        advice: 'Keep it in a safe place, and delete the file.',
      },
    ])
    chmodSync(file, 0o644)
    writeFileSync(file, 'another password\n')
    const found = await check()
    expect(found[0]!.advice).toBe(`Run: chmod 600 '${file}'`)
    expect(found.map(({ message }) => message)).toEqual([
      `Other users of this machine can read ${file}.`,
      `The password in ${file} is no longer that of the administrator admin.`,
    ])
  })

  it('finds nothing when a folder has its name', async () => {
    mkdirSync(join(dirname(url.slice('sqlite:'.length)), 'admin-password'))
    expect(await checkPasswordFile(database, configOf())).toEqual([])
  })
})

describe('the check of the ticket keys', () => {
  const check = (givenTicketKeys?: Config['givenTicketKeys']) =>
    checkTicketKeys(database, { ...configOf(), ...(givenTicketKeys && { givenTicketKeys }) })
  const museum = (givenTicketKeys?: Config['givenTicketKeys']) =>
    aMuseum(
      inMemoryPorts({
        ticketKeys: kyselyTicketKeyRepository(database),
        signatureAlgorithm: ed25519(),
        ...(givenTicketKeys && { givenTicketKeys }),
      }),
    )

  it('finds nothing wrong with a key that signs, or with no key before the first start', async () => {
    expect(await check()).toMatchObject({ level: 'ok', message: expect.stringContaining('no key yet') })
    await museum().ensureTicketKey(anActor)
    expect(await check()).toEqual({ check: 'ticket-keys', level: 'ok', message: 'Tickets are signed with key 1.' })
  })

  it('finds that the keys of sold tickets are lost', async () => {
    await museum().ensureTicketKey(anActor)
    await sellAlone(kyselyTicketRepository(database), aGeneralTicket())
    await database.kysely
      .updateTable('museum_ticket')
      .set({ signing_key: TicketKeyId(1) })
      .execute()
    await database.kysely.deleteFrom('ticket_key').execute()
    expect(await check()).toMatchObject({
      level: 'serious',
      message: 'No ticket key is stored, but tickets were sold under one: a part of the database is lost.',
      advice: expect.stringContaining('restore FILE'),
    })
  })

  it('finds that the private key of the current key is missing', async () => {
    const given = [await ed25519().generateKeyPair()]
    await museum(given).ensureTicketKey(anActor)
    expect(await check(given)).toMatchObject({ level: 'ok' })
    expect(await check()).toMatchObject({
      level: 'serious',
      message: 'No private key is stored for the ticket keys, and none is given.',
      advice: expect.stringContaining('MUSEUM_TICKET_KEY_FILE'),
    })
    await museum().rotateTicketKey(anActor)
    await museum([await ed25519().generateKeyPair()]).rotateTicketKey(anActor)
    expect(await check()).toMatchObject({
      level: 'warning',
      message: 'Tickets are signed with key 2: the private key of the current one, 3, is missing here.',
    })
    await museum().revokeTicketKey(TicketKeyId(1), anActor)
    expect(await check(given)).toMatchObject({ level: 'serious', message: 'The given ticket key, 1, is revoked.' })
  })

  it('finds a private key that belongs to another public key, and prints neither', async () => {
    await museum().ensureTicketKey(anActor)
    const { privateKey } = await ed25519().generateKeyPair()
    await database.kysely.updateTable('ticket_key').set({ private_key: privateKey }).execute()
    const finding = await check()
    expect(finding).toMatchObject({
      level: 'serious',
      message: 'The private key of the ticket key 1 does not belong to its public key.',
      advice: expect.stringContaining('keys rotate'),
    })
    expect(JSON.stringify(finding)).not.toContain('PRIVATE')
  })
})

describe('the check of the clock', () => {
  const uuidAt = (time: number) => {
    const hex = time.toString(16).padStart(12, '0')
    return TicketId(`${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`)
  }

  it('finds nothing wrong when the latest sale and migration are earlier than now', async () => {
    await sellAlone(kyselyTicketRepository(database), aGeneralTicket({ ticketId: uuidAt(Date.now()) }))
    expect(await checkClock(database, configOf())).toEqual([])
  })

  it.each([
    [10, 'warning'],
    [10 * 60, 'serious'],
  ])('finds a ticket that was sold %d seconds later than now', async (seconds, level) => {
    const time = Date.now() + seconds * 1_000
    await sellAlone(kyselyTicketRepository(database), aGeneralTicket({ ticketId: uuidAt(time) }))
    expect(await checkClock(database, configOf())).toEqual([
      {
        check: 'time',
        level,
        message: expect.stringContaining(`but the newest ticket was sold at ${new Date(time).toISOString()}.`),
        advice: expect.stringContaining('NTP'),
      },
    ])
  })

  it('finds a migration that was applied later than now', async () => {
    await database.kysely.executeQuery({
      ...database.kysely.selectFrom('write_probe').selectAll().compile(),
      sql: "update kysely_migration set timestamp = '2999-01-01T00:00:00.000Z'",
    })
    expect(await checkClock(database, configOf())).toMatchObject([
      { level: 'serious', message: expect.stringContaining('migration was applied at 2999') },
    ])
  })
})

describe('the check of the sums of sales', () => {
  it('finds a day whose stored sums differ from its tickets, and how to correct that', async () => {
    expect(await checkSalesSums(database)).toEqual([])
    const from = Date.UTC(2030, 4, 17)
    const [period_from, period_end, summed_until] = [from, from + 86_400_000, from + 3_600_000].map((at) =>
      Instant(at),
    ) as [Instant, Instant, Instant]
    await database.kysely
      .insertInto('summed_sales')
      .values({
        period_from,
        period_end,
        summed_until,
        sums: JSON.stringify({ sums: [{ tickets: 1, amount: '0' }], occurrences: [], removed: [], cancelled: null }),
      })
      .execute()
    expect(await checkSalesSums(database)).toEqual([
      {
        check: 'sold-tickets',
        level: 'serious',
        message:
          'The stored sums of what was sold from 2030-05-17T00:00:00.000Z on differ from the tickets: reports are wrong.',
        advice: expect.stringContaining(`where period_from = ${from} and period_end = ${from + 86_400_000};`),
      },
    ])
  })
})

describe('the check of the closings', () => {
  it('names a closing whose sums differ from what was sold and refunded, with its till and the date', async () => {
    expect(await checkClosings(database)).toEqual([])
    const closingId = ClosingId(exampleId(1))
    const [from, to] = [Instant(Date.UTC(2030, 4, 17)), Instant(Date.UTC(2030, 4, 19, 18))]
    const closing: Closing = {
      closingId,
      drawer: Drawer.of(Till('Till 1'), 'anna'),
      number: 3,
      closedBy: 'anna',
      from,
      to,
      currency: Currency('EUR'),
      float: Price(0),
      moved: [],
      methods: [],
    }
    const periods = [
      { from, end: Instant(Date.UTC(2030, 4, 18)) },
      { from: Instant(Date.UTC(2030, 4, 19)), end: Instant(Date.UTC(2030, 4, 20)) },
    ]
    const sums = periods.map((period) => ({
      from: period.from,
      method: PaymentMethod('cash'),
      sold: 100,
      refunded: 0,
      corrected: 0,
    }))
    const drawer = { closingId, drawer: closing.drawer }
    await kyselyRepositories(database).closings.add(
      drawer,
      () => [],
      () => ({
        closing,
        periods,
        sums,
        entry: anAuditEntry(),
      }),
    )
    expect(await checkClosings(database)).toEqual([
      {
        check: 'sold-tickets',
        level: 'serious',
        message: `Closing 3 of the till Till 1 (${closingId}) differs from what was sold and refunded from 2030-05-17T00:00:00.000Z to 2030-05-18T00:00:00.000Z.`,
        advice: expect.stringContaining('Compare it with the sales of that time'),
      },
    ])
  })
})

describe('the check of the prices', () => {
  it('names the price categories whose price for general entry is finer than the currency', async () => {
    const reduced = {
      priceCategory: PriceCategoryId('reduced'),
      name: PriceCategoryName('Reduced'),
      percentage: Percentage(70),
      generalPrice: Price(850),
    }
    await kyselyRepositories(database).priceCategories.replace(
      PriceCategories([...usualPriceCategories, reduced]),
      () => undefined,
      () => anAuditEntry(),
    )
    const check = (currency: string) => checkPrices(database, { currency: Currency(currency) })
    expect(await check('EUR')).toMatchObject([{ level: 'ok' }])
    expect(await check('JPY')).toEqual([
      {
        check: 'prices',
        level: 'warning',
        message: 'General entry of the price category Reduced (reduced) costs 8.50, which is finer than JPY.',
        advice: expect.stringContaining('Give the price category another price'),
      },
    ])
  })

  it('names the events whose prices are finer than the currency', async () => {
    const { specialEvents } = kyselyRepositories(database)
    for (const n of [1, 2])
      await specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(n)), price: Price(n * 50) }), anAuditEntry())
    const check = (currency: string) => checkPrices(database, { currency: Currency(currency) })
    expect(await check('EUR')).toMatchObject([{ level: 'ok' }])
    expect(await check('JPY')).toEqual([
      {
        check: 'prices',
        level: 'warning',
        message: `The event Night at the Museum (${exampleId(1)}) costs 0.50, which is finer than JPY.`,
        advice: expect.stringContaining('correct MUSEUM_CURRENCY'),
      },
    ])
    for (let n = 3; n < 25; n += 1)
      await specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(n)), price: Price(1) }), anAuditEntry())
    const found = await check('JPY')
    expect([found.length, found.at(-1)!.message]).toEqual([21, 'The prices of 3 more events are finer than JPY.'])
  })
})

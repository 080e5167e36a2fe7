import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core'
import { aTemporaryFolder } from '../../server/test/a-temporary-folder.ts'
import { newDatabase } from '../../server/test/databases.ts'
import { readQrCode } from '../../server/test/read-qr-code.ts'
import { type StartedServer, basicAuth, startCommand, startServer } from '../../server/test/start-server.ts'
import { findChromium } from '../../../tools/browser/find-chromium.ts'
import { screens } from '../../../tools/browser/use-browser.ts'
import { type OpenedDesk, type Role, deviceClock, museumName, password, usernames } from './the-desk.ts'

/** A time zone in which it is noon, so that no test runs over midnight. */
const hours = 12 - new Date().getUTCHours()
export const timeZone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
/** The date of the museum, which is the real one: the gate decides by the clock of its device. */
export const dateIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone })
const today = dateIn(0)

/** A TCP proxy that tests cut. It keeps its port while servers come and go. */
const startCable = async () => {
  let [isCut, port] = [false, 0]
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    return undefined
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    connectTo: (origin: string) => void (port = Number(new URL(origin).port)),
    cut,
    mend: () => void (isCut = false),
    close: async () => {
      cut()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** A ticket with the text of its QR code. */
type BoughtTicket = Readonly<{ ticketId: string; confirmationCode: string; code: string; png: Buffer }>
type LogRow = Readonly<{
  at: string
  gate: string
  admitted: boolean
  reason: string | null
  offline: boolean
  anyTime?: true
}>

/** `clockAhead`: how far the clock of the device is ahead, in milliseconds; a page changes it as `globalThis.clockAhead`. */
type GateOptions = Readonly<{
  path?: string
  args?: readonly string[]
  options?: BrowserContextOptions
  clockAhead?: number
}>

/** For the tests of a file: a museum with users behind a cable, and browsers that keep their profile when they are killed. */
export const useGates = () => {
  let folder: Awaited<ReturnType<typeof aTemporaryFolder>>
  let server: StartedServer
  let cable: Awaited<ReturnType<typeof startCable>>
  let database: Awaited<ReturnType<typeof newDatabase>>
  const settings = () => ({
    MUSEUM_DATABASE_URL: database.url,
    MUSEUM_ADMIN_USERNAME: usernames.admin,
    MUSEUM_ADMIN_PASSWORD: password,
    MUSEUM_NAME: museumName,
    MUSEUM_TIME_ZONE: timeZone,
    MUSEUM_CURRENCY: 'EUR',
  })
  const start = async () => {
    server = await startServer(folder.folder, settings())
    cable.connectTo(server.origin)
  }
  const run = async (command: string, args: readonly string[]) => {
    const { exited, output } = startCommand(command, folder.folder, { environment: settings(), args })
    expect([output.text, await exited]).toEqual([expect.any(String), { code: 0, signal: null }])
  }
  beforeAll(async () => {
    folder = await aTemporaryFolder()
    database = await newDatabase(folder.folder)
    cable = await startCable()
    await start()
    await writeFile(join(folder.folder, 'password'), password)
    for (const role of ['box-office', 'gate'] as const)
      await run('users add', [usernames[role], '--role', role, '--password-file', 'password'])
    const categories = [
      { priceCategory: 'full', name: 'Adult', percentage: 100 },
      { priceCategory: 'child', name: 'Child', percentage: 50 },
    ]
    await request('PUT', '/price-categories', categories)
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await cable.close()
    await database.drop()
    await folder.remove()
  })

  let contexts: BrowserContext[] = []
  let profiles: string[] = []
  const closeAll = async () => {
    for (const context of contexts) await context.close().catch(() => undefined)
    contexts = []
  }
  afterEach(async () => {
    cable.mend()
    await closeAll()
    for (const profile of profiles)
      await rm(join(folder.folder, profile), { recursive: true, force: true, maxRetries: 5 })
    profiles = []
  })

  const request = async <Body>(method: string, path: string, content?: unknown): Promise<Body> => {
    const response = await server.request(method, path, content)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }
  const withCode = async <Sold extends Readonly<{ ticketId: string }>>(sold: Sold) => {
    const image = await server.request('GET', `/tickets/${sold.ticketId}/qr`)
    if (!image.ok) throw new Error(await image.text())
    const png = Buffer.from(await image.arrayBuffer())
    return { ...sold, png, code: (await readQrCode(png))! }
  }
  return {
    origin: () => cable.origin,
    folder: () => folder.folder,
    /** Runs a command of the museum. */
    run,
    cut: () => cable.cut(),
    mend: () => cable.mend(),
    killServer: () => server.stop('SIGKILL'),
    startServer: start,
    /** Sends a request as the administrator. Returns the body of the response, which is a success. */
    request,
    requestAs: (role: Role, method: string, path: string, body?: unknown) =>
      server.request(method, path, body, { Authorization: basicAuth(usernames[role], password) }),
    /** Sells a ticket. */
    buy: async (fields: object = {}): Promise<BoughtTicket> => {
      const order = { ticketType: 'general', ticketDate: today, email: 'visitor@example.org', ...fields }
      return withCode(await request<{ ticketId: string; confirmationCode: string }>('POST', '/tickets', order))
    },
    /** Sells an order of so many tickets at the full price, and for children. */
    buyOrder: async (adults: number, children = 0, fields: object = {}): Promise<readonly BoughtTicket[]> => {
      const item = { ticketType: 'general', ticketDate: today, ...fields }
      const ofChildren = { ...item, priceCategory: 'child', quantity: children }
      const items = [{ ...item, quantity: adults }, ...(children === 0 ? [] : [ofChildren])]
      const { tickets } = await request<{ tickets: { ticketId: string; confirmationCode: string }[] }>(
        'POST',
        '/orders',
        { items, email: 'visitor@example.org' },
      )
      return Promise.all(tickets.map(withCode))
    },
    addEvent: async (name: string, dates: readonly string[] = [today]) => {
      const event = { name, location: 'Hall', eventDescription: '', dates, price: 5 }
      return (await request<{ eventId: string }>('POST', '/special-events', event)).eventId
    },
    /** The rows of a ticket in the scan log, the earliest first. */
    logOf: async (ticketId: string) => {
      const rows = await request<LogRow[]>('GET', `/admissions?ticketId=${ticketId}`)
      return rows.toSorted((a, b) => a.at.localeCompare(b.at))
    },
    /** Starts a browser with a profile, which stays until the end of the test, and opens a path of the desk. */
    open: async (
      profile: string,
      { path = '', args = [], options = screens.desktop, clockAhead = 0 }: GateOptions = {},
    ): Promise<OpenedDesk & Readonly<{ context: BrowserContext }>> => {
      if (!profiles.includes(profile)) profiles.push(profile)
      const context = await chromium.launchPersistentContext(join(folder.folder, profile), {
        executablePath: findChromium(),
        chromiumSandbox: false,
        args: [...args],
        permissions: ['camera'],
        locale: 'en',
        ...options,
      })
      contexts.push(context)
      const page = context.pages()[0] ?? (await context.newPage())
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.addInitScript(deviceClock(clockAhead))
      await page.exposeFunction('noteViolation', (violation: string) => void errors.push(violation))
      await page.addInitScript(
        `addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective + ' ' + event.blockedURI))`,
      )
      await page.goto(`${cable.origin}/desk/${path}`)
      return { page, context, errors: () => errors }
    },
    closeAll,
    /** Kills the browsers with this profile, as when the battery is empty. */
    killBrowser: async (profile: string) => {
      const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args='])
      const lines = stdout
        .split('\n')
        .filter((line) => line.includes(`--user-data-dir=${join(folder.folder, profile)}`))
      const main = lines.find((line) => !line.includes('--type='))
      const ended = Promise.all(contexts.map((context) => context.waitForEvent('close').catch(() => undefined)))
      process.kill(Number(/\d+/.exec(main!)![0]), 'SIGKILL')
      await ended
      contexts = []
    },
  }
}

/** Signs in as the user of a role. */
export const signIn = async (page: Page, role: Role = 'gate') => {
  await page.locator('[name=username]').fill(usernames[role])
  await page.locator('[name=password]').fill(password)
  await page.locator('.sign-in button[type=submit]').click()
  await page.locator('.shell-header').waitFor()
}

/** Fills in the set-up of a gate. */
export const setUp = async (page: Page, name: string, camera: 'back' | 'front' | 'none' = 'none') => {
  await page.locator('[name=gate]').fill(name)
  await page.locator(`[name=camera][value=${camera}]`).check()
  await page.locator('.gate-open').click()
  await page.locator('.gate-ready').waitFor()
}

/** The text of the decision that is shown. */
export const verdictText = async (page: Page): Promise<string> =>
  (await page.locator('.verdict').innerText()).replace(/\s*\n\s*/g, ' | ')

/** Waits until the page shows that the gate is connected to the server. */
export const waitUntilConnected = (page: Page) =>
  page.locator('.gate-connection.note-good').waitFor({ timeout: 60_000 })

/** Opens a gate that has loaded the keys, and whose files the browser keeps. */
export const openGate = async (
  gates: ReturnType<typeof useGates>,
  profile: string,
  name = 'North door',
  options: GateOptions = {},
) => {
  const opened = await gates.open(profile, options)
  await signIn(opened.page)
  await setUp(opened.page, name)
  await waitUntilConnected(opened.page)
  await opened.page.evaluate('navigator.serviceWorker.ready')
  return opened
}

/** Scans a code as a hand scanner does: a key each millisecond, and Enter. Returns the decision that is then shown. */
export const scan = async (page: Page, code: string): Promise<string> => {
  const before = await page.evaluate<string | null>(`document.querySelector('.verdict')?.dataset.number ?? null`)
  await page.keyboard.type(code, { delay: 1 })
  await page.keyboard.press('Enter')
  return nextVerdict(page, before)
}

/** The decision that is shown after the one with this number. */
const nextVerdict = async (page: Page, before: string | null): Promise<string> => {
  const shown = page.locator(`.verdict${before === null ? '' : `:not([data-number="${before}"])`}`)
  await shown.waitFor()
  return verdictText(page)
}

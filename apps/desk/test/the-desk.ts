import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from '@jest/globals'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { aTemporaryFolder } from '../../server/test/a-temporary-folder.ts'
import { newDatabase } from '../../server/test/databases.ts'
import { type StartedServer, basicAuth, startCommand, startServer } from '../../server/test/start-server.ts'
import { screens, useBrowser } from '../../../tools/browser/use-browser.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Role = 'admin' | 'box-office' | 'gate' | 'reader'
/** The users of the roles. All have the same password. */
export const usernames: Readonly<Record<Role, string>> = {
  admin: 'curator',
  'box-office': 'cashier',
  gate: 'guard',
  reader: 'guide',
}
export const password = 'correct horse battery stäple'
export const museumName = 'Museum of Clocks'

/** How a page is opened. */
type View = Readonly<{
  screen?: keyof typeof screens
  colors?: 'light' | 'dark'
  /** `mirrored` shows English from right to left. */
  language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'mirrored'
  /** The path in the desk, such as `gate/conflicts`. */
  path?: string
  /** Further options of the browser. */
  options?: BrowserContextOptions
}>

/** A script by which the clock of a device is so many milliseconds ahead; a page changes that as `globalThis.clockAhead`. */
export const deviceClock = (ahead: number): string => `{
  globalThis.clockAhead = ${ahead}
  const now = Date.now.bind(Date)
  globalThis.Date = class extends Date {
    constructor(...values) { super(...(values.length === 0 ? [Date.now()] : values)) }
    static now() { return now() + clockAhead }
  }
}`

export type OpenedDesk = Readonly<{
  page: Page
  /** The errors of the page, and violations of its policy; responses with an error status do not count. */
  errors: () => readonly string[]
}>

/**
 * For the tests of a file: a museum on the day 2030-05-01 with these further settings and a user for each role, and a browser. Call
 * `expectSound` at the end of a test.
 */
export const useDesk = (settings: () => Readonly<Record<string, string>> = () => ({})) => {
  let folder: Awaited<ReturnType<typeof aTemporaryFolder>>
  let server: StartedServer
  let database: Awaited<ReturnType<typeof newDatabase>>
  let environment: Readonly<Record<string, string>>
  /** Runs a command of the museum. The password of users is in the file `password`. */
  const run = async (command: string, args: readonly string[]): Promise<void> => {
    const { exited, output } = startCommand(command, folder.folder, { environment, args })
    if ((await exited).code !== 0) throw new Error(output.text)
  }
  beforeAll(async () => {
    folder = await aTemporaryFolder()
    database = await newDatabase(folder.folder)
    environment = {
      MUSEUM_DATABASE_URL: database.url,
      MUSEUM_ADMIN_USERNAME: usernames.admin,
      MUSEUM_ADMIN_PASSWORD: password,
      MUSEUM_NAME: museumName,
      MUSEUM_TODAY: '2030-05-01',
      MUSEUM_CURRENCY: 'EUR',
      MUSEUM_GENERAL_PRICE: '12',
      ...settings(),
    }
    server = await startServer(folder.folder, environment)
    await writeFile(join(folder.folder, 'password'), password)
    const add = (role: Role) => run('users add', [usernames[role], '--role', role, '--password-file', 'password'])
    await Promise.all((['box-office', 'gate', 'reader'] as const).map(add))
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await database.drop()
    await folder.remove()
  })
  const browser = useBrowser()

  /** Opens the desk, where the user has to sign in. */
  const open = async ({ screen = 'desktop', colors = 'light', language = 'en', path, options }: View = {}) => {
    const { page, errors } = await browser.openPage({
      ...screens[screen],
      colorScheme: colors,
      locale: language === 'mirrored' ? 'en' : language,
      ...options,
    })
    const violations: string[] = []
    await page.exposeFunction('noteViolation', (violation: string) => void violations.push(violation))
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective + ' ' + event.blockedURI))`,
    )
    const query = language === 'mirrored' ? '?mirrored' : ''
    await page.goto(`${server.origin}/desk/${query}${path === undefined ? '' : `#/${path}`}`)
    await page.locator('[name=username]').waitFor()
    return {
      page,
      errors: () => [...errors.filter((error) => !error.startsWith('Failed to load resource')), ...violations],
    } satisfies OpenedDesk
  }
  /** Fills in the sign-in that is shown, and sends it. */
  const signIn = async (page: Page, role: Role) => {
    await page.locator('[name=username]').fill(usernames[role])
    await page.locator('[name=password]').fill(password)
    await page.locator('.sign-in button[type=submit]').click()
  }
  return {
    origin: () => server.origin,
    folder: () => folder.folder,
    /** Starts another server of the museum, with some other settings, which the caller stops. */
    startAnother: (others: Readonly<Record<string, string>> = {}) =>
      startServer(folder.folder, { ...environment, ...others }),
    run,
    /** Sends a request to the API, as the user of a role. */
    request: (role: Role, method: string, path: string, body?: unknown) =>
      server.request(method, path, body, { Authorization: basicAuth(usernames[role], password) }),
    open,
    signIn,
    /** Opens the desk as the user of a role. */
    openAs: async (role: Role, view: View = {}): Promise<OpenedDesk> => {
      const opened = await open(view)
      await signIn(opened.page, role)
      await opened.page.locator('.shell-header').waitFor()
      return opened
    },
  }
}

/**
 * Expects that the page has no errors, no violation of its policy, nothing that axe finds, and no content wider than the screen.
 * Stores a screenshot in the folder that `TEST_SCREENSHOTS` names, for a person to see.
 */
export const expectSound = async ({ page, errors }: OpenedDesk, screenshot?: string): Promise<void> => {
  await page.evaluate('document.fonts.ready')
  await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)))')
  const folder = process.env['TEST_SCREENSHOTS']
  if (folder !== undefined && screenshot !== undefined)
    await page.screenshot({ path: `${folder}/${screenshot}.png`, fullPage: true })
  await page.evaluate(axe)
  expect(
    await page.evaluate(`axe.run().then(({ violations }) =>
      violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes.map(({ html }) => html).join(' ')))`),
  ).toEqual([])
  // A phone's browser makes its page as wide as its content.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(page.viewportSize()!.width)
  expect(errors()).toEqual([])
}

/** The views in which each page is looked at. */
export const views = [
  { screen: 'desktop', colors: 'light', language: 'en' },
  { screen: 'tablet', colors: 'dark', language: 'de' },
  { screen: 'phone', colors: 'light', language: 'ja' },
  { screen: 'phone', colors: 'dark', language: 'mirrored' },
] as const
/** The name of the screenshot of a page in a view. */
export const screenshotOf = (page: string, { screen, colors, language }: (typeof views)[number]): string =>
  `${page}-${screen}-${colors}-${language}`

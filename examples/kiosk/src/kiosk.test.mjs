import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CalendarDate, Capacity, Currency, EventDates, EventName, Price, ScannedCode, isRefusal } from '@museum/domain'
import { aSpecialEventDraft } from '@museum/testing/examples'
import { openMuseumOn } from './open-museum-on.mjs'
import { scanBitmap } from './scan-code.mjs'

// A time zone in which it is about noon, so that no test runs over midnight.
const hours = 12 - new Date().getUTCHours()
const timeZone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
const director = { username: 'director' }

describe('the kiosk', () => {
  let folder = ''
  /** @type {Awaited<ReturnType<typeof openMuseumOn>>} */
  let museum
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiosk-'))
    const options = { database: `sqlite:${join(folder, 'museum.sqlite')}`, timeZone }
    museum = await openMuseumOn({ ...options, generalPrice: Price(1_200), currency: Currency('EUR') })
    const [today, tomorrow] = [museum.today(), CalendarDate.plusDays(museum.today(), 1)]
    const draft = aSpecialEventDraft({ name: EventName('Nuit au musée 🦣') })
    const event = await museum.museum.createSpecialEvent(
      { ...draft, dates: EventDates([today, tomorrow]) },
      { actor: director },
    )
    if (isRefusal(event)) throw new Error(event.because)
    await museum.museum.setEventCapacity(event.eventId, Capacity(2), director)
  })
  after(async () => {
    await museum.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => writeFile(join(folder, 'printer'), ''))
  /** @type {import('node:child_process').ChildProcess[]} */
  let started = []
  // Ended here, since a failed test leaves its kiosk running.
  afterEach(() => {
    for (const kiosk of started) kiosk.kill('SIGKILL')
    started = []
  })

  /** Starts the program. `type` types a line and returns the next line that the program prints. */
  const startKiosk = (printer = 'printer') => {
    const program = fileURLToPath(new URL('kiosk.mjs', import.meta.url))
    const args = ['--database', 'sqlite:museum.sqlite', '--printer', printer, '--time-zone', timeZone]
    const kiosk = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    started.push(kiosk)
    const lines = createInterface({ input: kiosk.stdout })[Symbol.asyncIterator]()
    const line = async () => {
      const { value, done } = await lines.next()
      assert(!done, 'the kiosk has ended')
      return value
    }
    return {
      line,
      /** @param {string} text */
      type: (text) => {
        kiosk.stdin.write(`${text}\n`)
        return line()
      },
      end: async () => {
        kiosk.stdin.end()
        const [code] = await once(kiosk, 'exit')
        assert.equal(code, 0)
      },
    }
  }

  /** The text and the code of each ticket that was printed. */
  const printed = async () => {
    const bytes = await readFile(join(folder, 'printer'))
    const tickets = []
    for (let at = bytes.indexOf('1d7630', 0, 'hex'), start = 0; at >= 0; at = bytes.indexOf('1d7630', start, 'hex')) {
      const [width, height] = [8 * bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 6)]
      const dots = bytes.subarray(at + 8, at + 8 + (width / 8) * height)
      tickets.push({
        text: bytes.subarray(start + 5, at).toString('latin1'),
        code: scanBitmap({ width, height, dots }),
      })
      start = at + 8 + dots.length + 4
    }
    return tickets
  }

  it('sells what is on sale today, and prints tickets that admit', async () => {
    const kiosk = startKiosk()
    assert.deepEqual(
      [await kiosk.line(), await kiosk.line()],
      ['1  General entry', '2  Nuit au musée 🦣, 2 places left'],
    )
    assert.match(await kiosk.type('1'), /^PRINTED ticket-/)
    assert.match(await kiosk.type('2'), /^PRINTED ticket-/)
    await kiosk.end()
    const [general, event, ...others] = await printed()
    assert(general && event && others.length === 0)
    assert.match(general.text, new RegExp(`^General entry\n${museum.today()}   12.00 EUR\nticket-`))
    assert.match(event.text, new RegExp(`^Nuit au musee \\?\nMain Hall\n${museum.today()}   19.90 EUR\nticket-`))
    for (const { code } of [general, event]) {
      const scan = await museum.museum.admitTicket({ code: ScannedCode(code) }, { username: 'gate' })
      assert(!isRefusal(scan) && scan.isAdmitted)
    }
  })

  it('refuses a ticket when no place is left, and prints nothing', async () => {
    const kiosk = startKiosk()
    await kiosk.line()
    await kiosk.line()
    assert.match(await kiosk.type('2'), /^PRINTED /)
    assert.match(await kiosk.type('2'), /^REFUSED .*sold/)
    assert.deepEqual(
      [await kiosk.type(''), await kiosk.line()],
      ['1  General entry', '2  Nuit au musée 🦣, 0 places left'],
    )
    await kiosk.end()
    assert.equal((await printed()).length, 1)
  })

  it('prints a ticket later when the printer did not work', async () => {
    const kiosk = startKiosk('no/printer')
    await kiosk.line()
    await kiosk.line()
    const [, ticketId] = /^NOT PRINTED .* type print ([-0-9a-f]+)$/.exec(await kiosk.type('1')) ?? []
    await kiosk.end()
    const later = startKiosk()
    await later.line()
    await later.line()
    assert.match(await later.type(`print ${ticketId}`), /^PRINTED ticket-/)
    assert.match(await later.type('print nothing'), /^REFUSED /)
    await later.end()
    assert.equal((await printed()).length, 1)
  })
})

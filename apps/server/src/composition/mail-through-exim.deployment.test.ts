import { rm, writeFile } from 'node:fs/promises'
import { beforeEach, expect, it } from '@jest/globals'
import { account, anExim } from '../../test/an-exim.ts'
import { readQrCode } from '../../test/read-qr-code.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { until } from '../../test/until.ts'
import { useServers } from '../../test/use-servers.ts'

const { run, start, after } = useServers()
const date = '2040-05-17'
const sold = 'Your ticket: General entry, 17 May 2040'

let exim: Awaited<ReturnType<typeof anExim>>
let museum: StartedServer
beforeEach(async () => {
  exim = await anExim()
  after(exim.remove)
  museum = await start({ MUSEUM_SMTP_URL: exim.url, MUSEUM_MAIL_FROM: 'tickets@museum.example' })
})

const post = async (path: string, body: object = {}) => {
  const response = await museum.request('POST', path, body)
  expect(response.ok).toBe(true)
  return (await response.json()) as { ticketId: string; orderId: string; confirmationCode: string }
}
const buy = (email: string) => post('/tickets', { ticketType: 'general', ticketDate: date, email })
/** Who was told what. */
const told = async () => (await exim.stored()).map(({ to, parsed }) => `${to}: ${parsed.subject}`).toSorted()
const untilTold = (count: number) => until(async () => (await exim.stored()).length >= count)
type Listed = Readonly<{ state: string; attempts: number; latestAttempt?: { because?: string } }>
const list = async () => JSON.parse((await run('call listMails --all')).stdout) as readonly Listed[]

it('a visitor gets the ticket by Exim, over TLS and with the password of the museum, and its cancellation', async () => {
  const { ticketId, confirmationCode } = await buy('ada@visitors.example')
  await untilTold(1)
  const [{ parsed }] = (await exim.stored()) as [Awaited<ReturnType<typeof exim.stored>>[number]]
  expect(parsed.subject).toBe(sold)
  expect(await exim.log()).toMatch(
    new RegExp(`<= tickets@museum.example .* P=esmtpsa X=TLS.* A=plain:${account.user} `),
  )
  const [inText, attached, calendar, ...others] = parsed.attachments
  expect([inText!.contentDisposition, attached!.contentDisposition, others]).toEqual(['inline', 'attachment', []])
  const image = await (await museum.request('GET', `/tickets/${ticketId}/qr`)).arrayBuffer()
  for (const { content } of [inText!, attached!]) expect(content.equals(Buffer.from(image))).toBe(true)
  expect(await readQrCode(inText!.content)).toMatch(/^M1:/)
  expect(calendar!.content.toString()).toMatch(/^METHOD:PUBLISH\r$[^]*^DTSTART:20400517T090000Z\r$/m)
  for (const text of [parsed.text!, parsed.html as string]) expect(text).toContain(confirmationCode)

  await post(`/tickets/${ticketId}/cancellation`)
  await untilTold(2)
  const cancelled = (await exim.stored()).find(({ parsed: { subject } }) => subject !== sold)!
  expect(cancelled.parsed.attachments[0]!.content.toString()).toMatch(/^METHOD:CANCEL\r$/m)
})

it('addresses outside of ASCII, and an order of many tickets, arrive unchanged', async () => {
  const items = [{ ticketType: 'general', ticketDate: date, quantity: 20 }]
  await post('/orders', { items, email: 'jörg.müller@visitors.example' })
  await buy('eva@besücher.example')
  await untilTold(2)
  expect(await told()).toEqual([
    `eva@xn--bescher-p2a.example: ${sold}`,
    'jörg.müller@visitors.example: Your 20 tickets: General entry, 17 May 2040',
  ])
  const images = (await exim.stored()).flatMap(({ parsed }) => parsed.attachments.filter(({ related }) => related))
  expect(images).toHaveLength(21)
})

it('what Exim refuses with 550 has failed, and what it defers with 451 is sent later', async () => {
  await writeFile(exim.busy, '')
  await buy('unknown@visitors.example')
  await buy('busy@visitors.example')
  const ended = async () => (await list()).every(({ attempts }) => attempts > 0)
  await until(ended)
  const [busy, unknown] = (await list()) as [Listed, Listed]
  expect(unknown).toMatchObject({ state: 'failed', latestAttempt: { because: '550 5.1.1 <address>: no such user' } })
  expect(busy).toMatchObject({ state: 'pending', latestAttempt: { because: '451 4.2.1 <address>: try again later' } })
  await rm(exim.busy)
  // The second attempt, after five seconds.
  await untilTold(1)
  expect(await told()).toEqual([`busy@visitors.example: ${sold}`])
})

it('e-mails wait while Exim is stopped, and arrive once each when it is back', async () => {
  await exim.stop()
  for (const name of ['ada', 'ben', 'eva']) await buy(`${name}@visitors.example`)
  await until(async () =>
    (await list()).some(({ latestAttempt }) => latestAttempt?.because?.includes('refused the connection')),
  )
  await exim.start()
  await until(async () => (await list()).every(({ state }) => state === 'delivered'))
  await untilTold(3)
  expect(await told()).toEqual(['ada', 'ben', 'eva'].map((name) => `${name}@visitors.example: ${sold}`))
})

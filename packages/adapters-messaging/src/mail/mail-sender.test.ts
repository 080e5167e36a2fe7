import { type Server, type Socket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { MailSender } from '@museum/application'
import { Email, TicketId } from '@museum/domain'
import { languages } from '@museum/languages'
import { mailSenderContract } from '@museum/testing/contracts'
import { anAdmissionCode, anEventTicket, exampleId } from '@museum/testing/examples'
import { type AddressObject, simpleParser } from 'mailparser'
import { generate } from 'selfsigned'
import type { SMTPServerOptions } from 'smtp-server'
import { aMail, readCode, withImage } from '../../test/a-mail.ts'
import { type MailServer, aMailServer, smtpError } from '../../test/a-mail-server.ts'
import { type MailSenderOptions, mailSender } from './mail-sender.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

const sender = (url: string, but: Partial<MailSenderOptions> = {}): MailSender => {
  const made = mailSender({
    url,
    from: 'tickets@museum.example',
    museumSettings: async () => ({ museumName: 'City Museum', language: 'en' }),
    timeZone: 'Europe/Zurich',
    ...but,
  })
  opened.push(() => made.close())
  return made
}

/** A mail server, and a sender that is its client. */
const connected = async (options: SMTPServerOptions = {}, but: Partial<MailSenderOptions> = {}) => {
  const server: MailServer = await aMailServer(options)
  opened.push(server.close)
  return { server, sender: sender(`smtp://127.0.0.1:${server.port}`, but) }
}

/** A server that talks to each client as the function says. */
const scripted = async (talk: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    talk(socket)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => void server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const failed = (isPermanent: boolean, because: unknown, isOfMessage = false) => ({
  outcome: 'failed',
  isPermanent,
  isOfMessage,
  because,
})

/** Accepts e-mails so many milliseconds after they are transmitted. */
const acceptedAfter =
  (milliseconds: number): NonNullable<SMTPServerOptions['onData']> =>
  (stream, _session, callback) =>
    void stream.resume().on('end', () => setTimeout(callback, milliseconds))

mailSenderContract({ describe, it }, 'mailSender with a mail server', async () => {
  let code = 250
  const { server, sender } = await connected({
    onRcptTo: (_address, _session, callback) =>
      code === 250 ? callback() : callback(smtpError(code, '<visitor@example.org> is not wanted')),
  })
  return {
    mailSender: sender,
    answer: (answered) => (code = answered),
    accepted: () =>
      server.received.map(({ parsed, to }) => ({
        mailId: parsed.messageId!.slice(1).split('@')[0]!,
        to: Email(to[0]!),
      })),
  }
})

describe('mailSender', () => {
  it('sends an e-mail to its recipient alone, which a program for e-mail can read', async () => {
    const { server, sender } = await connected()
    expect(await sender.send(await aMail())).toEqual({ outcome: 'accepted' })
    const [{ parsed, from, to }] = server.received as [MailServer['received'][number]]
    expect([from, to]).toEqual(['tickets@museum.example', ['visitor@example.org']])
    expect(parsed.from!.value).toEqual([{ address: 'tickets@museum.example', name: 'City Museum' }])
    expect(parsed.messageId).toBe('<01940000-0000-7000-8000-00000000abcd@museum.example>')
    expect(parsed.subject).toBe('Your ticket: Night at the Museum, 17 May 2030')
    expect(parsed.attachments.map(({ contentType }) => contentType)).toEqual([
      'image/png',
      'image/png',
      'text/calendar',
    ])
    expect(readCode(parsed.attachments[0]!.content)).toBe(anAdmissionCode(anEventTicket()))
  })

  it.each(languages)('sends it unchanged in the language %s', async (language) => {
    const { server, sender } = await connected(
      {},
      { museumSettings: async () => ({ museumName: 'City Museum', language }) },
    )
    expect(await sender.send(await aMail())).toEqual({ outcome: 'accepted' })
    const [{ parsed }] = server.received as [MailServer['received'][number]]
    expect(parsed.subject).toContain('Night at the Museum')
    for (const text of [parsed.subject!, parsed.text!, parsed.html as string]) expect(text).not.toMatch(/\ufffd|=\?/)
  })

  it.each([
    [{}, 'museum.example'],
    [{ from: 'kasse@bücher.example' }, 'xn--bcher-kva.example'],
    [{ from: 'kasse@bücher.example', name: 'Köln.example' }, 'xn--kln-sna.example'],
    [{ name: '[192.0.2.1]' }, '[192.0.2.1]'],
  ])('greets the mail server with the domain of the sender, or with its name, in ASCII: %j', async (but, greeting) => {
    const { server, sender } = await connected({}, but)
    expect(await sender.send(await aMail())).toEqual({ outcome: 'accepted' })
    expect(server.received.map((received) => received.greeting)).toEqual([greeting])
  })

  it.each(['421 4.7.0 Try again later (EHLO)', '501 5.5.2 Bad name', '550 5.7.1 HELO refused'])(
    'says that the mail server refuses the name in the greeting, which is no fault of the e-mail: %s',
    async (reply) => {
      const port = await scripted((socket) => {
        socket.write('220 mail.example ESMTP\r\n')
        socket.on('data', (chunk) => /^(EHLO|HELO)/.test(chunk.toString()) && socket.write(`${reply}\r\n`))
      })
      const outcome = await sender(`smtp://127.0.0.1:${port}`, { nameSetting: 'MUSEUM_SMTP_NAME' }).send(await aMail())
      const because = `The mail server refused museum.example, the name in the greeting of this server: ${reply}. Set MUSEUM_SMTP_NAME to a host name of this server that is in the DNS.`
      expect(outcome).toEqual(failed(false, because))
    },
  )

  it('says what a mail server says that is too busy for a greeting', async () => {
    const reply = '421 4.3.2 Too many connections, try again later'
    const port = await scripted((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', () => socket.write(`${reply}\r\n`))
    })
    const outcome = await sender(`smtp://127.0.0.1:${port}`, { nameSetting: 'MUSEUM_SMTP_NAME' }).send(await aMail())
    expect(outcome).toEqual(failed(false, reply))
  })

  it('says so too where the mail server refuses the name only with the recipient', async () => {
    const { sender } = await connected({
      onRcptTo: (_address, _session, callback) =>
        callback(smtpError(550, '5.7.1 <museum.example>: Helo command rejected: Host not found')),
    })
    expect(await sender.send(await aMail())).toEqual(
      failed(false, expect.stringMatching(/^The mail server refused museum\.example, .*: 550 5\.7\.1 .*Set name to/)),
    )
  })

  it('sends many e-mails at the same time over four connections, each once, with all tickets', async () => {
    const { server, sender } = await connected()
    const tickets = await Promise.all(
      Array.from({ length: 50 }, (_, n) => withImage(anEventTicket({ ticketId: TicketId(exampleId(100 + n)) }))),
    )
    const mails = await Promise.all(
      Array.from({ length: 20 }, (_, n) => aMail({ mailId: `mail-${n}`, tickets: [tickets[0]!, ...tickets.slice(1)] })),
    )
    const outcomes = await Promise.all(mails.map((mail) => sender.send(mail)))
    expect(outcomes).toEqual(mails.map(() => ({ outcome: 'accepted' })))
    expect(server.received.map(({ parsed }) => parsed.messageId).toSorted()).toEqual(
      mails.map(({ mailId }) => `<${mailId}@museum.example>`).toSorted(),
    )
    for (const { parsed } of server.received) expect(parsed.attachments).toHaveLength(101)
    expect(new Set(server.received.map(({ sessionId }) => sessionId)).size).toBeLessThanOrEqual(4)
  })

  it.each([
    ['rcpt', 421, false, false],
    ['rcpt', 450, false, true],
    ['rcpt', 550, true, true],
    ['rcpt', 530, false, false],
    ['data', 451, false, true],
    ['data', 552, true, true],
    ['data', 554, true, true],
    ['mail', 451, false, false],
    ['mail', 550, false, false],
    ['mail', 552, true, true],
  ] as const)(
    'fails at %s with %i, permanently: %s, and for the e-mail alone: %s, without the address in the reason',
    async (command, code, permanent, isOfMessage) => {
      const error = smtpError(code, 'Sorry: <Visitor@Example.org> (visitor, other@example.com) is not wanted')
      const { server, sender } = await connected(
        command === 'rcpt'
          ? { onRcptTo: (_address, _session, callback) => callback(error) }
          : command === 'mail'
            ? { onMailFrom: (_address, _session, callback) => callback(error) }
            : {
                onData: (stream, _session, callback) => {
                  stream.resume()
                  stream.on('end', () => callback(error))
                },
              },
      )
      const outcome = await sender.send(await aMail())
      expect(outcome).toEqual(
        failed(permanent, `${code} Sorry: <address> (<address>, <address> is not wanted`, isOfMessage),
      )
      expect(JSON.stringify(outcome)).not.toMatch(/visitor|example\.(org|com)/i)
      expect(server.received).toEqual([])
    },
  )

  it.each([
    ['of a line that does not end', 'a'.repeat(60_000)],
    ['of lines that do not end', 'a'.repeat(60).concat('\r\n451-').repeat(1_000)],
  ])(
    'closes the connection of a mail server whose reply is too long, and fails, not permanently: %s',
    async (_, reply) => {
      const closed = Promise.withResolvers<void>()
      const port = await scripted((socket) => {
        socket.on('close', () => closed.resolve())
        socket.write('220 mail.example ESMTP\r\n')
        socket.once('data', () => socket.write(`451-${reply}`))
      })
      expect(await sender(`smtp://127.0.0.1:${port}`).send(await aMail())).toEqual(
        failed(false, 'Server response exceeds maximum allowed size'),
      )
      await closed.promise
    },
  )

  it('sends to a local part outside of ASCII, and to a domain outside of ASCII', async () => {
    const { server, sender } = await connected()
    for (const address of ['jürgen@example.org', '夜@example.org', 'visitor@köln.example'])
      expect(await sender.send(await aMail({ to: Email(address) }))).toEqual({ outcome: 'accepted' })
    expect(server.received.map(({ to }) => to)).toEqual([
      ['jürgen@example.org'],
      ['夜@example.org'],
      [expect.stringMatching(/^visitor@(köln|xn--kln-sna)\.example$/)],
    ])
  })

  it('names an international domain in its ASCII form, which a mail server without SMTPUTF8 requires, in whatever form it was sent', async () => {
    const commands: string[] = []
    const port = await scripted((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (chunk) => {
        for (const command of chunk.toString().split('\r\n').filter(Boolean)) {
          commands.push(command)
          socket.write(command.startsWith('RCPT') ? '550 unknown\r\n' : '250 mail.example\r\n')
        }
      })
    })
    const sending = sender(`smtp://127.0.0.1:${port}`)
    for (const domain of ['bücher.example', 'BU\u0308CHER。example', 'xn--bcher-kva.example'])
      expect(await sending.send(await aMail({ to: Email(`kasse@${domain}`) }))).toMatchObject({
        because: '550 unknown',
      })
    const envelope = ['MAIL FROM:<tickets@museum.example>', 'RCPT TO:<kasse@xn--bcher-kva.example>']
    expect(commands.filter((command) => /^(MAIL|RCPT)/.test(command))).toEqual([...envelope, ...envelope, ...envelope])
  })

  it.each([
    ['a,b@example.org', '"a,b"@example.org'],
    ['a;b@example.org', '"a;b"@example.org'],
    ['a|b@example.org', 'a|b@example.org'],
    ['grp:a@example.org', '"grp:a"@example.org'],
    ['(a)b@example.org', '"(a)b"@example.org'],
  ])('sends to one recipient, whatever characters an old address has: %s', async (address, recipient) => {
    const { server, sender } = await connected()
    expect(await sender.send(await aMail({ to: Email.stored(address) }))).toEqual({ outcome: 'accepted' })
    const [{ to, parsed }] = server.received as [MailServer['received'][number]]
    expect(to).toEqual([recipient])
    expect((parsed.to as AddressObject).value).toHaveLength(1)
    for (const header of ['cc', 'bcc']) expect(parsed.headers.has(header)).toBe(false)
  })

  it('sends nothing to an address that would become another one, and fails permanently', async () => {
    const { server, sender } = await connected()
    for (const address of ['a>b@example.org', 'n<a@example.org'])
      expect(await sender.send(await aMail({ to: Email.stored(address) }))).toEqual(
        failed(true, 'the address has a character that would make it another address', true),
      )
    expect(server.received).toEqual([])
  })

  it.each([
    ['never greets', () => undefined],
    ['answers no command after the greeting', (socket: Socket) => socket.write('220 mail.example ESMTP\r\n')],
    [
      'answers a byte now and then',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('2'), 50)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('fails in the time limit when the mail server %s', async (_, talk) => {
    const port = await scripted(talk as (socket: Socket) => void)
    const began = performance.now()
    const outcome = await sender(`smtp://127.0.0.1:${port}`, { timeout: 600 }).send(await aMail())
    expect(outcome).toEqual(failed(false, 'the mail server took longer than 600 ms'))
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('waits longer for the reply to an e-mail that is transmitted, which may have been accepted', async () => {
    const { server, sender } = await connected({ onData: acceptedAfter(1_000) }, { timeout: 500 })
    expect(await sender.send(await aMail())).toEqual({ outcome: 'accepted' })
    expect(server.received).toEqual([])
    const { sender: impatient } = await connected({ onData: acceptedAfter(1_000) }, { acceptTimeout: 100 })
    expect(await impatient.send(await aMail())).toEqual(failed(false, 'the mail server took longer than 100 ms', true))
  })

  it('fails for the e-mail alone when the mail server, which has greeted, takes longer than the time limit for it', async () => {
    const { sender } = await connected({ onRcptTo: () => undefined }, { timeout: 300 })
    expect(await sender.send(await aMail())).toEqual(failed(false, 'the mail server took longer than 300 ms', true))
  })

  it('does not deliver an e-mail after its time limit, and sends the next one on another connection', async () => {
    let isSlow = true
    const server = await aMailServer({
      onRcptTo: (_address, _session, callback) => void setTimeout(callback, isSlow ? 1_200 : 0),
    })
    opened.push(server.close)
    const slow = sender(`smtp://127.0.0.1:${server.port}`, { timeout: 500 })
    expect(await slow.send(await aMail())).toMatchObject({ outcome: 'failed', isPermanent: false })
    isSlow = false
    expect(await slow.send(await aMail({ mailId: 'next' }))).toEqual({ outcome: 'accepted' })
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(server.received.map(({ parsed }) => parsed.messageId)).toEqual(['<next@museum.example>'])
  })

  it('fails, not permanently, when the mail server ends the connection in the middle of an e-mail', async () => {
    let [connections, cut] = [0, 0]
    const port = await scripted((socket) => {
      connections += 1
      socket.write('220 mail.example ESMTP\r\n')
      let isData = false
      socket.on('data', (chunk) => {
        if (isData) {
          cut += 1
          return void socket.destroy()
        }
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          isData = line === 'DATA'
          socket.write(isData ? '354 go on\r\n' : '250 fine\r\n')
        }
        return undefined
      })
    })
    const outcome = await sender(`smtp://127.0.0.1:${port}`).send(await aMail())
    expect(outcome).toEqual(failed(false, 'The mail server closed the connection before it answered.'))
    expect([connections, cut]).toEqual([1, 1])
  })

  it.each([
    [1, { outcome: 'accepted' }],
    [9, failed(false, 'The mail server closed the connection before it answered.')],
  ])('tries another connection once where the mail server ends the first: %i ended', async (ended, expected) => {
    let connections = 0
    const port = await scripted((socket) => {
      connections += 1
      if (connections <= ended) return void socket.end()
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        if (/^(EHLO|MAIL|RCPT|RSET|QUIT)/.test(text) || text.endsWith('\r\n.\r\n')) socket.write('250 fine\r\n')
        if (text.startsWith('DATA')) socket.write('354 go on\r\n')
      })
      return undefined
    })
    expect(await sender(`smtp://127.0.0.1:${port}`).send(await aMail())).toEqual(expected)
    expect(connections).toBe(2)
  })

  it('fails, not permanently, when no mail server is there', async () => {
    const server = await aMailServer()
    await server.close()
    const outcome = await sender(`smtp://127.0.0.1:${server.port}`).send(await aMail())
    const because = 'The mail server refused the connection. Check that it runs, and the port in the URL.'
    expect(outcome).toEqual(failed(false, because))
  })

  it('fails with a sentence, not permanently, when the host name does not exist', async () => {
    // A name of which no DNS server is asked, since one of its labels is too long.
    const outcome = await sender(`smtps://${'a'.repeat(64)}.example`).send(await aMail())
    expect(outcome).toEqual(failed(false, expect.stringMatching(/^The host name of the mail server /)))
  })

  it('says that TLS failed where a mail server takes none at the port of smtps', async () => {
    const server = await aMailServer()
    opened.push(server.close)
    const outcome = await sender(`smtps://127.0.0.1:${server.port}`).send(await aMail())
    const because = /^The mail server and this server could not agree on TLS \(ERR_SSL_\w+\)\. Check .* smtps:/
    expect(outcome).toEqual(failed(false, expect.stringMatching(because)))
  })

  it('keeps a connection for the next e-mail, and makes a new one after the mail server was restarted', async () => {
    const first = await aMailServer()
    const one = sender(`smtp://127.0.0.1:${first.port}`)
    for (const mailId of ['a', 'b']) expect(await one.send(await aMail({ mailId }))).toEqual({ outcome: 'accepted' })
    expect(new Set(first.received.map(({ sessionId }) => sessionId)).size).toBe(1)
    await first.close()
    const restarted = await aMailServer({}, first.port)
    opened.push(restarted.close)
    expect(await one.send(await aMail())).toEqual({ outcome: 'accepted' })
    expect(restarted.received).toHaveLength(1)
  })

  it('authenticates, and fails without the password in the reason, not permanently, when that is refused', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, callback) =>
      password === 'p:a/ss wörd'
        ? callback(null, { user: username })
        : callback(smtpError(535, 'Authentication failed'))
    const server = await aMailServer({ authOptional: false, allowInsecureAuth: true, onAuth })
    opened.push(server.close)
    const url = (password: string) =>
      `smtp://tickets%40museum.example:${encodeURIComponent(password)}@127.0.0.1:${server.port}`
    expect(await sender(url('p:a/ss wörd')).send(await aMail())).toEqual({ outcome: 'accepted' })
    expect(server.received[0]!.user).toBe('tickets@museum.example')
    const refused = await sender(url('wrong secret')).send(await aMail())
    expect(refused).toEqual(failed(false, expect.stringContaining('535')))
    expect(JSON.stringify(refused)).not.toMatch(/secret|museum\.example/)
    const anonymous = await sender(`smtp://127.0.0.1:${server.port}`).send(await aMail())
    expect(anonymous).toEqual(failed(false, expect.stringMatching(/^530/)))
  })

  it('sends nothing, not even the address, to another machine without STARTTLS or with an untrusted certificate', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'mail.example' }])
    const notTrusted = "The mail server's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)."
    for (const [options, because] of [
      [{}, 'could not agree on TLS (ETLS). Check'],
      [{ cert, key }, notTrusted],
      [{ cert, key, secure: true }, notTrusted],
    ] as const) {
      const commands: string[] = []
      const server = await aMailServer({
        ...options,
        onMailFrom: (_address, _session, callback) => {
          commands.push('MAIL')
          callback()
        },
      })
      opened.push(server.close)
      // This machine, by an address that is not one of the loopback addresses.
      const scheme = 'secure' in options ? 'smtps' : 'smtp'
      const outcome = await sender(`${scheme}://[::ffff:127.0.0.1]:${server.port}`).send(await aMail())
      expect(outcome).toEqual(failed(false, expect.stringContaining(because)))
      expect(commands).toEqual([])
    }
  })

  it('sends to another machine by STARTTLS when its certificate is of a known authority', async () => {
    const altNames = [
      { type: 7 as const, ip: '::ffff:7f00:1' },
      { type: 2 as const, value: 'localhost' },
    ]
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'mail.example' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames },
      ],
    })
    const known = tls.getCACertificates('default')
    opened.push(() => tls.setDefaultCACertificates(known))
    tls.setDefaultCACertificates([...known, cert])
    const { server } = await connected({ cert, key })
    const outcome = await sender(`smtp://[::ffff:127.0.0.1]:${server.port}`).send(await aMail())
    expect(outcome).toEqual({ outcome: 'accepted' })
    expect(server.received[0]!.isEncrypted).toBe(true)
  })

  it('uses STARTTLS where this machine offers it, and TLS from the beginning with smtps', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'mail.example' }])
    const [plain, secure] = [await aMailServer({ cert, key }), await aMailServer({ cert, key, secure: true })]
    opened.push(plain.close, secure.close)
    expect(await sender(`smtp://localhost:${plain.port}`).send(await aMail())).toEqual({ outcome: 'accepted' })
    expect(await sender(`smtps://localhost:${secure.port}`).send(await aMail())).toEqual({ outcome: 'accepted' })
    expect([plain, secure].map(({ received }) => received[0]!.isEncrypted)).toEqual([true, true])
  })

  it('fails for an e-mail that cannot be made, and throws nothing', async () => {
    const { sender } = await connected()
    const { tickets, ...mail } = await aMail()
    const broken = { ...mail, tickets: [{ ...tickets[0], ticket: undefined }] } as never
    expect(await sender.send(broken)).toMatchObject({ outcome: 'failed', isPermanent: false })
  })
})

describe('mailSender with a folder', () => {
  const aFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'museum-mail-'))
    opened.push(() => rmSync(folder, { recursive: true }))
    return folder
  }

  it('writes each e-mail as a file that a program for e-mail can read, and replaces it the second time', async () => {
    const folder = join(aFolder(), 'new/outbox')
    const one = sender(`file:${folder}`)
    expect(await one.send(await aMail({ to: Email('jürgen@example.org') }))).toEqual({ outcome: 'accepted' })
    expect(await one.send(await aMail({ mailId: '../escape' }))).toEqual({ outcome: 'accepted' })
    expect(await one.send(await aMail({ mailId: '../escape' }))).toEqual({ outcome: 'accepted' })
    expect(readdirSync(folder).toSorted()).toEqual(['..%2Fescape.eml', '01940000-0000-7000-8000-00000000abcd.eml'])
    const path = join(folder, '01940000-0000-7000-8000-00000000abcd.eml')
    expect([folder, path].map((made) => statSync(made).mode & 0o777)).toEqual([0o700, 0o600])
    const parsed = await simpleParser(readFileSync(path))
    expect(parsed.to).toMatchObject({ value: [{ address: 'jürgen@example.org' }] })
    expect(parsed.attachments).toHaveLength(3)
    expect(readFileSync(path, 'latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('fails, not permanently, and leaves no part of a file, when the folder cannot be written', async () => {
    const folder = aFolder()
    writeFileSync(join(folder, 'file'), '')
    const outcome = await sender(`file:${join(folder, 'file')}`).send(await aMail())
    expect(outcome).toMatchObject({ outcome: 'failed', isPermanent: false })
    expect(readdirSync(folder)).toEqual(['file'])
    expect(existsSync(join(folder, 'file.part'))).toBe(false)
  })

  it('throws for a URL with a fault', () => {
    expect(() => sender('http://mail.example')).toThrow(TypeError)
  })
})

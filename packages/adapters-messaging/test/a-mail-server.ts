import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An e-mail that a mail server has accepted: as it came, as a program for e-mail reads it, and its envelope. */
type Received = Readonly<{
  raw: Buffer
  parsed: ParsedMail
  from: string
  to: readonly string[]
  sessionId: string
  isEncrypted: boolean
  user: string | undefined
  /** The name in the greeting of the client. */
  greeting: string
}>

/** A mail server on this machine. */
export type MailServer = Readonly<{ port: number; received: Received[]; close: () => Promise<void> }>

/** Starts a mail server that accepts every e-mail, but for what the options say. */
export const aMailServer = async (options: SMTPServerOptions = {}, port = 0): Promise<MailServer> => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    // The milliseconds in which connections that are open may end when the server closes.
    closeTimeout: 100,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    onData: (stream, session, callback) => {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          raw,
          parsed: await simpleParser(raw, { skipImageLinks: true }),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          sessionId: session.id,
          isEncrypted: session.secure,
          user: session.user as unknown as string | undefined,
          greeting: session.hostNameAppearsAs,
        })
        callback()
      })()
    },
    ...options,
  })
  // A client that ends its connection in the middle is no fault of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A refusal with an SMTP code. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** An e-mail that a mail server has accepted: as it came, as a program for e-mail reads it, and its recipients. */
type Received = Readonly<{ raw: Buffer; parsed: ParsedMail; to: readonly string[] }>

/** A mail server on this machine. */
export type MailServer = Readonly<{ port: number; received: Received[]; close: () => Promise<void> }>

/** Starts a mail server without encryption that accepts every e-mail, but refuses with 550 the addresses that `isRefused` returns true for. */
export const aMailServer = async (isRefused = (_address: string): boolean => false, port = 0): Promise<MailServer> => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The milliseconds in which connections that are open may end when the server closes.
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) =>
      isRefused(address)
        ? callback(Object.assign(new Error(`5.1.1 <${address}>: no such user`), { responseCode: 550 }))
        : callback(),
    onData: (stream, { envelope: { rcptTo } }, callback) => {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const raw = Buffer.concat(chunks)
        received.push({ raw, parsed: await simpleParser(raw), to: rcptTo.map(({ address }) => address) })
        callback()
      })()
    },
  })
  // A client that ends its connection in the middle is no fault of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

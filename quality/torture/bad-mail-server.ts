import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { AcceptedMail, MessageHistory } from './message-history.ts'
import { randomItem } from './random.ts'

/** How a mail server that is not well treats an e-mail. */
const behaviours = ['accepts', 'accepts', 'accepts', 'refuses', 'refuses at the end', 'hangs', 'disconnects'] as const

const laterPlease = () => Object.assign(new Error('4.3.0 Try again later'), { responseCode: 451 })

/** Starts a mail server on this machine, which records what it accepts. It refuses, hangs and disconnects until it is well. */
export const startBadMailServer = async ({ mails }: MessageHistory) => {
  let isWell = false
  const sockets = new Map<number, Socket>()
  const hanging = new Set<Socket | undefined>()
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, callback) => callback(isWell || Math.random() < 0.9 ? null : laterPlease()),
    onRcptTo: (_address, _session, callback) =>
      callback(!isWell && randomItem(behaviours) === 'refuses' ? laterPlease() : null),
    onData(stream, { envelope, remotePort }, callback) {
      const receive = async () => {
        const behaviour = isWell ? 'accepts' : randomItem(behaviours)
        if (behaviour === 'disconnects') sockets.get(remotePort)?.destroy()
        // The server that sends it may be killed meanwhile.
        const raw = await buffer(stream).catch(() => undefined)
        if (raw === undefined) return
        const accepted = await acceptedMail(raw, envelope.rcptTo[0]!.address)
        if (behaviour === 'hangs') {
          hanging.add(sockets.get(remotePort))
          return
        }
        if (behaviour === 'refuses at the end') callback(laterPlease())
        else if (sockets.has(remotePort)) {
          mails.push({ ...accepted, acceptedAt: performance.now() })
          callback()
        }
      }
      void receive()
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort!
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    /** From now on it is bad again. */
    fallIll: () => void (isWell = false),
    /** Has it accept every e-mail from now on, and ends the connections on which it hangs. */
    recover() {
      isWell = true
      hanging.forEach((socket) => socket?.destroy())
      hanging.clear()
    },
    async close() {
      sockets.forEach((socket) => socket.destroy())
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const acceptedMail = async (raw: Buffer, to: string): Promise<Omit<AcceptedMail, 'acceptedAt'>> => {
  const { messageId = '', subject = '', text = '' } = await simpleParser(raw, { skipImageLinks: true })
  return {
    messageId: /^<(.*)@/.exec(messageId)?.[1] ?? messageId,
    to,
    kind: kindOf(subject),
    codes: [...new Set(text.match(/ticket-(?:event|general)-\w+-\w+/g) ?? [])],
  }
}

const kindOf = (subject: string) => {
  if (/ cancelled: | take place$/.test(subject)) return 'cancelled'
  return / valid again: /.test(subject) ? 'restored' : 'sold'
}

import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mail, type MailOutcome, type MailSender, withoutAddresses } from '@museum/application'
import { closestLanguage } from '@museum/languages'
import { type SendMailOptions, createTransport } from 'nodemailer'
import { type Peer, connectionError } from '../connection-errors.ts'
import { type MailMessageOptions, asciiDomain, domainOf, mailMessage } from './mail-message.ts'
import { type MailDestination, mailDestination } from '../mail-url/index.ts'

/** The options of `mailSender`. */
export type MailSenderOptions = Omit<MailMessageOptions, keyof MailedSettings> &
  Readonly<{
    /** The settings of the museum at the time of an e-mail; `language` is a BCP 47 tag. */
    museumSettings: () => Promise<Omit<MailedSettings, 'language'> & Readonly<{ language: string }>>
    /** A URL in which `faultOfMailUrl` finds no fault: `smtp://…`, `smtps://…`, or `file:` and a folder. */
    url: string
    /** The name of this server in the greeting (EHLO), which `faultOfMailName` finds no fault in; by default the domain of `from`. */
    name?: string | undefined
    /** What the reason calls `name` when a mail server refuses it; by default `name`. */
    nameSetting?: string
    /** The milliseconds in which an e-mail is transmitted or has failed; 15,000 by default. */
    timeout?: number
    /**
     * How long the mail server may take to accept an e-mail that is transmitted, in milliseconds; 60,000 by default. If it takes
     * longer, it may have accepted the e-mail, which is sent again.
     */
    acceptTimeout?: number
  }>

type MailedSettings = Pick<MailMessageOptions, 'museumName' | 'address' | 'termsUrl' | 'language'>

/** How many connections to the mail server a `mailSender` has. More e-mails at a time would spend their time with waiting. */
export const mailConnections = 4

/**
 * Sends e-mails about tickets through a mail server, over `mailConnections` that stay open; or writes each of them into a folder, as
 * `<mailId>.eml`. Throws a `TypeError` for a URL with a fault.
 *
 * A connection to another machine is encrypted, by TLS or STARTTLS, and the certificate of the mail server is verified.
 */
export const mailSender = ({
  url,
  name,
  nameSetting = 'name',
  timeout = 15_000,
  acceptTimeout = 60_000,
  museumSettings,
  ...options
}: MailSenderOptions): MailSender => {
  const greeting = name === undefined ? domainOf(options.from) : asciiDomain(name)
  const destination = mailDestination(url)
  const transport = 'folder' in destination ? folderTransport(destination.folder) : smtpTransport(destination, greeting)
  return {
    async send(mail) {
      // nodemailer replaces these characters, which makes another address.
      if (/[<>]/.test(mail.to))
        return {
          outcome: 'failed',
          isPermanent: true,
          isOfMessage: true,
          because: 'the address has a character that would make it another address',
        }
      const progress = timedProgress(timeout, acceptTimeout)
      try {
        const { museumName, address, termsUrl, language: tag } = await museumSettings()
        const ofMuseum = { museumName, address, termsUrl, language: closestLanguage(tag) ?? 'en' }
        const message = mailMessage(mail, { ...options, ...ofMuseum })
        await transport.send(mail, { ...message, ...noFiles, signal: progress.signal }, progress)
        return { outcome: 'accepted' }
      } catch (error) {
        const failure = failureOf(error as SmtpError, mail.to, progress)
        if (!isOfGreeting(error as SmtpError, failure.because)) return failure
        const because = `The mail server refused ${greeting}, the name in the greeting of this server: ${failure.because.slice(0, 200)}. Set ${nameSetting} to a host name of this server that is in the DNS.`
        // A fault of the settings, not of the e-mail.
        return { outcome: 'failed', isPermanent: false, isOfMessage: false, because }
      } finally {
        progress.end()
      }
    },
    async close() {
      transport.close()
    },
  }
}

/** The time limits of an e-mail on its way. */
const timedProgress = (timeout: number, acceptTimeout: number) => {
  const limit = new AbortController()
  let [isBegun, timer] = [false, setTimeout(() => limit.abort(), timeout)]
  let milliseconds = timeout
  return {
    signal: limit.signal,
    /** Must be called when a connection begins to transmit the e-mail. */
    begin: () => void (isBegun = true),
    /** Must be called when the e-mail is transmitted: from then on the mail server may have accepted it. */
    waitForReply() {
      clearTimeout(timer)
      milliseconds = acceptTimeout
      timer = setTimeout(() => limit.abort(), milliseconds)
    },
    end: () => clearTimeout(timer),
    isBegun: () => isBegun,
    /** The time limit that was exceeded, in milliseconds. */
    milliseconds: () => milliseconds,
  }
}

type Progress = ReturnType<typeof timedProgress>

/** Nothing in an e-mail is a path or a URL that nodemailer reads. */
const noFiles = { disableFileAccess: true, disableUrlAccess: true }

/** In bytes; the connection of a mail server that sends a longer reply is closed. A reply has at most a few kilobytes. */
const maxResponseSize = 32 * 1_024

type Transport = Readonly<{
  send: (mail: Mail, message: SendMailOptions, progress: Progress) => Promise<unknown>
  close: () => void
}>

const smtpTransport = (
  { host, port, isSecure, isThisMachine, user }: Exclude<MailDestination, { folder: string }>,
  name: string,
): Transport => {
  const transport = createTransport({
    // By default nodemailer takes [127.0.0.1] where the name of the machine has no dot, as in a container.
    name,
    pool: true,
    maxConnections: mailConnections,
    // One retry on a new connection, for an open connection that the mail server has closed.
    maxRequeues: 1,
    maxResponseSize,
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !isThisMachine,
    // A loopback connection cannot be intercepted, and few certificates are for the name localhost.
    tls: { rejectUnauthorized: !isThisMachine },
    ...(user !== undefined && { auth: { user: user.name, pass: user.password } }),
  })
  const progresses = new WeakMap<AbortSignal, Progress>()
  transport.use('stream', ({ data, message }, next) => {
    const { begin, waitForReply } = progresses.get(data.signal!)!
    // Called when a connection takes the message.
    message.processFunc((text) => {
      begin()
      return text.once('end', waitForReply)
    })
    next()
  })
  return {
    send(_, message, progress) {
      progresses.set(progress.signal, progress)
      return transport.sendMail(message)
    },
    close: () => transport.close(),
  }
}

const folderTransport = (folder: string): Transport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async ({ mailId }, message) => {
      const { message: bytes } = await transport.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${encodeURIComponent(mailId)}.eml`)
      // Renamed when it is complete, so that a reader never sees a part of it.
      const part = `${path}.${randomUUID()}.part`
      try {
        await writeFile(part, bytes as Buffer, { flag: 'wx', mode: 0o600 })
        await rename(part, path)
      } finally {
        await rm(part, { force: true })
      }
    },
    close: () => undefined,
  }
}

type SmtpError = NodeJS.ErrnoException &
  Readonly<{ originalCode?: string; command?: string; responseCode?: number; response?: string }>

const mailServer: Peer = {
  name: 'mail server',
  adviceAboutTls:
    'Check the beginning and the port of the URL: smtps:// is TLS from the beginning, and smtp:// is STARTTLS, which other machines must offer.',
}

const failureOf = (error: SmtpError, to: string, progress: Progress): Extract<MailOutcome, { outcome: 'failed' }> => {
  // A reply to STARTTLS says only that the command is not known.
  const reply = error.code === 'ETLS' ? undefined : error.response
  const isTooLate = error.name === 'AbortError'
  const because = isTooLate
    ? `the mail server took longer than ${progress.milliseconds()} ms`
    : withoutAddresses(reply ?? connectionError(errorCode(error), mailServer) ?? error.message, to)
  return {
    outcome: 'failed',
    isPermanent: isPermanent(error),
    isOfMessage: isTooLate ? progress.isBegun() : isOfMessage(error),
    because,
  }
}

/** The code of Node for an error without a reply. The codes of nodemailer say less. */
const errorCode = ({ code = '', originalCode }: SmtpError): string => {
  if (code === 'ECONNECTION') return 'ECONNRESET'
  if (code === 'EDNS') return originalCode === 'ENOTFOUND' ? originalCode : 'EAI_AGAIN'
  return originalCode ?? code
}

/** The replies that ask for a user and a password, or refuse them: a fault of the settings, not of the e-mail. */
const authenticationCodes = new Set([530, 534, 535, 538])

/**
 * Whether the mail server refused the name in the greeting; many say so only later, in the reply to `RCPT TO`. 421 without the
 * name of the command says that the mail server is busy.
 */
const isOfGreeting = ({ command, responseCode }: SmtpError, reply: string): boolean => {
  if (responseCode === undefined) return false
  const isOfCommand = (command === 'EHLO' || command === 'HELO') && responseCode !== 421
  return isOfCommand || /\b(?:EHLO|HELO)\b/i.test(reply)
}

/**
 * Whether the mail server works, and replied to the recipient, the content or (552) the size. 421 says that it does not work,
 * whatever the command was.
 */
const isOfMessage = ({ command, responseCode = 421 }: SmtpError): boolean =>
  responseCode === 552 ||
  ((command === 'RCPT TO' || command === 'DATA') && responseCode !== 421 && !authenticationCodes.has(responseCode))

/** Whether another attempt with the same address and content would fail too. */
const isPermanent = ({ command, responseCode = 0 }: SmtpError): boolean => {
  // 503 (bad sequence of commands) is no refusal of the e-mail.
  const isRefusal = responseCode >= 500 && responseCode !== 503 && !authenticationCodes.has(responseCode)
  return isRefusal && (command === 'RCPT TO' || command === 'DATA' || responseCode === 552)
}

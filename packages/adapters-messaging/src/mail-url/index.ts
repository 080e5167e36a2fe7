import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/**
 * Where e-mails go: to a mail server, or as files into a folder. `isThisMachine` says that the mail server is at a loopback
 * address, to which a connection needs no encryption.
 */
export type MailDestination =
  | Readonly<{
      host: string
      port: number
      /** Whether the connection begins with TLS, instead of STARTTLS. */
      isSecure: boolean
      isThisMachine: boolean
      user?: Readonly<{ name: string; password: string }>
    }>
  | Readonly<{ folder: string }>

const ports: ReadonlyMap<string, number> = new Map(Object.entries<number>({ 'smtp:': 587, 'smtps:': 465 }))

/**
 * What is wrong with the URL of a mail server or a folder, if anything: the end of a sentence that begins with the name of the
 * setting. It contains nothing of the URL, which may have a password.
 */
export const faultOfMailUrl = (text: string): string | undefined => {
  const destination = parse(text)
  return typeof destination === 'string' ? destination : undefined
}

/**
 * What is wrong with the name of this server in its greeting of a mail server, if anything: the end of a sentence that begins with
 * the name of the setting.
 */
export const faultOfMailName = (name: string): string | undefined => {
  const isAddress = /^\[.+\]$/.test(name) && isIP(name.slice(1, -1).replace(/^IPv6:/i, '')) !== 0
  // domainToASCII leaves white space and line ends out.
  return isAddress || (!/\s/.test(name) && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(domainToASCII(name)))
    ? undefined
    : 'must be a host name such as tickets.museum.example, or an address such as [192.0.2.1]'
}

/** The destination that a URL without a fault names. Throws a `TypeError` for any other text. */
export const mailDestination = (text: string): MailDestination => {
  const destination = parse(text)
  if (typeof destination === 'string') throw new TypeError(`The URL of the mail server ${destination}.`)
  return destination
}

const parse = (text: string): MailDestination | string => {
  if (text.startsWith('file:')) {
    // An absolute path may also be written as the URL of a file.
    const folder = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
    return folder === '' || folder.includes('\0') ? 'must name a folder after file:' : { folder }
  }
  const url = URL.parse(text)
  const defaultPort = url === null ? undefined : ports.get(url.protocol)
  if (url === null || defaultPort === undefined)
    return 'must be smtp://host:port, smtps://user:password@host:port or file:folder, with user and password percent-encoded'
  // `URL` leaves the host of these schemes as it is, but for percent-encoding.
  const host = domainToASCII(decoded(url.hostname) ?? '').replace(/^\[(.*)\]$/, '$1')
  if (host === '') return 'must name the host of the mail server'
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    return 'must have nothing after the port: no path, no ? and no #'
  if (url.port === '0') return 'must have a port from 1 to 65535'
  if ((url.username === '') !== (url.password === '')) return 'must have a user and a password, or neither'
  const [name, password] = [decoded(url.username), decoded(url.password)]
  if (name === undefined || password === undefined) return 'must have a percent-encoded user and password'
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    isThisMachine: isLoopback(host),
    ...(name !== '' && { user: { name, password } }),
  }
}

/** The text without its percent-encoding; `undefined` if that is malformed, or of control characters. */
const decoded = (text: string) => {
  try {
    const plain = decodeURIComponent(text)
    return /\p{Cc}/u.test(plain) ? undefined : plain
  } catch {
    return undefined
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A name other than `localhost` could resolve to another machine later. */
const isLoopback = (host: string) =>
  host === 'localhost' || (isIP(host) === 4 && loopback.check(host)) || host === '::1'

import { isIP } from 'node:net'
import type { Fault } from '@museum/domain'
import { isLoopback, isPublic } from './addresses.ts'

const maxLength = 2_000

/** The names of this machine (RFC 6761). */
const isLocalName = (hostname: string) => /(^|\.)localhost\.?$/.test(hostname)

/** The host of a URL: an IPv6 address without its brackets. */
const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/s, '$1')

/** What is wrong with the URL of a receiver, if anything: a sentence that says what to change. A host name is not resolved. */
export const faultOfUrl = (
  text: string,
  privateAddresses: 'refuse' | 'allow',
): Fault<'not-a-webhook-url'> | undefined => {
  const detail = detailOf(text, privateAddresses === 'allow')
  return detail === undefined ? undefined : { code: 'not-a-webhook-url', detail }
}

const detailOf = (text: string, allowsPrivate: boolean) => {
  if (text.length > maxLength) return `The URL is longer than 2,000 characters. Shorten it.`
  if (/[\s\p{Cc}]/u.test(text))
    return 'The URL contains white space or control characters. Remove them, or write %20 for a space.'
  const url = URL.parse(text)
  if (url === null) return 'This is not a URL. Enter one like https://receiver.example/messages.'
  if (url.username !== '' || url.password !== '')
    return 'The URL contains a user name or a password. Remove them: the receiver recognises messages by their signature.'
  if (text.includes('#')) return 'The URL contains a fragment, which is not sent. Remove the # and what follows it.'
  const host = hostOf(url)
  const isLocal = isLoopback(host) || isLocalName(host)
  if (url.protocol === 'http:' && allowsPrivate)
    return isLocal ? undefined : 'A URL with http is possible only for a receiver on this machine. Use https.'
  if (url.protocol !== 'https:') return 'The URL does not begin with https://. Use https.'
  if (allowsPrivate) return undefined
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublic(host)))
    return `Messages are not sent to ${host}, because it is not a public address. ${permitPrivateAddresses}`
  return undefined
}

/** What to do about an address that is not permitted. */
export const permitPrivateAddresses =
  'Use a receiver with a public address, or permit private addresses in the settings of the server.'

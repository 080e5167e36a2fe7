import { isIP } from 'node:net'
import type { Fault } from '@museum/domain'
import { isLoopback, isPublic } from './addresses.ts'

const maxLength = 2_000

/** The names of this machine (RFC 6761). */
const isLocalName = (hostname: string) => /(^|\.)localhost\.?$/.test(hostname)

/** The host of a URL: an IPv6 address without its brackets. */
const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/s, '$1')

/** What is wrong with the URL of a receiver, if anything. A host name is not resolved. */
export const faultOfUrl = (
  text: string,
  privateAddresses: 'refuse' | 'allow',
): Fault<'not-a-webhook-url'> | undefined => {
  const detail = detailOf(text, privateAddresses === 'allow')
  return detail === undefined ? undefined : { code: 'not-a-webhook-url', detail }
}

const detailOf = (text: string, allowsPrivate: boolean) => {
  if (text.length > maxLength) return 'must have at most 2,000 characters'
  if (/[\s\p{Cc}]/u.test(text)) return 'must have no white space and no control characters: a space is written as %20'
  const url = URL.parse(text)
  if (url === null) return 'must be a URL such as https://receiver.example/messages'
  if (url.username !== '' || url.password !== '')
    return 'must have no user name and no password: the receiver recognises messages by their signature'
  if (text.includes('#')) return 'must have no fragment: the # and what follows it are not sent'
  const host = hostOf(url)
  const isLocal = isLoopback(host) || isLocalName(host)
  if (url.protocol === 'http:' && allowsPrivate)
    return isLocal ? undefined : 'must begin with https://, since the receiver is not on this machine'
  if (url.protocol !== 'https:') return 'must begin with https://'
  if (allowsPrivate) return undefined
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublic(host)))
    return `must have a public address, which ${host} is not; or permit private addresses in the settings of the server`
  return undefined
}

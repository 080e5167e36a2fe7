import { decodePunycode } from '../punycode.ts'
import { comparableText } from '../text.ts'

/**
 * The form in which the domains of e-mail addresses are compared; it is never shown. Two texts have the same form if the
 * mapping of UTS #46 makes one domain of them, with or without its deviations: `bücher.example`, `BÜCHER。example`,
 * `xn--bcher-kva.example` and `bücher.example.`. The letters `ς` and `σ` are equal too, and characters that are not shown are
 * left out, but `ß` is not `ss`, since these are domains of two owners. A label that is the ASCII form of no text stays.
 */
export const comparableDomain = (domain: string): string =>
  mapped(domain)
    .split('.')
    // Empty ones are faults, except after a dot at the end.
    .filter((label) => label !== '')
    .map(unicodeLabel)
    .join('.')

/**
 * Whether a domain of an e-mail address is a host name, after the mapping of UTS #46, or an IPv4 address in brackets. Mail servers
 * read other ASCII characters as syntax: `example.org(comment)` and `exam\ple.org` are `example.org`.
 */
export const isMailDomain = (domain: string): boolean =>
  asciiHostName.test(domain) ||
  ipv4Literal.test(domain) ||
  mapped(domain)
    .replace(/\.$/, '')
    .split('.')
    .every((label) => /^[a-z0-9\P{ASCII}-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-'))

/** The usual case, which needs no mapping. */
const asciiHostName = /^[a-z\d]+(?:-+[a-z\d]+)*(?:\.[a-z\d]+(?:-+[a-z\d]+)*)*$/i

const ipv4Literal = /^\[(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}\]$/

/** The mapping of UTS #46. */
const mapped = (text: string): string => comparableText(text).replaceAll('。', '.')

/** The text whose ASCII form a label is, otherwise the label. */
const unicodeLabel = (label: string): string => {
  const decoded = /^xn--\p{ASCII}+$/u.test(label) ? decodePunycode(label.slice(4)) : undefined
  const text = mapped(decoded ?? '')
  // A text of ASCII alone has no other form, and a label has no dot.
  return /\P{ASCII}/u.test(text) && !text.includes('.') ? text : label
}

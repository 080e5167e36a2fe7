/** How many characters of a text are read: a mail server may send any number. */
const maxLength = 2_000
const placeholder = '<address>'

/**
 * The text in one line, without this e-mail address and without anything else that could be one: a reply of a mail server or an
 * error message, which is stored. Of a long text only the beginning, and no control characters.
 */
export const withoutAddresses = (text: string, address?: string): string =>
  withoutAddress(beginningOf(text), address)
    .replaceAll(/[^\s<>]+/g, (word) => (word.includes('@') ? placeholder : word))
    .replaceAll(/<+/g, '<')
    .replaceAll(/>+/g, '>')
    .replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()

const beginningOf = (text: string) => {
  if (text.length <= maxLength) return text
  // The last word may be a part of an address.
  const end = text.lastIndexOf(' ', maxLength)
  return `${text.slice(0, end + 1)}…`
}

const withoutAddress = (text: string, address: string | undefined) => {
  if (address === undefined) return text
  const local = address.slice(0, address.lastIndexOf('@'))
  const parts = [address, encodeURIComponent(address), local].map((part) =>
    part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  )
  return text.replaceAll(
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})(?![\p{L}\p{N}])`, 'giu'),
    placeholder,
  )
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Decodes Punycode (RFC 3492) in lower case, the part of a label after `xn--`. Returns `undefined` for a text that is none.
 * Neither the runtimes on which the domain runs nor their standards have it: `URL` has only the other direction.
 */
export const decodePunycode = (text: string): string | undefined => {
  const end = text.lastIndexOf('-')
  const letters = Array.from(text.slice(0, Math.max(end, 0)))
  let [codePoint, index, bias] = [128, 0, 72]
  for (let position = end > 0 ? end + 1 : 0; position < text.length; index += 1) {
    const previous = index
    // A number of digits of growing weight; the first digit that is less than its limit is the last one.
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = digits.indexOf(text.charAt(position) || ' ')
      if (digit < 0 || index > maxIndex) return undefined
      position += 1
      index += digit * weight
      const limit = Math.min(Math.max(k - bias, 1), 26)
      if (digit < limit) break
      weight *= 36 - limit
    }
    const length = letters.length + 1
    bias = nextBias(index - previous, length, previous === 0)
    codePoint += Math.floor(index / length)
    if (codePoint > 0x10_ff_ff) return undefined
    index %= length
    letters.splice(index, 0, String.fromCodePoint(codePoint))
  }
  const decoded = letters.join('')
  return decoded.isWellFormed() ? decoded : undefined
}

/** More than any index of a text: a larger one would become inexact. */
const maxIndex = 2 ** 31

const nextBias = (difference: number, length: number, isFirst: boolean): number => {
  let delta = Math.floor(difference / (isFirst ? 700 : 2))
  delta += Math.floor(delta / length)
  let k = 0
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
  return k + Math.floor((36 * delta) / (delta + 38))
}
